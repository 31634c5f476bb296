/** The keyboard on the board: a cursor that goes from square to square. */

const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The cursor; Enter on the focused board brings it, Escape sends it away. */
export class Cursor {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.square = null;
    this.isActive = false;
    this.voice = document.createElement('div');
    this.voice.className = 'board-voice';
    this.voice.setAttribute('aria-live', 'assertive');
    board.frame.append(this.voice);
    board.frame.addEventListener('keydown', (event) => this.key(event));
    board.frame.addEventListener('focusout', (event) => !board.frame.contains(event.relatedTarget) && this.leave());
    board.frame.addEventListener('pointerdown', (event) => !event.target.closest('.choices') && this.leave());
  }

  key(event) {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.target !== this.board.frame || isModified || !this.board.geometry) return;
    if (!this.isActive ? !this.wake(event.key) : !this.act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Enter brings the cursor. */
  wake(key) {
    if (key !== 'Enter') return false;
    const { position, geometry } = this.board;
    const starts = [this.square, ...position.moves.map(({ from }) => from), ...geometry.squares.keys()];
    this.begin(starts.find((square) => geometry.squares.has(square)));
    return true;
  }

  /** Brings the cursor to a square. */
  begin(square) {
    this.isActive = true;
    this.go(square);
  }

  /** A key while the cursor is shown; returns whether it means something to it. */
  act({ key }) {
    const { mode } = this.board;
    if (STEPS[key]) this.go(this.board.geometry.neighbour(this.square, ...STEPS[key]) ?? this.square);
    else if (key === 'Enter' || key === ' ') this.activate();
    else if (key.toLowerCase() === 'i') this.board.pointAt(this.square, 'ask');
    else if (key === 'Delete' && mode.erase) mode.erase(this.square);
    else if (key === 'Escape' && mode.lifted !== null) mode.cancel();
    else if (key === 'Escape') this.leave();
    else return false;
    return true;
  }

  activate() {
    this.board.mode.activate(this.square);
    this.speak();
  }

  go(square) {
    this.square = square;
    this.draw();
    this.board.mode.hover(square);
    this.speak();
  }

  speak() {
    if (this.isActive) this.voice.textContent = this.board.describe(this.square);
  }

  /** Shows the cursor again in a new picture. */
  draw() {
    const isShown = this.isActive && this.board.geometry.squares.has(this.square);
    this.board.highlight('cursor', isShown ? [this.square] : []);
  }

  leave() {
    if (!this.isActive) return;
    this.isActive = false;
    this.draw();
    this.voice.textContent = '';
  }
}
