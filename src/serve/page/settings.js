/** Settings: light or dark, and the options of the engine. They are kept in the browser. */

import { choice, header } from './controls.js';
import { definitionRequests } from './definitions.js';
import { byId, make, openDialog, tell, tellError } from './dom.js';
import { KEPT as LANGUAGE, LANGUAGES, language, ofEngine, t } from './language.js';
import { preferences } from './preferences.js';

const OPTIONS = 'bactrian.options';
const THEME = 'bactrian.theme';
const THREADS = 'Threads';
const THEMES = [
  ['auto', t('As the system')],
  ['light', t('Light')],
  ['dark', t('Dark')],
];

const HELPS = [
  ['point', t('Pointed at or pressed')],
  ['press', t('Pressed')],
  ['never', t('Never')],
];

const COLOURS = [
  ['wood', t('Wood')],
  ['green', t('Green')],
  ['blue', t('Blue')],
  ['grey', t('Grey')],
];

const PIECES = [
  ['drawn', t('Drawn')],
  ['fine', t('Fine lines')],
  ['red', t('White and red')],
];

/** The choices about the board that are on or off. */
const SWITCHES = [
  ['counts', t('Numbers on pieces'), t('Pieces that differ in their number show it, as towers their stones.')],
  ['captured', t('Captured pieces'), t('They are beside the name of who captured them.')],
  ['sounds', t('Sounds'), t('Moves, captures, checks and the end of the game are heard.')],
  ['premoves', t('Moves ahead'), t('A move made before your turn waits, and is played when the turn comes.')],
  ['figurines', t('Pictures in the list of moves'), t('Moves begin with the picture of the piece instead of its letter.')],
  [
    'asksToken',
    t('Ask before a token is kept'),
    t('Each move with which a token could be handed over asks. Otherwise it is kept, unless it was clicked before.'),
  ],
];

function readOptions() {
  try {
    return JSON.parse(localStorage.getItem(OPTIONS)) ?? {};
  } catch {
    return {};
  }
}

const KEYS = [
  ['← →', t('back and forth')],
  ['↑ ↓', t('other variation, start, end')],
  [t('Home End'), t('start, end')],
  ['F', t('turn the board')],
  [t('Space'), t('a hint, once more: play it; the engine moves')],
  ['A', t('analysis')],
  ['M', t('next marked move')],
  ['C', t('hand the token over')],
  [t('Enter'), t('on the board: a cursor; I tells about its piece')],
];

function keys() {
  return make(
    'dl',
    { class: 'keys' },
    ...KEYS.map(([key, meaning]) =>
      make('div', {}, make('dt', {}, make('kbd', { text: key })), make('dd', { text: meaning })),
    ),
  );
}

function preferenceSwitch([name, label, words]) {
  const id = `preference-${name}`;
  const checked = preferences.get(name);
  const input = make('input', { id, type: 'checkbox', checked, onchange: () => preferences.set(name, input.checked) });
  return make('div', { class: 'option' }, make('label', { for: id, text: label }), input, make('small', { text: words }));
}

/** What the style sheets need to know of the preferences. */
function showPreferences() {
  const { dataset } = document.documentElement;
  dataset.counts = preferences.get('counts') ? 'on' : 'off';
  dataset.colours = preferences.get('colours');
}

/** Loads the page again with other drawings of the pieces, which are in many places; the game is kept. */
function usePieces(style) {
  preferences.set('pieces', style);
  location.reload();
}

/** A choice that loads the page again in another language; the game is kept. */
function languageChoice() {
  const chosen = localStorage.getItem(LANGUAGE) ?? '';
  const change = ({ target }) => {
    if (target.value) localStorage.setItem(LANGUAGE, target.value);
    else localStorage.removeItem(LANGUAGE);
    location.reload();
  };
  const options = [['', t('As the browser')], ...LANGUAGES];
  const words = t('The rules and the help are in English.');
  const id = 'language';
  return make(
    'div',
    { class: 'option' },
    make('label', { for: id, text: t('Language') }),
    make(
      'select',
      { id, onchange: change },
      ...options.map(([value, text]) => make('option', { value, text, lang: value || language, selected: value === chosen })),
    ),
    make('small', { text: words }),
  );
}

/** Shows and applies settings. */
export class Settings {
  #connection;
  #chosen = readOptions();
  /** What differs from the engine's own standard because of the machine. */
  #machine = {};

