/** What was played in which position, by the engine's keys of positions. No DOM. */

/** What results count as. */
const COUNTED = { '1-0': 'white', '1/2-1/2': 'draws', '0-1': 'black' };

/** Adds the counts of a move to a list of moves. */
function add(list, move) {
  const known = list.find((other) => other.move === move.move);
  if (!known) list.push({ ...move });
  else for (const name of ['count', 'white', 'draws', 'black']) known[name] += move[name];
}

/** The moves of some sources: files of games, and single ones. */
export class Openings {
  #keysOf;
  /** By source, when it was saved, and the moves by game and key. */
  #sources = new Map();

  /** @param {(place: object) => Promise<string[]>} keysOf the keys of the positions of a game */
  constructor(keysOf) {
    this.#keysOf = keysOf;
  }

  /**
   * Reads the sources that are new or changed, and forgets those that are gone.
   *
   * @param {{id: string, saved: number, records: object[]}[]} sources
   * @param {(done: number, all: number) => boolean} report how many games were read; `false` ends it
   */
  async read(sources, report) {
    const ids = new Set(sources.map(({ id }) => id));
    for (const id of this.#sources.keys()) if (!ids.has(id)) this.#sources.delete(id);
    const changed = sources.filter(({ id, saved }) => this.#sources.get(id)?.saved !== saved);
    const all = changed.reduce((sum, { records }) => sum + records.length, 0);
    let done = 0;
    for (const { id, saved, records } of changed) {
      const positions = new Map();
      for (const record of records) {
        if (!report(done, all)) return;
        await this.#count(positions, record);
        done += 1;
      }
      this.#sources.set(id, { saved, positions });
    }
    report(done, all);
  }

  /** Counts the moves of a game; one that the engine refuses has none. */
  async #count(positions, { game, fen, moves, result }) {
    const place = { game, moves: moves.map(({ move }) => move), ...(fen ? { fen } : {}) };
    const keys = await this.#keysOf(place).catch(() => []);
    for (const [index, key] of keys.slice(0, moves.length).entries()) {
      const { move, san } = moves[index];
      const played = { move, san, count: 1, white: 0, draws: 0, black: 0 };
      if (COUNTED[result]) played[COUNTED[result]] = 1;
      const name = `${game} ${key}`;
      if (!positions.has(name)) positions.set(name, []);
      add(positions.get(name), played);
    }
  }

  /** @returns {object[]} the moves that were played in a position, the most frequent first */
  at(game, key) {
    const list = [];
    for (const { positions } of this.#sources.values())
      for (const move of positions.get(`${game} ${key}`) ?? []) add(list, move);
    return list.sort((one, other) => other.count - one.count || one.san.localeCompare(other.san));
  }
}
