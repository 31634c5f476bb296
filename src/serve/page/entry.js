/** Finds the move that somebody typed among the legal moves. */

import { t } from './language.js';

/** Marks that people add or leave out. */
function bare(text) {
  return text.replace(/[+#!?\s]/g, '').replace(/0/g, 'O');
}

function barer(text) {
  return bare(text).replace(/[x:=\-()]/g, '');
}

/** From strict to lenient: the first reading with any move decides. */
const READINGS = [
  (text) => (move) => move.san === text || move.move === text,
  (text) => (move) => bare(move.san) === bare(text) || bare(move.move) === bare(text),
  (text) => (move) => barer(move.san) === barer(text) || barer(move.move) === barer(text),
  (text) => (move) => [move.san, move.move].some((name) => barer(name).toLowerCase() === barer(text).toLowerCase()),
  (text) => (move) =>
    [move.san, move.move].some((name) => barer(name).toLowerCase().startsWith(barer(text).toLowerCase())),
];

/**
 * @param {string} text in algebraic or coordinate notation
 * @param {object[]} moves the legal moves of the protocol
 * @returns {{move?: object, error?: string}}
 */
export function matchMove(text, moves) {
  const typed = text.trim();
  if (!typed) return { error: t('Type a move, such as one of the list.') };
  for (const reading of READINGS) {
    const found = barer(typed) ? moves.filter(reading(typed)) : [];
    if (found.length === 1) return { move: found[0] };
    if (found.length > 1) return { error: t('“{typed}” could be {moves}.', { typed, moves: listed(found.map((move) => move.san)) }) };
  }
  return { error: t('“{typed}” is not a legal move here.', { typed }) };
}

/** @returns {string} `a, b or c`; of many only the first */
export function listed(names) {
  const shown = names.slice(0, 6);
  if (names.length > shown.length) return t('{names} or others', { names: shown.join(', ') });
  if (shown.length < 2) return shown.join('');
  return t('{names} or {last}', { names: shown.slice(0, -1).join(', '), last: shown[shown.length - 1] });
}
