/** The question asked at a square when several moves have the same start and target. */

import { ofEngine, t } from './language.js';
import { svgElement } from './svg.js';
import { pieceName } from './describe.js';
import { pieceIcon } from './ghost.js';

/** Kinds of moves whose choices are promotions. */
const PROMOTIONS = new Set(['becomes', 'pushes']);

/** Kinds of moves that do not promote where others do. */
const PLAIN = new Set(['moves', 'captures']);

/**
 * Moves that differ in nothing but the token handed over.
 * @typedef {{keep: ?object, hand: ?object}} Entry
 */

/**
 * Sorts moves with the same start and target into entries.
 * @param {object[]} moves
 * @returns {Entry[]} in the order of the moves
 */
export function entriesOf(moves) {
  const entries = new Map();
  for (const move of moves) {
    const side = move.again ? 'hand' : 'keep';
    let key = `${move.verb} ${move.shows}`;
    while (entries.get(key)?.[side]) key += '+';
    entries.set(key, { keep: null, hand: null, ...entries.get(key), [side]: move });
  }
  return [...entries.values()];
}

/** Whether some of the moves promote, and the others do nothing special instead. */
function isFreeToPromote(moves) {
  const verbs = new Set(moves.map(({ verb }) => verb));
  return verbs.has('becomes') && [...verbs].every((verb) => PROMOTIONS.has(verb) || PLAIN.has(verb));
}

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A cube with one corner towards the eye. @param {object} [attributes] of the picture */
export function tokenIcon(attributes = { 'aria-hidden': 'true' }) {
  const faces = ['M50 10L88 30L50 50L12 30Z', 'M12 30L50 50V92L12 71Z', 'M88 30L50 50V92L88 71Z'];
  const paths = faces.map((d, index) => svgElement('path', { d, class: `token-face face-${index}` }));
  return svgElement('svg', { viewBox: '0 0 100 100', ...attributes }, ...paths);
}

function button(name, label, icon) {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = name;
  const text = document.createElement('span');
  text.textContent = label;
  if (icon) element.append(icon);
  element.append(text);
  return element;
}

