/** What an annotation found, summed up: accuracy and marks of both sides, and the way from mark to mark. */

import { MARKS, isMarked, summaryOf } from './accuracy.js';
import { sideName } from './describe.js';
import { byId, make, tell } from './dom.js';
import { formatNumber, t } from './language.js';
import * as tree from './tree.js';

/** Shows the summary of the game on the board. */
export class Report {
  #study;
  #game;

  constructor(study, game) {
    this.#study = study;
    this.#game = game;
    this.box = byId('report');
    for (const event of ['open', 'tree']) study.addEventListener(event, () => this.draw());
    game.addEventListener('change', () => this.draw());
  }

  /** Draws it, if all moves have scores that may be seen. */
  draw() {
    const summary = this.#game.running ? null : summaryOf(this.#study.tree);
    this.box.hidden = summary === null;
    if (!summary) return;
    const sides = ['white', 'black'].filter((side) => summary[side]);
    const heads = [t('Accuracy'), t('Average loss')].map((text) => make('th', { scope: 'col', text }));
    const signs = MARKS.map(([kind, text, name]) =>
      make('th', { scope: 'col', class: kind, text, title: name, 'aria-label': name }),
    );
    const row = (side) => {
      const { accuracy, loss, marks } = summary[side];
      const cells = [`${accuracy.toFixed(0)} %`, formatNumber(loss / 100, 2)].map((text) => make('td', { text }));
      const counts = MARKS.map(([kind]) => make('td', { class: kind, text: String(marks[kind] ?? 0) }));
      return make('tr', {}, make('th', { scope: 'row', text: sideName(side) }), ...cells, ...counts);
    };
    const table = make(
      'table',
      { 'aria-label': t('How well both sides played') },
      make('tr', {}, make('td'), ...heads, ...signs),
      ...sides.map(row),
    );
    this.box.replaceChildren(table, this.#steps());
  }

  #steps() {
    const disabled = !tree.mainLine(this.#study.tree).some(isMarked);
    const button = (text, step) =>
      make('button', { type: 'button', class: 'quiet', disabled, text, onclick: () => this.jump(step) });
    return make('div', { class: 'row' }, button(t('‹ Mark'), -1), button(t('Mark ›'), 1));
  }

  /** Goes to the next move with a mark, or to the one before. @param {1|-1} step */
  jump(step) {
    const line = tree.mainLine(this.#study.tree);
    const here = tree.pathTo(this.#study.node).filter((node) => line.includes(node)).length - 1;
    const marked = line.filter((node, index) => isMarked(node) && Math.sign(index - here) === step);
    const goal = step > 0 ? marked[0] : marked[marked.length - 1];
    if (goal) this.#study.go(goal, { animate: false });
    else tell(step > 0 ? t('There is no mark after this move.') : t('There is no mark before this move.'));
  }
}
