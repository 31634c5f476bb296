/** Says each move to people who hear the page. */

import { describeMove } from './describe.js';
import { byId, tell } from './dom.js';
import { ofEngine, t } from './language.js';

/** Fills the page's live region. */
export class Announcer {
  #study;

  constructor(study, game) {
    this.#study = study;
    study.addEventListener('position', ({ detail }) => this.#walked(detail.from));
    game.addEventListener('ended', () => this.#ended());
    game.addEventListener('moved', ({ detail }) => {
      if (study.node !== detail.node && game.human) tell(describeMove(study.info(), detail.before, detail.move, null));
    });
  }

  /** A step through the game says the move to which it comes. */
  async #walked(from) {
    const study = this.#study;
    const { node, position } = study;
    if (!from || from === node) return;
    if (!node.parent) {
      this.say(t('Start of the game'));
      return;
    }
    const before = await study.look(node.parent).catch(() => null);
    if (study.node !== node) return;
    const move = before?.moves.find((legal) => legal.move === node.move);
    this.say(`${node.number}. ${move ? describeMove(study.info(), before, move, position) : node.san}`);
  }

  #ended() {
    const { termination } = this.#study.tree;
    if (termination) this.say(t('The game is over: {why}', { why: ofEngine(termination) }));
  }

  /** Says a text. */
  say(text) {
    byId('announcer').textContent = text;
  }
}
