/** The course of the game: White's chances after each move, with the bad moves marked. */

import { byId } from './dom.js';
import { formatScore, gravity, isScored, whiteChances } from './evaluation.js';
import { plural, t } from './language.js';
import { svgElement } from './svg.js';
import * as tree from './tree.js';

const WIDTH = 600;
const HEIGHT = 120;

/** Draws the graph of the line that is shown; a click goes to a move. */
export class Graph {
  #study;
  #game;
  #line = [];
  #cursor = null;

  constructor(study, game) {
    this.#study = study;
    this.#game = game;
    this.box = byId('graph');
    for (const event of ['open', 'tree']) study.addEventListener(event, () => this.draw());
    study.addEventListener('position', () => this.#moved());
    game.addEventListener('change', () => this.#hideWhilePlaying());
    this.box.addEventListener('click', (event) => this.#clicked(event));
  }

  /** Draws the whole graph. */
  draw() {
    this.#line = tree.lineThrough(this.#study.node);
    const points = this.#points();
    this.#hideWhilePlaying();
    this.#cursor = null;
    this.box.replaceChildren();
    if (points.length < 2) return;
    const svg = svgElement('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': this.#words(),
    });
    const [first, last] = [points[0], points[points.length - 1]];
    const curve = [{ x: 0, y: first.y }, ...points, { x: last.x + 1, y: last.y }]
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
    svg.append(
      svgElement('polygon', { class: 'area', points: `0,${HEIGHT} ${curve} ${last.x + 1},${HEIGHT}` }),
      svgElement('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      svgElement('polyline', { class: 'curve', points: curve }),
    );
    this.#cursor = svgElement('line', { class: 'cursor', y1: 0, y2: HEIGHT });
    svg.append(this.#cursor, ...points.filter(({ node }) => bad(node)).map((point) => dot(point)));
    this.box.replaceChildren(svg);
    this.#placeCursor();
  }

  #hideWhilePlaying() {
    this.box.hidden = this.#points().length < 2 || this.#game.hidesScores;
  }

  #points() {
    return this.#line.flatMap((node, index) => {
      if (!isScored(node)) return [];
      return [{ node, x: this.#x(index), y: HEIGHT * (1 - whiteChances(node)) }];
    });
  }

  #x(index) {
    return (WIDTH * (index + 0.5)) / this.#line.length;
  }

  #words() {
    const count = (kind) => this.#line.filter((node) => gravity(node.glyphs) === kind).length;
    const counts = [
      plural(count('blunder'), '{count} blunder', '{count} blunders'),
      plural(count('mistake'), '{count} mistake', '{count} mistakes'),
      plural(count('dubious'), '{count} dubious move', '{count} dubious moves'),
    ];
    return t("White's chances in {count} moves: {marks}", { count: this.#line.length, marks: counts.join(', ') });
  }

  #moved() {
    const { node } = this.#study;
    if (node.parent && !this.#line.includes(node)) this.draw();
    else this.#placeCursor();
  }

  #placeCursor() {
    const index = this.#line.indexOf(this.#study.node);
    if (!this.#cursor) return;
    this.#cursor.setAttribute('visibility', index < 0 ? 'hidden' : 'visible');
    if (index < 0) return;
    this.#cursor.setAttribute('x1', this.#x(index));
    this.#cursor.setAttribute('x2', this.#x(index));
  }

  #clicked({ clientX }) {
    const { left, width } = this.box.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * this.#line.length);
    const node = this.#line[Math.min(Math.max(index, 0), this.#line.length - 1)];
    if (node) this.#study.go(node, { animate: false });
  }
}

function bad(node) {
  return ['blunder', 'mistake', 'dubious'].includes(gravity(node.glyphs));
}

function dot({ node, x, y }) {
  const title = svgElement('title');
  title.textContent = `${node.number}${node.side === 'black' ? '…' : '.'} ${node.san} ${formatScore(node)}`;
  return svgElement('path', { class: `dot ${gravity(node.glyphs)}`, d: `M${x.toFixed(1)},${y.toFixed(1)}h0` }, title);
}
