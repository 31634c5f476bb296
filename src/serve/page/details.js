/** Controls for what a position could have beyond its pieces: castling, who holds a token, what ties pieces. */

import { choice } from './controls.js';
import { make } from './dom.js';
import { ofEngine } from './language.js';

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One of several, of which a position has one. */
function exclusive(group, details, changed) {
  const chosen = details.find(({ on }) => on)?.key;
  const options = details.map(({ key, words }) => [key, ofEngine(words)]);
  return choice(`detail-${group}`, capitalised(ofEngine(group)), options, chosen, changed);
}

/** Any of several. */
function several(group, details, changed) {
  const box = ({ key, words, on }) => {
    const input = make('input', { type: 'checkbox', value: key, checked: on, onchange: changed });
    return make('label', {}, input, make('span', { text: ofEngine(words) }));
  };
  return make('fieldset', { class: 'several' }, make('legend', { text: capitalised(ofEngine(group)) }), ...details.map(box));
}

/**
 * Draws the controls.
 * @param {HTMLElement} box is emptied first
 * @param {object[]} details as the protocol's `compose` has them
 * @param {(keys: string[]) => void} onchange gets the keys of all that is wanted
 */
export function drawDetails(box, details, onchange) {
  const wanted = () => [...box.querySelectorAll('input:checked')].map(({ value }) => value);
  const changed = () => onchange(wanted());
  const focused = box.contains(document.activeElement) ? document.activeElement.value : null;
  const groups = new Map();
  for (const detail of details) groups.set(detail.group, [...(groups.get(detail.group) ?? []), detail]);
  const controls = [...groups].map(([group, list]) =>
    list.some((detail) => detail.exclusive) ? exclusive(group, list, changed) : several(group, list, changed),
  );
  box.replaceChildren(...controls);
  if (focused) box.querySelector(`input[value="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
