/** The game of a definition as it is now: title, start position, and a card for each piece, whose name and drawing change. */

import { header, row } from './controls.js';
import { plainName, withPiece, withSetting } from './definitiontext.js';
import { make, openDialog, tellError } from './dom.js';
import { t } from './language.js';
import { legendOf } from './legend.js';
import { parseSvg, svgElement } from './svg.js';

/** Pictures of other games are in the page, and equal names may be others there: these have names of their own. */
const apart = (svg) => svg.replace(/(id="|href="#)(?=[wb]-)/g, '$1work-');

/** @returns {SVGElement} the drawing of a piece */
export function drawingOf(picture, set = 'work') {
  const use = svgElement('use', { href: `#${set}-w-${picture}` });
  return svgElement('svg', { class: 'work-drawing', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, use);
}

function pictureOf(svg, words) {
  const picture = parseSvg(apart(svg));
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', words);
  return picture;
}

/** Shows the game. */
export class WorkPieces {
  #connection;
  #cards = new Map();
  #set = null;

  /** @param {import('./sourceeditor.js').SourceEditor} editor with the definition */
  constructor(connection, editor) {
    this.#connection = connection;
    this.editor = editor;
    this.info = null;
    this.title = make('input', { id: 'work-title', maxlength: '80', onchange: () => this.#retitle() });
    this.facts = make('p', { class: 'hint' });
    this.board = make('div');
    this.symbols = make('div', { class: 'away' });
    this.legend = make('div');
    this.grid = make('div', { class: 'work-cards' });
    this.picker = make('dialog', { id: 'dialog-drawing', 'aria-labelledby': 'drawing-title' });
    const head = make('div', {}, make('label', { for: 'work-title', text: t('Title') }), this.title, this.facts, this.legend);
    const columns = make('div', { class: 'columns' }, head, this.board);
    this.element = make('div', { class: 'work-shown' }, this.symbols, columns, this.grid);
    document.body.append(this.picker);
  }

  /** Shows a game, as it was defined last. @param {object} info of the protocol */
  async show(info) {
    this.info = info;
    const ask = (what, more) => this.#connection.request({ do: what, game: info.name, ...more });
    const [{ svg }, { picture, moves }, rules] = await Promise.all([ask('pictures'), ask('position', { picture: {} }), ask('rules')]);
    if (this.info !== info) return;
    if (document.activeElement !== this.title) this.title.value = info.title;
    this.facts.textContent = t('{files} files, {ranks} ranks, {count} moves at the beginning', { ...info, count: moves.length });
    this.symbols.replaceChildren(parseSvg(apart(svg)));
    this.board.replaceChildren(pictureOf(picture, t('The start position')));
    const cards = rules.moves.map((move) => {
      const card = this.#cards.get(move.text) ?? this.#makeCard(move.text);
      card.fill({ ...move, ...info.pieces.find(({ text }) => text === move.text) });
      return [move.text, card];
    });
    this.#cards = new Map(cards);
    const elements = cards.map(([, { element }]) => element);
    // Cards that stay keep the focus.
    if (String(elements.map(({ id }) => id)) !== String([...this.grid.children].map(({ id }) => id)))
      this.grid.replaceChildren(...elements);
    this.legend.replaceChildren(legendOf(this.grid));
  }

  #makeCard(text) {
    let piece = null;
    const label = t('Name of the piece {letter}', { letter: text });
    const name = make('input', { maxlength: '40', 'aria-label': label, onchange: () => this.#change('pieceNames', piece, name.value) });
    const [other, open] = [t('Another drawing'), () => this.#choose(piece).catch(tellError)];
    const drawing = make('button', { type: 'button', class: 'work-drawing', title: other, 'aria-label': other, onclick: open });
    const [diagram, words] = [make('div'), make('p', { lang: 'en' })];
    const element = make('section', { id: `work-piece-${text}` }, row(drawing, name, make('kbd', { text })), diagram, words);
    const fill = (now) => {
      piece = now;
      if (document.activeElement !== name) name.value = now.name;
      drawing.replaceChildren(drawingOf(now.picture));
      diagram.replaceChildren(pictureOf(now.svg, t('How the {piece} moves', { piece: now.name })));
      words.textContent = now.words ?? '';
    };
    return { element, fill };
  }

  #retitle() {
    this.editor.text = withSetting(this.editor.text, this.info.name, 'title', this.title.value.replace(/[#;]/g, ' ').trim());
  }

  #change(key, piece, value) {
    this.editor.text = withPiece(this.editor.text, this.info.name, key, piece, plainName(value));
  }

  /** Lets the user choose a drawing of the set. */
  async #choose(piece) {
    this.#set ??= await this.#connection.request({ do: 'pictures' });
    const button = (name, ...content) => {
      const choose = () => {
        this.picker.close();
        this.#change('pieceDrawings', piece, name);
      };
      return make('button', { type: 'button', class: 'quiet', onclick: choose }, ...content);
    };
    const symbols = parseSvg(this.#set.svg.replace(/id="/g, 'id="set-'));
    symbols.setAttribute('class', 'away');
    const drawings = this.#set.names.map((name) => button(name, drawingOf(name, 'set'), name));
    const title = header('drawing-title', t('A drawing for the {piece}', { piece: piece.name }));
    this.picker.replaceChildren(title, symbols, make('div', { class: 'work-drawings' }, button('', t('By its name')), ...drawings));
    delete this.picker.dataset.ready;
    openDialog(this.picker);
  }
}
