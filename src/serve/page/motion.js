/** Moves shown in motion: from the pieces of the old picture to those of the new one. */

import { svgElement } from './svg.js';

const DURATION = 160;

/** Whether the user has asked for less motion. */
export function isMotionReduced() {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const isWhite = (piece) => piece !== piece.toLowerCase();

/**
 * Finds which pieces went where.
 * @param {object} before the old position
 * @param {object} after the new one
 * @param {(from: string, to: string) => number} distance between squares: of equal pieces the nearest has moved
 * @returns {{moved: {from: string, to: string}[], gone: string[], come: string[]}}
 */
function compare(before, after, distance) {
  const changed = (one, other) => Object.keys(one.pieces).filter((square) => one.pieces[square] !== other.pieces[square]);
  const gone = new Set(changed(before, after));
  const come = new Set(changed(after, before));
  const moved = [];
  const pair = (from, to) => {
    moved.push({ from, to });
    gone.delete(from);
    come.delete(to);
  };
  for (const [from, to] of playedPairs(before, after)) {
    const fits = gone.has(from) && come.has(to) && isWhite(before.pieces[from]) === isWhite(after.pieces[to]);
    if (fits) pair(from, to);
  }
  for (const to of [...come]) {
    const equal = [...gone].filter((square) => before.pieces[square] === after.pieces[to]);
    const [from] = equal.sort((a, b) => distance(a, to) - distance(b, to));
    if (from) pair(from, to);
  }
  return { moved, gone: [...gone], come: [...come] };
}

/** Squares between which pieces went by the moves played last, or went back by taking those back. */
function playedPairs(before, after) {
  const forth = (after.last ?? []).slice(-2).map(({ from, to }) => [from, to]);
  const back = (before.last ?? []).slice(-2).map(({ from, to }) => [to, from]);
  return [...forth.reverse(), ...back.reverse()].filter(([from, to]) => from !== to);
}

/**
 * Animates the pieces of a new picture.
 * @param {{position: object, geometry: object, uses: Map<string, Element>}} before the old picture
 * @param {{position: object, geometry: object, uses: Map<string, Element>}} after the new picture, already shown
 * @param {SVGGElement} layer takes the pieces that fade
 * @param {?string} dropped the square on which a dragged piece was dropped: it does not move again
 */
export function animate(before, after, layer, dropped) {
  const { squares } = after.geometry;
  const distance = (from, to) => {
    const [a, b] = [squares.get(from), squares.get(to)];
    return Math.hypot(a.cx - b.cx, a.cy - b.cy);
  };
  const { moved, gone, come } = compare(before.position, after.position, distance);
  const timing = { duration: DURATION, easing: 'ease-out' };
  for (const square of [...gone, ...moved.map(({ to }) => to)]) {
    const old = before.uses.get(square);
    const isMover = moved.some(({ from }) => from === square);
    if (old && !isMover) fadeOut(old, before.geometry, after.geometry, square, layer, timing);
  }
  for (const { from, to } of moved) if (to !== dropped) slide(after, from, to, timing);
  for (const square of come) if (square !== dropped) after.uses.get(square)?.animate({ opacity: [0, 1] }, timing);
}

/** A piece that has gone stays for a moment at its place in the new picture, which may be turned round. */
function fadeOut(old, oldGeometry, geometry, square, layer, timing) {
  const [was, is] = [oldGeometry.squares.get(square), geometry.squares.get(square)];
  if (!was || !is) return;
  const copy = old.cloneNode(true);
  copy.removeAttribute('class');
  const holder = svgElement('g', { transform: `translate(${is.x - was.x} ${is.y - was.y})` }, copy);
  layer.append(holder);
  holder.animate({ opacity: [1, 0] }, timing).finished.then(() => holder.remove(), () => holder.remove());
}

function slide(after, from, to, timing) {
  const use = after.uses.get(to);
  const [start, end] = [after.geometry.squares.get(from), after.geometry.squares.get(to)];
  if (!use || !start || !end) return;
  // A group of its own, because a CSS transform would replace the transform attribute of the piece.
  const mover = svgElement('g', { class: 'mover' });
  use.replaceWith(mover);
  mover.append(use);
  mover.parentNode.append(mover);
  mover.animate({ transform: [`translate(${start.x - end.x}px, ${start.y - end.y}px)`, 'translate(0, 0)'] }, timing);
}
