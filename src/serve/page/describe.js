/** Moves and pieces in words, for people who hear the page. */

import { opponent } from './tree.js';

/** @returns {string} `White` or `Black` */
export function sideName(side) {
  return side === 'black' ? 'Black' : 'White';
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
  const at = (other) => `the ${pieceName(info, pieces[other])} on ${other}`;
  const told = details.flatMap((detail) => {
    if (detail.kind === 'right' && detail.square === square) return `still has its ${detail.name}`;
    if (detail.kind !== 'link') return [];
    if (detail.to === square) return `${at(detail.from)} ${detail.name} it`;
    return detail.from === square ? `${detail.name} ${at(detail.to)}` : [];
  });
  return check.includes(square) ? ['in check', ...told] : told;
}

/** What verbs of moves sound like before the square; others are the game's own. */
const PHRASES = { moves: 'to', captures: 'takes', castles: 'castles to' };

/**
 * @param {object} info the game
 * @param {object} before the position before the move
 * @param {object} move a legal move of it
 * @param {object|null} after the position after it
 * @returns {string} `Black: Knight takes e4, check`
 */
export function describeMove(info, before, move, after) {
  const piece = pieceName(info, before.pieces[move.from]);
  const parts = [`${sideName(before.side)}: ${action(piece, move)}`];
  if (saysMore(move)) parts.push(move.words);
  if (move.again) parts.push(move.token ? `hands over the ${move.token} and moves again` : 'and moves again');
  if (after?.ending) parts.push(after.ending.words);
  else if (after?.check.length > 0) parts.push('check');
  return parts.join(', ');
}

/** Whether the words of a move are more than its verb. */
function saysMore({ words, verb }) {
  return Boolean(words) && words !== verb;
}

function action(piece, move) {
  if (move.from === move.to) return `${piece} on ${move.from}${saysMore(move) ? '' : ` ${move.verb}`}`;
  if (move.verb === 'becomes') return `${piece} ${move.captures?.length > 0 ? 'takes' : 'to'} ${move.to}`;
  return `${piece} ${PHRASES[move.verb] ?? move.verb} ${move.to}`;
}

/** @returns {string} what a score means: `White is better by 1.2 pawns` */
export function describeScore({ score, mate }) {
  if (Number.isFinite(mate)) return `${mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(mate)}`;
  if (!Number.isFinite(score)) return '';
  if (Math.abs(score) < 20) return 'about equal';
  return `${score > 0 ? 'White' : 'Black'} is better by ${(Math.abs(score) / 100).toFixed(1)} pawns`;
}

/** @returns {string} `1-0` if `side` wins */
export function winOf(side) {
  return side === 'white' ? '1-0' : '0-1';
}

/** @returns {string} the result in words */
export function resultWords(result) {
  if (result === '1-0' || result === '0-1') return `${sideName(result === '1-0' ? 'white' : 'black')} wins`;
  return result === '1/2-1/2' ? 'Draw' : 'Not finished';
}

/** @returns {string} the reason for which `side` loses: `White resigns` */
export function lossWords(side, how) {
  return how === 'time' ? `${sideName(side)} runs out of time` : `${sideName(side)} ${how}`;
}

/** @returns {string} the result if `side` loses */
export function lossOf(side) {
  return winOf(opponent(side));
}
