/** Making moves: a lifted piece, its targets, and the choice among moves to the same target. */

import { ofEngine, t } from './language.js';
import { preferences } from './preferences.js';
import { Premove } from './premove.js';
import { drawTargets, drawVictims } from './targets.js';

/** Moves of these kinds leave the piece where it is, though they are pointed at another square. */
const STAYING = new Set(['kills', 'freezes']);

/** The mode in which pieces are moved by the rules. */
export class Play {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    /** The square of the lifted piece. @type {?string} */
    this.lifted = null;
    /** The legal moves of the lifted piece by target. @type {Map<string, object[]>} */
    this.targets = new Map();
    this.isArmed = false;
    this.hovered = null;
    this.premove = new Premove(board);
  }

  /** Forgets the lifted piece and the token: another position is shown. */
  reset() {
    this.lifted = null;
    this.targets = new Map();
    this.hovered = null;
    if (this.isArmed) this.toggleToken(false);
  }

  /** Whether the piece on a square may be lifted. */
  canLift(square) {
    const { position, movable } = this.board;
    const piece = this.board.pieceAt(square);
    if (!piece || (movable !== 'both' && movable !== position.side)) return false;
    return (piece !== piece.toLowerCase()) === (position.side === 'white');
  }

  /** Whether the lifted piece could go to a square, but not with the token, which is armed. */
  keepsToken(square) {
    const goes = ({ from, to }) => from === this.lifted && to === square;
    return this.isArmed && this.lifted !== null && this.board.position.moves.some(goes);
  }

  /** Whether the piece on a square may be taken up, for a move now or when the turn has come. */
  canHold(square) {
    return this.canLift(square) || this.premove.can(square);
  }

  /** Whether a square is where the piece that is taken up shall go when the turn has come. */
  isAhead(square) {
    return this.lifted !== null && square !== this.lifted && this.premove.can(this.lifted);
  }

  /** The legal moves that may be chosen now. */
  offered() {
    const { position } = this.board;
    if (this.isArmed) return position.moves.filter(({ again }) => again);
    return preferences.get('asksToken') ? position.moves : position.moves.filter(({ again }) => !again);
  }

  /** Whether the side to move may hand its token over. */
  get canArm() {
    const { position, movable } = this.board;
    return (movable === 'both' || movable === position?.side) && position.moves.some(({ again }) => again);
  }

  /** Arms or disarms handing the token over with the next move. */
  toggleToken(isArmed = !this.isArmed) {
    this.isArmed = isArmed && this.canArm;
    if (isArmed && !this.isArmed) this.board.dispatchEvent(new CustomEvent('token', { detail: { isKept: false } }));
    this.board.frame.classList.toggle('armed', this.isArmed);
    if (this.lifted) this.lift(this.lifted);
    this.board.dispatchEvent(new CustomEvent('arm', { detail: { armed: this.isArmed } }));
  }

  /** Lifts a piece and shows its targets. */
  lift(square) {
    this.lifted = square;
    this.targets = new Map();
    for (const move of this.offered()) {
      if (move.from === square) this.targets.set(move.to, [...(this.targets.get(move.to) ?? []), move]);
    }
    if (!this.board.folds(square)) this.board.fold();
    this.draw();
  }

  /**
   * Shows the squares beyond the edge, if the lifted piece can go there.
   * @param {boolean} isDragging the squares under the pointer must not shift then
   */
  unfold(isDragging) {
    if (this.lifted === null || !this.board.folds(this.lifted)) return;
    this.board.unfold(this.lifted, new Set(this.targets.keys()), isDragging);
    this.draw();
  }

  /** Puts the lifted piece back. */
  putBack() {
    this.board.choices.cancel();
    this.lifted = null;
    this.targets = new Map();
    this.board.fold();
    this.draw();
  }

  draw() {
    const { geometry, layers, position } = this.board;
    if (!geometry) return;
    this.board.highlight('lifted', this.lifted ? [this.lifted] : []);
    this.board.pockets.mark();
    this.premove.draw();
    drawTargets(layers.targets, geometry, this.targets, position.pieces);
    const hovered = this.hovered;
    this.hovered = null;
    this.hover(hovered);
  }

  /** The pointer or the cursor is at a square: shows what a move there would do, or the links of its piece. */
  hover(square) {
    const { board } = this;
    if (!board.geometry || square === this.hovered) return;
    this.hovered = square;
    board.pointAt(square, 'hover');
    const moves = this.targets.get(square) ?? [];
    board.highlight('hovered', moves.length > 0 ? [square] : []);
    drawVictims(board.layers.victims, board.geometry, moves);
    board.showLinks([square, this.lifted]);
    board.frame.classList.toggle('movable', this.lifted === null ? this.canLift(square) : moves.length > 0);
  }

  press(square) {
    this.board.pointAt(square, 'press');
    if (this.lifted !== null && square !== this.lifted && this.targets.has(square)) return;
    if (this.isAhead(square)) return;
    if (this.keepsToken(square)) this.board.dispatchEvent(new CustomEvent('token', { detail: { isKept: true } }));
    this.premove.clear();
    if (!this.canHold(square)) this.putBack();
    else if (this.lifted !== square) this.lift(square);
  }

  click(square, wasLifted) {
    if (this.lifted === null) return;
    if (this.isAhead(square)) this.goAhead(square);
    else if (square === this.lifted && !wasLifted) this.unfold(false);
    else this.choose(square, false);
  }

  /** What Enter does on a square. */
  activate(square) {
    const isTarget = this.lifted !== null && (square === this.lifted || this.targets.has(square));
    if (this.isAhead(square)) this.goAhead(square);
    else if (isTarget) this.choose(square, false);
    else if (this.canHold(square)) this.liftAndUnfold(square);
    else this.putBack();
  }

  /** Lifts a piece otherwise than by a press that may still become a drag. */
  liftAndUnfold(square) {
    this.lift(square);
    this.unfold(false);
  }

  /** Lets the piece that is taken up go to a square when the turn has come. */
  goAhead(square) {
    this.premove.set(this.lifted, square);
    this.putBack();
  }

  canDrag(square) {
    return this.canHold(square);
  }

  grab(square) {
    this.board.pointAt(null, 'leave');
    if (this.lifted !== square) this.lift(square);
    this.unfold(true);
    const use = this.board.uses.get(square);
    use?.classList.add('dragged');
    return use?.getAttribute('href') ?? this.board.hrefOf(this.board.pieceAt(square));
  }

  /** Returns whether the dragged piece stays where it was dropped. */
  drop(from, to) {
    this.board.uses.get(from)?.classList.remove('dragged');
    if (this.isAhead(to)) {
      this.goAhead(to);
      return false;
    }
    if (to === from) {
      this.unfold(false);
      return false;
    }
    if (this.lifted !== from || !this.targets.has(to)) {
      this.putBack();
      return false;
    }
    const isStaying = this.targets.get(to).every(({ verb }) => STAYING.has(verb));
    if (!isStaying) this.settle(from, to);
    this.choose(to, !isStaying);
    return !isStaying;
  }

  settle(from, to) {
    this.board.hands.settle(to);
    this.board.uses.get(from)?.classList.add('absent');
    this.board.uses.get(to)?.classList.add('absent');
  }

  /** Plays the move to a target; asks if there are several. Without any, the piece is put back. */
  async choose(to, isDropped) {
    const moves = this.targets.get(to) ?? [];
    const { position } = this.board;
    const move = moves.length > 1 ? await this.board.choices.ask(moves) : moves[0];
    if (position !== this.board.position) return;
    if (!move) this.board.restore();
    this.board.dropped = move && isDropped ? to : null;
    this.putBack();
    if (move) this.board.dispatchEvent(new CustomEvent('move', { detail: { move } }));
  }

  cancel() {
    this.premove.clear();
    this.board.restore();
    this.putBack();
  }

  /** What a target means, in words. */
  describe(square) {
    if (square === this.lifted) return this.targets.has(square) ? t('lifted, can act in place') : t('lifted');
    const verbs = new Set((this.targets.get(square) ?? []).map(({ verb }) => ofEngine(verb)));
    return verbs.size > 0 ? t('target: {verbs}', { verbs: [...verbs].join(', ') }) : '';
  }
}
