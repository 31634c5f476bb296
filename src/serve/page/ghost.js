/** The piece under the pointer while it is dragged. It may leave the board, so it is not part of the picture. */

import { svgElement } from './svg.js';

/** How long a dropped piece waits on its square for the next position, in milliseconds. */
const PATIENCE = 2000;

/**
 * A small picture of a piece.
 * @param {string} href the reference to its symbol
 * @returns {SVGSVGElement}
 */
export function pieceIcon(href) {
  const use = svgElement('use', { href, width: 100, height: 100 });
  return svgElement('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, use);
}

/** Under a finger a piece is larger, and above the finger's middle, in sizes of a square. */
const TOUCH = { scale: 1.7, rise: 0.5 };

/** A dragged piece. */
export class Ghost {
  constructor() {
    this.element = null;
    this.timer = 0;
  }

  /**
   * Shows a piece.
   * @param {string} href the reference to its symbol
   * @param {number} size the size of a square in pixels
   * @param {boolean} isTouch whether a finger drags it
   */
  show(href, size, isTouch) {
    this.remove();
    this.element = document.createElement('div');
    this.element.className = 'board-ghost';
    this.element.append(pieceIcon(href));
    this.setSize(isTouch ? size * TOUCH.scale : size);
    this.rise = isTouch ? size * TOUCH.rise : 0;
    document.body.append(this.element);
  }

  setSize(size) {
    this.size = size;
    this.element.style.width = this.element.style.height = `${size}px`;
  }

  /** Takes it to a point of the window. */
  follow(x, y) {
    const half = this.size / 2;
    if (this.element) this.element.style.transform = `translate(${x - half}px, ${y - half - this.rise}px)`;
  }

  /** Leaves it on a square until the next position is shown, or `onTimeout` is called because none comes. */
  settle({ left, top, size }, onTimeout) {
    if (!this.element) return;
    this.element.classList.add('settled');
    this.setSize(size);
    this.rise = 0;
    this.follow(left + size / 2, top + size / 2);
    this.timer = window.setTimeout(onTimeout, PATIENCE);
  }

  /** Takes it away. */
  remove() {
    window.clearTimeout(this.timer);
    this.element?.remove();
    this.element = null;
  }
}
