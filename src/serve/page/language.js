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

/** The page's own texts by the English ones; where the number decides, an object of forms. @type {Map<string, string|object>} */
let table = new Map();

/** What the engine says: `text`, and for texts with something to fill in the `form` in which it says them. */
let spoken = { words: new Map(), patterns: [] };

/** What stands for some names in what the engine says; for others it is any text, which is translated too. */
const SORTS = { square: '[a-z]\\d+', from: '[a-z]\\d+', to: '[a-z]\\d+', count: '\\d+', rest: '\\d+', side: 'White|Black' };

/** @returns {string} a number as the language writes it @param {?number} digits after the point; as many as it has if missing */
export function formatNumber(number, digits = null) {
  const fixed = digits === null ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return number.toLocaleString(locale, { useGrouping: 'min2', ...fixed });
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

/** @returns {string} a text of the engine, which speaks English, in the language of the page; as it is if it is not known */
export function ofEngine(text) {
  const known = spoken.words.get(text);
  if (known !== undefined) return known;
  for (const { form, translation } of spoken.patterns) {
    const found = form.exec(text)?.groups;
    if (!found) continue;
    const values = Object.entries(found).map(([name, value]) => [name, ofEngine(value)]);
    return fill(translation, Object.fromEntries(values));
  }
  return text;
}

/** How the engine says a text in which something is filled in. */
function patternOf([text, translation]) {
  const plain = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const form = new RegExp(`^${plain.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>${SORTS[name] ?? '.+?'})`)}$`);
  return { form, translation };
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

/** Takes the texts of a language, as its file has them. */
export function takeTexts({ page, engine }) {
  const entries = Object.entries(engine);
  table = new Map(Object.entries(page));
  spoken = { words: new Map(entries), patterns: entries.filter(([text]) => text.includes('{')).map(patternOf) };
}

/** Brings the texts of the language. Modules that use them may be loaded after that. */
export async function loadTexts() {
  if (language === 'en') return;
  try {
    takeTexts(await (await fetch(`text.${language}.json`)).json());
    translatePage();
  } finally {
    document.documentElement.classList.add('translated');
  }
}
