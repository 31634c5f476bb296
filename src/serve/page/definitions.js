/** Games that the user brought as text: the server is told them on each connection, and the browser keeps them. */

const KEPT = 'bactrian.definitions';

/** Older texts go when there are more than this. */
const MOST = 20;

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

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

/** @returns {object[]} the requests with which the server learns the kept games */
export function definitionRequests() {
  return kept().map(({ name, text }) => ({ do: 'define', name, text }));
}

/** Keeps a text; another one of the same games goes. @param {string[]} games their names */
export function keepDefinition(name, text, games) {
  const others = kept().filter((known) => !known.games.every((game) => games.includes(game)));
  try {
    localStorage.setItem(KEPT, JSON.stringify([...others, { name, text, games }].slice(-MOST)));
  } catch {
    // Without room in the browser they last as long as the connection.
  }
}

/** @returns {object[]} the texts: `name` and `games`, a list of names */
export function listDefinitions() {
  return kept().map(({ name, games }) => ({ name, games }));
}

/** Forgets a text, from the next connection on. @param {string[]} games those that it brought */
export function forgetDefinition(games) {
  const others = kept().filter((known) => String(known.games) !== String(games));
  localStorage.setItem(KEPT, JSON.stringify(others));
}
