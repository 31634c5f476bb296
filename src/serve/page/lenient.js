/** Places of links that are not quite right: what is good of them, and what is wrong. */

import { sentence } from './dom.js';
import { t } from './language.js';

/** The number of the moves at the beginning that are legal. */
async function legalMoves(study, { game, fen, moves }) {
  const isLegal = (count) =>
    study.recordOf({ game, fen, moves: moves.slice(0, count) }).then(
      () => true,
      () => false,
    );
  let [good, bad] = [0, moves.length];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await isLegal(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * Reads a place as far as it can be read.
 *
 * @param {import('./study.js').Study} study
 * @param {object} place as `fromHash` reads it
 * @returns {Promise<{record: object, at: number, complaint: ?string}>}
 * @throws if its game is not known
 */
export async function readPlace(study, place) {
  try {
    return { record: await study.recordOf(place), at: place.at, complaint: null };
  } catch (error) {
    if (error.code === 'bad_fen') {
      const record = await study.recordOf({ game: place.game, fen: null, moves: [] });
      return { record, at: 0, complaint: `${sentence(error.message)} ${t('Here is the start of the game.')}` };
    }
    if (error.code !== 'illegal_move') throw error;
    const good = await legalMoves(study, place);
    const record = await study.recordOf({ ...place, moves: place.moves.slice(0, good) });
    const complaint = t('Move {number} of the link, “{move}”, is not legal here. The moves before it are shown.', {
      number: good + 1,
      move: place.moves[good],
    });
    return { record, at: Math.min(place.at, good), complaint };
  }
}
