/** Analysis of the position that is shown, and annotation of whole games. */

/** Positions that are shown for a shorter time than this are not looked at, in milliseconds. */
const SETTLE = 80;

/**
 * Events: `change` (on, off, lines; `results` has the best lines of the position shown, by rank), `progress`
 * (annotation).
 */
export class Analysis extends EventTarget {
  #connection;
  #study;
  #game;
  #search = null;
  #timer = 0;
  #shownFor = null;
  #wasHidden = false;
  #known = new WeakMap();

  constructor(connection, study, game) {
    super();
    this.#connection = connection;
    this.#study = study;
    this.#game = game;
    this.on = false;
    this.lines = 1;
    this.results = [];
    this.annotating = null;
    study.addEventListener('position', () => this.#restart());
    study.addEventListener('open', () => {
      this.#known = new WeakMap();
    });
    game.addEventListener('change', () => this.#gameChanged());
    game.addEventListener('line', ({ detail }) => this.#overhear(detail));
  }

  /** Starts or stops the analysis. */
  toggle(on = !this.on) {
    if (on === this.on) return;
    this.on = on;
    this.#restart();
    this.#changed();
  }

  /** A game against the engine begins without help. */
  #gameChanged() {
    const { hidesScores } = this.#game;
    if (hidesScores && !this.#wasHidden) this.toggle(false);
    this.#wasHidden = hidesScores;
    this.#restart();
  }

  /** Looks for so many lines. */
  setLines(lines) {
    this.lines = lines;
    this.#known = new WeakMap();
    this.#end();
    this.#restart();
    this.#changed();
  }

  /** Looks at the position again, after engine settings changed. */
  again() {
    this.#end();
    this.#restart();
  }

  /** @returns {boolean} whether a search of its own runs */
  get isSearching() {
    return this.#search !== null;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  #restart() {
    const { node } = this.#study;
    if (this.#search?.node === node && this.#wanted()) return;
    this.#end();
    if (this.#shownFor !== node) {
      this.#shownFor = node;
      this.results = this.#known.get(node) ?? [];
      this.#changed();
    }
    clearTimeout(this.#timer);
    if (this.#wanted()) this.#timer = setTimeout(() => this.#begin(node), SETTLE);
  }

  #wanted() {
    const { position } = this.#study;
    return this.on && !this.#game.thinking && !this.annotating && position !== null && position.moves.length > 0;
  }

  #end() {
    clearTimeout(this.#timer);
    if (!this.#search) return;
    this.#search = null;
    if (!this.#game.thinking && !this.annotating) this.#connection.request({ do: 'stop' }).catch(() => {});
  }

  async #begin(node) {
    if (!this.#wanted() || this.#study.node !== node) return;
    const search = { node, lines: [] };
    this.#search = search;
    const request = { do: 'search', lines: this.lines, ...this.#study.place(node) };
    try {
      await this.#connection.request(request, (event) => this.#received(search, event));
    } catch (error) {
      if (this.#search === search) this.#failed(error);
    }
  }

  #failed(error) {
    this.#search = null;
    this.on = false;
    this.#changed();
    this.dispatchEvent(new CustomEvent('failed', { detail: error }));
  }

  #received(search, event) {
    if (this.#search !== search) return;
    if (event.event === 'line') this.#receivedLine(search, event);
    else if (search.lines[0]) Object.assign(search.lines[0], { nodes: event.nodes, speed: event.speed });
    this.#changed();
  }

  #receivedLine(search, line) {
    search.lines[line.rank - 1] = line;
    const deepest = this.#known.get(search.node)?.[0]?.depth ?? 0;
    if (search.lines[0] && search.lines[0].depth >= deepest) {
      this.#known.set(search.node, [...search.lines]);
      this.results = this.#known.get(search.node);
    }
  }

  /** What the engine thinks about its own move is shown where the analysis is on. */
  #overhear(line) {
    if (!this.on || line.node !== this.#study.node) return;
    this.results = [line];
    this.#changed();
  }

  /**
   * Has the engine look at every move of the game.
   *
   * @param {object} record
   * @param {object} limits `time` or `depth` for each position
   * @returns {Promise<object|null>} the record with scores, glyphs and better lines
   */
  async annotate(record, limits) {
    this.#end();
    const work = { done: 0, of: 0 };
    this.annotating = work;
    this.#progress();
    try {
      const answer = await this.#connection.request({ do: 'annotate', record, ...limits }, ({ done, of }) => {
        Object.assign(work, { done, of });
        this.#progress();
      });
      return answer.record;
    } finally {
      this.annotating = null;
      this.#progress();
      this.#restart();
    }
  }

  /** Ends an annotation; what was done so far stays. */
  stopAnnotating() {
    if (this.annotating) this.#connection.request({ do: 'stop' }).catch(() => {});
  }

  #progress() {
    this.dispatchEvent(new Event('progress'));
  }
}
