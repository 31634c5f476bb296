/** How well both sides played, from the scores of an annotated game. */

import { gravity, isScored, whiteChances } from './evaluation.js';
import { t } from './language.js';
import * as tree from './tree.js';

/** Greater scores, and mates, count as much as this, in centipawns. */
const MOST = 1000;

/** The marks of moves that lose chances, and their names. */
export const MARKS = [
  ['dubious', '?!', t('Dubious moves')],
  ['mistake', '?', t('Mistakes')],
  ['blunder', '??', t('Blunders')],
];

const limited = ({ score, mate }) =>
  Number.isFinite(mate) ? Math.sign(mate) * MOST : Math.max(-MOST, Math.min(MOST, score));

/** How good a move is that loses this part of a point, 0 to 100: one that loses half a point has about 9. */
function quality(loss) {
  return Math.max(0, Math.min(100, 103.17 * Math.exp(-4.354 * loss) - 3.17));
}

/** @returns {boolean} whether a node has the mark of a move that loses chances */
export function isMarked(node) {
  return MARKS.some(([kind]) => kind === gravity(node.glyphs));
}

/**
 * @param {object} game a tree
 * @returns {?object} for each side `accuracy` (0 to 100), `loss` (centipawns a move) and `marks` (how many, by name);
 *   `null` unless all moves have scores
 */
export function summaryOf(game) {
  const line = tree.mainLine(game);
  if (line.length < 2 || !line.every(isScored)) return null;
  const sides = { white: { moves: [], marks: {} }, black: { moves: [], marks: {} } };
  line.forEach((node, index) => {
    const sign = node.side === 'white' ? 1 : -1;
    // What the first move loses is not known.
    const before = line[index - 1] ?? node;
    const points = Math.max(0, sign * (whiteChances(before) - whiteChances(node)));
    const loss = Math.max(0, sign * (limited(before) - limited(node)));
    sides[node.side].moves.push({ quality: quality(points), loss });
    const mark = gravity(node.glyphs);
    sides[node.side].marks[mark] = (sides[node.side].marks[mark] ?? 0) + 1;
  });
  const mean = (moves, name) => moves.reduce((sum, move) => sum + move[name], 0) / moves.length;
  const sum = ({ moves, marks }) =>
    moves.length === 0 ? null : { accuracy: mean(moves, 'quality'), loss: mean(moves, 'loss'), marks };
  return { white: sum(sides.white), black: sum(sides.black) };
}
