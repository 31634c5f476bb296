/** The picture on the board as a file: SVG, or PNG of a good size. */

import { svgElement } from './svg.js';

/** The width of a PNG, in pixels. */
const WIDTH = 1200;

/** Properties that style sheets give to the picture, which a file must carry itself. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'opacity', 'font', 'text-anchor', 'display'];

/** Writes the style that an element has on the page into its copy. */
function keepStyle(original, copy) {
  const style = getComputedStyle(original);
  for (const name of STYLES) copy.style.setProperty(name, style.getPropertyValue(name));
  [...original.children].forEach((child, index) => keepStyle(child, copy.children[index]));
}

/** @returns {SVGSVGElement} a copy of the picture in a board's container that needs nothing of the page */
export function boardPicture(board) {
  const picture = board.querySelector('.board-picture');
  const copy = picture.cloneNode(true);
  keepStyle(picture, copy);
  for (const hidden of copy.querySelectorAll('.beyond, .layer.reach, .layer.targets, .layer.victims')) hidden.remove();
  const defs = svgElement('defs');
  for (const symbol of board.querySelectorAll('.board-symbols symbol')) {
    const kept = symbol.cloneNode(true);
    keepStyle(symbol, kept);
    defs.append(kept);
  }
  copy.prepend(defs);
  const [x, y, width, height] = copy.getAttribute('viewBox').split(/[\s,]+/).map(Number);
  // The coordinates are made to be read on the ground of the page.
  const ground = getComputedStyle(document.body).backgroundColor;
  copy.prepend(svgElement('rect', { x, y, width, height, fill: ground }));
  copy.setAttribute('width', width / 2);
  copy.setAttribute('height', height / 2);
  return copy;
}

/** @returns {string} a picture as the text of a file */
export function textOf(picture) {
  return new XMLSerializer().serializeToString(picture);
}

/** @returns {Promise<Blob>} a picture as PNG */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.height) / image.width);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
