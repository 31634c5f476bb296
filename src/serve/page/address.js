/**
 * The part of the page's address behind `#`: game, start and moves, so that a link restores a position.
 * `#game=chess&moves=e2e4.e7e5&at=1`
 */

/** FENs and moves stay legible where the address allows these characters. */
const LEGIBLE = { '%2F': '/', '%20': '_', '%2C': ',', '%3A': ':', '%5B': '(', '%5D': ')' };

function encode(text) {
  return encodeURIComponent(text).replace(/%(2F|20|2C|3A|5B|5D)/g, (code) => LEGIBLE[code]);
}

function decode(text) {
  const plain = text.replace(/_/g, ' ').replace(/\(/g, '[').replace(/\)/g, ']');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/**
 * @param {{game: string, fen?: string|null, moves?: string[], at?: number, flip?: boolean}} place
 *   `at`: how many of the moves are played at the position shown; all if missing
 * @returns {string} with `#` in front
 */
export function toHash({ game, fen, moves = [], at = moves.length, flip = false }) {
  const parts = [`game=${encode(game)}`];
  if (fen) parts.push(`fen=${encode(fen)}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(encode).join('.')}`);
  if (at < moves.length) parts.push(`at=${at}`);
  if (flip) parts.push('side=black');
  return `#${parts.join('&')}`;
}

/**
 * @returns {{game: string, fen: string|null, moves: string[], at: number, flip: boolean}|null} `null` if it names no
 *   game
 */
export function fromHash(hash) {
  const fields = new Map();
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    if (at > 0) fields.set(part.slice(0, at), part.slice(at + 1));
  }
  const game = decode(fields.get('game') ?? '');
  if (!game) return null;
  const moves = (fields.get('moves') ?? '').split('.').filter(Boolean).map(decode);
  const at = /^\d+$/.test(fields.get('at') ?? '') ? Number(fields.get('at')) : moves.length;
  return {
    game,
    fen: decode(fields.get('fen') ?? '') || null,
    moves,
    at: Math.min(at, moves.length),
    flip: fields.get('side') === 'black',
  };
}

/** @returns {string} the address of the protocol for a page at `location`, with the page's token if it has one */
export function apiAddress({ protocol, host, search }) {
  const token = new URLSearchParams(search).get('token');
  const query = token ? `?token=${encodeURIComponent(token)}` : '';
  return `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/api${query}`;
}
