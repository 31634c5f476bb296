/**
 * Games that the user brought or wrote as text: the server is told them on each connection, and the browser keeps them
 * with what the engine has learned about them.
 */

const KEPT = 'bactrian.definitions';

/** Older texts go when there are more than this. */
const MOST = 100;

/** A row of a diagram's table of pieces. */
function isPieceRow(row) {
  return row.split(':').length > 4 && /^[\w' +()-]+:/.test(row.trim());
}

/** @returns {boolean} whether a text defines games rather than records them: in sections with settings, or as diagrams */
export function definesGames(text) {
  const isSections = /^\s*\[[^\]"]+\]\s*$/m.test(text) && /^\s*\w+\s*=/m.test(text) && !/^\s*\[\w+ "/m.test(text);
  const isDiagram = !/^\s*\[/m.test(text) && text.split('\n').some(isPieceRow);
  return isSections || isDiagram || /^\s*</.test(text);
}

/**
 * A kept text.
 *
 * @typedef {{id: string, name: string, text: string, loaded: ?string, games: string[],
 *   learned: Object<string, {weights: string, network: ?string, chances: ?string}>}} Definition
 *   `name` of its file; `loaded`: the text as it was last played; `games` that it brought then; `learned` by their names
 */

/** @returns {Definition[]} all of them, the latest last */
export function listDefinitions() {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    // What cannot be read is as if it were not there.
  }
  return kept.map((entry) => ({ id: String(entry.games), loaded: entry.text, learned: {}, ...entry }));
}

function store(entries) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(entries.slice(-MOST)));
    return true;
  } catch {
    return false;
  }
}

/** @returns {object[]} the requests with which the server learns the kept games */
export function definitionRequests() {
  const played = listDefinitions().filter(({ loaded }) => loaded !== null);
  return played.flatMap(({ name, loaded, learned }) => [
    { do: 'define', name, text: loaded },
    ...Object.entries(learned).map(([game, files]) => ({ do: 'weights', game, ...files })),
  ]);
}

/** Keeps a text that was opened and is played; another one of the same games goes. @param {string[]} games their names */
export function keepDefinition(name, text, games) {
  const isSame = (known) => known.games.length > 0 && known.games.every((game) => games.includes(game));
  const all = listDefinitions();
  const old = all.find(isSame);
  const entry = { id: newDefinitionId(), learned: {}, ...old, name, text, loaded: text, games };
  // Without room in the browser they last as long as the connection.
  store([...all.filter((known) => !isSame(known)), entry]);
}

/** @returns {string} a name for a new text, which others do not have */
export function newDefinitionId() {
  return `${Date.now().toString(36)}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
}

/** Keeps a text in the place of the one with its `id`. @param {Definition} entry @returns {boolean} whether there was room */
export function putDefinition(entry) {
  const all = listDefinitions();
  const place = all.findIndex(({ id }) => id === entry.id);
  if (place < 0) all.push(entry);
  else all[place] = entry;
  return store(all);
}

/** Forgets a text, from the next connection on. */
export function forgetDefinition(id) {
  store(listDefinitions().filter((known) => known.id !== id));
}
