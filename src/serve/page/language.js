/**
 * The language of the page. A text is named by its English words; `text.LANGUAGE.json` has the words of another language,
 * and what is missing there stays English. `theme.js` chooses the language before the page is painted.
 */

/** The languages by their own names. */
export const LANGUAGES = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
];

/** Where the user's choice is kept. */
export const KEPT = 'bactrian.language';

/** The language shown. */
export const language = globalThis.document?.documentElement.lang || 'en';

/** The language as this user's country writes numbers and dates. */
const locale = globalThis.navigator?.languages?.find((wanted) => wanted.split('-')[0] === language) ?? language;
const plurals = new Intl.PluralRules(language);

/** The texts by the English ones; where the number decides, an object of forms. @type {Map<string, string|object>} */
let table = new Map();

/** @returns {string} a number as the language writes it @param {Intl.NumberFormatOptions} [options] */
export function formatNumber(number, options) {
  return number.toLocaleString(locale, options);
}

/** @returns {string} a time as the language writes it @param {Intl.DateTimeFormatOptions} options */
export function formatDate(time, options) {
  return new Date(time).toLocaleString(locale, options);
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/**
 * @param {string} text in English, which names it; `|` begins a remark that tells equal texts apart: `Open|a game`
 * @param {Object<string, string|number>} [values] what stands for `{name}` in it
 * @returns {string} the text in the language of the page
 */
export function t(text, values = {}) {
  return fill(table.get(text) ?? text.replace(/\|.*/, ''), values);
}

/**
 * @param {number} count decides the form of the text, and stands for `{count}` in it
 * @param {string} one English text for one
 * @param {string} other for all other numbers; it names the text
 * @returns {string} the text in the language of the page
 */
export function plural(count, one, other, values = {}) {
  const forms = table.get(other) ?? { one, other };
  return fill(forms[plurals.select(count)] ?? forms.other, { count, ...values });
}

/** Puts the texts of `index.html` into the language of the page. */
function translatePage() {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const text = nodes.currentNode.data.trim();
    if (table.has(text)) nodes.currentNode.data = t(text);
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const element of document.querySelectorAll(`[${name}]`)) element.setAttribute(name, t(element.getAttribute(name)));
}

/** Brings the texts of the language. Modules that use them may be loaded after that. */
export async function loadTexts() {
  if (language === 'en') return;
  try {
    table = new Map(Object.entries(await (await fetch(`text.${language}.json`)).json()));
    translatePage();
  } finally {
    document.documentElement.classList.add('translated');
  }
}
