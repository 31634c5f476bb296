/** The rules of the game beside the board: how each piece moves, then the game's page. */

import { byId, make, tellError } from './dom.js';
import { ofEngine, t } from './language.js';
import { legendOf } from './legend.js';
import { parse, plainText } from './markdown.js';
import { Prose, remarkOfEnglish } from './prose.js';
import { parseSvg, svgElement } from './svg.js';

const RULING = /\bR-[A-Z]{2,4}-\d+\b/g;

/** Rulings can be found, and positions put on the board. */
class RulesProse extends Prose {
  constructor(onFen) {
    super();
    this.onFen = onFen;
  }

  paragraph(content) {
    const first = content[0];
    const ruling = first?.kind === 'strong' ? plainText(first.content).match(/^R-[A-Z]{2,4}-\d+$/) : null;
    if (!ruling) return super.paragraph(content);
    return make(
      'p',
      { class: 'ruling', 'data-ruling': ruling[0] },
      make('strong', { text: ruling[0] }),
      ...this.spans(content.slice(1)),
    );
  }

  code(block) {
    const code = super.code(block);
    if (block.language !== 'fen') return code;
    const show = () => this.onFen(block.text.trim());
    return make(
      'div',
      { class: 'fen' },
      code,
      make('button', { type: 'button', class: 'quiet', text: t('Show on the board'), onclick: show }),
    );
  }

  text(text) {
    return withRulings(text);
  }

  inlineCode(text) {
    return /^R-[A-Z]{2,4}-\d+$/.test(text) ? withRulings(text) : super.inlineCode(text);
  }
}

/** Shows the page of the game on the board. */
export class Rules {
  #rulebook;
  #study;
  #shown = '';

  /** @param {(fen: string) => void} onFen shows a position of the page on the board */
  constructor(rulebook, study, onFen) {
    this.#rulebook = rulebook;
    this.#study = study;
    this.onFen = onFen;
    this.box = byId('rules');
    study.addEventListener('open', () => this.refresh());
    this.box.addEventListener('click', (event) => this.#follow(event));
    matchMedia('(min-width: 1800px)').addEventListener('change', () => this.refresh());
  }

  /** Loads the page if it is seen and belongs to another game. */
  async refresh() {
    const game = this.#study.tree.game;
    if (game === this.#shown || this.box.getClientRects().length === 0) return;
    this.#shown = game;
    try {
      const page = await this.#rulebook.page(game);
      if (this.#shown === game) this.#draw(page);
    } catch (error) {
      this.#shown = '';
      tellError(error);
    }
  }

  /** Scrolls to the diagram of a piece. @param {string} text as in the list of pieces */
  showPiece(text) {
    if (this.box.getClientRects().length === 0) return;
    for (const old of this.box.querySelectorAll('.shown')) old.classList.remove('shown');
    const card = this.box.querySelector(`[data-piece="${CSS.escape(text)}"]`);
    card?.classList.add('shown');
    if (innerWidth >= 860) card?.scrollIntoView({ block: 'nearest' });
  }

  #draw({ markdown, rulings, moves }) {
    const blocks = parse(markdown);
    const title = blocks[0]?.kind === 'heading' ? blocks.shift() : null;
    const lead = blocks.findIndex((block) => block.kind === 'heading');
    const prose = new RulesProse(this.onFen);
    const nodes = (part) => prose.blocks(part);
    this.box.replaceChildren(
      make('h2', { text: title ? ofEngine(plainText(title.content)) : (this.#study.info()?.title ?? '') }),
      ...remarkOfEnglish(),
      ...nodes(blocks.slice(0, Math.max(lead, 0))),
      this.#pieces(moves),
      ...nodes(blocks.slice(Math.max(lead, 0))),
      make('details', {}, make('summary', { text: t('What holds in all games') }), ...nodes(parse(rulings).slice(1))),
    );
    this.box.parentElement.scrollTop = 0;
  }

  #pieces(moves) {
    const cards = moves.map(({ text, name, words, svg }) => {
      const kind = this.#study.info()?.pieces.find((piece) => piece.text === text);
      const picture = kind
        ? svgElement(
            'svg',
            { class: 'symbol', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
            svgElement('use', { href: `#w-${kind.picture}` }),
          )
        : '';
      const caption = make('figcaption', {}, picture, make('span', { text: name }), make('kbd', { text }));
      const diagram = parseSvg(svg);
      diagram.setAttribute('role', 'img');
      diagram.setAttribute('aria-label', t('How the {piece} moves', { piece: name }));
      return make('figure', { 'data-piece': text }, caption, diagram, make('p', { text: words ?? '' }));
    });
    const section = make('section', { class: 'pieces', 'aria-label': t('How the pieces move') }, ...cards);
    section.prepend(legendOf(section));
    return section;
  }

  #follow(event) {
    const ruling = event.target.closest('a[data-to]')?.dataset.to;
    if (!ruling) return;
    event.preventDefault();
    const paragraph = this.box.querySelector(`[data-ruling="${ruling}"]`);
    const details = paragraph?.closest('details');
    if (details) details.open = true;
    paragraph?.scrollIntoView({ block: 'center' });
    paragraph?.classList.add('found');
    setTimeout(() => paragraph?.classList.remove('found'), 2000);
  }
}

/** References to rulings become links; they do not touch the address, which is the game's. */
function withRulings(text) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(RULING)) {
    parts.push(text.slice(at, match.index), make('a', { href: `#${match[0]}`, 'data-to': match[0], text: match[0] }));
    at = match.index + match[0].length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== '');
}
