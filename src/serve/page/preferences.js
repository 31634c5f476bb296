/** How the board is to be: choices of the user that this browser keeps. */

const KEPT = 'bactrian.board';

/** What holds until the user chooses otherwise. */
export const STANDARD = {
  /** When a piece tells where it goes: `point`, `press` or `never`. */
  help: 'point',
  /** Whether pieces that differ in their number show it. */
  counts: true,
  /** Whether the list of moves has pictures of pieces instead of letters. */
  figurines: false,
  /** Whether the pieces that a side has captured are beside its name. */
  captured: true,
  /** Whether moves are heard. */
  sounds: false,
  /** Whether moves can be made before one's turn. */
  premoves: false,
  /** How the pieces are drawn. */
  pieces: 'drawn',
  /** The colours of the board. */
  colours: 'wood',
  /** Whether the explorer of openings is unfolded. */
  explorer: false,
  /** Whether a token that may be handed over is asked for at each move. */
  asksToken: false,
};

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** The preferences. Event `change`, detail `{name}`. */
class Preferences extends EventTarget {
  #chosen = read();

  /** @returns {string|boolean} what the user has chosen, or what is usual */
  get(name) {
    return this.#chosen[name] ?? STANDARD[name];
  }

  /** Chooses, and keeps the choice. */
  set(name, value) {
    this.#chosen[name] = value;
    if (value === STANDARD[name]) delete this.#chosen[name];
    localStorage.setItem(KEPT, JSON.stringify(this.#chosen));
    this.dispatchEvent(new CustomEvent('change', { detail: { name } }));
  }
}

export const preferences = new Preferences();