/** The popover of choices; one at a time. */
export class Choices {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.element = null;
    this.answer = null;
    // The question would stay where its square was.
    addEventListener('resize', () => this.cancel());
  }

  /** Whether a question is open. */
  get isOpen() {
    return this.element !== null;
  }

  /**
   * Asks which of several moves is meant.
   * @param {object[]} moves legal moves with the same start and target
   * @returns {Promise<?object>} the move chosen, `null` if the question was closed
   */
  ask(moves) {
    this.cancel();
    const entries = this.sorted(entriesOf(moves));
    const isTokenOnly = entries.length === 1;
    this.isHanding = entries.every(({ keep }) => keep === null);
    this.element = document.createElement('div');
    this.element.className = 'choices';
    this.element.setAttribute('role', 'dialog');
    this.element.setAttribute('aria-label', t('Which move to {square}?', { square: moves[0].to }));
    this.element.append(isTokenOnly ? this.tokenRow(entries[0]) : this.pieceRow(entries));
    if (!isTokenOnly && entries.some(({ keep, hand }) => keep && hand)) this.element.append(this.tokenSwitch(entries));
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.board.frame.append(this.element);
    this.place(moves[0].to);
    this.element.querySelector('button').focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  /**
   * Promotions stay in their order, with the piece as it is behind them. Otherwise it comes first, then the others from
   * the last of the game's list.
   */
  sorted(entries) {
    const { game, position } = this.board;
    const isPlain = ({ keep, hand }) => PLAIN.has((keep ?? hand).verb);
    if (isFreeToPromote(entries.map(({ keep, hand }) => keep ?? hand)))
      return entries.sort((a, b) => isPlain(a) - isPlain(b));
    if (entries.every(({ keep, hand }) => PROMOTIONS.has((keep ?? hand).verb))) return entries;
    const rank = ({ keep, hand }) => {
      const { from, shows, verb } = keep ?? hand;
      const isSame = shows === position.pieces[from] && verb !== 'merges';
      return isSame ? Infinity : (game?.pieces ?? []).indexOf(this.board.kindOf(shows));
    };
    return entries.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  }

  /** One button for each piece that may stand there afterwards. */
  pieceRow(entries) {
    const row = document.createElement('div');
    row.className = 'choices-pieces';
    row.style.setProperty('--choices', entries.length);
    const isFree = isFreeToPromote(entries.map(({ keep, hand }) => keep ?? hand));
    this.buttons = entries.map((entry) => {
      const move = entry.keep ?? entry.hand;
      const href = this.board.hrefOf(move.shows);
      const words = isFree && PLAIN.has(move.verb) ? this.stays(move) : ofEngine(move.words || move.verb);
      const element = button('choices-move', capitalised(words), href && pieceIcon(href));
      element.addEventListener('click', () => this.close(this.isHanding ? entry.hand : (entry.keep ?? entry.hand)));
      return { element, entry };
    });
    row.append(...this.buttons.map(({ element }) => element));
    return row;
  }

  /** What a move is that could have been a promotion. */
  stays({ shows }) {
    const name = pieceName(this.board.game, shows);
    return /^[aeiou]/i.test(name) ? t('stays an {piece}', { piece: name }) : t('stays a {piece}', { piece: name });
  }

  /** Two buttons when only the token is in question. */
  tokenRow({ keep, hand }) {
    const name = ofEngine(hand.token ?? 'token');
    const row = document.createElement('div');
    row.className = 'choices-pieces';
    row.style.setProperty('--choices', 2);
    const href = this.board.hrefOf(keep.shows);
    const stay = button('choices-move', t('Keep the {token}', { token: name }), href && pieceIcon(href));
    const give = button('choices-move', t('Hand the {token} over, move again', { token: name }), tokenIcon());
    stay.addEventListener('click', () => this.close(keep));
    give.addEventListener('click', () => this.close(hand));
    row.append(stay, give);
    return row;
  }

  /** A switch below the pieces: with it on, the piece chosen also hands the token over. */
  tokenSwitch(entries) {
    const name = ofEngine(entries.find(({ hand }) => hand)?.hand.token ?? 'token');
    const element = button('choices-token', t('Hand the {token} over, move again', { token: name }), tokenIcon());
    element.setAttribute('role', 'switch');
    element.setAttribute('aria-checked', 'false');
    element.addEventListener('click', () => {
      this.isHanding = !this.isHanding;
      element.setAttribute('aria-checked', String(this.isHanding));
      for (const { element: choice, entry } of this.buttons) choice.disabled = this.isHanding && !entry.hand;
    });
    return element;
  }

  /** Puts the popover beside the square, inside the window. */
  place(square) {
    const { left, top, size } = this.board.geometry.onScreen(this.board.geometry.squares.get(square));
    const frame = this.board.frame.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const [right, bottom] = [document.documentElement.clientWidth, window.innerHeight];
    const margin = 6;
    const x = Math.max(margin, Math.min(left + size / 2 - width / 2, right - width - margin));
    const below = top + size + margin;
    const above = top - height - margin;
    const fits = below + height <= bottom - margin || above < margin;
    const y = fits ? Math.max(margin, Math.min(below, bottom - height - margin)) : above;
    this.element.style.left = `${x - frame.left - this.board.frame.clientLeft}px`;
    this.element.style.top = `${y - frame.top - this.board.frame.clientTop}px`;
  }

  key(event) {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (event.key === 'Escape') this.cancel();
    else if (step) this.step(step);
    else if (event.key === 'Tab') this.cycle(event.shiftKey ? -1 : 1);
    else if (/^[1-9]$/.test(event.key)) this.enabled()[Number(event.key) - 1]?.click();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else event.stopPropagation();
    if (event.key === 'Enter' || event.key === ' ') return;
    event.preventDefault();
    event.stopPropagation();
  }

  enabled() {
    return [...this.element.querySelectorAll('button:not(:disabled)')];
  }

  cycle(step) {
    const buttons = this.enabled();
    const index = buttons.indexOf(document.activeElement);
    buttons[(index + step + buttons.length) % buttons.length].focus();
  }

  /** Focuses the nearest button in a direction. */
  step([right, down]) {
    const centre = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(document.activeElement);
    const distance = (element) => {
      const [dx, dy] = [centre(element)[0] - x, centre(element)[1] - y];
      const [along, aside] = [dx * right + dy * down, Math.abs(dx * down) + Math.abs(dy * right)];
      return along > 1 ? along + 2 * aside : Infinity;
    };
    const nearest = this.enabled().sort((a, b) => distance(a) - distance(b))[0];
    if (Number.isFinite(distance(nearest))) nearest.focus();
  }

  /** Closes the question without an answer. */
  cancel() {
    this.close(null);
  }

  close(move) {
    if (!this.element) return;
    // Before the buttons go, so that the focus never leaves the board.
    if (this.element.contains(document.activeElement)) this.board.frame.focus({ preventScroll: true });
    this.element.remove();
    this.element = null;
    this.answer(move);
  }
}
