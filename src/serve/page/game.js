/** Playing: who moves for which side, clocks, the end of the game. */

import { Clock } from './clock.js';
import { lossOf, lossWords, playerWords, sideName, sideTag } from './describe.js';
import { isScored } from './evaluation.js';
import * as tree from './tree.js';

/** So many of its last scores tell the engine how its game stands. */
const SCORES = 8;

/** What is played without being chosen: both sides by hand. */
const FREE = {
  players: { white: 'human', black: 'human' },
  level: null,
  limit: { time: 1000 },
  clock: null,
};

/**
 * Events: `change` (players, running, thinking or the result changed), `line` (what the engine thinks, detail: the
 * protocol's event), `stands` (the game stands at another node, or has ended; before that is on the board), `ended`,
 * `moved` (detail `{before, move, node}`), `offer` (the engine offers a draw with its move).
 *
 * `setup` has `players` (for each side `human` or `engine`), `level` (0 to 20, `null` at full strength), `limit`
 * (`time` or `depth` of a search) and `clock` (`base` and `increment` in milliseconds, or `null`).
 */
export class Game extends EventTarget {
  #connection;
  #study;

  constructor(connection, study) {
    super();
    this.#connection = connection;
    this.#study = study;
    this.reset();
    study.addEventListener('open', () => this.reset());
    setInterval(() => this.#watchClock(), 100);
  }

  /** Nobody plays: the board is there to look and try. */
  reset() {
    this.cancel();
    this.setup = FREE;
    this.running = false;
    this.live = this.#study.tree.root;
    this.clock = null;
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** Plays on from a node of the game on the board. @param {object} [left] what the clocks have left */
  begin(setup, live = this.#study.node, left = null) {
    this.cancel();
    this.running = true;
    this.hold(setup, live, left);
    if (this.clock && live.parent) this.clock.start(this.toMove);
    this.#study.tree.result = '*';
    this.#study.tree.termination = null;
    this.#changed();
    this.#advance();
  }

  /** Remembers a game that is not going on, so that it can. */
  hold(setup, live, left) {
    this.setup = setup;
    this.live = live;
    this.clock = setup.clock ? new Clock(setup.clock.base, setup.clock.increment) : null;
    if (left) this.clock?.set(left);
    this.#changed();
  }

  /** @returns {string} the side to move where the game stands */
  get toMove() {
    return tree.sideAfter(this.#study.tree, this.live);
  }

  /** @returns {boolean} whether the engine has a side in the running game */
  get withEngine() {
    return this.running && Object.values(this.setup.players).includes('engine');
  }

  /** @returns {boolean} whether a person plays the engine, who must not see what it thinks */
  get hidesScores() {
    return this.running && this.human !== null;
  }

  /** @returns {string|null} the only side that a person plays against the engine */
  get human() {
    const { white, black } = this.setup.players;
    if (white === black) return null;
    return white === 'human' ? 'white' : 'black';
  }

  /** @returns {'white'|'black'|'both'|null} whose pieces can be moved by hand on the board */
  get movable() {
    if (!this.running) return 'both';
    if (this.clock && this.#study.node !== this.live) return null;
    if (this.human) return this.human;
    return this.setup.players.white === 'human' ? 'both' : null;
  }

  /** Plays a legal move of the position that is shown. */
  async play(move) {
    const { position, node, shown } = this.#study;
    // The board may have the move from an earlier answer about the same position.
    const legal = position?.moves.find((known) => known.move === move.move);
    if (shown !== node || !legal) return;
    if (this.movable !== 'both' && this.movable !== position.side) return;
    this.cancel();
    await this.#made(node, legal, position);
  }

  /** Adds a move, shows it if its node was shown, and lets the game go on. */
  async #made(node, move, position, figures = {}) {
    const study = this.#study;
    const shown = study.node === node;
    const added = study.add(node, move, position);
    Object.assign(added, figures);
    if (this.running) this.#press(node, added, position.side);
    const going = shown ? study.go(added) : null;
    this.dispatchEvent(new Event('stands'));
    await going;
    this.dispatchEvent(new CustomEvent('moved', { detail: { before: position, move, node: added } }));
    this.#changed();
    if (this.running && this.live === added) await this.#goOn(added);
  }

  #press(node, added, side) {
    this.live = added;
    // The way that the game goes now is its main line, also after a step back.
    if (tree.makeMain(added)) this.#study.changed();
    if (!this.clock) return;
    this.clock.press(side, tree.sideAfter(this.#study.tree, added));
    added.left = this.clock.times();
  }

  async #goOn(node) {
    const { ending } = await this.#study.look(node);
    if (this.live !== node || !this.running) return;
    if (ending) this.end(ending.result, ending.words);
    else this.#advance();
  }

  #advance() {
    if (this.running && this.setup.players[this.toMove] === 'engine') this.#think(this.live, this.#limits());
  }

  #limits() {
    const { level, limit } = this.setup;
    const strength = level === null ? {} : { level };
    return { ...strength, ...(this.clock ? { clock: this.clock.limits() } : limit) };
  }

  async #think(node, limits) {
    const thinking = { node };
    this.thinking = thinking;
    this.#changed();
    const onEvent = (event) => {
      if (event.event !== 'line' || this.thinking !== thinking) return;
      this.dispatchEvent(new CustomEvent('line', { detail: { ...event, node } }));
    };
    try {
      const [position, answer] = await Promise.all([
        this.#study.look(node),
        this.#connection.request({ do: 'search', ...this.#study.place(node), ...limits }, onEvent),
      ]);
      const move = position.moves.find((legal) => legal.move === answer.best);
      const decision = move && this.thinking === thinking ? await this.#decide(node, move, answer) : 'play';
      if (this.thinking === thinking) await this.#answered(node, position, { move, decision, answer });
    } catch (error) {
      if (this.thinking === thinking) this.#failed(error);
    }
  }

