/** The marks on the squares to which a lifted piece can go: each kind of move has its own. */

import { entriesOf } from './choices.js';
import { ofEngine } from './language.js';
import { svgElement } from './svg.js';

/** Verbs that say more about a target than others come first. */
const ORDER = [
  'castles', 'kills', 'freezes', 'pushes', 'merges', 'becomes', 'sweeps', 'captures', 'moves', 'drops', 'flips', 'splits',
];

const path = (d, name = 'stroke') => svgElement('path', { d, class: name });
const circle = (r, name) => svgElement('circle', { r, class: name });

/** Each mark is drawn around the origin for a square 100 wide. */
const MARKS = {
  moves: () => [circle(15, 'fill')],
  drops: () => [circle(15, 'fill')],
  captures: () => [circle(43, 'ring')],
  castles: () => [path('M-30 0H30M-18-13L-31 0L-18 13M18-13L31 0L18 13')],
  becomes: () => [path('M-24 14V-16L-10-3L0-22L10-3L24-16V14Z', 'fill')],
  flips: () => [path('M-23-6A24 24 0 0 1 20-13M23-29V-12H6M23 6A24 24 0 0 1-20 13M-23 29V12H-6')],
  kills: () => [path('M-20-20L20 20M20-20L-20 20')],
  freezes: () => [path('M0-28V28M-24-14L24 14M-24 14L24-14', 'stroke thin')],
  pushes: () => [path('M-24-20L-4 0L-24 20M2-20L22 0L2 20')],
  splits: () => [path('M-16-4A16 16 0 0 1 16-4ZM-16 4A16 16 0 0 0 16 4Z', 'fill')],
  merges: () => [path('M-24 0H24M0-24V24')],
  sweeps: () => [circle(15, 'fill'), svgElement('circle', { r: 27, class: 'stroke dashed' })],
};
const OTHER = () => [path('M0-20L20 0L0 20L-20 0Z', 'fill')];

/** What notation shows well enough by itself. */
const SHOWN = new Set(['', 'moves', 'drops', 'captures', 'castles', 'becomes']);

/** @returns {?SVGSVGElement} the sign of a special turn for a list of moves, `null` for others */
export function turnSign(verb) {
  if (SHOWN.has(verb)) return null;
  const title = svgElement('title');
  title.textContent = ofEngine(verb);
  const name = `turn ${MARKS[verb] ? verb : 'other'}`;
  return svgElement('svg', { class: name, viewBox: '-50 -50 100 100', role: 'img' }, title, ...(MARKS[verb] ?? OTHER)());
}

/** The verb by which a target of several moves is marked. */
function mainVerb(moves) {
  const rank = (verb) => (ORDER.includes(verb) ? ORDER.indexOf(verb) : -1);
  return moves.map((move) => move.verb).sort((a, b) => rank(a) - rank(b))[0];
}

function angle(from, to) {
  return (Math.atan2(to.cy - from.cy, to.cx - from.cx) * 180) / Math.PI;
}

/**
 * The mark of one target at one place. On a piece it is a ring round it, with what happens in a corner, so that the
 * piece remains to be seen.
 */
export function markOf(moves, area, start, isOccupied) {
  const verb = mainVerb(moves);
  const { from, to } = moves[0];
  const symbol = svgElement('g', { class: 'symbol' }, ...(MARKS[verb] ?? OTHER)());
  if (verb === 'pushes') symbol.setAttribute('transform', `rotate(${angle(start, area)})`);
  const transform = `translate(${area.cx} ${area.cy}) scale(${area.size / 100})`;
  const mark = svgElement('g', { class: `target ${MARKS[verb] ? verb : 'other'}`, transform });
  const isPlain = !isOccupied || verb === 'captures';
  if (isPlain) mark.append(symbol);
  else mark.append(...(from === to ? [] : [circle(43, 'ring')]), inCorner(symbol));
  if (entriesOf(moves).length > 1) mark.append(choiceBadge());
  return mark;
}

function inCorner(symbol) {
  return svgElement('g', { class: 'corner', transform: 'translate(31 31) scale(0.5)' }, circle(38, 'back'), symbol);
}

/** Three dots in the corner of a target with several moves; whether a token goes along does not count. */
function choiceBadge() {
  const dots = [-11, 0, 11].map((cx) => svgElement('circle', { cx, cy: 0, r: 3.6 }));
  const back = svgElement('rect', { x: -20, y: -9, width: 40, height: 18, rx: 9 });
  return svgElement('g', { class: 'badge', transform: 'translate(27 -38)' }, back, ...dots);
}

/**
 * Draws the targets of a lifted piece.
 * @param {SVGGElement} layer is emptied first
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Map<string, object[]>} targets the legal moves by target
 * @param {Object<string, string>} pieces square to piece
 */
export function drawTargets(layer, geometry, targets, pieces) {
  layer.replaceChildren();
  for (const [to, moves] of targets) {
    const start = geometry.squares.get(moves[0].from);
    for (const area of geometry.places(to)) {
      const mark = markOf(moves, area, start, to in pieces);
      mark.dataset.target = to;
      layer.append(mark);
    }
  }
}

/**
 * Marks the pieces that would disappear elsewhere than on the target.
 * @param {SVGGElement} layer is emptied first
 * @param {import('./geometry.js').Geometry} geometry
 * @param {object[]} moves the moves to the target that is pointed at
 */
export function drawVictims(layer, geometry, moves) {
  layer.replaceChildren();
  const victims = new Set(moves.flatMap((move) => (move.captures ?? []).filter((square) => square !== move.to)));
  for (const area of [...victims].flatMap((square) => geometry.places(square))) {
    const transform = `translate(${area.cx} ${area.cy}) scale(${area.size / 100})`;
    layer.append(svgElement('g', { class: 'victim', transform }, path('M-30-30L30 30M30-30L-30 30')));
  }
}
