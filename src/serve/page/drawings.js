/** Arrows and circles: the user's own, drawn with the right button, and those of the analysis. */

import { pieceInHand } from './describe.js';
import { svgElement } from './svg.js';

const COLOURS = ['green', 'red', 'blue', 'yellow'];

/** The colour by the keys held: none, shift, alt or both. */
function colourOf(event) {
  return COLOURS[(event.shiftKey || event.ctrlKey ? 1 : 0) + (event.altKey || event.metaKey ? 2 : 0)];
}

/** The outline of an arrow between two points, as the data of a path. */
function arrowPath(from, to, width) {
  const [dx, dy] = [to.cx - from.cx, to.cy - from.cy];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(width * 2.1, length * 0.6);
  const point = (along, aside) => {
    const [x, y] = [from.cx + ux * along - uy * aside, from.cy + uy * along + ux * aside];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const [start, neck, end] = [Math.min(from.size * 0.18, length * 0.2), length - head, length + from.size * 0.04];
  const [half, wing] = [width / 2, width * 1.25];
  const side = [point(start, half), point(neck, half), point(neck, wing), point(end, 0)];
  const other = [point(neck, -wing), point(neck, -half), point(start, -half)];
  return `M${[...side, ...other].join('L')}Z`;
}

/** An arrow, or a circle if both squares are the same or a piece in hand goes there. */
function shapeOf(geometry, move, width, name) {
  const { to } = move;
  const from = pieceInHand(move.from) ? to : move.from;
  const [start, end] = [geometry.squares.get(from), geometry.squares.get(to)];
  if (!start || !end) return null;
  const { cx, cy, size } = start;
  if (from === to) return svgElement('circle', { class: `${name} circle`, cx, cy, r: size * 0.44 });
  return svgElement('path', { class: `${name} arrow`, d: arrowPath(start, end, width * (size / 100)) });
}

/** The drawings on a board. */
export class Drawings {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{from: string, to: string, colour: string}[]} */
    this.own = [];
    /** @type {{from: string, to: string, rank: number}[]} */
    this.analysis = [];
    /** @type {?{from: string, to: string}} */
    this.hint = null;
    this.started = null;
  }

  /** Begins an arrow or circle; returns whether there is a square. */
  start(event) {
    const from = this.board.geometry?.squareAt(event.clientX, event.clientY);
    this.started = from ? { from, to: from, colour: colourOf(event) } : null;
    this.draw();
    return from !== null;
  }

  /** Follows the pointer. */
  move(event) {
    const to = this.board.geometry.squareAt(event.clientX, event.clientY);
    if (!this.started || to === this.started.to) return;
    this.started.to = to;
    this.draw();
  }

  /** Adds what was drawn; drawn a second time it goes away. */
  finish() {
    const drawn = this.started;
    this.started = null;
    if (drawn?.to) {
      const others = this.own.filter(({ from, to }) => from !== drawn.from || to !== drawn.to);
      const same = this.own.find(({ from, to }) => from === drawn.from && to === drawn.to);
      const isRepeated = same?.colour === drawn.colour;
      this.own = isRepeated ? others : [...others, drawn];
    }
    this.draw();
  }

  /** Gives up what is being drawn. */
  cancel() {
    this.started = null;
    this.draw();
  }

  /** Removes the user's drawings. */
  clear() {
    if (this.own.length === 0 && !this.started) return;
    this.own = [];
    this.cancel();
  }

  /** Draws everything again. */
  draw() {
    const { geometry, layers } = this.board;
    if (!geometry) return;
    const ranked = [...this.analysis].sort((a, b) => b.rank - a.rank);
    layers.analysis.replaceChildren(...ranked.map((arrow) => this.analysisArrow(arrow)).filter(Boolean));
    const own = this.started?.to ? [...this.own, this.started] : this.own;
    const shapes = own.map((drawn) => shapeOf(geometry, drawn, 15, `drawn ${drawn.colour}`));
    if (this.hint) shapes.push(shapeOf(geometry, this.hint, 18, 'hint'));
    layers.drawings.replaceChildren(...shapes.filter(Boolean));
  }

  /** Better moves are broader and stronger. */
  analysisArrow(arrow) {
    const shape = shapeOf(this.board.geometry, arrow, Math.max(8, 23 - 5 * arrow.rank), 'best');
    shape?.setAttribute('opacity', Math.max(0.25, 0.95 - 0.22 * (arrow.rank - 1)).toFixed(2));
    return shape;
  }
}
