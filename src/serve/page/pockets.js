/** Pieces in hand: each side's pocket beside its side of the board. A piece is lifted from it as from a square. */

import { HAND, ownedName, pieceName } from './describe.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';

/** @returns {'white'|'black'} the side of a piece */
function sideOf(piece) {
  return piece === piece.toLowerCase() ? 'black' : 'white';
}

/** The pockets of a board, in games that have them. */
export class Pockets {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.elements = [];
  }

  /** Shows what each side has in hand in the position on the board. */
  draw() {
    const { frame, position, geometry, isSetup } = this.board;
    const focused = this.elements.map((element) => element.contains(document.activeElement)).includes(true);
    for (const element of this.elements) element.remove();
    const isShown = Boolean(position?.hands) && !isSetup;
    frame.classList.toggle('with-pockets', isShown);
    this.elements = isShown ? ['black', 'white'].map((side) => this.pocket(side)) : [];
    if (!isShown) return;
    const [above, below] = geometry.isWhiteBelow ? this.elements : [...this.elements].reverse();
    frame.before(above);
    frame.after(below);
    // The piece that had the focus may be gone.
    if (focused) frame.focus({ preventScroll: true });
    this.mark();
  }

  pocket(side) {
    const { game, position } = this.board;
    const element = document.createElement('div');
    element.className = `pocket ${side}`;
    element.setAttribute('role', 'toolbar');
    element.setAttribute('aria-label', side === 'white' ? t('White’s pieces in hand') : t('Black’s pieces in hand'));
    const owned = game.pieces.map(({ text }) => (side === 'white' ? text : text.toLowerCase()));
    const held = owned.filter((piece) => position.hands[piece] > 0);
    element.append(...held.map((piece) => this.button(piece, position.hands[piece])));
    return element;
  }

  button(piece, count) {
    const element = document.createElement('button');
    const from = piece + HAND;
    const name = ownedName(sideOf(piece), pieceName(this.board.game, piece));
    const label = t('{piece} in hand: {count}', { piece: name, count });
    element.type = 'button';
    element.className = 'pocket-piece';
    element.dataset.from = from;
    element.title = label;
    element.setAttribute('aria-label', label);
    const number = document.createElement('span');
    number.className = 'pocket-count';
    number.textContent = count;
    element.append(pieceIcon(this.board.hrefOf(piece)), number);
    element.addEventListener('pointerdown', (event) => this.press(event, from));
    // A pointer's click has been handled as a press; this is the keyboard's or a screen reader's.
    element.addEventListener('click', (event) => event.detail === 0 && this.activate(from));
    return element;
  }

  /** A press on a piece in hand; the board's frame follows the pointer then. */
  press(event, from) {
    const { board } = this;
    if (event.button !== 0 || !event.isPrimary) return;
    if (board.choices.isOpen) {
      board.choices.cancel();
      return;
    }
    board.drawings.clear();
    board.hands.begin(event, from, board.mode.lifted === from);
    board.mode.press(from);
    board.frame.setPointerCapture(event.pointerId);
  }

  /** What Enter does on a piece in hand: it is lifted, and the cursor goes to where it may be put. */
  activate(from) {
    const { board } = this;
    board.mode.activate(from);
    const [target] = board.play.targets.keys();
    if (board.mode.lifted !== from || !target) return;
    board.frame.focus({ preventScroll: true });
    board.cursor.begin(target);
  }

  /** Shows which piece is lifted, and which ones may be. */
  mark() {
    const { play } = this.board;
    for (const button of this.elements.flatMap((element) => [...element.children])) {
      button.setAttribute('aria-pressed', String(button.dataset.from === play.lifted));
      button.disabled = !play.canHold(button.dataset.from);
    }
  }
}
