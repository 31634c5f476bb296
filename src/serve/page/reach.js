/** Where a piece goes, without lifting it: what it can do as it stands, and in grey what it could do otherwise. */

import { svgElement } from './svg.js';
import { markOf } from './targets.js';

/** A square that it does not reach as it stands: a dot where it would go, a ring where it needs something to take. */
function greyMark(area, words) {
  const goes = words.includes('moves');
  const shape = svgElement('circle', { r: goes ? 10 : 27, class: goes ? 'dot' : 'hollow' });
  const transform = `translate(${area.cx} ${area.cy}) scale(${area.size / 100})`;
  return svgElement('g', { class: 'blocked', transform }, shape);
}

/**
 * Draws the reach of a piece.
 * @param {SVGGElement} layer is emptied first
 * @param {import('./geometry.js').Geometry} geometry
 * @param {object} reach the protocol's answer
 * @param {object} position
 * @param {boolean} isLifted whether the targets are drawn already
 */
export function drawReach(layer, geometry, reach, position, isLifted) {
  layer.replaceChildren();
  const now = new Map();
  for (const { to, verb } of reach.now)
    now.set(to, [...(now.get(to) ?? []), { from: reach.square, to, verb, shows: '' }]);
  for (const { to, words } of reach.ever) {
    if (!now.has(to)) layer.append(...geometry.places(to).map((area) => greyMark(area, words)));
  }
  layer.classList.toggle('theirs', reach.side !== position.side);
  if (isLifted) return;
  const start = geometry.squares.get(reach.square);
  for (const [to, moves] of now) {
    for (const area of geometry.places(to)) layer.append(markOf(moves, area, start, to in position.pieces));
  }
}