  async #answered(node, position, { move, decision, answer }) {
    this.thinking = null;
    if (!move) {
      this.running = false;
      this.#changed();
      return;
    }
    if (decision === 'resign') {
      this.end(lossOf(position.side), lossWords(position.side, 'resigns'));
      return;
    }
    const { score, mate, depth } = answer;
    const made = this.#made(node, move, position, { score, mate, depth });
    if (decision === 'offerDraw' && this.live.parent === node) {
      this.live.offersDraw = true;
      this.#changed();
      this.dispatchEvent(new Event('offer'));
    }
    await made;
  }

  /** What the engine, which plays a person, does with a move: `play`, `offerDraw` or `resign` instead of it. */
  async #decide(node, move, figures) {
    if (!this.running || !this.human || move.again) return 'play';
    const place = this.#study.place(node);
    const judged = await this.#judge({ ...place, moves: [...place.moves, move.move] }, node, [figures]);
    return judged.decision;
  }

  /** What the engine thinks of its game at a place, which follows a node and turns of its own with these figures. */
  #judge(place, node, figures = []) {
    const side = tree.opponent(this.human);
    const own = tree.pathTo(node).filter((step) => step.side === side && isScored(step));
    const offered = own.findLastIndex((step) => step.offersDraw);
    const told = [...own, ...figures].slice(-SCORES);
    return this.#connection.request({
      do: 'judge',
      ...place,
      side,
      scores: told.map(({ score, mate }) => (Number.isFinite(mate) ? { mate } : { score })),
      ...(offered >= 0 ? { sinceOffer: own.length - offered } : {}),
      resigns: this.setup.level === null,
    });
  }

  #failed(error) {
    this.thinking = null;
    this.running = false;
    this.clock?.stop();
    this.#changed();
    this.dispatchEvent(new CustomEvent('failed', { detail: error }));
  }

  /** The engine stops thinking without a move. */
  cancel() {
    if (!this.thinking) return;
    this.thinking = null;
    this.#connection.request({ do: 'stop' }).catch(() => {});
    this.#changed();
  }

  /** The engine, which is at work, moves at once. */
  moveNow() {
    if (this.thinking) this.#connection.request({ do: 'stop' }).catch(() => {});
  }

  /** Holds a game of the engine against itself, or one that has gone on long enough. */
  pause() {
    this.cancel();
    this.running = false;
    this.clock?.stop();
    this.#changed();
  }

  /** Goes on with a game that was held, where it is shown. */
  resume() {
    const left = this.#study.node === this.live ? this.clock?.times() : this.#study.node.left;
    this.begin(this.setup, this.#study.node, left ?? null);
  }

  /** @returns {tree.Node|null} where the game stands after taking back the last turn of the person, if there is one */
  get back() {
    if (!this.live.parent || !tree.holds(this.#study.tree, this.live)) return null;
    if (!this.human) return this.live.parent;
    const own = (node) => tree.sideAfter(this.#study.tree, node) === this.human;
    let node = this.live.parent;
    while (node.parent && !own(node)) node = node.parent;
    return own(node) ? node : null;
  }

  /** Takes back the last turn, and the engine's answer to it. */
  async takeBack() {
    const { back } = this;
    if (!back) return;
    this.cancel();
    const first = tree.pathTo(this.live).find((node) => node.parent === back);
    // All of this happens at once: a move that is on its way finds that the game stands elsewhere.
    const going = this.#study.go(back);
    tree.remove(first);
    this.live = back;
    this.running = true;
    this.#study.tree.result = '*';
    this.#study.tree.termination = null;
    this.#setClock(back);
    this.#study.changed();
    this.dispatchEvent(new Event('stands'));
    this.#changed();
    await going;
  }

  /** Sets the clocks to what they showed at a node; if that is not known, they go on from where they are. */
  #setClock(node) {
    if (!this.clock) return;
    const { base } = this.setup.clock;
    const first = node.parent ? this.clock.times() : { white: base, black: base };
    this.clock.set(node.left ?? first);
    if (node.parent) this.clock.start(this.toMove);
  }

  /** The person gives up; by hand on both sides the side to move does. */
  resign() {
    const side = this.human ?? this.toMove;
    this.end(lossOf(side), lossWords(side, 'resigns'));
  }

  /** @returns {boolean} whether the engine has offered a draw with its last move */
  get isDrawOffered() {
    return this.running && Boolean(this.live.offersDraw);
  }

  /** @returns {Promise<boolean>} whether the draw was agreed; by hand on both sides it always is */
  async offerDraw() {
    const { live } = this;
    const agreed = !this.withEngine || this.isDrawOffered || (await this.#takesDraw(live));
    if (agreed && this.running && this.live === live) this.end('1/2-1/2', 'Draw agreed');
    return agreed;
  }

  async #takesDraw(node) {
    return (await this.#judge(this.#study.place(node), node)).acceptsDraw;
  }

  /** Ends the game. @param {string} result @param {string} words the reason */
  end(result, words) {
    this.cancel();
    this.running = false;
    this.clock?.stop();
    this.#study.tree.result = result;
    this.#study.tree.termination = words;
    this.#study.changed();
    this.dispatchEvent(new Event('stands'));
    this.#changed();
    this.dispatchEvent(new Event('ended'));
  }

  #watchClock() {
    const side = this.running ? this.clock?.fallen() : null;
    if (side) this.end(lossOf(side), lossWords(side, 'time'));
  }

  /** @returns {string} how a side is called in lists and records */
  playerName(side) {
    const name = tree.tag(this.#study.tree, sideTag(side));
    return name && name !== '?' ? playerWords(name) : sideName(side);
  }
}
