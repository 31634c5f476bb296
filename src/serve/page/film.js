/** A game as one picture that moves: an SVG document with a frame for each position. */

import { parseSvg, svgElement } from './svg.js';
import * as tree from './tree.js';

/** How long a position is shown, and the last one, in seconds. */
const STEP = 1;
const END = 3;

/** The longest game, in moves. */
const MOST = 400;

/** Shows a frame in its time. */
function timed(frame, index, count) {
  const whole = (count - 1) * STEP + END;
  const [start, end] = [(index * STEP) / whole, index === count - 1 ? 1 : ((index + 1) * STEP) / whole];
  const isFirst = index === 0;
  const values = isFirst ? 'inline;none' : end === 1 ? 'none;inline' : 'none;inline;none';
  const times = isFirst ? [0, end] : end === 1 ? [0, start] : [0, start, end];
  const keyTimes = times.map((time) => time.toFixed(5)).join(';');
  const timing = { attributeName: 'display', calcMode: 'discrete', repeatCount: 'indefinite' };
  frame.append(svgElement('animate', { ...timing, values, keyTimes, dur: `${whole}s` }));
  // Where nothing moves, the last position is seen.
  if (index < count - 1) frame.setAttribute('display', 'none');
}

/**
 * @param {import('./study.js').Study} study
 * @param {SVGSVGElement} still a copy of the board's picture with its symbols; its pieces are replaced by those of the frames
 * @returns {Promise<SVGSVGElement>} the same, with the main line of the game
 */
export async function filmOf(study, still) {
  const nodes = [study.tree.root, ...tree.mainLine(study.tree)].slice(0, MOST);
  for (const old of still.querySelectorAll('.pieces, .last, .check, .details, .layer')) old.remove();
  for (const [index, node] of nodes.entries()) {
    const picture = parseSvg((await study.look(node)).picture);
    const frame = svgElement('g');
    frame.append(...[...picture.children].filter((part) => part.matches('.last, .check, .details, .pieces')));
    timed(frame, index, nodes.length);
    still.append(frame);
  }
  return still;
}
