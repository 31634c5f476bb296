/** The interactive board over the picture that the server draws. */

import { Choices } from './choices.js';
import { Cursor } from './cursor.js';
import { addCounts } from './counts.js';
import { hrefOf, ownedName, pieceInHand, pieceName, stateOf } from './describe.js';
import { Drawings } from './drawings.js';
import { Geometry } from './geometry.js';
import { Hands } from './hands.js';
import { t } from './language.js';
import { animate, isMotionReduced } from './motion.js';
import { Play } from './play.js';
import { Pockets } from './pockets.js';
import { Setup } from './setup.js';
import { parseSvg, svgElement } from './svg.js';

/** How long the picture takes to show the squares beyond the edge, in milliseconds. */
const WIDENING = 120;

const LABEL = t('Board. Enter brings a cursor: arrows move it, Enter lifts and drops, Escape ends.');

/**
 * A board in a container. Its height is limited by the CSS variable `--board-height`.
 *
 * Events: `move` (`detail.move`, a legal move that the user chose), `arm` (`detail.armed`, whether the next move hands
 * the token over), `token` (it cannot be handed over: `detail.isKept`, with
 * the move that was tried), `point` (`detail`, see {@link pointAt}) and, in setup mode, `edit` (`detail.pieces`, square to piece).
 */
export class Board extends EventTarget {
  /** @param {Element} container */
  constructor(container) {
    super();
    this.frame = document.createElement('div');
    this.frame.className = 'board-frame';
    this.frame.tabIndex = 0;
    this.frame.setAttribute('role', 'application');
    this.frame.setAttribute('aria-roledescription', t('board'));
    this.frame.setAttribute('aria-label', LABEL);
    this.symbols = document.createElement('div');
    this.symbols.className = 'board-symbols';
    container.append(this.symbols, this.frame);
    this.position = null;
    this.game = null;
    this.geometry = null;
    this.movable = null;
    this.dropped = null;
    /** The view box towards which the picture goes. */
    this.goal = null;
    /** The pieces of the picture by square. @type {Map<string, Element>} */
    this.uses = new Map();
    this.play = new Play(this);
    this.setupMode = new Setup(this);
    this.mode = this.play;
    this.choices = new Choices(this);
    this.drawings = new Drawings(this);
    this.cursor = new Cursor(this);
    this.hands = new Hands(this);
    this.pockets = new Pockets(this);
  }

  /**
   * Takes the symbols of a game's pieces.
   * @param {string} svg from the server's `pictures`
   * @param {object} game its entry in the server's `games`: names of pieces, and which of them go beyond the edge
   */
  install(svg, game) {
    const root = parseSvg(svg);
    root.setAttribute('aria-hidden', 'true');
    addCounts(root, game);
    this.symbols.replaceChildren(root);
    this.game = game;
  }

  /**
   * Shows a position.
   * @param {object} position the server's answer, with its picture
   * @param {{animate?: boolean, movable?: 'white'|'black'|'both'|null}} [options]
   *   whether the change is shown in motion, and whose pieces the user moves
   * @throws {Error} if the picture cannot be read
   */
  show(position, { animate: isAnimated = true, movable = null } = {}) {
    this.movable = movable;
    const { lifted } = this.play;
    const isSame = this.position?.fen === position.fen && this.position.game === position.game;
    if (isSame && this.position.picture === position.picture) {
      // Nothing to draw; what the user is doing goes on, if it may.
      if (lifted && !this.play.canLift(lifted)) this.hands.cancel();
      return;
    }
    this.replace(position, isAnimated);
    this.play.premove.play();
    if (isSame && lifted && !this.isSetup && this.play.canLift(lifted)) this.play.liftAndUnfold(lifted);
  }

  /** Draws a position in place of the one shown. */
  replace(position, isAnimated) {
    const svg = parseSvg(position.picture);
    const before = this.position && { position: this.position, geometry: this.geometry, uses: this.uses };
    const { dropped } = this;
    this.forget(position);
    this.position = position;
    this.setPicture(svg);
    this.pockets.draw();
    this.mode.draw();
    this.drawings.draw();
    this.cursor.draw();
    const canMove = before?.position.game === position.game && !this.isSetup;
    if (isAnimated && canMove && !isMotionReduced()) this.animate(before, dropped);
  }

