/** The games that the browser keeps. Each tab has a game of its own, so tabs do not overwrite each other's. */

const PREFIX = 'bactrian.game.';
const TAB = 'bactrian.tab';

/** Older games go when there are more than this … */
const MOST = 100;
/** … and of those that were only looked at, when there are more than this. */
const MOST_SEEN = 12;

let release = null;

/** @returns {string} a name for a new game */
export function newId() {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}${random[0].toString(36)}${random[1].toString(36)}`;
}

/**
 * Takes a game for this tab until it takes another one.
 *
 * @param {string} id
 * @returns {Promise<boolean>} whether no other tab has it
 */
export async function claim(id) {
  release?.();
  release = null;
  sessionStorage.setItem(TAB, id);
  if (!navigator.locks) return true;
  return new Promise((resolve) => {
    const hold = (lock) => {
      resolve(lock !== null);
      return lock === null
        ? undefined
        : new Promise((done) => {
            release = done;
          });
    };
    navigator.locks.request(PREFIX + id, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
}

/** @returns {string|null} the game that this tab had before it was loaded again */
export function ownId() {
  return sessionStorage.getItem(TAB);
}

/** @returns {object|null} a kept game: `id`, `saved` (milliseconds since 1970), `own`, `record` and more */
export function load(id) {
  try {
    const entry = JSON.parse(localStorage.getItem(PREFIX + id));
    return entry?.record?.game ? entry : null;
  } catch {
    return null;
  }
}

/** @returns {object[]} all kept games, the latest first */
export function list() {
  const ids = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length));
  return ids
    .map(load)
    .filter(Boolean)
    .sort((one, other) => other.saved - one.saved);
}

/** Takes a game out. */
export function remove(id) {
  localStorage.removeItem(PREFIX + id);
}

/** Keeps a game; `own` tells those that were played or changed here. @returns {boolean} whether there was room */
export function save(entry) {
  const text = JSON.stringify({ ...entry, saved: Date.now() });
  if (localStorage.getItem(PREFIX + entry.id) === null) makeRoom();
  while (!put(PREFIX + entry.id, text)) {
    const oldest = list()
      .filter((other) => other.id !== entry.id)
      .pop();
    if (!oldest) return false;
    remove(oldest.id);
  }
  return true;
}

function makeRoom() {
  const entries = list();
  const seen = entries.filter((entry) => !entry.own);
  for (const old of [...seen.slice(MOST_SEEN - 1), ...entries.slice(MOST - 1)]) remove(old.id);
}

function put(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
