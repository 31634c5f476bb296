/** A field for a definition: numbered lines, and what is wrong with a line beside it. */

import { make } from './dom.js';
import { t } from './language.js';

/** The height of a line, in pixels, as in the style sheet. */
const LINE = 20;

const plain = { wrap: 'off', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' };

/** Event `input`: the text has changed. */
export class SourceEditor extends EventTarget {
  #problems = [];

  constructor() {
    super();
    this.field = make('textarea', { ...plain, 'aria-label': t('Definition'), 'aria-describedby': 'problems' });
    this.gutter = make('div', { class: 'gutter', 'aria-hidden': 'true' });
    this.lens = make('div', { class: 'lens', 'aria-hidden': 'true', lang: 'en' });
    this.list = make('ul', { id: 'problems', class: 'problems', 'aria-live': 'polite', lang: 'en' });
    this.scroller = make('div', { class: 'source' }, this.gutter, make('div', { class: 'sheet' }, this.field, this.lens));
    this.element = make('section', { 'aria-label': t('Definition') }, this.scroller, this.list);
    this.field.addEventListener('input', () => this.#changed());
  }

  /** @returns {string} */
  get text() {
    return this.field.value;
  }

  /** Puts another text there, which has to be read. */
  set text(text) {
    this.field.value = text;
    this.#problems = [];
    this.#changed();
  }

  #changed() {
    this.#draw();
    this.dispatchEvent(new Event('input'));
  }

  /** Shows what is wrong. @param {{line: number, kind: 'error'|'warning', key: string, fault: string}[]} problems */
  show(problems) {
    this.#problems = problems;
    this.#draw();
    const item = ({ line, kind, key, fault }) => {
      const words = [make('b', { class: kind, text: String(line) }), make('span', { text: key ? `${key}: ${fault}` : fault })];
      return make('li', {}, make('button', { type: 'button', onclick: () => this.goTo(line) }, ...words));
    };
    this.list.replaceChildren(...problems.map(item));
  }

  #draw() {
    const lines = this.text.split('\n');
    // Errors come before warnings.
    const worst = new Map([...this.#problems].sort((a, b) => (a.kind < b.kind ? 1 : -1)).map((problem) => [problem.line, problem]));
    const number = (_, index) => make('div', { class: worst.get(index + 1)?.kind ?? null, text: String(index + 1) });
    this.gutter.replaceChildren(...lines.map(number));
    this.field.style.height = `${(lines.length + 1) * LINE}px`;
    this.field.style.width = `${Math.max(...lines.map((line) => line.length)) + 4}ch`;
    const remark = ({ line, kind, fault }) => {
      const words = make('span', { class: kind, text: fault });
      words.style.top = `${(line - 1) * LINE}px`;
      words.style.left = `${lines[line - 1].length + 2}ch`;
      return words;
    };
    this.lens.replaceChildren(...[...worst.values()].filter(({ line }) => line <= lines.length).map(remark));
  }

  /** Selects a line. */
  goTo(line) {
    const before = this.text.split('\n').slice(0, line);
    const end = before.join('\n').length;
    this.field.focus();
    this.field.setSelectionRange(end - (before[line - 1]?.length ?? 0), end);
    this.scroller.scrollTo({ top: (line - 3) * LINE, left: 0 });
  }
}