  /** Drops what belongs to the position shown so far. */
  forget(position) {
    this.choices.cancel();
    this.hands.release();
    this.hands.ghost.remove();
    this.dropped = null;
    this.play.reset();
    this.frame.classList.remove('peeking');
    if (position.fen === this.position?.fen) return;
    this.drawings.own = [];
    this.drawings.analysis = [];
  }

  /** @returns {{above: number, below: number}} the parts of the picture's height above and below the squares */
  get margins() {
    if (!this.geometry) return { above: 0, below: 0 };
    const { view, top, bottom } = this.geometry;
    const [, y, , height] = view;
    return { above: (top - y) / height, below: (y + height - bottom) / height };
  }

  /** Puts a picture into the frame, with our layers below and above its pieces. */
  setPicture(svg) {
    svg.setAttribute('class', 'board-picture');
    svg.setAttribute('aria-hidden', 'true');
    this.frame.querySelector('.board-picture')?.remove();
    this.frame.prepend(svg);
    this.geometry = new Geometry(svg);
    const uses = [...svg.querySelectorAll('use.piece:not(.beyond *)')];
    this.uses = new Map(uses.map((use) => [use.dataset.square, use]));
    const [, , width, height] = this.geometry.view;
    this.frame.style.setProperty('--board-ratio', width / height);
    this.layers = this.addLayers(svg);
  }

  addLayers(svg) {
    const layer = (name) => svgElement('g', { class: `layer ${name}` });
    const names = ['fading', 'links', 'reach', 'targets', 'victims', 'analysis', 'drawings'];
    const layers = Object.fromEntries(names.map((name) => [name, layer(name)]));
    layers.under = layer('under');
    let first = svg.querySelector('use.piece:not(.beyond *)');
    while (first && first.parentNode !== svg) first = first.parentNode;
    svg.insertBefore(layers.under, first);
    svg.insertBefore(layers.fading, first);
    svg.append(...names.slice(1).map((name) => layers[name]));
    return layers;
  }

  animate(before, dropped) {
    animate(before, { position: this.position, geometry: this.geometry, uses: this.uses }, this.layers.fading, dropped);
  }

  /** The best moves of the analysis. @param {{from: string, to: string, rank: number}[]} arrows */
  set arrows(arrows) {
    this.drawings.analysis = arrows;
    this.drawings.draw();
  }

  /** A move that is proposed to the user. @param {?{from: string, to: string}} arrow */
  set hint(arrow) {
    this.drawings.hint = arrow;
    this.drawings.draw();
  }

  /** Removes the user's arrows and circles. */
  clearDrawings() {
    this.drawings.clear();
  }

  /** Whether the next move hands the token over. */
  get armed() {
    return this.play.isArmed;
  }

  set armed(isArmed) {
    this.play.toggleToken(isArmed);
  }

  /** Whether pieces are set up by hand. */
  get isSetup() {
    return this.mode === this.setupMode;
  }

  /**
   * Begins or ends setting up a position by hand on the board shown.
   * @param {boolean} isOn
   * @param {{game: object, pieces: Object<string, string>}} [start] the game and the pieces to begin with
   */
  setup(isOn, { game = this.game, pieces = {} } = {}) {
    this.hands.cancel();
    this.game = game;
    this.mode = isOn ? this.setupMode : this.play;
    this.frame.classList.toggle('editing', isOn);
    if (isOn) this.setupMode.start(game, pieces);
    else this.setupMode.stop();
    this.pockets.draw();
  }

  /** The piece on a square, or the one in hand that moves from there drop. @returns {?string} */
  pieceAt(from) {
    const piece = pieceInHand(from);
    if (!piece) return this.position?.pieces[from] ?? null;
    return this.position?.hands?.[piece] > 0 ? piece : null;
  }

  /** The entry of the game for a piece. */
  kindOf(piece) {
    return this.game?.pieces.find(({ text }) => text === piece?.toUpperCase());
  }

