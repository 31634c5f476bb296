/**
 * Where the squares of a board picture are. Nothing about the board is assumed: names and places come from the
 * rectangles of the picture.
 */

/**
 * A square of the picture, in its units.
 * @typedef {{name: string, x: number, y: number, size: number, cx: number, cy: number}} Area
 */

/** @returns {Area} */
function areaOf(rect) {
  const [x, y, size] = ['x', 'y', 'width'].map((name) => Number(rect.getAttribute(name)));
  return { name: rect.dataset.square, x, y, size, cx: x + size / 2, cy: y + size / 2 };
}

/** The squares of one picture. */
export class Geometry {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {Map<string, Area>} */
    this.squares = new Map();
    /** The squares shown a second time beyond the edge of a folded board. @type {Area[]} */
    this.ghosts = [];
    for (const rect of svg.querySelectorAll('rect.square')) {
      const area = areaOf(rect);
      if (rect.closest('.beyond')) this.ghosts.push(area);
      else this.squares.set(area.name, area);
    }
    const areas = [...this.squares.values()];
    this.left = Math.min(...areas.map(({ x }) => x));
    /** The upper and the lower end of the squares. */
    this.top = Math.min(...areas.map(({ y }) => y));
    this.bottom = Math.max(...areas.map(({ y, size }) => y + size));
    this.view = viewBox(svg.getAttribute('viewBox'));
    this.wide = viewBox(svg.dataset.wide);
    /** The room left of the squares, with the numbers of the ranks. */
    this.margin = this.view ? this.left - this.view[0] : 0;
    /** Those of them that are shown. @type {Area[]} */
    this.shown = [];
  }

  /** Whether the first rank is the lowest. */
  get isWhiteBelow() {
    const ranks = [...this.squares.values()].map(({ name, cy }) => [Number(name.match(/\d+$/)?.[0]), cy]);
    const [first] = ranks.sort(([a], [b]) => a - b);
    return first[1] >= Math.max(...ranks.map(([, cy]) => cy));
  }

  /** All places at which a square is seen now. @returns {Area[]} */
  places(name) {
    const home = this.squares.get(name);
    const ghosts = this.shown.filter((area) => area.name === name);
    return home ? [home, ...ghosts] : ghosts;
  }

  /** Whether something at `x` is in the left half of the picture. */
  isLeft(x) {
    const [left, , width] = this.view;
    return x < left + width / 2;
  }

  /**
   * Shows the squares beyond the edge that is nearest to a square, as far out as some names are found there.
   * @param {string} square
   * @param {Set<string>} names
   */
  unfold(square, names) {
    const isLeft = this.isLeft(this.squares.get(square).cx);
    const ghosts = this.ghosts.filter(({ cx }) => this.isLeft(cx) === isLeft);
    const wanted = ghosts.filter(({ name }) => names.has(name));
    const first = Math.min(...wanted.map(({ x }) => x));
    const last = Math.max(...wanted.map(({ x, size }) => x + size));
    const isNear = (x) => (isLeft ? x >= first : x < last) && this.isLeft(x) === isLeft;
    const beyond = this.svg.querySelector('.beyond');
    for (const element of beyond.querySelectorAll('[x]')) {
      if (isNear(Number(element.getAttribute('x')))) element.removeAttribute('display');
      else element.setAttribute('display', 'none');
    }
    beyond.removeAttribute('display');
    this.shown = ghosts.filter(({ cx }) => isNear(cx));
  }

  /** Takes the numbers of the ranks along to the left edge of what is shown. */
  shiftRanks(distance) {
    for (const text of this.svg.querySelectorAll('.coordinates text')) {
      if (Number(text.getAttribute('x')) < this.left) text.setAttribute('transform', `translate(${distance} 0)`);
    }
  }

  /** Hides them. */
  fold() {
    this.shiftRanks(0);
    this.svg.querySelector('.beyond').setAttribute('display', 'none');
    this.shown = [];
  }

  /**
   * The view box that shows the board and, of the squares beyond the edge, as many as are needed for some names.
   * @param {Set<string>} names
   * @returns {number[]}
   */
  wideView(names) {
    const [x, y, width, height] = this.view;
    const wanted = this.shown.filter(({ name }) => names.has(name));
    const left = Math.min(x, ...wanted.map((area) => area.x - this.margin));
    const right = Math.max(x + width, ...wanted.map((area) => area.x + area.size));
    this.shiftRanks(left - x);
    return [left, y, right - left, height];
  }

  /** A point of the window in the picture's units. @returns {{x: number, y: number}} */
  toPicture(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: NaN, y: NaN };
  }

  /** The area at a point of the window. @returns {?Area} */
  areaAt(clientX, clientY) {
    const { x, y } = this.toPicture(clientX, clientY);
    const holds = (area) => x >= area.x && x < area.x + area.size && y >= area.y && y < area.y + area.size;
    const home = [...this.squares.values()].find(holds);
    return home ?? this.shown.find(holds) ?? null;
  }

  /** The name of the square at a point of the window. @returns {?string} */
  squareAt(clientX, clientY) {
    return this.areaAt(clientX, clientY)?.name ?? null;
  }

  /**
   * An area in the window's pixels.
   * @param {Area} area
   * @returns {{left: number, top: number, size: number}}
   */
  onScreen(area) {
    const matrix = this.svg.getScreenCTM();
    const corner = new DOMPoint(area.x, area.y).matrixTransform(matrix);
    return { left: corner.x, top: corner.y, size: area.size * matrix.a };
  }

  /** The square so many squares to the right and below as seen. @returns {?string} */
  neighbour(name, right, down) {
    const area = this.squares.get(name);
    if (!area) return null;
    const x = area.cx + right * area.size;
    const y = area.cy + down * area.size;
    const near = (other) => Math.abs(other.cx - x) < area.size / 2 && Math.abs(other.cy - y) < area.size / 2;
    return [...this.squares.values()].find(near)?.name ?? null;
  }
}

function viewBox(text) {
  const numbers = (text ?? '').trim().split(/[\s,]+/).map(Number);
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null;
}
