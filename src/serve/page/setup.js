/** Setting up a position by hand: palettes of pieces beside the board, an eraser, and pieces that go anywhere. */

import { kindName, ownedName } from './describe.js';
import { svgElement } from './svg.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';

const ERASER = 'erase';
/** Stands before a piece of the palette where a square is expected. */
const PALETTE = '*';

const ICONS = {
  hand: 'M50 12L66 30H56V44H70V34L88 50L70 66V56H56V70H66L50 88L34 70H44V56H30V66L12 50L30 34V44H44V30H34Z',
  erase: 'M30 18L50 38L70 18L82 30L62 50L82 70L70 82L50 62L30 82L18 70L38 50L18 30Z',
};

/** The mode in which pieces are put anywhere. Its methods are those that `Hands` and `Cursor` expect of a mode. */
export class Setup {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** The pieces set up, square to piece. @type {Object<string, string>} */
    this.pieces = {};
    /** The piece to be put by a click, the eraser, or `null` for moving pieces. @type {?string} */
    this.tool = null;
    this.lifted = null;
    this.painted = undefined;
    this.palettes = [];
  }

  /** Shows the palettes of a game. */
  start(game, pieces) {
    this.removePalettes();
    this.game = game;
    this.pieces = { ...pieces };
    this.tool = null;
    this.lifted = null;
    this.palettes = ['black', 'white'].map((side) => this.palette(side));
    this.draw();
    this.markTool();
  }

  /** Hides the palettes and puts the picture of the position back. */
  stop() {
    this.removePalettes();
    if (!this.group) return;
    this.group.remove();
    this.group = null;
    this.board.replace(this.board.position, false);
  }

  removePalettes() {
    for (const palette of this.palettes) palette.remove();
    this.palettes = [];
  }

  palette(side) {
    const element = document.createElement('div');
    element.className = 'palette';
    element.setAttribute('role', 'toolbar');
    element.setAttribute('aria-label', side === 'white' ? t('White pieces') : t('Black pieces'));
    for (const kind of [...this.game.pieces].reverse()) {
      const { text } = kind;
      const piece = side === 'white' ? text : text.toLowerCase();
      const href = this.board.hrefOf(piece);
      if (href) element.append(this.toolButton(piece, ownedName(side, kindName(kind)), pieceIcon(href)));
    }
    if (side === 'white') element.append(this.iconButton('hand', t('Move pieces')), this.iconButton(ERASER, t('Erase')));
    return element;
  }

  iconButton(name, label) {
    const drawing = svgElement('path', { d: ICONS[name] });
    const icon = svgElement('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawing);
    return this.toolButton(name, label, icon);
  }

  toolButton(tool, label, icon) {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'palette-tool';
    element.dataset.tool = tool;
    element.title = label;
    element.setAttribute('aria-label', label);
    element.append(icon);
    element.addEventListener('pointerdown', (event) => this.press(PALETTE + tool, event));
    // A pointer's click has been handled as a press; this is the keyboard's or a screen reader's.
    element.addEventListener('click', (event) => event.detail === 0 && this.choose(tool));
    return element;
  }

  /** Chooses a tool; chosen again, it is put away. */
  choose(tool) {
    this.tool = tool === 'hand' || tool === this.tool ? null : tool;
    this.lift(null);
    this.markTool();
  }

  markTool() {
    const isChosen = (tool) => tool === (this.tool ?? 'hand');
    const buttons = this.palettes.flatMap((palette) => [...palette.children]);
    for (const button of buttons) button.setAttribute('aria-pressed', String(isChosen(button.dataset.tool)));
    this.board.frame.classList.toggle('stamping', this.tool !== null);
  }

  /** Draws the pieces set up in place of those of the picture. */
  draw() {
    const { board } = this;
    if (!board.geometry) return;
    for (const old of board.geometry.svg.querySelectorAll('use.piece, .last, .check, .details')) old.remove();
    this.group?.remove();
    this.group = svgElement('g', { class: 'setup-pieces' });
    board.layers.fading.after(this.group);
    board.uses.clear();
    for (const [square, piece] of Object.entries(this.pieces)) this.drawPiece(square, piece);
    this.placePalettes();
    this.lift(null);
  }

  drawPiece(square, piece) {
    const area = this.board.geometry.squares.get(square);
    const href = this.board.hrefOf(piece);
    if (!area || !href) return;
    const use = svgElement('use', { class: 'piece', href, x: area.x, y: area.y, width: area.size, height: area.size });
    use.dataset.square = square;
    use.dataset.piece = piece;
    this.group.append(use);
    this.board.uses.set(square, use);
  }

  /** Each side's palette is beside its side of the board. */
  placePalettes() {
    const [above, below] = this.board.geometry.isWhiteBelow ? this.palettes : [...this.palettes].reverse();
    this.board.frame.before(above);
    this.board.frame.after(below);
  }

  lift(square) {
    this.lifted = square;
    this.board.highlight('lifted', square ? [square] : []);
  }

  /** Puts a piece on a square, or empties it. */
  put(square, piece) {
    if (!square || (this.pieces[square] ?? null) === piece) return;
    if (piece) this.pieces[square] = piece;
    else delete this.pieces[square];
    this.changed();
  }

  moveTo(from, to) {
    const piece = this.pieces[from];
    delete this.pieces[from];
    if (to) this.pieces[to] = piece;
    this.changed();
  }

  changed() {
    this.draw();
    this.board.dispatchEvent(new CustomEvent('edit', { detail: { pieces: { ...this.pieces } } }));
  }

  /** Empties a square. */
  erase(square) {
    this.put(square, null);
  }

  /** A press on a square, or on a tool, of which the board's frame then follows the pointer. */
  press(square, event) {
    this.painted = undefined;
    if (event) {
      if (event.button !== 0) return;
      this.board.hands.begin(event, square, false);
      this.board.frame.setPointerCapture(event.pointerId);
    } else if (square && this.tool !== null) {
      this.painted = this.tool === ERASER || this.pieces[square] === this.tool ? null : this.tool;
      this.put(square, this.painted);
    } else if (this.lifted === null && this.pieces[square]) {
      this.lift(square);
    }
  }

  paint(square) {
    if (this.painted !== undefined) this.put(square, this.painted);
  }

  click(square, wasLifted) {
    if (square?.startsWith(PALETTE)) this.choose(square.slice(PALETTE.length));
    else if (this.lifted !== null && square && square !== this.lifted) this.moveTo(this.lifted, square);
    else if (wasLifted || !square) this.lift(null);
  }

  /** What Enter does on a square. */
  activate(square) {
    const wasLifted = this.lifted === square;
    this.press(square);
    this.click(square, wasLifted);
  }

  canDrag(square) {
    if (square?.startsWith(PALETTE)) return Boolean(this.board.hrefOf(square.slice(PALETTE.length)));
    return this.tool === null && Boolean(this.pieces[square]);
  }

  grab(square) {
    if (square.startsWith(PALETTE)) return this.board.hrefOf(square.slice(PALETTE.length));
    this.lift(square);
    this.board.uses.get(square).classList.add('dragged');
    return this.board.hrefOf(this.pieces[square]);
  }

  /** A piece dropped off the board is gone. */
  drop(from, to) {
    if (from.startsWith(PALETTE)) this.put(to, from.slice(PALETTE.length));
    else if (from !== to) this.moveTo(from, to);
    else this.draw();
    return false;
  }

  hover(square) {
    this.board.highlight('hovered', this.board.hands.isDragging && square ? [square] : []);
  }

  cancel() {
    if (!this.board.geometry || !this.game) return;
    this.board.restore();
    this.lift(null);
    this.hover(null);
  }

  /** What is special about a square, in words. */
  describe(square) {
    return square === this.lifted ? t('lifted') : '';
  }
}
