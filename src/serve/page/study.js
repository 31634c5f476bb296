/** The game on the board: its tree, the node that is shown, and the position there. */

import { ofEngine } from './language.js';
import * as tree from './tree.js';

/** A game with its names in the language of the page. */
function translated(game) {
  const pieces = game.pieces.map((piece) => ({ ...piece, name: ofEngine(piece.name) }));
  return { ...game, title: ofEngine(game.title), summary: ofEngine(game.summary), pieces };
}

/** How many positions are kept to be shown again at once. */
const MOST_POSITIONS = 400;

/**
 * Events: `open` (another game), `position` (another position is shown; detail `{from, animate}`: the node before),
 * `tree` (moves, comments or the result changed), `flip`.
 */
export class Study extends EventTarget {
  #connection;
  #positions = new Map();

  /** @param {import('./connection.js').Connection} connection */
  constructor(connection) {
    super();
    this.#connection = connection;
    this.games = [];
    /** Games that are played by name but not listed at first. */
    this.relatives = null;
    this.tree = tree.fromRecord({ game: '' });
    this.node = this.tree.root;
    this.position = null;
    /** The node of `position`: not yet `node` while the server is asked. */
    this.shown = this.node;
    this.flip = false;
  }

  /** Loads the list of games. */
  async load() {
    const { games } = await this.#connection.request({ do: 'games' });
    this.games = [...games.map(translated), ...(this.relatives ?? [])];
  }

  /** Adds the games that are played by name to the list, once. */
  async loadRelatives() {
    if (this.relatives) return;
    const { games } = await this.#connection.request({ do: 'games', relatives: true });
    if (this.relatives) return;
    this.relatives = games.map(translated);
    this.games.push(...this.relatives);
  }

  /** @returns {object|undefined} what the protocol says about a game; this one's without argument */
  info(name = this.tree.game) {
    return this.games.find((game) => game.name === name);
  }

  /** @returns {string} the FEN from which the moves start */
  get start() {
    return this.tree.fen ?? this.info()?.start ?? '';
  }

  /** @returns {object} game, start and moves of a node, as requests name a position */
  place(node = this.node) {
    const place = { game: this.tree.game, moves: tree.movesTo(node) };
    return this.tree.fen ? { ...place, fen: this.tree.fen } : place;
  }

  /**
   * Shows a game. If the server refuses its position the old one stays.
   *
   * @param {object} record of the protocol
   * @param {{path?: number[], flip?: boolean}} [at] which node to show, and from which side
   */
  async open(record, { path = [], flip = this.flip } = {}) {
    const opened = tree.fromRecord(record);
    const node = tree.nodeAt(opened, path);
    const place = { game: record.game, moves: tree.movesTo(node), ...(record.fen ? { fen: record.fen } : {}) };
    const position = await this.#connection.request({ do: 'position', picture: { flip }, ...place });
    if (!this.info(record.game)) await this.loadRelatives();
    this.#positions.clear();
    this.tree = opened;
    this.node = node;
    this.flip = flip;
    this.#remember(node, position);
    this.#set(node, position);
    this.dispatchEvent(new Event('open'));
    this.#shown(null, false);
  }

  /**
   * Reads a game that is only start and moves.
   *
   * @param {{game: string, fen?: string|null, moves: string[]}} place
   * @returns {Promise<object>} its record
   */
  async recordOf({ game, fen, moves }) {
    const start = fen ? { fen } : {};
    const { last } = await this.#connection.request({ do: 'position', game, moves, history: true, ...start });
    return { game, fen: fen ?? null, moves: last };
  }

  /** Shows another node of this game. */
  async go(node, { animate = true } = {}) {
    const from = this.node;
    if (node === from && this.position) return;
    this.node = node;
    const position = await this.look(node);
    if (this.node !== node) return;
    this.#set(node, position);
    this.#shown(from, animate);
  }

  /** @returns {Promise<object>} the position at a node, as this side sees it */
  async look(node) {
    const known = this.#positions.get(node);
    if (known && known.flip === this.flip) return known.position;
    const { flip } = this;
    const position = await this.#connection.request({ do: 'position', picture: { flip }, ...this.place(node) });
    this.#remember(node, position, flip);
    return position;
  }

  #set(node, position) {
    this.position = position;
    this.shown = node;
  }

  #remember(node, position, flip = this.flip) {
    this.#positions.delete(node);
    this.#positions.set(node, { position, flip });
    if (this.#positions.size > MOST_POSITIONS) this.#positions.delete(this.#positions.keys().next().value);
  }

  #shown(from, animate) {
    this.dispatchEvent(new CustomEvent('position', { detail: { from, animate } }));
  }

  /**
   * Adds a move behind a node.
   *
   * @param {object} move a legal move of `position`
   * @param {object} position the position at `node`
   * @returns {tree.Node}
   */
  add(node, move, position) {
    const { side, number } = position;
    const { move: text, san, verb, again } = move;
    const known = tree.findMove(node, text);
    const added = known ?? tree.addMove(node, { move: text, san, verb, side, number, again });
    if (!known) this.changed();
    return added;
  }

  /** Tells that moves, comments or the result changed. */
  changed() {
    this.dispatchEvent(new Event('tree'));
  }

  /** Turns the board round. */
  async turn(flip = !this.flip) {
    if (flip === this.flip) return;
    this.flip = flip;
    const { node } = this;
    const position = await this.look(node);
    if (this.node !== node) return;
    this.#set(node, position);
    this.dispatchEvent(new Event('flip'));
    this.#shown(node, false);
  }
}
