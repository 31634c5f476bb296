/** What was played in the position on the board, in the files of games and own games that the browser keeps. */

import { byId, make, tellError } from './dom.js';
import * as kept from './kept.js';
import { formatNumber, plural, t } from './language.js';
import { Openings } from './openings.js';
import { preferences } from './preferences.js';
import * as shelf from './shelf.js';

/** The parts of a bar, from the left, and what they say. */
const PARTS = [
  ['white', (percent) => t('White wins {percent} %', { percent })],
  ['draws', (percent) => t('draws {percent} %', { percent })],
  ['black', (percent) => t('Black wins {percent} %', { percent })],
];

/** The narrowest part of a bar that has its number in it, in percent. */
const WIDE = 15;

/** The part of the panel that lists the moves. */
export class Explorer {
  #connection;
  #study;
  #keeper;
  #collection;
  #play;
  #openings;
  #box = byId('explorer');
  #gathered = 0;
  #asked = 0;

  /** @param {(move: object) => void} play makes a legal move */
  constructor(connection, study, keeper, collection, play) {
    this.#connection = connection;
    this.#study = study;
    this.#keeper = keeper;
    this.#collection = collection;
    this.#play = play;
    this.#openings = new Openings((place) => this.#keys(place));
    this.#box.open = preferences.get('explorer');
    this.#box.addEventListener('toggle', () => {
      preferences.set('explorer', this.#box.open);
      this.#gather().catch(tellError);
    });
    keeper.addEventListener('opened', () => this.#gather().catch(tellError));
    study.addEventListener('position', () => this.#show().catch(tellError));
  }

  async #keys(place) {
    return (await this.#connection.request({ do: 'keys', ...place })).keys;
  }

  /** Reads what is new since the last time, one game after the other, so that the page goes on. */
  async #gather() {
    this.#gathered += 1;
    const gathered = this.#gathered;
    if (!this.#box.open) return;
    await this.#collection.settled;
    const files = await shelf.list().catch(() => []);
    // The game on the board would be found by itself.
    const own = kept.list().filter(({ id, own }) => own && id !== this.#keeper.id);
    const games = own.map(({ id, saved, record }) => ({ id, saved, records: [record] }));
    const status = byId('explorer-status');
    await this.#openings.read([...files, ...games], (done, all) => {
      const goesOn = gathered === this.#gathered;
      if (goesOn) status.textContent = done < all ? t('Game {done} of {all} is read …', { done: done + 1, all }) : '';
      return goesOn;
    });
    if (gathered === this.#gathered) await this.#show();
  }

  async #show() {
    this.#asked += 1;
    const asked = this.#asked;
    if (!this.#box.open || !this.#study.position) return;
    const { game } = this.#study.tree;
    const key = (await this.#keys(this.#study.place())).at(-1);
    if (asked !== this.#asked) return;
    const moves = this.#openings.at(game, key);
    const rows = moves.map((move) => this.#row(move));
    byId('explorer-moves').replaceChildren(...rows);
    byId('explorer-none').hidden = rows.length > 0;
  }

  #row({ move, san, count, ...results }) {
    const play = () => {
      const legal = this.#study.position.moves.find((other) => other.move === move);
      if (legal) this.#play(legal);
    };
    const button = make('button', { type: 'button', class: 'move', text: san, onclick: play });
    const games = plural(count, '{count} game', '{count} games');
    return make('tr', {}, make('td', {}, button), make('td', { text: formatNumber(count), title: games }), make('td', {}, bar(results)));
  }
}

/** The results as a bar: white, draws, black. Games without a result are not in it. */
function bar(results) {
  const all = PARTS.reduce((sum, [name]) => sum + results[name], 0);
  const percents = PARTS.map(([name]) => Math.round((100 * results[name]) / all));
  const words = all === 0 ? t('no results') : PARTS.map(([, say], index) => say(percents[index])).join(', ');
  const box = make('div', { class: 'results', role: 'img', 'aria-label': words, title: words });
  for (const [index, [name]] of PARTS.entries()) {
    if (!results[name]) continue;
    const part = make('span', { class: name, text: percents[index] >= WIDE ? `${percents[index]} %` : '' });
    part.style.flexGrow = String(results[name]);
    box.append(part);
  }
  return box;
}
