/** The test of a game: quick games of the engine against itself, and what they were like. */

import { actionButton, row } from './controls.js';
import { make, sentence } from './dom.js';
import { formatNumber, plural, t } from './language.js';
import { drawingOf } from './workpieces.js';

/** The games of a test. */
const GAMES = 50;

const number = (value, digits = 1) => formatNumber(value, digits);
const percent = (share) => `${number(100 * share, 0)} %`;

/** Shows the test of the game that is being written. */
export class TrialView {
  #connection;
  #run = 0;

  /** @param {() => {info: ?object, learned: ?object}} source the game, and what is known about it */
  constructor(connection, source) {
    this.#connection = connection;
    this.source = source;
    this.start = actionButton(t('Test: {count} quick games', { count: GAMES }), 'play', () => this.#begin(), 'main');
    this.stop = actionButton(t('Stop'), 'pause', () => this.end());
    this.bar = make('progress', { max: String(GAMES), 'aria-label': t('Games played') });
    this.note = make('p', { class: 'hint', role: 'status' });
    this.result = make('div');
    this.element = make('div', {}, row(this.start, this.stop, this.bar), this.note, this.result);
    this.#running(false);
  }

  /** Tells whether a test can be begun. */
  refresh() {
    this.start.disabled = !this.source().info || !this.stop.hidden;
  }

  /** Shows nothing: another game is being written. */
  clear() {
    this.end();
    this.#run += 1;
    this.result.replaceChildren();
    this.note.textContent = t('The engine plays against itself, each game from another start, and counts what happens.');
    this.#running(false);
  }

  /** Stops the test; what has been played is shown. */
  end() {
    if (!this.stop.hidden) this.#connection.request({ do: 'stop' }).catch(() => {});
  }

  #running(is) {
    this.stop.hidden = !is;
    this.bar.hidden = !is;
    this.refresh();
  }

  async #begin() {
    this.clear();
    const { info, learned } = this.source();
    const run = this.#run;
    this.bar.value = 0;
    this.#running(true);
    const show = (count) => run === this.#run && this.#show(info, count);
    try {
      // Weights of earlier rules may not fit.
      await this.#connection.request({ do: 'weights', game: info.name, ...learned }).catch(() => {});
      const count = await this.#connection.request({ do: 'trial', game: info.name, games: GAMES }, show);
      show(count);
    } catch (error) {
      if (run === this.#run) this.note.textContent = sentence(error.message);
    }
    if (run === this.#run) this.#running(false);
  }

  #show(info, { done, white, black, draws, endless, plies, choices, pieces }) {
    this.bar.value = done;
    this.note.textContent = plural(done, '{count} game', '{count} games');
    if (done === 0) return;
    const even = draws + endless;
    const share = (white + even / 2) / done;
    // The 95 % interval.
    const error = 1.96 * Math.sqrt(((white + even / 4) / done - share * share) / done);
    const fact = (label, value) => make('div', {}, make('dt', { text: label }), make('dd', { text: value }));
    const facts = [
      fact(t('White’s score'), `${percent(share)} ± ${number(100 * error, 0)} (+${white} =${even} −${black})`),
      fact(t('Draws'), percent(even / done)),
      fact(t('Length of a game'), t('{count} moves', { count: number(plies / done / 2) })),
      fact(t('Moves to choose from'), number(choices / Math.max(plies, 1))),
    ];
    if (endless > 0) facts.push(fact(t('Broken off after 200 moves'), number(endless, 0)));
    const line = ({ text, begun, captured, promoted }) => {
      const piece = info.pieces.find((other) => other.text === text);
      const all = begun + promoted;
      const values = [all > 0 ? percent(captured / all) : '–', promoted > 0 ? number(promoted / done, 2) : '–'];
      const cells = values.map((value) => make('td', { text: value }));
      const name = make('th', { scope: 'row', text: piece?.name ?? text });
      return make('tr', {}, make('td', {}, drawingOf(piece?.picture)), name, ...cells);
    };
    const titles = ['', t('Piece'), t('Captured, of all'), t('Promoted to, a game')];
    const head = titles.map((text) => make('th', { scope: 'col', text }));
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...pieces.map(line)));
    this.result.replaceChildren(make('dl', {}, ...facts), table);
  }
}
