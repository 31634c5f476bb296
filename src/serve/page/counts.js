/** The number on pieces that differ in it: how many stones a tower has. */

import { svgElement } from './svg.js';

/** Where the number is, in units of which a square has 100. */
const PLACE = { cx: 18, cy: 19, r: 16 };

/** Writes the numbers into the symbols of a game's pieces, so that they are wherever a piece is drawn. */
export function addCounts(symbols, game) {
  for (const { count, picture } of game.pieces.filter((kind) => kind.count)) {
    for (const side of ['w', 'b']) {
      const text = svgElement('text', { x: PLACE.cx, y: PLACE.cy + 8.5 });
      text.textContent = String(count);
      const number = svgElement('g', { class: `count ${side}` }, svgElement('circle', PLACE), text);
      symbols.querySelector(`#${CSS.escape(`${side}-${picture}`)}`)?.append(number);
    }
  }
}
