/** The dialog in which a game is chosen: which one, against whom, with how much time. */

import { choice, header } from './controls.js';
import { sideTag } from './describe.js';
import { byId, make, openDialog, tellError } from './dom.js';
import { t } from './language.js';
import { picturesOf } from './pieceset.js';
import { parseSvg } from './svg.js';

const REMEMBERED = 'bactrian.newgame';

/** With more games than this the list has a search. */
const MANY = 15;

/** The greatest level is full strength. */
const FULL = 20;

const OPPONENTS = [
  ['engine', t('Engine')],
  ['hand', t('Both by hand')],
  ['self', t('Engine against itself')],
];
const SIDES = [
  ['white', t('White')],
  ['random', t('Either')],
  ['black', t('Black')],
];
const PACES = [
  ['time', t('A move')],
  ['depth', t('Depth')],
  ['clock', t('Clock')],
  ['none', t('None')],
];

/** Usual clocks: minutes and seconds a move. */
const CLOCKS = [
  [1, 0],
  [3, 2],
  [5, 3],
  [10, 5],
  [15, 10],
  [30, 20],
];

const DEFAULTS = {
  opponent: 'engine',
  side: 'white',
  level: 6,
  pace: 'time',
  time: 1,
  depth: 10,
  base: 10,
  increment: 5,
  start: '',
};

function remembered() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(REMEMBERED)) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** Makes the dialog once, and opens it. */
export class NewGame {
  #connection;
  #study;
  #keeper;
  #choice = remembered();
  #fen = null;
  #arrays = new Map();

  constructor(connection, study, keeper) {
    this.#connection = connection;
    this.#study = study;
    this.#keeper = keeper;
    this.dialog = byId('dialog-new');
  }

  /**
   * Opens the dialog.
   *
   * @param {{fen?: string, ask?: boolean}} [from] `fen`: the position from which it is played; `ask`: no game is chosen
   *   beforehand
   */
  show({ fen = null, ask = false } = {}) {
    if (fen !== this.#fen) this.#arrays.clear();
    this.#fen = fen;
    this.#choice.game = ask ? null : this.#study.tree.game;
    this.#choice.start = '';
    this.#draw();
    openDialog(this.dialog);
    const first = this.dialog.querySelector('input[name=game]:checked') ?? this.dialog.querySelector('input[name=game]');
    first?.focus();
  }

  #draw() {
    const form = make(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.#start();
        },
        oninput: () => this.#read(form),
      },
      header('new-title', this.#fen ? t('Play from this position') : t('New game')),
      make('div', { class: 'columns' }, this.#games(), make('div', { class: 'options' }, ...this.#options())),
      make(
        'div',
        { class: 'row end' },
        make('button', { type: 'button', class: 'quiet', text: t('Just the board'), onclick: () => form.reportValidity() && this.#start(true) }),
        make('button', { type: 'submit', class: 'main', text: t('Play') }),
      ),
    );
    this.dialog.replaceChildren(form);
    delete this.dialog.dataset.ready;
    this.#read(form);
  }

  #games() {
    const shown = this.#fen ? [this.#study.info()] : this.#study.games;
    return make(
      'fieldset',
      { class: 'games' },
      make('legend', { text: t('Game') }),
      shown.length > MANY ? this.#search() : null,
      ...shown.map((game) =>
        make(
          'label',
          { class: 'card' },
          this.#radio('game', game.name),
          make('strong', { text: game.title }),
          make('small', { text: `${game.files}×${game.ranks}` }),
          make('span', { text: summaryOf(game) }),
        ),
      ),
      this.#fen || this.#study.relatives ? null : this.#more(),
    );
  }

  /** A button that adds the games that are not listed at first. */
  #more() {
    const show = async () => {
      await this.#study.loadRelatives();
      this.#draw();
      this.dialog.querySelector('input[type=search]')?.focus();
    };
    const onclick = () => show().catch(tellError);
    return make('button', { type: 'button', class: 'quiet', text: t('More games …'), onclick });
  }

