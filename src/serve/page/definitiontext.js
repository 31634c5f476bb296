/** Changes settings in the text of a definition, in sections or as a diagram, and leaves all else as it is. */

const HEADER = /^\s*\[([^\]:]+)(?::[^\]]*)?\]/;

/** A row of a diagram's table of pieces: name, id, movement, picture, squares. */
const isPieceRow = (line) => line.split(':').length > 4 && !/[=<]/.test(line.split(':')[0]);

const settingOf = (line = '') => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line);

/** @returns {boolean} whether a text is a diagram */
export function isDiagram(text) {
  return !text.split('\n').some((line) => HEADER.test(line));
}

/** The lines of a game: from behind its header, or its name in a diagram, to before the next one. */
function rangeOf(lines, game) {
  // The last section of a name counts.
  const header = lines.findLastIndex((line) => HEADER.exec(line)?.[1].trim() === game);
  const isName = (line) => settingOf(line)?.[1] === 'name' && settingOf(line)[2] === game;
  const start = header >= 0 ? header + 1 : lines.findIndex(isName) + 1 || Math.max(0, lines.findIndex(isPieceRow));
  const next = lines.findIndex((line, index) => index >= start && HEADER.test(line));
  return [start, next < 0 ? lines.length : next];
}

/** The line of a setting; -1 if there is none. The last one counts. */
function lineOf(lines, game, key) {
  const [start, end] = rangeOf(lines, game);
  return lines.findLastIndex((line, index) => index >= start && index < end && settingOf(line)?.[1] === key);
}

/** @returns {string} the text with this setting of a game; an empty value removes it */
export function withSetting(text, game, key, value) {
  const lines = text.split('\n');
  const at = lineOf(lines, game, key);
  const line = value ? [isDiagram(text) ? `${key}=${value}` : `${key} = ${value}`] : [];
  lines.splice(at < 0 ? rangeOf(lines, game)[0] : at, at < 0 ? 0 : 1, ...line);
  return lines.join('\n');
}

/** @returns {string} a name without what separates values, or begins a comment */
export const plainName = (name) => name.replace(/[,:;#=[\]<>\s]+/g, ' ').trim();

/**
 * @param {'pieceNames'|'pieceDrawings'} key
 * @param {{text: string, name: string}} piece as the protocol has it
 * @param {string} value empty for the usual one
 * @returns {string} the text in which this is said of a piece
 */
export function withPiece(text, game, key, piece, value) {
  const lines = text.split('\n');
  const letter = piece.text.toLowerCase();
  if (!isDiagram(text)) {
    const said = (settingOf(lines[lineOf(lines, game, key)])?.[2] ?? '').split(',').map((part) => part.trim());
    const others = said.filter((part) => part && part.split(':')[0].trim().toLowerCase() !== letter);
    return withSetting(text, game, key, [...others, ...(value ? [`${letter}:${value}`] : [])].join(', '));
  }
  const rowOf = (field, value) => lines.findIndex((line) => isPieceRow(line) && line.split(':')[field].trim().toLowerCase() === value);
  // The name may have been changed since the game was read.
  const known = rowOf(1, letter);
  const at = known < 0 ? rowOf(0, piece.name.toLowerCase()) : known;
  if (at < 0) return text;
  const [name, id, movement, image, ...rest] = lines[at].split(':');
  const [called, drawn] = key === 'pieceNames' ? [value || name, image] : [name, value];
  // The letter of a row without one follows from the name.
  lines[at] = [called, id.trim() || piece.text, movement, drawn, ...rest].join(':');
  return lines.join('\n');
}
