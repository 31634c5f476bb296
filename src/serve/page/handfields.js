/** Fields for how many pieces each side has in hand, in a position set up by hand. */

import { hrefOf, ownedName, kindName } from './describe.js';
import { make } from './dom.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';

/** The most pieces of one kind that a field takes. */
const MOST = 99;

/**
 * Draws the fields; none in games without pieces in hand.
 * @param {HTMLElement} box is emptied first
 * @param {object} game its entry in the server's `games`
 * @param {?Object<string, number>} hands how many of each piece are in hand
 * @param {(hands: Object<string, number>) => void} onchange gets what is wanted
 */
export function drawHands(box, game, hands, onchange) {
  if (!hands) {
    box.replaceChildren();
    return;
  }
  const focused = box.contains(document.activeElement) ? document.activeElement.name : null;
  const inputs = () => [...box.querySelectorAll('input')].filter(({ value }) => Number(value) > 0);
  const changed = () => onchange(Object.fromEntries(inputs().map(({ name, value }) => [name, Math.min(MOST, Math.floor(Number(value)))])));
  const fieldsOf = (side, legend) => {
    const fields = game.pieces.filter(({ drops }) => drops).map((kind) => field(game, side, kind, hands, changed));
    return make('fieldset', { class: 'hand-fields' }, make('legend', { text: legend }), ...fields);
  };
  box.replaceChildren(
    fieldsOf('white', t('White’s pieces in hand')),
    fieldsOf('black', t('Black’s pieces in hand')),
  );
  if (focused) box.querySelector(`input[name="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function field(game, side, kind, hands, changed) {
  const piece = side === 'white' ? kind.text : kind.text.toLowerCase();
  const label = ownedName(side, kindName(kind));
  const attributes = { type: 'number', name: piece, min: 0, max: MOST, value: hands[piece] ?? 0, 'aria-label': label };
  return make('label', { title: label }, pieceIcon(hrefOf(game, piece)), make('input', { ...attributes, onchange: changed }));
}
