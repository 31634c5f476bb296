/** The card of a piece: its name, how it moves in a picture and a sentence, and what is special about it now. */

import { kindName, ownedName } from './describe.js';
import { make } from './dom.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';
import { legendOf } from './legend.js';
import { parseSvg } from './svg.js';

/** Below this width the card is at the lower edge of the window, in pixels. */
const NARROW = 860;

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The card; one at a time. */
export class Card {
  constructor() {
    this.element = make('aside', { id: 'card', 'aria-label': t('The piece'), hidden: true });
    document.body.append(this.element);
  }

  /**
   * Shows a piece.
   *
   * @param {{kind: object, side: string, href: string, words: ?string, diagram: ?string, state: string[],
   *   grey: string}} piece `state` and `grey` (what the grey marks mean, if there are any) in words
   * @param {DOMRect} board the card is beside it …
   * @param {{top: number, size: number}} square … at the height of the piece
   */
  show({ kind, side, href, words, diagram, state, grey }, board, square) {
    const picture = diagram ? parseSvg(diagram) : null;
    const name = make('strong', { text: ownedName(side, kindName(kind)) });
    const text = make('div', { class: 'text' }, make('div', { class: 'title' }, pieceIcon(href), name));
    if (words) text.append(make('p', { text: `${capitalised(words)}.` }));
    for (const line of state) text.append(make('p', { class: 'state', text: `${capitalised(line)}.` }));
    if (grey) text.append(make('p', { class: 'grey', text: grey }));
    const figure = picture ? make('figure', {}, picture) : null;
    if (figure) figure.append(legendOf(figure));
    this.element.replaceChildren(text, ...(figure ? [figure] : []));
    this.element.hidden = false;
    this.#place(board, square);
  }

  #place(board, square) {
    const { style } = this.element;
    style.left = '';
    style.top = '';
    if (innerWidth < NARROW) return;
    const margin = 10;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const isLeft = board.left >= width + 2 * margin;
    style.left = `${isLeft ? board.left - width - margin : Math.min(board.right + margin, innerWidth - width - margin)}px`;
    const top = square.top + square.size / 2 - height / 2;
    style.top = `${Math.max(margin, Math.min(top, innerHeight - height - margin))}px`;
  }

  /** Takes it away. */
  hide() {
    this.element.hidden = true;
  }
}
