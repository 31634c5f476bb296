/** Keeps the game on the board: in the browser's storage, and in the page's address. */

import { fromHash, toHash } from './address.js';
import { playerWords, sideName, sideTag } from './describe.js';
import { tell, tellError } from './dom.js';
import * as kept from './kept.js';
import { t } from './language.js';
import { readPlace } from './lenient.js';
import * as tree from './tree.js';

/** Changes in a row are kept together, in milliseconds. */
const PAUSE = 250;

/** How many of its latest addresses are kept with a game. */
const ADDRESSES = 3;

/** Opens games, and keeps what becomes of them. Event `opened`: another game is on the board. */
export class Keeper extends EventTarget {
  #study;
  #game;
  #id = null;
  #timer = 0;
  #opening = false;
  #own = false;
  #addresses = [];

  constructor(study, game) {
    super();
    this.#study = study;
    this.#game = game;
    for (const event of ['position', 'tree', 'flip']) study.addEventListener(event, () => this.#later());
    game.addEventListener('change', () => this.#later());
    game.addEventListener('stands', () => this.#atOnce());
    study.addEventListener('tree', () => {
      this.#own = true;
    });
    addEventListener('popstate', ({ state }) => this.#travel(state).catch(tellError));
    addEventListener('pagehide', () => this.flush());
  }

  /** @returns {string|null} the name under which the game on the board is kept */
  get id() {
    return this.#id;
  }

  #later() {
    if (this.#opening || !this.#id) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** A move is kept before anything else happens. Browsers object to an address that changes with each fast move. */
  #atOnce() {
    if (this.#opening) return;
    const { white, black } = this.#game.setup.players;
    if (white === 'human' || black === 'human') this.flush();
    else this.#store();
  }

  /** Keeps the game at once. */
  flush() {
    clearTimeout(this.#timer);
    if (this.#opening || !this.#id) return;
    this.#write('replaceState');
    this.#store();
  }

  /** Writes the address. @param {'pushState'|'replaceState'} method */
  #write(method) {
    history[method]({ id: this.#id }, '', this.hash());
    const others = this.#addresses.filter((address) => address !== location.hash);
    this.#addresses = [location.hash, ...others].slice(0, ADDRESSES);
  }

  #store() {
    if (!this.#id) return;
    if (this.#study.tree.root.children.length === 0 && !this.#game.running) return;
    if (!kept.save(this.#entry()) && !this.full) {
      this.full = true;
      tell(t('The browser has no room to keep this game. Save it as a file.'), 'error');
    }
  }

  #entry() {
    const { tree: shown, node, flip } = this.#study;
    const { setup, running, live, clock } = this.#game;
    const left = clock ? clock.times() : null;
    const lefts = tree.pathTo(live).map((step) => step.left ?? null);
    return {
      id: this.#id,
      own: this.#own || running,
      record: tree.toRecord(shown),
      path: tree.indexPath(node),
      live: tree.indexPath(live),
      flip,
      setup,
      running,
      left,
      lefts,
      addresses: this.#addresses,
    };
  }

  /** @returns {string} the address of the position on the board */
  hash() {
    const { tree: shown, node, flip } = this.#study;
    const moves = tree.lineThrough(node).map((step) => step.move);
    return toHash({ game: shown.game, fen: shown.fen, moves, at: tree.pathTo(node).length, flip });
  }

  /** @returns {string} the address as a link for others, without what is only for this browser */
  link() {
    const url = new URL(location.href);
    url.hash = this.hash();
    return url.href;
  }

  /**
   * Puts a game on the board.
   *
   * @param {object} record
   * @param {{path?: number[], flip?: boolean, push?: boolean, setup?: object}} [how] `setup`: it is played, by these
   */
  async open(record, { path = [], flip, push = true, setup = null } = {}) {
    await this.#replace(kept.newId(), push, async () => {
      await this.#study.open(record, { path, flip });
    });
    if (setup) this.#game.begin(setup);
  }

  /** Puts a kept game on the board. @param {string} id */
  async openKept(id, { push = true } = {}) {
    const entry = kept.load(id);
    if (!entry) throw new Error(t('This game is no longer kept.'));
    await this.#replace(id, push, async () => {
      await this.#study.open(entry.record, { path: entry.path, flip: entry.flip });
      if (!entry.setup) return;
      const live = tree.nodeAt(this.#study.tree, entry.live);
      tree.pathTo(live).forEach((step, index) => {
        if (entry.lefts?.[index]) step.left = entry.lefts[index];
      });
      if (entry.running) this.#game.begin(entry.setup, live, entry.left);
      else this.#game.hold(entry.setup, live, entry.left);
    });
  }

  async #replace(id, push, open) {
    clearTimeout(this.#timer);
    this.#store();
    this.#opening = true;
    const before = this.#id;
    try {
      await open();
    } finally {
      this.#opening = false;
    }
    await this.#take(id, before);
    this.#own = Boolean(kept.load(id)?.own);
    const method = push && before !== null ? 'pushState' : 'replaceState';
    this.#addresses = [];
    this.#write(method);
    this.#later();
    this.dispatchEvent(new Event('opened'));
  }

  async #take(id, before) {
    this.#id = id;
    if (id === before || (await kept.claim(id))) return;
    this.#id = kept.newId();
    await kept.claim(this.#id);
    if (this.#game.running) this.#game.pause();
    tell(t('This game is open in another tab; here is a copy of it.'));
  }

  /** Opens what the address or the tab says. @returns {Promise<boolean>} whether there was anything */
  async start() {
    const place = fromHash(location.hash);
    const id = history.state?.id ?? kept.ownId();
    const entry = id ? kept.load(id) : null;
    // When the page is loaded again just after a move, the browser may do so with the address of before.
    const isOwn = Boolean(entry?.addresses?.includes(location.hash));
    if (isOwn || this.#matches(entry, place)) {
      await this.openKept(id, { push: false });
      if (place && !isOwn) await this.#goTo(place);
      return true;
    }
    if (!place) return false;
    await this.openPlace(place, { push: false });
    return true;
  }

  #matches(entry, place) {
    if (!entry || !place) return Boolean(entry);
    const { record } = entry;
    if (record.game !== place.game || (record.fen ?? null) !== place.fen) return false;
    const found = tree.nodeOfMoves(tree.fromRecord(record), place.moves);
    return tree.pathTo(found).length === place.moves.length;
  }

  async #goTo({ moves, at }) {
    await this.#study.go(tree.nodeOfMoves(this.#study.tree, moves.slice(0, at)), { animate: false });
  }

  /** Opens start and moves, as far as they are right. @param {object} place as {@link fromHash} reads it */
  async openPlace(place, { push = true } = {}) {
    const { record, at, complaint } = await readPlace(this.#study, place);
    await this.open(record, { path: new Array(at).fill(0), flip: place.flip, push });
    if (complaint) tell(complaint, 'error');
  }

  async #travel(state) {
    const place = fromHash(location.hash);
    const id = state?.id;
    if (id && id === this.#id && place) return this.#goTo(place);
    if (id && this.#matches(kept.load(id), place)) return this.openKept(id, { push: false });
    return place ? this.openPlace(place, { push: false }) : undefined;
  }
}

/** @returns {string} how a kept game is called in a list */
export function titleOf(record, info) {
  const name = (side) => record.tags?.find(([tag]) => tag === sideTag(side))?.[1];
  const players = ['white', 'black'].map((side) => (name(side) === '?' ? null : name(side)));
  if (players.some(Boolean))
    return players.map((player, index) => (player ? playerWords(player) : sideName(index ? 'black' : 'white'))).join(' – ');
  return info?.title ?? record.game;
}
