/** Controls that several parts of the page are made of. */

import { icon, make } from './dom.js';
import { t } from './language.js';

/** @returns {HTMLButtonElement} a button with an icon and a text */
export function actionButton(label, symbol, onclick, kind = 'quiet', disabled = false) {
  return make(
    'button',
    { type: 'button', class: kind, onclick, disabled },
    icon(symbol),
    make('span', { text: label }),
  );
}

/** @returns {HTMLButtonElement} a button that is only an icon */
export function iconButton(label, symbol, onclick, more = {}) {
  const attributes = { type: 'button', class: 'plain', 'aria-label': label, title: label, onclick };
  return make('button', { ...attributes, ...more }, icon(symbol));
}

/** @returns {HTMLElement} controls side by side */
export function row(...children) {
  return make('div', { class: 'row' }, ...children);
}

/**
 * One of several, side by side.
 *
 * @param {string} name of the radio buttons
 * @param {string[][]} options values and their labels
 * @param {string} chosen
 * @param {(value: string) => void} [onchange]
 */
export function choice(name, legend, options, chosen, onchange = () => {}) {
  const radio = ([value, label]) => {
    const input = make('input', {
      type: 'radio',
      name,
      value,
      checked: value === chosen,
      onchange: () => onchange(value),
    });
    return make('label', {}, input, make('span', { text: label }));
  };
  return make(
    'fieldset',
    { class: 'choice', 'data-for': name },
    make('legend', { text: legend }),
    ...options.map(radio),
  );
}

/** @returns {HTMLElement} the head of a dialog, with its title and a button that closes it */
export function header(id, title) {
  return make(
    'div',
    { class: 'head' },
    make('h2', { id, text: title }),
    iconButton(t('Close'), 'close', () => {}, { 'data-close': true }),
  );
}
