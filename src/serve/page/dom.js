/** Small helpers for nodes, messages to the user and dialogs. */

import { t } from './language.js';
import { svgElement } from './svg.js';

/** @returns {HTMLElement} the element with this id */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Makes an element. Children are nodes or texts; texts never become markup.
 *
 * @param {string} name
 * @param {object} [attributes] `text` sets the content, a function is a listener (`onclick`), `true` an empty
 *   attribute; `false`, `null` and `undefined` are left out
 * @param {...(Node|string|null)} children
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key === 'text') element.textContent = value;
    else if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** @returns {SVGElement} an icon of the page */
export function icon(name) {
  return svgElement('svg', { class: 'icon', 'aria-hidden': 'true' }, svgElement('use', { href: `#icon-${name}` }));
}

/** Loads a style sheet that the page does not need from the beginning. @returns {Promise<void>} */
export function loadStyle(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    document.head.append(make('link', { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => reject(new Error(href)) }));
  });
}

/** How long a message stays, in milliseconds. */
const STAY = { note: 4000, error: 9000 };

/**
 * Shows a message in a corner of the page.
 *
 * @param {string} text
 * @param {'note'|'error'} kind
 * @returns {() => void} takes it away
 */
export function tell(text, kind = 'note') {
  const box = byId('messages');
  const same = [...box.children].find((shown) => shown.dataset.text === text);
  same?.remove();
  const message = make('div', {
    class: `message ${kind}`,
    role: kind === 'error' ? 'alert' : 'status',
    'data-text': text,
  });
  const close = make(
    'button',
    { type: 'button', class: 'plain', 'aria-label': t('Close'), onclick: () => message.remove() },
    icon('close'),
  );
  message.append(make('span', { text }), close);
  while (box.children.length > 2) box.firstChild.remove();
  box.append(message);
  raise(box);
  const timer = setTimeout(() => message.remove(), STAY[kind]);
  return () => {
    clearTimeout(timer);
    message.remove();
  };
}

/** Brings the messages above an open dialog. */
function raise(box) {
  if (!box.showPopover) return;
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
}

/** Tells what went wrong. */
export function tellError(error) {
  tell(error?.message ? sentence(error.message) : t('Something went wrong.'), 'error');
}

/** @returns {string} a message as a sentence */
export function sentence(text) {
  const trimmed = text.trim().replace(/`([^`]*)`/g, '“$1”');
  const capital = /^[a-z]+\b(?!\d)/.test(trimmed) ? trimmed[0].toUpperCase() + trimmed.slice(1) : trimmed;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Opens a `<dialog>`; a click beside it closes it. */
export function openDialog(dialog) {
  if (!dialog.dataset.ready) {
    dialog.dataset.ready = 'yes';
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog && outside(dialog, event)) dialog.close();
    });
    for (const button of dialog.querySelectorAll('[data-close]'))
      button.addEventListener('click', () => dialog.close());
  }
  if (!dialog.open) dialog.showModal();
}

function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

/** Copies a text, and says so. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  tell(t('{what} copied.', { what }));
}

/** Where the page may not use the clipboard's interface: an address that is not of this machine. */
function copyBySelection(text) {
  const field = make('textarea', { class: 'away', 'aria-hidden': 'true' });
  field.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** Saves a text as a file. */
export function download(name, text, type = 'application/x-chess-pgn') {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
