/** The list of moves, with variations, marks and comments. */

import { tokenIcon } from './choices.js';
import { byId, make, tell } from './dom.js';
import { GLYPHS, formatScore, glyphText, gravity, isScored } from './evaluation.js';
import { pieceIcon } from './ghost.js';
import { t } from './language.js';
import { preferences } from './preferences.js';
import { turnSign } from './targets.js';
import * as tree from './tree.js';

/** Notation with the picture of the piece in the place of its letters, for people who do not know them. */
function figurine(info, { san, side }) {
  const texts = (info?.pieces ?? []).filter(({ text }) => san.startsWith(text));
  const kind = texts.sort((a, b) => b.text.length - a.text.length)[0];
  if (!kind || san.startsWith('O-O')) return [san];
  const icon = pieceIcon(`#${side === 'white' ? 'w' : 'b'}-${kind.picture}`);
  icon.setAttribute('class', 'figurine');
  const letters = make('span', { class: 'hidden', text: kind.text });
  return [icon, letters, san.slice(kind.text.length)];
}

/** Shows the moves of a study; a click goes to a move. */
export class MoveList {
  #study;
  #game;
  #buttons = new Map();

  /** @param {() => void} onPlay opens the choice of a game */
  constructor(study, game, onPlay) {
    this.#study = study;
    this.#game = game;
    this.onPlay = onPlay;
    this.box = byId('moves');
    for (const event of ['open', 'tree']) study.addEventListener(event, () => this.draw());
    study.addEventListener('position', () => this.#mark());
    preferences.addEventListener('change', ({ detail }) => detail.name === 'figurines' && this.draw());
    game.addEventListener('change', () => {
      if (study.tree.root.children.length === 0) this.draw();
      this.#drawScores();
      this.#showNote(study.node);
    });
    this.box.addEventListener('click', ({ target }) => {
      const node = target.closest('button')?.node;
      if (node) study.go(node, { animate: false });
    });
    this.#prepareNote();
    // What comes below the list when a game has ended takes room from it.
    new ResizeObserver(() => this.#showCurrent()).observe(this.box);
  }

  #showCurrent() {
    const button = this.#buttons.get(this.#study.node);
    if (button) scrollTo(this.box, button);
  }

  /** Draws the whole list. */
  draw() {
    const { root } = this.#study.tree;
    this.#buttons.clear();
    const parts = [];
    if (root.comment) parts.push(make('p', { class: 'comment', text: root.comment }));
    parts.push(...this.#mainLine(root));
    const { result } = this.#study.tree;
    if (result !== '*')
      parts.push(make('p', { class: 'result', text: result === '1/2-1/2' ? '½–½' : result.replace('-', '–') }));
    if (root.children.length === 0) parts.push(this.#empty());
    this.box.replaceChildren(...parts);
    this.#drawScores();
    this.#mark();
  }

  #empty() {
    const box = make(
      'div',
      { class: 'empty' },
      t('Click or drag a piece, or type a move. Point at any piece to see where it goes.'),
    );
    if (!this.#game.running)
      box.append(
        make('button', { type: 'button', class: 'main', text: t('Play against the engine'), onclick: this.onPlay }),
      );
    return box;
  }

  /** The main line as rows with a cell for each side, broken where there are comments or variations. */
  #mainLine(root) {
    const parts = [];
    let list = null;
    let row = null;
    for (let parent = root; parent.children.length > 0; parent = parent.children[0]) {
      const node = parent.children[0];
      if (!list) parts.push((list = make('ol', { class: 'main' })));
      if (!row || row.number !== node.number || (row.black && node.side === 'white')) {
        row = this.#row(node.number);
        list.append(row.item);
        if (node.side === 'black') row.cells.white.append(make('span', { class: 'dots', text: '…' }));
      }
      row.black ||= node.side === 'black';
      row.cells[node.side].append(this.#button(node));
      const below = this.#below(node, parent.children.slice(1));
      if (below.length > 0) {
        parts.push(...below);
        list = null;
        row = null;
      }
    }
    return parts;
  }

  #row(number) {
    const cells = { white: make('span', { class: 'cell' }), black: make('span', { class: 'cell' }) };
    const item = make(
      'li',
      { value: String(number) },
      make('span', { class: 'number', text: String(number) }),
      cells.white,
      cells.black,
    );
    return { number, cells, item, black: false };
  }

  #below(node, variations) {
    const parts = [];
    if (node.comment) parts.push(make('p', { class: 'comment', text: node.comment }));
    if (variations.length > 0) {
      parts.push(
        make('ul', { class: 'variations' }, ...variations.map((first) => make('li', {}, ...this.#inline(first)))),
      );
    }
    return parts;
  }

  /** A variation as running text; variations of it in brackets behind the move that they replace. */
  #inline(first) {
    const parts = [];
    let numbered = true;
    for (let node = first, others = []; node; others = node.children.slice(1), node = node.children[0]) {
      if (node.side === 'white' ? this.#startsTurn(node) : numbered) {
        parts.push(make('span', { class: 'number', text: `${node.number}${node.side === 'white' ? '.' : '…'}` }));
      }
      parts.push(this.#button(node));
      numbered = false;
      if (node.comment) parts.push(make('span', { class: 'comment', text: node.comment }));
      for (const other of others) parts.push(make('span', { class: 'bracket' }, '(', ...this.#inline(other), ')'));
      numbered = Boolean(node.comment) || others.length > 0;
    }
    return parts;
  }

  #startsTurn(node) {
    return !node.parent.move || node.parent.side !== 'white' || node.parent.number !== node.number;
  }

  #button(node) {
    const marks = node.glyphs.map(glyphText).join('');
    const button = make('button', { type: 'button', class: `move ${gravity(node.glyphs)}`, tabindex: '-1' }, ...this.#signs(node));
    if (marks) button.append(make('span', { class: 'glyph', text: marks }));
    button.node = node;
    this.#buttons.set(node, button);
    return button;
  }

  /** A move as it is read: the sign of a special turn, the picture of the piece if that is wanted, and the notation. */
  #signs(node) {
    const text = preferences.get('figurines') ? figurine(this.#study.info(), node) : [node.san];
    const again = node.again && tokenIcon({ class: 'turn again', role: 'img', 'aria-label': t('and moves again') });
    return [turnSign(node.verb), ...text, again].filter(Boolean);
  }

  /** Scores stay hidden from a person who plays against the engine. */
  #drawScores() {
    this.box.classList.toggle('scored', !this.#game.hidesScores);
    for (const [node, button] of this.#buttons) {
      if (!isScored(node) || button.dataset.scored) continue;
      button.dataset.scored = 'yes';
      button.append(make('span', { class: 'score', text: formatScore(node) }));
    }
  }

  #mark() {
    const { node } = this.#study;
    for (const old of this.box.querySelectorAll('[aria-current]')) {
      old.removeAttribute('aria-current');
      old.tabIndex = -1;
    }
    const button = this.#buttons.get(node) ?? this.#buttons.values().next().value;
    if (button) button.tabIndex = 0;
    if (button && this.#buttons.has(node)) {
      button.setAttribute('aria-current', 'true');
      scrollTo(this.box, button);
    } else {
      this.box.scrollTop = 0;
    }
    this.#showNote(node);
  }

  #prepareNote() {
    const menu = byId('glyphs');
    menu.append(
      ...GLYPHS.map(([glyph, text, name]) =>
        make('button', {
          type: 'button',
          class: 'plain',
          title: name,
          'aria-label': name,
          'data-glyph': glyph,
          text,
          onclick: () => this.#toggleGlyph(glyph),
        }),
      ),
    );
    const comment = byId('comment');
    comment.addEventListener('input', () => fit(comment));
    comment.addEventListener('change', () => {
      this.#study.node.comment = comment.value.trim();
      this.#study.changed();
    });
    byId('promote').addEventListener('click', () => {
      if (tree.promote(this.#study.node)) this.#study.changed();
    });
    byId('delete').addEventListener('click', () => this.#delete());
  }

  #toggleGlyph(glyph) {
    const { node } = this.#study;
    const had = node.glyphs.includes(glyph);
    node.glyphs = node.glyphs.filter((other) => other > 6);
    if (!had) node.glyphs.unshift(glyph);
    this.#study.changed();
  }

  async #delete() {
    const { node } = this.#study;
    if (!node.parent) return;
    if (this.#game.running && tree.pathTo(this.#game.live).includes(node)) {
      tell(t('Moves of the running game are taken back, not deleted.'));
      return;
    }
    await this.#study.go(node.parent, { animate: false });
    tree.remove(node);
    this.#study.changed();
  }

  #showNote(node) {
    byId('note').hidden = this.#game.withEngine || (!node.parent && !node.comment);
    const comment = byId('comment');
    if (document.activeElement !== comment) comment.value = node.comment;
    fit(comment);
    for (const button of byId('glyphs').children) {
      button.setAttribute('aria-pressed', String(node.glyphs.includes(Number(button.dataset.glyph))));
      button.disabled = !node.parent;
    }
    byId('promote').hidden = tree.inMainLine(node);
    byId('delete').disabled = !node.parent;
  }
}

function fit(field) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}

function scrollTo(box, button) {
  const place = button.getBoundingClientRect();
  const view = box.getBoundingClientRect();
  if (place.top < view.top + 8) box.scrollTop -= view.top + 8 - place.top + view.height / 3;
  else if (place.bottom > view.bottom - 8) box.scrollTop += place.bottom - view.bottom + 8 + view.height / 3;
}
