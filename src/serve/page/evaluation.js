/** Scores in words and as chances. Scores are in centipawns, mates in moves, both from White's view. */

import { formatNumber, t } from './language.js';

/** By how much a centipawn changes the logarithm of the odds, where the engine gives no chances. */
const ODDS_OF_CENTIPAWN = 0.004;

/** @returns {boolean} whether there is a score or a mate in `figures` */
export function isScored(figures) {
  return Number.isFinite(figures?.score) || Number.isFinite(figures?.mate);
}

/** @returns {string} `+0.35`, `−1.20`, `#4`, `#−2` */
export function formatScore({ score, mate, bound }) {
  if (Number.isFinite(mate)) return `#${mate < 0 ? '−' : ''}${Math.abs(mate)}`;
  if (!Number.isFinite(score)) return '';
  const sign = score > 0 ? '+' : score < 0 ? '−' : '';
  const mark = bound === 'lower' ? '≥' : bound === 'upper' ? '≤' : '';
  return `${mark}${sign}${formatNumber(Math.abs(score) / 100, 2)}`;
}

/** @returns {number|null} points that White may expect, 0 to 1; `null` without a score */
export function whiteChances({ score, mate, chances }) {
  if (Array.isArray(chances) && chances.length === 3) return (chances[0] + chances[1] / 2) / 1000;
  if (Number.isFinite(mate)) return mate > 0 ? 1 : 0;
  if (!Number.isFinite(score)) return null;
  return 1 / (1 + Math.exp(-ODDS_OF_CENTIPAWN * score));
}

/** @returns {string} `12.3 M`, `850 k`, `42` */
export function formatCount(count) {
  if (!Number.isFinite(count)) return '';
  if (count >= 1e9) return `${formatNumber(count / 1e9, 1)}\u00a0G`;
  if (count >= 1e6) return `${formatNumber(count / 1e6, 1)}\u00a0M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)}\u00a0k`;
  return String(count);
}

/** The glyphs that a player sets, in the order of the menu. */
export const GLYPHS = [
  [1, '!', t('good move')],
  [2, '?', t('mistake')],
  [3, '!!', t('brilliant move')],
  [4, '??', t('blunder')],
  [5, '!?', t('interesting move')],
  [6, '?!', t('dubious move')],
];

const POSITION_GLYPHS = new Map([
  [7, '□'],
  [10, '='],
  [11, '='],
  [13, '∞'],
  [14, '⩲'],
  [15, '⩱'],
  [16, '±'],
  [17, '∓'],
  [18, '+−'],
  [19, '−+'],
  [22, '⨀'],
  [23, '⨀'],
  [32, '⟳'],
  [36, '→'],
  [40, '↑'],
  [132, '⇆'],
  [138, '⊕'],
  [146, 'N'],
]);

/** @returns {string} how a glyph of PGN is written */
export function glyphText(glyph) {
  const own = GLYPHS.find(([number]) => number === glyph);
  return own ? own[1] : (POSITION_GLYPHS.get(glyph) ?? `$${glyph}`);
}

/** @returns {string} `good`, `dubious`, `mistake`, `blunder` or nothing: how a move is coloured */
export function gravity(glyphs) {
  if (glyphs.includes(4)) return 'blunder';
  if (glyphs.includes(2)) return 'mistake';
  if (glyphs.includes(6)) return 'dubious';
  return glyphs.some((glyph) => glyph === 1 || glyph === 3 || glyph === 5) ? 'good' : '';
}
