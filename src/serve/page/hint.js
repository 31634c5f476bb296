/** A hint for the side to move: an arrow before anything is played. */

import { tell, tellError } from './dom.js';
import { t } from './language.js';

/** How long the engine looks for it, in milliseconds. */
const TIME = 1000;

/** Asks the engine what it would play; asked once more at the same position, that is played. */
export class Hint {
  #connection;
  #study;
  #game;
  #board;
  /** The hint that is shown. @type {?{node: object, move: object}} */
  #shown = null;
  #asking = null;

  constructor(connection, study, game, board) {
    this.#connection = connection;
    this.#study = study;
    this.#game = game;
    this.#board = board;
    study.addEventListener('position', () => this.#forget());
  }

  /** Shows the hint, or plays the one that is shown. */
  async ask() {
    const { node, position, shown } = this.#study;
    if (this.#shown?.node === node) {
      const { move } = this.#shown;
      this.#forget();
      await this.#game.play(move);
      return;
    }
    if (shown !== node || this.#asking === node || !position?.moves.length) return;
    this.#asking = node;
    try {
      const place = this.#study.place(node);
      const { best, san } = await this.#connection.request({ do: 'search', ...place, time: TIME });
      if (this.#study.node === node) this.#show(node, best, san);
    } catch (error) {
      tellError(error);
    } finally {
      this.#asking = null;
    }
  }

  #show(node, best, san) {
    const move = this.#study.position.moves.find((legal) => legal.move === best);
    if (!move) return;
    this.#shown = { node, move };
    this.#board.hint = { from: move.from, to: move.to };
    tell(t('Hint: {move}. Ask once more to play it.', { move: san }));
  }

  #forget() {
    this.#shown = null;
    this.#board.hint = null;
  }
}
