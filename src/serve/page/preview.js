/** A small picture of a position beside the pointer: where a line of the engine leads. */

import { byId } from './dom.js';
import { parseSvg } from './svg.js';

/** The pointer rests so long before a picture comes, in milliseconds. */
const REST = 120;

let asked = 0;
let timer = 0;

/**
 * Shows the position after some moves.
 *
 * @param {object} place `game`, `fen` and `moves`
 * @param {DOMRect} anchor what it is shown at
 */
export function showPreview(connection, place, flip, anchor) {
  clearTimeout(timer);
  asked += 1;
  const mine = asked;
  timer = setTimeout(async () => {
    const position = await connection.request({ do: 'position', picture: { flip }, ...place }).catch(() => null);
    if (mine === asked && position) put(position.picture, anchor);
  }, REST);
}

/** Takes the picture away. */
export function hidePreview() {
  clearTimeout(timer);
  asked += 1;
  byId('preview').hidden = true;
}

function put(svg, anchor) {
  const picture = parseSvg(svg);
  const box = byId('preview');
  box.replaceChildren(picture);
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, anchor.left - width / 2), innerWidth - width - 8);
  const above = anchor.top - height - 8;
  box.style.left = `${left}px`;
  box.style.top = `${anchor.bottom + height + 8 < innerHeight || above < 0 ? anchor.bottom + 8 : above}px`;
}
