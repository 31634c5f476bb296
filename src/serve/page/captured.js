/** The pieces that each side has captured, and by how much it is ahead in material, beside its name. */

import { byId, make } from './dom.js';
import { hrefOf, pieceName } from './describe.js';
import { pieceIcon } from './ghost.js';
import { formatNumber, t } from './language.js';
import { preferences } from './preferences.js';
import * as tree from './tree.js';

/** The value of a pawn, in which material is counted, in centipawns. */
const PAWN = 100;

/** Shows them for the position on the board. */
export class Captured {
  #connection;
  #study;
  #asked = 0;
  #taken = { white: [], black: [] };
  /** How much more material White has, in centipawns. */
  #material = 0;

  constructor(connection, study) {
    this.#connection = connection;
    this.#study = study;
    study.addEventListener('position', () => this.#refresh());
    preferences.addEventListener('change', ({ detail }) => detail.name === 'captured' && this.#refresh());
  }

  /** @returns {HTMLElement} the pieces that a side has captured */
  of(side) {
    // Where captured pieces are held in hand, they are seen there.
    const pieces = this.#study.position?.hands ? [] : this.#taken[side];
    const names = pieces.map((piece) => pieceName(this.#study.info(), piece)).join(', ');
    const label = names ? t('has captured: {names}', { names }) : null;
    const icons = pieces.map((piece) => hrefOf(this.#study.info(), piece)).filter(Boolean);
    const taken = make('span', { role: 'img', 'aria-label': label, title: label }, ...icons.map(pieceIcon));
    return make('span', { class: 'captured' }, taken, this.#ahead(side));
  }

  /** @returns {?HTMLElement} by how many pawns a side is ahead */
  #ahead(side) {
    const ahead = (side === 'white' ? this.#material : -this.#material) / PAWN;
    if (Math.round(ahead) < 1) return null;
    const title = t('{pawns} pawns ahead in material', { pawns: formatNumber(ahead, 1) });
    return make('span', { class: 'ahead', text: `+${formatNumber(Math.round(ahead))}`, title });
  }

  async #refresh() {
    this.#asked += 1;
    const asked = this.#asked;
    const taken = { white: [], black: [] };
    let material = 0;
    if (preferences.get('captured')) {
      const place = this.#study.place();
      const ask = (request, none) => this.#connection.request({ ...request, ...place }).catch(() => none);
      const [history, evaluation] = await Promise.all([
        ask({ do: 'position', history: true }, { last: [] }),
        ask({ do: 'evaluate' }, { material: 0 }),
      ]);
      for (const { side, captures } of history.last) taken[side].push(...captures);
      material = evaluation.material;
    }
    if (asked !== this.#asked) return;
    this.#material = material;
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
