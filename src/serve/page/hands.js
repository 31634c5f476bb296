/** Mouse, touch and pen on the board: clicks, drags, and drawings with the right button. */

import { Ghost } from './ghost.js';

/** How far a pressed pointer may move before the press is a drag, in pixels. */
const SLACK = { mouse: 4, pen: 6, touch: 9 };

/**
 * What a press means is up to the mode of the board, play or setup:
 * `press(square)`, `click(square, wasLifted)`, `canDrag(square)`, `grab(square)`, `drop(from, to)`, `hover(square)`,
 * `paint(square)` while a pressed pointer goes over squares without a piece, and `cancel()`.
 */
export class Hands {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.ghost = new Ghost();
    this.pressed = null;
    this.isDragging = false;
    this.isDrawing = false;
    this.listen(board.frame);
  }

  listen(frame) {
    frame.addEventListener('touchstart', (event) => this.touch(event), { passive: false });
    frame.addEventListener('pointerdown', (event) => this.down(event));
    frame.addEventListener('pointermove', (event) => this.move(event));
    frame.addEventListener('pointerup', (event) => this.up(event));
    frame.addEventListener('pointercancel', () => this.cancel());
    frame.addEventListener('pointerleave', () => this.leave());
    frame.addEventListener('contextmenu', (event) => event.preventDefault());
    window.addEventListener('keydown', (event) => event.key === 'Escape' && this.cancel());
    window.addEventListener('blur', () => this.isDragging && this.cancel());
  }

  /** A finger on a piece that it may move, or on the board while one is lifted, does not scroll the page. */
  touch(event) {
    const { board } = this;
    if (!board.geometry || !event.cancelable || event.touches.length > 1 || event.target.closest('.choices')) return;
    const { clientX, clientY } = event.touches[0];
    const square = board.geometry.squareAt(clientX, clientY);
    const isHeld = board.isSetup || board.mode.lifted !== null || board.mode.canDrag(square);
    if (isHeld || event.target.closest('.token')) event.preventDefault();
  }

  leave() {
    if (!this.pressed && this.board.geometry) this.board.mode.hover(null);
  }

  squareAt(event) {
    return this.board.geometry?.squareAt(event.clientX, event.clientY) ?? null;
  }

  down(event) {
    const { board } = this;
    if (!board.geometry || event.target.closest('.choices')) return;
    if (board.choices.isOpen) {
      board.choices.cancel();
      return;
    }
    if (event.button === 2 && board.isSetup) board.mode.erase(this.squareAt(event));
    else if (event.button === 2) this.isDrawing = !this.pressed && board.drawings.start(event);
    else if (event.button === 0 && event.isPrimary) this.press(event);
    if (this.isDrawing || this.pressed) board.frame.setPointerCapture(event.pointerId);
  }

  press(event) {
    const { mode, drawings } = this.board;
    drawings.clear();
    if (event.target.closest('.token')) {
      mode.toggleToken?.();
      return;
    }
    const square = this.squareAt(event);
    this.begin(event, square, mode.lifted !== null && mode.lifted === square);
    mode.press(square);
  }

  /** Begins a press; `square` may also be a piece of the palette. */
  begin(event, square, wasLifted) {
    this.pressed = { x: event.clientX, y: event.clientY, square, wasLifted };
    this.isDragging = false;
  }

  move(event) {
    const { board } = this;
    if (!board.geometry) return;
    if (this.isDrawing) board.drawings.move(event);
    else if (!this.pressed) board.mode.hover(event.target.closest('.choices') ? null : this.squareAt(event));
    else if (this.isDragging && event.buttons & 2) this.cancel();
    else this.drag(event);
  }

  drag(event) {
    const { x, y, square } = this.pressed;
    const isFar = Math.hypot(event.clientX - x, event.clientY - y) > (SLACK[event.pointerType] ?? SLACK.mouse);
    if (!this.isDragging && isFar && this.board.mode.canDrag(square)) this.grab(square, event.pointerType === 'touch');
    if (this.isDragging) {
      this.ghost.follow(event.clientX, event.clientY);
      this.board.mode.hover(this.squareAt(event));
    } else if (isFar && this.board.mode.paint) {
      this.paint(event);
    }
  }

  /** Paints all squares between this place of the pointer and the last one: a fast pointer skips some. */
  paint(event) {
    const { x, y } = this.pressed;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const steps = Math.ceil(Math.hypot(dx, dy) / 8);
    for (let step = 1; step <= steps; step += 1) {
      const square = this.board.geometry.squareAt(x + (dx * step) / steps, y + (dy * step) / steps);
      this.board.mode.paint(square);
    }
    Object.assign(this.pressed, { x: event.clientX, y: event.clientY });
  }

  grab(square, isTouch) {
    const { board } = this;
    this.isDragging = true;
    const href = board.mode.grab(square);
    const [area] = board.geometry.squares.values();
    this.ghost.show(href, board.geometry.onScreen(area).size, isTouch);
    board.frame.classList.add('dragging');
    board.frame.classList.toggle('touched', isTouch);
  }

  up(event) {
    if (this.isDrawing) {
      this.isDrawing = false;
      this.board.drawings.finish();
    }
    if (!this.pressed || event.button !== 0) return;
    const { square, wasLifted } = this.pressed;
    const { isDragging } = this;
    this.release();
    if (isDragging) this.finishDrag(square, event);
    else this.board.mode.click(square, wasLifted);
  }

  finishDrag(square, event) {
    const target = this.squareAt(event);
    if (!this.board.mode.drop(square, target)) this.ghost.remove();
  }

  /** Lets the dragged piece stay on a square until the next position is shown. */
  settle(square) {
    const area = this.board.geometry.squares.get(square);
    this.ghost.settle(this.board.geometry.onScreen(area), () => this.board.restore());
  }

  release() {
    this.pressed = null;
    this.isDragging = false;
    this.board.frame.classList.remove('dragging', 'touched');
  }

  /** Gives up a drag, a drawing and a lifted piece. */
  cancel() {
    this.release();
    this.ghost.remove();
    if (this.isDrawing) this.board.drawings.cancel();
    this.isDrawing = false;
    this.board.mode.cancel();
  }
}
