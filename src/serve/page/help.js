/** The user's manual beside the board: its topics, and the page of one. */

import { byId, make, tellError } from './dom.js';
import { t } from './language.js';
import { parse } from './markdown.js';
import { Prose, remarkOfEnglish } from './prose.js';

/** Links to other topics stay on the page. */
class ManualProse extends Prose {
  link(span) {
    const topic = /^([\w-]+)\.md(#|$)/.exec(span.address)?.[1];
    return topic ? make('a', { href: `#${topic}`, 'data-topic': topic }, ...this.spans(span.content)) : super.link(span);
  }
}

/** Shows the manual. */
export class Help {
  #connection;
  #topics = null;

  constructor(connection) {
    this.#connection = connection;
    this.box = byId('help');
    this.box.addEventListener('click', (event) => this.#follow(event));
  }

  /** Loads the manual if it is seen for the first time. */
  async refresh() {
    if (this.#topics || this.box.getClientRects().length === 0) return;
    this.#topics = [];
    try {
      this.#topics = (await this.#connection.request({ do: 'manual' })).topics;
      this.#show([make('h2', { text: t('Help') }), ...remarkOfEnglish(), this.#list()]);
    } catch (error) {
      this.#topics = null;
      tellError(error);
    }
  }

  #list() {
    const item = ({ name, title }) => make('li', {}, make('a', { href: `#${name}`, 'data-topic': name, text: title }));
    return make('ul', { class: 'topics', lang: 'en' }, ...this.#topics.map(item));
  }

  #show(nodes) {
    this.box.replaceChildren(...nodes);
    this.box.parentElement.scrollTop = 0;
  }

  /** The addresses of links do not touch that of the page, which is the game's. */
  #follow(event) {
    const name = event.target.closest('a[data-topic]')?.dataset.topic;
    if (name === undefined) return;
    event.preventDefault();
    const prose = new ManualProse();
    const topic = this.#topics.find((one) => one.name === name);
    const back = make('a', { href: '#', 'data-topic': '', text: t('All topics') });
    if (topic) this.#show([back, ...prose.blocks(parse(topic.markdown))]);
    else this.#show([make('h2', { text: t('Help') }), ...remarkOfEnglish(), this.#list()]);
    // The keyboard goes on from the new page.
    this.box.querySelector('a').focus({ preventScroll: true });
  }
}