  /** @param {() => void} changed is told when an option of the engine changed */
  constructor(connection, changed) {
    this.#connection = connection;
    this.changed = changed;
    const settings = () => Object.entries({ ...this.#machine, ...this.#chosen });
    connection.preamble = () => [
      ...settings().map(([name, value]) => ({ do: 'set', name, value })),
      ...definitionRequests(),
    ];
    connection.addEventListener('open', () => this.#useMachine());
    preferences.addEventListener('change', showPreferences);
    showPreferences();
    byId('theme').addEventListener('click', () => this.#switchTheme());
    byId('settings').addEventListener('click', () => this.#show());
  }

  /** The engine searches with all threads of its machine, unless the user has chosen. */
  #useMachine() {
    const threads = this.#connection.hello?.options.find(({ name }) => name === THREADS)?.greatest;
    if (!threads || this.#machine[THREADS] === threads) return;
    this.#machine = { [THREADS]: threads };
    if (!(THREADS in this.#chosen)) this.#send(THREADS, threads);
  }

  /** Between light and dark, whichever is not shown. */
  #switchTheme() {
    const { theme } = document.documentElement.dataset;
    const dark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    this.#setTheme(dark ? 'light' : 'dark');
  }

  #setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(THEME, theme);
  }

  #show() {
    const dialog = byId('dialog-settings');
    const { theme } = document.documentElement.dataset;
    const { hello } = this.#connection;
    const themes = choice('theme', t('Appearance'), THEMES, theme, (value) => this.#setTheme(value));
    dialog.replaceChildren(
      header('settings-title', t('Settings')),
      themes,
      make('div', { class: 'engine-options' }, languageChoice()),
      make('h3', { text: t('Board') }),
      choice('help', t('A piece tells where it goes when'), HELPS, preferences.get('help'), (value) =>
        preferences.set('help', value),
      ),
      choice('colours', t('Colours'), COLOURS, preferences.get('colours'), (value) => preferences.set('colours', value)),
      choice('pieces', t('Pieces'), PIECES, preferences.get('pieces'), usePieces),
      make('div', { class: 'engine-options' }, ...SWITCHES.map((option) => preferenceSwitch(option))),
      make('h3', { text: t('Engine') }),
      make('div', { class: 'engine-options' }, ...(hello?.options ?? []).map((option) => this.#option(option))),
      make('h3', { text: t('Keys') }),
      keys(),
      make('p', { class: 'hint', text: hello?.engine ?? t('The server cannot be reached.') }),
    );
    delete dialog.dataset.ready;
    openDialog(dialog);
  }

  #option(option) {
    const { name, help, kind } = option;
    const label = ofEngine(name);
    const id = `option-${name.replace(/\W+/g, '-')}`;
    const words = make('small', { text: ofEngine(help) });
    if (kind === 'button')
      return make(
        'div',
        { class: 'option' },
        make('button', { type: 'button', class: 'quiet', text: label, onclick: () => this.#send(name, null, true) }),
        words,
      );
    return make('div', { class: 'option' }, make('label', { for: id, text: label }), this.#input(id, option), words);
  }

  #input(id, option) {
    const { name, kind, least, greatest, words } = option;
    const standard = this.#machine[name] ?? option.default;
    const value = this.#chosen[name] ?? standard;
    if (kind === 'switch')
      return make('input', {
        id,
        type: 'checkbox',
        checked: Boolean(value),
        onchange: ({ target }) => this.#set(name, target.checked, standard),
      });
    if (kind === 'word') {
      return make(
        'select',
        { id, onchange: ({ target }) => this.#set(name, target.value, standard) },
        ...words.map((word) => make('option', { value: word, text: ofEngine(word), selected: word === value })),
      );
    }
    const input = make('input', {
      id,
      type: 'number',
      value: String(value),
      min: String(least),
      max: String(greatest),
    });
    input.addEventListener('change', () => {
      if (input.reportValidity()) this.#set(name, Number(input.value), standard);
    });
    return input;
  }

  #set(name, value, standard) {
    if (value === standard) delete this.#chosen[name];
    else this.#chosen[name] = value;
    localStorage.setItem(OPTIONS, JSON.stringify(this.#chosen));
    this.#send(name, value);
  }

  async #send(name, value, isButton = false) {
    try {
      await this.#connection.request(isButton ? { do: 'set', name } : { do: 'set', name, value });
      if (isButton) tell(t('{option}: done.', { option: ofEngine(name) }));
      this.changed();
    } catch (error) {
      tellError(error);
    }
  }
}