  /** A field that hides the games without its words. */
  #search() {
    const field = make('input', { type: 'search', placeholder: t('Search'), 'aria-label': t('Search') });
    field.addEventListener('input', () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const card of field.parentElement.querySelectorAll('.card')) {
        const text = `${card.textContent} ${card.querySelector('input').value}`.toLowerCase();
        card.hidden = !words.every((word) => text.includes(word));
      }
    });
    // Enter chooses among the games, it does not begin one.
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      const first = field.parentElement.querySelector('.card:not([hidden]) input');
      first?.click();
      first?.focus();
    });
    return field;
  }

  #radio(name, value) {
    const checked = this.#choice[name] === value;
    return make('input', { type: 'radio', name, value, checked, required: true });
  }

  #number(name, label, unit, least, greatest, step = '1') {
    const input = make('input', {
      type: 'number',
      name,
      value: String(this.#choice[name]),
      min: String(least),
      max: String(greatest),
      step,
      required: true,
    });
    return make(
      'label',
      { class: 'measure', 'data-for': name },
      make('span', { text: label }),
      input,
      make('span', { text: unit }),
    );
  }

  #options() {
    const { opponent, side, pace } = this.#choice;
    return [
      choice('opponent', t('Opponent'), OPPONENTS, opponent),
      choice('side', t('You play'), SIDES, side),
      this.#level(),
      choice('pace', t('Time'), PACES, pace),
      make(
        'div',
        { class: 'pace' },
        this.#number('time', t('Engine thinks'), t('seconds a move'), 0.1, 600, 'any'),
        this.#number('depth', t('Engine looks'), t('plies deep'), 1, 60),
        this.#clocks(),
        this.#number('base', t('Each side has'), t('minutes'), 0.1, 600, 'any'),
        this.#number('increment', t('and'), t('seconds a move'), 0, 600, 'any'),
      ),
      this.#startNumber(),
      make('div', { class: 'array', 'aria-hidden': 'true' }),
    ];
  }

  /** The number of the array, for games that begin from one of many. */
  #startNumber() {
    const input = make('input', { type: 'number', name: 'start', min: '0', step: '1', placeholder: t('at random') });
    return make('label', { class: 'measure', 'data-for': 'start' }, make('span', { text: t('Array') }), input, make('span'));
  }

  /** @returns {?number} how many arrays the chosen game has, if it begins from one of them */
  #arrayCount() {
    const { game } = this.#choice;
    return this.#fen ? null : (this.#study.games.find(({ name }) => name === game)?.arrays ?? null);
  }

  /** @returns {Promise<?string>} the position from which the chosen game begins, if that is not its only start */
  async #startFen() {
    const { game, start } = this.#choice;
    if (this.#arrayCount() === null) return this.#fen;
    const number = start === '' ? {} : { number: Number(start) };
    return (await this.#connection.request({ do: 'array', game, ...number })).fen;
  }

  /** Buttons that fill in a usual clock. */
  #clocks() {
    const set = (form, values) =>
      ['base', 'increment'].forEach((name, index) => {
        form.elements[name].value = String(values[index]);
        this.#choice[name] = values[index];
      });
    const button = (values) =>
      make('button', {
        type: 'button',
        class: 'quiet',
        text: values.join('+'),
        onclick: ({ target }) => set(target.form, values),
      });
    return make('div', { class: 'clocks', 'data-for': 'clocks', role: 'group', 'aria-label': t('Usual clocks') }, ...CLOCKS.map(button));
  }

  #level() {
    const value = String(this.#choice.level);
    const slider = make('input', { type: 'range', name: 'level', id: 'level', min: '0', max: String(FULL), value });
    const label = make('label', { for: 'level', text: t('Strength') });
    return make('div', { class: 'level', 'data-for': 'level' }, label, make('output', { for: 'level' }), slider);
  }

  /** A picture of the board on which the chosen game begins. */
  async #showArray(form) {
    const { game, start } = this.#choice;
    const isNumbered = this.#arrayCount() !== null && start !== '' && form.elements.start.checkValidity();
    const shown = isNumbered ? `${game} ${start}` : game;
    const box = form.querySelector('.array');
    if (box.dataset.game === shown) return;
    box.dataset.game = shown;
    if (!this.#arrays.has(shown)) this.#arrays.set(shown, this.#loadArray(game, isNumbered));
    const parts = await this.#arrays.get(shown);
    if (box.dataset.game === shown) box.replaceChildren(...parts.map((part) => part.cloneNode(true)));
  }

  async #loadArray(game, isNumbered) {
    try {
      const fen = isNumbered ? await this.#startFen() : this.#fen;
      const place = fen ? { game, fen } : { game };
      const [svg, { picture }] = await Promise.all([
        picturesOf(this.#connection, game),
        this.#connection.request({ do: 'position', picture: {}, ...place }),
      ]);
      const symbols = parseSvg(svg);
      symbols.setAttribute('class', 'away');
      return [symbols, parseSvg(picture)];
    } catch {
      return [];
    }
  }

  #read(form) {
    for (const [name, value] of new FormData(form)) {
      this.#choice[name] = name in DEFAULTS && typeof DEFAULTS[name] === 'number' ? Number(value) : value;
    }
    const { opponent, pace, level } = this.#choice;
    const { start } = form.elements;
    const count = this.#arrayCount();
    start.disabled = count === null;
    start.max = String((count ?? 1) - 1);
    start.nextElementSibling.textContent = count === null ? '' : t('of {count}', { count });
    this.#showArray(form);
    const byHand = opponent === 'hand';
    const show = (name, shown) => {
      const part = form.querySelector(`[data-for=${name}]`);
      if (part) part.hidden = !shown;
    };
    show('start', count !== null);
    show('side', opponent === 'engine');
    show('level', !byHand);
    for (const [value, label] of [
      ['time', !byHand],
      ['depth', !byHand],
      ['none', byHand],
    ]) {
      form.querySelector(`[name=pace][value=${value}]`).parentElement.hidden = !label;
    }
    const known = byHand ? ['clock', 'none'] : ['time', 'depth', 'clock'];
    if (!known.includes(pace)) {
      form.querySelector(`[name=pace][value=${known[known.length - 1] === 'none' ? 'none' : 'time'}]`).checked = true;
      this.#choice.pace = byHand ? 'none' : 'time';
    }
    show('time', this.#choice.pace === 'time');
    show('depth', this.#choice.pace === 'depth');
    show('clocks', this.#choice.pace === 'clock');
    show('base', this.#choice.pace === 'clock');
    show('increment', this.#choice.pace === 'clock');
    for (const input of form.querySelectorAll('.pace input')) input.disabled = input.parentElement.hidden;
    form.querySelector('.level output').textContent = this.#strength();
  }

  /** The level in words, with its Elo in the game in which that was measured. */
  #strength() {
    const { game, level } = this.#choice;
    if (level >= FULL) return t('full strength');
    const { levels } = this.#connection.hello ?? {};
    if (levels?.game !== game) return t('level {level} of {full}', { level, full: FULL });
    return t('level {level} of {full}, about {elo} Elo', { level, full: FULL, elo: levels.elo[level] });
  }

  /** @returns {object} how the game is played, for {@link import('./game.js').Game} */
  #setup() {
    const { opponent, level, pace, time, depth, base, increment } = this.#choice;
    const own = this.#choice.side === 'random' ? ['white', 'black'][Math.floor(Math.random() * 2)] : this.#choice.side;
    const player = (side) => (opponent === 'hand' || (opponent === 'engine' && side === own) ? 'human' : 'engine');
    return {
      players: { white: player('white'), black: player('black') },
      level: level >= FULL ? null : level,
      limit: pace === 'depth' ? { depth } : { time: Math.round(time * 1000) },
      clock: pace === 'clock' ? { base: Math.round(base * 60_000), increment: Math.round(increment * 1000) } : null,
    };
  }

  async #start(bare = false) {
    const { game, ...rest } = this.#choice;
    localStorage.setItem(REMEMBERED, JSON.stringify(rest));
    const setup = this.#setup();
    try {
      const fen = await this.#startFen();
      await (bare ? this.#keeper.open({ game, fen }, { flip: false }) : this.play(game, setup, fen));
      this.dialog.close();
    } catch (error) {
      tellError(error);
    }
  }

  /** Begins a game as the last one was begun. */
  quick(game) {
    this.#choice.game = game;
    return this.play(game, this.#setup());
  }

  /** Begins a game. */
  play(game, setup, fen = null) {
    const { players } = setup;
    const flip = players.white === 'engine' && players.black === 'human';
    return this.#keeper.open({ game, fen, tags: tagsOf(setup) }, { flip, setup });
  }
}

/** What a game is, without its name in front. */
function summaryOf({ title, summary }) {
  const names = [title, title.split(/[,:]/)[0], title.replace(/ Chess$/, '')];
  const name = names.find((candidate) => summary.startsWith(`${candidate}:`));
  const rest = name ? summary.slice(name.length + 1).trim() : summary;
  return rest === title ? t('The game that everybody knows.') : rest[0].toUpperCase() + rest.slice(1);
}

/** @returns {string[][]} the tags of a new game */
function tagsOf({ players, level, clock }) {
  const engine = level === null ? 'Bactrian' : `Bactrian, level ${level}`;
  const both = players.white === players.black;
  const name = (side) => (players[side] === 'engine' ? engine : both ? sideTag(side) : 'You');
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('.');
  const tags = [
    ['Event', 'Casual game'],
    ['Date', date],
    ['White', name('white')],
    ['Black', name('black')],
  ];
  if (clock) tags.push(['TimeControl', `${clock.base / 1000}+${clock.increment / 1000}`]);
  return tags;
}

/** @returns {object} the same game with the sides exchanged */
export function exchanged(setup) {
  return { ...setup, players: { white: setup.players.black, black: setup.players.white } };
}
