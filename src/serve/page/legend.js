/** What the signs in the diagrams of movements mean. The diagrams say it themselves, in the titles of their marks. */

import { make } from './dom.js';
import { ofEngine, t } from './language.js';
import { svgElement } from './svg.js';

/**
 * @param {Element} diagrams
 * @returns {HTMLElement} a list with each sign that is in them, once
 */
export function legendOf(diagrams) {
  const entries = new Map();
  for (const mark of diagrams.querySelectorAll('.mark')) {
    const title = mark.querySelector('title');
    const [square, all = ''] = title?.textContent.split(':') ?? [''];
    const words = all.split(',').map((part) => ofEngine(part.trim()));
    if (all) title.textContent = `${square}: ${words.join(', ')}`;
    const signs = [...mark.querySelectorAll('[class]')];
    signs.forEach((sign, index) => {
      if (words[index] && !entries.has(words[index])) entries.set(words[index], sign.cloneNode(true));
    });
  }
  return make(
    'ul',
    { class: 'legend', 'aria-label': t('Signs') },
    ...[...entries].map(([words, sign]) =>
      make('li', {}, svgElement('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, sign), words),
    ),
  );
}
