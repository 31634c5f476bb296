/** SVG: elements made here, and pictures from the server. */

import { ofEngine } from './language.js';

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element.
 * @param {string} name the element's name
 * @param {Object<string, string|number>} [attributes]
 * @param {...Element} children
 * @returns {SVGElement}
 */
export function svgElement(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * Reads an SVG document. Its text is parsed as a document of its own, so nothing in it runs.
 * @param {string} text
 * @returns {SVGSVGElement} its root, owned by this page, with its titles in the language of the page
 * @throws {Error} if the text is not SVG
 */
export function parseSvg(text) {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = parsed.documentElement;
  const isSvg = root.namespaceURI === NAMESPACE && root.localName === 'svg' && !parsed.querySelector('parsererror');
  if (!isSvg) throw new Error('The picture is not SVG');
  for (const title of root.querySelectorAll('title')) title.textContent = ofEngine(title.textContent);
  return document.importNode(root, true);
}
