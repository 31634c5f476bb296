/** A file of games, of which one is on the board. It is kept with all changes as long as the browser has room. */

import { newId } from './kept.js';
import { t } from './language.js';
import * as shelf from './shelf.js';
import * as tree from './tree.js';

/** Where this tab is in which file. */
const PLACE = 'bactrian.collection';

/** Changes in a row are kept together, in milliseconds. */
const PAUSE = 600;

/** The file. Event `change`: another file, another game of it, or none is on the board. */
export class Collection extends EventTarget {
  #study;
  #keeper;
  #id = null;
  #timer = 0;
  #opening = null;
  /** A game with changes that the file does not have yet. @type {?{index: number, game: object}} */
  #changed = null;
  /** Resolves when the file is kept as it was given last. */
  settled = Promise.resolve();

  constructor(study, keeper) {
    super();
    this.#study = study;
    this.#keeper = keeper;
    this.name = '';
    this.records = [];
    /** The index of the game on the board, `null` if it is none of the file. @type {?number} */
    this.chosen = null;
    keeper.addEventListener('opened', () => this.#opened());
    study.addEventListener('tree', () => this.#edited());
  }

  /** @returns {boolean} whether a game of a file with several is on the board */
  get isOpen() {
    return this.chosen !== null && this.records.length > 1;
  }

  /** Takes the games of a file, and puts the first one on the board. */
  async take(records, name) {
    this.#flush();
    this.#id = newId();
    Object.assign(this, { records, name });
    if (records.length > 1) this.#save();
    await this.choose(0);
  }

  /** Opens a file that is kept. */
  async openKept(id) {
    const file = await shelf.load(id);
    if (!file) throw new Error(t('This file is no longer kept.'));
    this.#flush();
    this.#id = id;
    Object.assign(this, { records: file.records, name: file.name });
    await this.choose(0);
  }

  /** Puts a game on the board. @param {number} index */
  async choose(index) {
    this.#flush();
    this.#opening = index;
    try {
      await this.#keeper.open(this.records[index], { flip: false });
    } finally {
      this.#opening = null;
    }
  }

  #opened() {
    this.#flush();
    this.chosen = this.#opening;
    if (this.chosen !== null) this.#remember();
    else this.#restore();
    this.dispatchEvent(new Event('change'));
  }

  #remember() {
    const place = { collection: this.#id, chosen: this.chosen, game: this.#keeper.id };
    sessionStorage.setItem(PLACE, JSON.stringify(place));
  }

  /** After the page was loaded again, or on the way back to it, the game on the board is one of the file again. */
  async #restore() {
    const place = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null');
    if (place?.game !== this.#keeper.id) return;
    const file = place.collection === this.#id ? this : await shelf.load(place.collection).catch(() => null);
    if (!file || this.#keeper.id !== place.game) return;
    this.#id = place.collection;
    Object.assign(this, { records: file.records, name: file.name, chosen: place.chosen });
    this.dispatchEvent(new Event('change'));
  }

  #edited() {
    if (this.chosen === null || this.#opening !== null) return;
    this.#changed = { index: this.chosen, game: this.#study.tree };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), PAUSE);
  }

  /** Takes the changes of the game on the board over into the file. */
  #flush() {
    if (!this.#changed) return;
    clearTimeout(this.#timer);
    const { index, game } = this.#changed;
    this.#changed = null;
    this.records[index] = tree.toRecord(game);
    if (this.records.length > 1) this.#save();
  }

  /** @returns {object[]} the games with all changes */
  current() {
    this.#flush();
    return this.records;
  }

  #save() {
    const { name, records } = this;
    // Without a database, or room in it, the file lasts as long as the page.
    this.settled = shelf.save({ id: this.#id, name, records }).catch(() => {});
  }
}
