/** Setting up a position by hand. */

import { actionButton, choice, row } from './controls.js';
import { drawDetails } from './details.js';
import { byId, copy, make, sentence, tellError } from './dom.js';
import { drawHands } from './handfields.js';
import { t } from './language.js';
import { sideOfFen } from './tree.js';

const SIDES = [
  ['white', t('White')],
  ['black', t('Black')],
];

/** The panel beside the board while a position is set up. */
export class Editor {
  #connection;
  #study;
  #board;
  #asked = 0;

  /** @param {object} handlers `open(game, fen)`, `play(game, fen)`, `closed()` */
  constructor(connection, study, board, handlers) {
    this.#connection = connection;
    this.#study = study;
    this.#board = board;
    this.handlers = handlers;
    this.on = false;
    this.panel = byId('panel-setup');
    board.addEventListener('edit', ({ detail }) => this.#edited(detail.pieces));
  }

  /** Begins with the position on the board. */
  start() {
    const { position, tree } = this.#study;
    this.on = true;
    this.game = tree.game;
    this.pieces = { ...position.pieces };
    this.hands = position.hands;
    this.fen = position.fen;
    this.side = position.side;
    this.#draw();
    document.body.classList.add('setting-up');
    this.panel.hidden = false;
    this.#place();
    this.#compose();
  }

  /** Ends it; the game on the board is as before. */
  stop() {
    if (!this.on) return;
    this.on = false;
    this.#asked += 1;
    this.#board.setup(false);
    this.panel.hidden = true;
    document.body.classList.remove('setting-up');
    this.handlers.closed();
  }

  #draw() {
    this.field = make('textarea', {
      id: 'setup-fen',
      rows: '3',
      spellcheck: 'false',
      onchange: () => this.#readFen(this.field.value),
      onkeydown: (event) => this.#entered(event),
    });
    this.error = make('p', { class: 'error', role: 'alert' });
    this.accept = actionButton(t('Analyse'), 'chart', () => this.#finish('open'), 'main');
    this.play = actionButton(t('Play …'), 'play', () => this.#finish('play'));
    this.details = make('div', { class: 'details' });
    this.handFields = make('div', { class: 'details' });
    const hint = t('Drag pieces from the store onto the board, and off the board to take them away.');
    this.panel.replaceChildren(
      make('h2', { text: t('Set up a position') }),
      make('p', { class: 'hint', text: hint }),
      choice('setup-side', t('To move'), SIDES, this.side, (side) => this.#setSide(side)),
      row(
        actionButton(t('Start position'), 'again', () => this.#readFen(this.#study.info(this.game).start)),
        actionButton(t('Empty'), 'trash', () => this.#empty()),
        actionButton(t('Copy FEN'), 'copy', () => copy(this.field.value, 'FEN')),
      ),
      this.handFields,
      this.details,
      make('label', { for: 'setup-fen', text: 'FEN' }),
      this.field,
      this.error,
      row(
        this.accept,
        this.play,
        actionButton(t('Cancel'), 'close', () => this.stop()),
      ),
    );
  }

  #place() {
    this.#board.setup(true, { game: this.#study.info(this.game), pieces: this.pieces });
  }

  #setSide(side) {
    this.side = side;
    this.#compose();
  }

  #empty() {
    this.hands &&= {};
    this.#edited({}, true);
  }

  #setHands(hands) {
    this.hands = hands;
    this.#compose();
  }

  #edited(pieces, place = false) {
    if (!this.on) return;
    this.pieces = { ...pieces };
    if (place) this.#place();
    this.#compose();
  }

  #entered(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    this.#readFen(this.field.value);
  }

  /**
   * Asks what the position is as FEN, and whether it can be played.
   * @param {string[]} [details] the keys of what it is to have beyond pieces; as it is if missing
   */
  async #compose(details) {
    this.#asked += 1;
    const asked = this.#asked;
    const { game, fen, pieces, hands, side } = this;
    try {
      const composed = await this.#connection.request({ do: 'compose', game, fen, pieces, hands, side, details });
      if (asked === this.#asked) this.#composed(composed);
    } catch (error) {
      if (asked === this.#asked) this.#refuse(error.message);
    }
  }

  #composed({ fen, error, details, hands }) {
    Object.assign(this, { fen, hands });
    drawHands(this.handFields, this.#study.info(this.game), hands, (wanted) => this.#setHands(wanted));
    drawDetails(this.details, details, (keys) => this.#compose(keys));
    this.field.value = fen;
    this.#refuse(error);
  }

  #refuse(error) {
    this.error.textContent = error ? sentence(error) : '';
    this.accept.disabled = Boolean(error);
    this.play.disabled = Boolean(error);
  }

  async #readFen(text) {
    const fen = text.trim();
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const position = await this.#connection.request({ do: 'position', game: this.game, fen });
      if (asked !== this.#asked) return;
      const { fen: read, pieces, hands } = position;
      Object.assign(this, { fen: read, pieces: { ...pieces }, hands, side: sideOfFen(read) });
      this.panel.querySelector(`[name=setup-side][value=${this.side}]`).checked = true;
      this.#place();
      await this.#compose();
    } catch (error) {
      if (asked === this.#asked) this.#refuse(error.message);
    }
  }

  #finish(how) {
    const { game, fen } = this;
    this.stop();
    Promise.resolve(this.handlers[how](game, fen)).catch(tellError);
  }
}
