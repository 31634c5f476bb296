/** Moves and pieces in words, for people who hear the page. */

import { formatNumber, ofEngine, t } from './language.js';
import { opponent } from './tree.js';

/** Stands behind a piece in hand where moves have the square from which they start. */
export const HAND = '@';

/** @returns {?string} the piece that a move from here drops, `null` if this is a square */
export function pieceInHand(from) {
  return from?.endsWith(HAND) ? from.slice(0, -HAND.length) : null;
}

/** The sides as records have them. */
const RECORDED = { white: 'White', black: 'Black' };

/** @returns {string} `White` or `Black` */
export function sideName(side) {
  return side === 'black' ? t('Black') : t('White');
}

/** @returns {string} the tag of records that has the player of a side */
export function sideTag(side) {
  return RECORDED[side];
}

/** @returns {string} how a player of a record is called; those of games that were played here are named in English there */
export function playerWords(name) {
  const level = /^Bactrian, level (\d+)$/.exec(name)?.[1];
  const own = { You: t('You'), White: t('White'), Black: t('Black') };
  return level ? t('Bactrian, level {level}', { level }) : (own[name] ?? name);
}

/** @returns {string} the piece of a side: `White Knight` */
export function ownedName(side, piece) {
  return side === 'black' ? t('Black {piece}', { piece }) : t('White {piece}', { piece });
}

/** @returns {string} the text of a piece as White's: `n` → `N`, `t8` → `T8` */
export function kindOf(piece) {
  return (piece ?? '').toUpperCase();
}

/** @returns {string} the name of a kind, with its number where kinds differ in it: `Tower of Hanoi 8` */
export function kindName({ name, count }) {
  return count ? `${name} ${count}` : name;
}

/** @returns {?string} the reference to the symbol of a piece, `null` if there is none */
export function hrefOf(info, piece) {
  const kind = info?.pieces.find(({ text }) => text === kindOf(piece));
  return kind ? `#${piece === piece.toLowerCase() ? 'b' : 'w'}-${kind.picture}` : null;
}

/** @returns {string} the name of a piece in a game */
export function pieceName(info, piece) {
  const kind = info?.pieces.find(({ text }) => text.toUpperCase() === kindOf(piece));
  return kind ? kindName(kind) : kindOf(piece);
}

/** @returns {string[]} what a position of a game has beyond pieces about the piece on a square, in words */
export function stateOf(info, { pieces, details = [], check = [] }, square) {
  const at = (other) => ({ piece: pieceName(info, pieces[other]), square: other });
  const told = details.flatMap((detail) => {
    const name = ofEngine(detail.name);
    if (detail.kind === 'right' && detail.square === square) return t('still has its {right}', { right: name });
    if (detail.kind !== 'link') return [];
    if (detail.to === square) return t('the {piece} on {square} {verb} it', { ...at(detail.from), verb: name });
    return detail.from === square ? t('{verb} the {piece} on {square}', { ...at(detail.to), verb: name }) : [];
  });
  return check.includes(square) ? [t('in check'), ...told] : told;
}

/** What verbs of moves sound like with piece and square; others are the game's own. */
const PHRASES = {
  moves: (values) => t('{piece} to {square}', values),
  captures: (values) => t('{piece} takes {square}', values),
  castles: (values) => t('{piece} castles to {square}', values),
  drops: (values) => t('{piece} dropped on {square}', values),
};

/**
 * @param {object} info the game
 * @param {object} before the position before the move
 * @param {object} move a legal move of it
 * @param {object|null} after the position after it
 * @returns {string} `Black: Knight takes e4, check`
 */
export function describeMove(info, before, move, after) {
  const piece = pieceName(info, pieceInHand(move.from) ?? before.pieces[move.from]);
  const parts = [`${sideName(before.side)}: ${action(piece, move)}`];
  const token = ofEngine(move.token);
  if (saysMore(move)) parts.push(ofEngine(move.words));
  if (move.again) parts.push(token ? t('hands over the {token} and moves again', { token }) : t('and moves again'));
  if (after?.ending) parts.push(ofEngine(after.ending.words));
  else if (after?.check.length > 0) parts.push(t('check'));
  return parts.join(', ');
}

/** Whether the words of a move are more than its verb. */
function saysMore({ words, verb }) {
  return Boolean(words) && words !== verb;
}

function action(piece, move) {
  const values = { piece, square: move.to };
  if (move.from === move.to) return `${t('{piece} on {square}', values)}${saysMore(move) ? '' : ` ${ofEngine(move.verb)}`}`;
  const verb = move.verb !== 'becomes' ? move.verb : move.captures?.length > 0 ? 'captures' : 'moves';
  return PHRASES[verb]?.(values) ?? t('{piece} {verb} {square}', { ...values, verb: ofEngine(verb) });
}

/** @returns {string} what a score means: `White is better by 1.2 pawns` */
export function describeScore({ score, mate }) {
  const side = sideName((mate ?? score) > 0 ? 'white' : 'black');
  if (Number.isFinite(mate)) return t('{side} mates in {count}', { side, count: Math.abs(mate) });
  if (!Number.isFinite(score)) return '';
  if (Math.abs(score) < 20) return t('about equal');
  return t('{side} is better by {count} pawns', { side, count: formatNumber(Math.abs(score) / 100, 1) });
}

/** @returns {string} `1-0` if `side` wins */
export function winOf(side) {
  return side === 'white' ? '1-0' : '0-1';
}

/** @returns {string} the result in words */
export function resultWords(result) {
  if (result === '1-0' || result === '0-1') return t('{side} wins', { side: sideName(result === '1-0' ? 'white' : 'black') });
  return result === '1/2-1/2' ? t('Draw') : t('Not finished');
}

/** @returns {string} the reason for which `side` loses, as records have it: `White resigns` */
export function lossWords(side, how) {
  return how === 'time' ? `${RECORDED[side]} runs out of time` : `${RECORDED[side]} ${how}`;
}

/** @returns {string} the result if `side` loses */
export function lossOf(side) {
  return winOf(opponent(side));
}
