/** The pieces that each side has captured, beside its name. */

import { byId, make } from './dom.js';
import { hrefOf, pieceName } from './describe.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';
import { preferences } from './preferences.js';
import * as tree from './tree.js';

/** Shows them for the position on the board. */
export class Captured {
  #connection;
  #study;
  #asked = 0;
  #taken = { white: [], black: [] };

  constructor(connection, study) {
    this.#connection = connection;
    this.#study = study;
    study.addEventListener('position', () => this.#refresh());
    preferences.addEventListener('change', ({ detail }) => detail.name === 'captured' && this.#refresh());
  }

  /** @returns {HTMLElement} the pieces that a side has captured */
  of(side) {
    const pieces = this.#taken[side];
    const names = pieces.map((piece) => pieceName(this.#study.info(), piece)).join(', ');
    const label = names ? t('has captured: {names}', { names }) : null;
    const icons = pieces.map((piece) => hrefOf(this.#study.info(), piece)).filter(Boolean);
    return make('span', { class: 'captured', role: 'img', 'aria-label': label, title: label }, ...icons.map(pieceIcon));
  }

  async #refresh() {
    this.#asked += 1;
    const asked = this.#asked;
    const taken = { white: [], black: [] };
    if (preferences.get('captured') && this.#study.node.parent) {
      const request = { do: 'position', history: true, ...this.#study.place() };
      const { last } = await this.#connection.request(request).catch(() => ({ last: [] }));
      for (const { side, captures } of last) taken[side].push(...captures);
    }
    if (asked !== this.#asked) return;
    const order = (this.#study.info()?.pieces ?? []).map(({ text }) => text);
    for (const list of Object.values(taken))
      list.sort((a, b) => order.indexOf(a.toUpperCase()) - order.indexOf(b.toUpperCase()));
    this.#taken = taken;
    this.draw();
  }

  /** Puts them into the strips of the players. */
  draw() {
    const bottom = this.#study.flip ? 'black' : 'white';
    for (const [id, side] of [['player-top', tree.opponent(bottom)], ['player-bottom', bottom]])
      byId(id).querySelector('.captured')?.replaceWith(this.of(side));
  }
}
