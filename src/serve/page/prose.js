/** Builds nodes of what `markdown.js` has read. */

import { make } from './dom.js';
import { language, t } from './language.js';

/** @returns {HTMLElement[]} in front of texts that are English only, where the page is not */
export function remarkOfEnglish() {
  return language === 'en' ? [] : [make('p', { class: 'hint', text: t('The rules and the help are in English.') })];
}

/** Texts as nodes. A page that shows some parts in its own way overrides their methods. */
export class Prose {
  /** @returns {Element[]} the blocks of a page, which are in English */
  blocks(blocks) {
    const nodes = blocks.map((block) => this.block(block));
    for (const node of nodes) node.lang = 'en';
    return nodes;
  }

  /** @returns {Element} */
  block(block) {
    const { kind } = block;
    if (kind === 'heading') return make(`h${Math.min(block.level + 1, 6)}`, {}, ...this.spans(block.content));
    if (kind === 'paragraph') return this.paragraph(block.content);
    if (kind === 'code') return this.code(block);
    if (kind === 'list') {
      return make(
        block.ordered ? 'ol' : 'ul',
        {},
        ...block.items.map((item) => make('li', {}, ...item.map((part) => this.block(part)))),
      );
    }
    if (kind === 'table') return this.table(block);
    if (kind === 'quote') return make('blockquote', {}, ...block.blocks.map((part) => this.block(part)));
    return make('hr');
  }

  paragraph(content) {
    return make('p', {}, ...this.spans(content));
  }

  code({ text }) {
    return make('pre', { tabindex: '0' }, make('code', { text }));
  }

  table({ header, rows }) {
    const line = (cells, name) => make('tr', {}, ...cells.map((cell) => make(name, {}, ...this.spans(cell))));
    const table = make(
      'table',
      {},
      make('thead', {}, line(header, 'th')),
      make('tbody', {}, ...rows.map((row) => line(row, 'td'))),
    );
    return make('div', { class: 'scroll', tabindex: '0' }, table);
  }

  /** @returns {(Node|string)[]} */
  spans(spans) {
    return spans.flatMap((span) => {
      if (span.kind === 'text') return this.text(span.text);
      if (span.kind === 'code') return this.inlineCode(span.text);
      if (span.kind === 'strong') return [make('strong', {}, ...this.spans(span.content))];
      if (span.kind === 'emphasis') return [make('em', {}, ...this.spans(span.content))];
      if (span.kind === 'link') return [this.link(span)];
      return [];
    });
  }

  text(text) {
    return [text];
  }

  inlineCode(text) {
    return [make('code', { text })];
  }

  /** A link within the repository leads nowhere here; its text remains. */
  link({ content, address }) {
    if (!/^https?:\/\//.test(address)) return make('span', {}, ...this.spans(content));
    return make('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, ...this.spans(content));
  }
}
