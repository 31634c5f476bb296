/** Finds the game of a position or a record that does not name it: by the size of the board, the letters and the moves. */

import { t } from './language.js';

/** As much of a text is enough to know its game, in characters. */
const SAMPLE = 20_000;

/** @returns {number} the ranks of a FEN's board */
function ranksOf(fen) {
  return fen.trim().split(/[\s[]/)[0].split('/').length;
}

/** The games with so many ranks (all if it is not known), the one on the board first. */
function candidates(study, ranks) {
  const { game } = study.tree;
  const fitting = study.games.filter((info) => !ranks || info.ranks === ranks);
  return fitting.sort((a, b) => (b.name === game) - (a.name === game));
}

/**
 * @param {string} fen
 * @returns {Promise<{game: string, others: string[]}>} the game, and others that would do
 * @throws the error of the game on the board, if no game has such a position
 */
export async function gameOfFen(connection, study, fen) {
  const attempt = ({ name }) =>
    connection.request({ do: 'position', game: name, fen: fen.trim() }).then(
      () => null,
      (error) => error,
    );
  const known = candidates(study, ranksOf(fen));
  const errors = await Promise.all(known.map(attempt));
  const fitting = known.filter((_, index) => errors[index] === null).map(({ name }) => name);
  if (fitting.length > 0) return { game: fitting[0], others: fitting.slice(1) };
  throw errors[0] ?? new Error(t('No game here has a board of {count} ranks.', { count: ranksOf(fen) }));
}

/** The first game of a text: its tags and its moves. */
function firstGame(text) {
  const start = text.search(/\S/);
  const next = /\n\s*\n\[\w+ "/.exec(text.slice(start + 1).replace(/^(\s*\[.*\]\s*\n)+/, (tags) => ' '.repeat(tags.length)));
  return text.slice(0, next ? start + 1 + next.index : SAMPLE).slice(0, SAMPLE);
}

/**
 * @param {string} text records of games
 * @returns {Promise<string|undefined>} the game of those that name none; none if the first one is named, or fits nowhere
 */
export async function gameOfRecord(connection, study, text) {
  const sample = firstGame(text);
  if (/^\s*\[Variant\s+"/im.test(sample)) return undefined;
  const fen = /^\s*\[FEN\s+"([^"]*)"/im.exec(sample)?.[1];
  const read = ({ name }) => connection.request({ do: 'read', pgn: sample, game: name }).catch(() => null);
  const known = candidates(study, fen ? ranksOf(fen) : 0);
  const answers = await Promise.all(known.map(read));
  return known[answers.findIndex((answer) => answer?.games.length > 0 && answer.errors.length === 0)]?.name;
}
