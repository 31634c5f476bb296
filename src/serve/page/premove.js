/** A move made before one's turn: it is played at once when the turn comes, if it is legal then. */

import { preferences } from './preferences.js';

/** How long the answer of the other side is seen before, in milliseconds. */
const PAUSE = 80;

/** The one move that waits. */
export class Premove {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** @type {?{from: string, to: string}} */
    this.waiting = null;
  }

  /** Whether the piece on a square belongs to the user, whose turn it is not. */
  can(square) {
    const { position, movable } = this.board;
    const piece = this.board.pieceAt(square);
    if (!piece || !preferences.get('premoves') || movable === null || movable === 'both') return false;
    return movable !== position.side && (piece !== piece.toLowerCase()) === (movable === 'white');
  }

  /** Lets a move wait. */
  set(from, to) {
    this.waiting = from === to || !to ? null : { from, to };
    this.draw();
  }

  clear() {
    if (this.waiting) this.set(null, null);
  }

  draw() {
    this.board.highlight('premove', this.waiting ? [this.waiting.from, this.waiting.to] : []);
  }

  /** Another position is shown: plays the move that waits if it can be played here. */
  play() {
    if (!this.waiting || this.can(this.waiting.from)) return;
    const { from, to } = this.waiting;
    const { board } = this;
    this.clear();
    if (!board.play.canLift(from)) return;
    // Of several moves the first one is meant, as the best promotion.
    const move = board.play.offered().find((legal) => legal.from === from && legal.to === to);
    const { position } = board;
    setTimeout(() => {
      if (move && position === board.position) board.dispatchEvent(new CustomEvent('move', { detail: { move } }));
    }, PAUSE);
  }
}