  /** The reference to a piece's symbol, `null` if there is none. @returns {?string} */
  hrefOf(piece) {
    return piece ? hrefOf(this.game, piece) : null;
  }

  /** Whether the moves of the piece on a square go beyond the edge. */
  folds(square) {
    return Boolean(this.geometry.wide && this.kindOf(this.position.pieces[square])?.folds);
  }

  /**
   * Shows the squares beyond the edge that a lifted piece can reach.
   * @param {string} square the square of the piece
   * @param {Set<string>} names the squares that are to be seen
   * @param {boolean} isStill whether the board stays where it is, and the squares beyond are drawn outside the frame
   */
  unfold(square, names, isStill) {
    const { geometry } = this;
    const isZoomed = geometry.shown.length > 0 && !this.frame.matches('.peeking');
    geometry.unfold(square, names);
    if (isStill && isZoomed) return;
    this.frame.classList.toggle('peeking', isStill && geometry.shown.length > 0);
    this.frame.classList.toggle('left', geometry.isLeft(geometry.squares.get(square).cx));
    if (!isStill) this.changeView(geometry.wideView(names));
  }

  /** Hides the squares beyond the edge. */
  fold() {
    const { geometry } = this;
    if (!geometry || geometry.shown.length === 0) return;
    geometry.fold();
    this.frame.classList.remove('peeking');
    this.changeView(geometry.view);
  }

  changeView(goal) {
    const { svg } = this.geometry;
    const start = svg.getAttribute('viewBox').split(/[\s,]+/).map(Number);
    const began = performance.now();
    this.goal = goal;
    const step = () => {
      if (goal !== this.goal || svg !== this.geometry.svg) return;
      const share = isMotionReduced() ? 1 : Math.min(1, (performance.now() - began) / WIDENING);
      svg.setAttribute('viewBox', goal.map((value, index) => start[index] + (value - start[index]) * share).join(' '));
      if (share < 1) requestAnimationFrame(step);
    };
    step();
  }

  /**
   * Tells that somebody looks at a square.
   * @param {?string} square
   * @param {'hover'|'press'|'ask'|'leave'} how the pointer or the cursor is there, it was pressed, or help was asked for
   */
  pointAt(square, how) {
    this.dispatchEvent(new CustomEvent('point', { detail: { square, how } }));
  }

  /** Highlights squares below the pieces; one kind of highlight replaces those of the same kind. */
  highlight(kind, squares) {
    for (const old of this.layers.under.querySelectorAll(`.${kind}`)) old.remove();
    for (const area of squares.flatMap((square) => this.geometry.places(square))) {
      const { x, y, size } = area;
      this.layers.under.append(svgElement('rect', { class: kind, x, y, width: size, height: size }));
    }
  }

  /** Highlights what ties the pieces on these squares to others. */
  showLinks(squares) {
    const { squares: areas } = this.geometry;
    const isLit = ({ from, to }) => squares.includes(from) || squares.includes(to);
    const links = (this.position.details ?? []).filter((detail) => detail.kind === 'link');
    const lines = links.filter(isLit).map(({ from, to }) => [areas.get(from), areas.get(to)]);
    this.highlight('linked', links.filter(isLit).flatMap(({ from, to }) => [from, to]));
    const line = ([a, b]) => svgElement('line', { class: 'link-line', x1: a.cx, y1: a.cy, x2: b.cx, y2: b.cy });
    this.layers.links.replaceChildren(...lines.map(line));
  }

  /** Puts a dragged piece back for which no new position came. */
  restore() {
    this.hands.ghost.remove();
    this.dropped = null;
    for (const use of this.uses.values()) use.classList.remove('dragged', 'absent');
  }

  /** A square in words, as `e4, White Knight`. @returns {string} */
  describe(square) {
    const { position, mode } = this;
    const piece = this.isSetup ? mode.pieces[square] : position.pieces[square];
    const side = piece === piece?.toLowerCase() ? 'black' : 'white';
    const told = this.isSetup ? [] : stateOf(this.game, position, square);
    const what = piece ? ownedName(side, pieceName(this.game, piece)) : t('empty');
    return [square, what, ...told, mode.describe(square)].filter(Boolean).join(', ');
  }
}
