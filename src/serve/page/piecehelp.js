/** Help at the piece: a piece that is pointed at, pressed or asked about shows where it goes, and its card. */

import { Card } from './card.js';
import { ProtocolError } from './connection.js';
import { kindOf, ownedName, pieceName, stateOf } from './describe.js';
import { t } from './language.js';
import { preferences } from './preferences.js';
import { drawReach } from './reach.js';

/** How long the pointer rests on a piece before it shows itself, in milliseconds. */
const REST = 450;
/** How long a piece that can be lifted is pressed before: it may be dragged. */
const PRESS = 200;

/** Shows the help on a board. */
export class PieceHelp {
  #connection;
  #study;
  #board;
  #rulebook;
  #card = new Card();
  #timer = 0;
  #square = null;
  #isPinned = false;
  #asked = 0;

  /** @param {import('./rulebook.js').Rulebook} rulebook @param {(words: string) => void} say speaks to who hears the page */
  constructor(connection, study, board, rulebook, say) {
    this.#connection = connection;
    this.#study = study;
    this.#board = board;
    this.#rulebook = rulebook;
    this.say = say;
    board.addEventListener('point', ({ detail }) => this.#pointed(detail));
    study.addEventListener('position', () => this.hide());
    study.addEventListener('flip', () => this.hide());
    preferences.addEventListener('change', () => this.hide());
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.hide());
    addEventListener('resize', () => this.hide());
    document.addEventListener('pointerdown', ({ target }) => {
      if (!board.frame.contains(target)) this.hide();
    });
  }

  #pointed({ square, how }) {
    const when = preferences.get('help');
    if (how === 'ask') this.#later(square, how, 0);
    else if (how === 'leave') this.hide();
    else if (how === 'press' && when !== 'never') this.#pressed(square);
    else if (how === 'hover' && when === 'point' && !this.#isPinned && square !== this.#square) this.#hovered(square);
  }

  #pressed(square) {
    const { play } = this.#board;
    this.hide();
    // The second press on a lifted piece or on a target makes a move.
    if (play.lifted !== null && (square === play.lifted || play.targets.has(square))) return;
    this.#later(square, 'press', play.canLift(square) ? PRESS : 0);
  }

  #hovered(square) {
    this.hide();
    this.#square = square;
    if (this.#board.play.lifted === null) this.#later(square, 'hover', REST);
  }

  #later(square, how, wait) {
    clearTimeout(this.#timer);
    if (!square || !this.#board.position?.pieces[square]) return;
    this.#isPinned = how !== 'hover';
    this.#timer = setTimeout(() => this.#show(square, how), wait);
  }

  async #show(square, how) {
    this.#asked += 1;
    const asked = this.#asked;
    const { node, position } = this.#study;
    const piece = position?.pieces[square];
    if (!piece || this.#board.isSetup || this.#board.hands.isDragging) return;
    try {
      const [reach, rule] = await Promise.all([
        this.#connection.request({ do: 'reach', ...this.#study.place(node), square }),
        this.#rulebook.piece(this.#study.tree.game, kindOf(piece)),
      ]);
      if (asked !== this.#asked || this.#study.node !== node || this.#board.hands.isDragging) return;
      this.#draw(reach, rule, how);
    } catch (error) {
      // Help that the server does not give is left out: the position may have changed meanwhile.
      if (!(error instanceof ProtocolError)) throw error;
    }
  }

  #draw(reach, rule, how) {
    const board = this.#board;
    const { square, piece, side } = reach;
    const state = [...stateOf(board.game, board.position, square), ...this.#mobility(reach)];
    const isLifted = board.play.lifted === square;
    drawReach(board.layers.reach, board.geometry, reach, board.position, isLifted);
    const isGrey = board.layers.reach.querySelector('.blocked') !== null;
    const grey = isGrey ? t('Grey: not as it stands now.') : '';
    this.#card.show(
      { kind: board.kindOf(piece), side, href: board.hrefOf(piece), words: rule?.words, diagram: rule?.svg, state, grey },
      board.frame.getBoundingClientRect(),
      board.geometry.onScreen(board.geometry.squares.get(square)),
    );
    if (how === 'ask') this.say(this.#spoken(reach, rule, state));
  }

  #mobility({ now, side }) {
    if (now.length > 0) return [];
    return [side === this.#board.position.side ? t('cannot move now') : t('could not move now')];
  }

  #spoken({ square, piece, side, now }, rule, state) {
    const targets = [...new Set(now.map(({ to }) => to))];
    const name = `${square}, ${ownedName(side, pieceName(this.#study.info(), piece))}`;
    const goes = targets.length > 0 ? t('goes to {squares}', { squares: targets.join(' ') }) : '';
    return [name, rule?.words, ...state, goes].filter(Boolean).join('. ');
  }

  /** Takes the help away. */
  hide() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#square = null;
    this.#isPinned = false;
    this.#card.hide();
    this.#board.layers?.reach.replaceChildren();
  }
}
