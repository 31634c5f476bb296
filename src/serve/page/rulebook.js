/** What the server says about the rules of games, asked once a game. */

import { ofEngine } from './language.js';

/** The pages of games. */
export class Rulebook {
  #connection;
  #pages = new Map();

  constructor(connection) {
    this.#connection = connection;
  }

  /** @returns {Promise<object>} the protocol's answer: `markdown`, `rulings` and `moves` */
  page(game) {
    if (!this.#pages.has(game)) {
      const page = this.#connection.request({ do: 'rules', game }).then((rules) => ({ ...rules, moves: rules.moves.map(translated) }));
      page.catch(() => this.#pages.delete(game));
      this.#pages.set(game, page);
    }
    return this.#pages.get(game);
  }

  /** @returns {Promise<object|undefined>} `name`, `words` and the diagram of a piece. @param {string} text as White's */
  async piece(game, text) {
    return (await this.page(game)).moves.find((piece) => piece.text === text);
  }
}

/** Name and words of a piece in the language of the page. */
function translated(piece) {
  return { ...piece, name: ofEngine(piece.name), words: ofEngine(piece.words) };
}
