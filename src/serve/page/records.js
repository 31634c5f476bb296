/** Records in and out: PGN and FEN from files, pasted or dropped; saved, copied, or as a link. */

import { fromHash } from './address.js';
import { showCollection } from './collectiontable.js';
import { actionButton, header, iconButton, row } from './controls.js';
import { definesGames, keepDefinition } from './definitions.js';
import { filmOf } from './film.js';
import { gameOfFen, gameOfRecord } from './finder.js';
import { byId, copy, download, make, openDialog, sentence, tell, tellError } from './dom.js';
import { listed } from './entry.js';
import { titleOf } from './keeper.js';
import { plural, t } from './language.js';
import { boardPicture, pngOf, textOf } from './picturefile.js';
import * as tree from './tree.js';

/** Files that are longer are refused before they are read; the server's own limit comes after that. In bytes. */
const LONGEST_FILE = 50_000_000;

/** @returns {boolean} whether a text is one position rather than games */
export function looksLikeFen(text) {
  const line = text.trim();
  return (
    !line.includes('\n') &&
    /^[^\s/]+(\/[^\s/]+){2,}(\s|$)/.test(line) &&
    !/^\[\w+ "/.test(line) &&
    !/^https?:/.test(line)
  );
}

/** Opens and saves records. */
export class Records {
  #connection;
  #study;
  #keeper;
  #collection;
  #board;

  /** @param {HTMLElement} board the container of the picture */
  constructor(connection, study, keeper, collection, board) {
    this.#board = board;
    this.#connection = connection;
    this.#study = study;
    this.#keeper = keeper;
    this.#collection = collection;
    byId('chosen-game').addEventListener('change', ({ target }) =>
      collection.choose(Number(target.value)).catch(tellError),
    );
    byId('collection-table').addEventListener('click', () => showCollection(collection, study));
    collection.addEventListener('change', () => this.#showCollection());
    this.#prepareOpen();
    this.#prepareDrop();
  }

  #prepareOpen() {
    const dialog = byId('dialog-open');
    const [text, file, error] = [byId('open-text'), byId('open-file'), byId('open-error')];
    const refuse = (reason) => {
      error.textContent = sentence(reason.message);
    };
    const submit = (content, name) => this.take(content, name).then(() => dialog.close(), refuse);
    file.addEventListener('change', async () => {
      const [chosen] = file.files;
      if (chosen) await this.#readFile(chosen).then((content) => submit(content, chosen.name), refuse);
      file.value = '';
    });
    byId('open-choose').addEventListener('click', () => file.click());
    byId('open-form').addEventListener('submit', (event) => {
      event.preventDefault();
      submit(text.value);
    });
    byId('open').addEventListener('click', () => {
      text.value = '';
      error.textContent = '';
      openDialog(dialog);
      text.focus();
    });
  }

  #prepareDrop() {
    const shade = byId('drop');
    const carries = (event) =>
      [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
    addEventListener('dragover', (event) => {
      if (!carries(event) || event.defaultPrevented) return;
      event.preventDefault();
      shade.hidden = false;
    });
    addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) shade.hidden = true;
    });
    addEventListener('drop', (event) => {
      shade.hidden = true;
      if (!carries(event) || event.defaultPrevented) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      const content = file ? this.#readFile(file) : Promise.resolve(event.dataTransfer.getData('text/plain'));
      content.then((text) => this.take(text, file?.name)).catch(tellError);
    });
    document.addEventListener('paste', (event) => {
      if (event.target.closest?.('input, textarea, select, dialog')) return;
      const content = event.clipboardData.getData('text/plain');
      if (content.trim()) this.take(content).catch(tellError);
    });
  }

  async #readFile(file) {
    if (file.size > LONGEST_FILE) throw new Error(t('This file is too long.'));
    return file.text();
  }

  /** Opens what a text holds: a position, a link, or games. @param {string} [name] of its file */
  async take(text, name = '') {
    if (!text.trim()) throw new Error(t('There is nothing to open.'));
    const link = /^https?:\S*(#game=\S+)$/.exec(text.trim());
    if (link) return this.#keeper.openPlace(fromHash(link[1]));
    if (looksLikeFen(text)) return this.#takeFen(text.trim());
    if (definesGames(text)) return this.#define(text, name);
    return this.#takeGames(text, name);
  }

  /** Loads the games of a text, and puts the first one on the board. */
  async #define(text, name) {
    const file = name || 'text';
    const { games, problems } = await this.#connection.request({ do: 'define', text, name: file });
    if (games.length === 0) throw new Error(problems[0]?.text ?? 'No game was found in this text.');
    keepDefinition(
      file,
      text,
      games.map((game) => game.name),
    );
    await this.#study.load();
    await this.#keeper.openPlace({ game: games[0].name, fen: null, moves: [], at: 0, flip: false });
    tell(plural(games.length, '{title} is loaded.', '{count} games are loaded.', { title: games[0].title }));
    for (const problem of problems.slice(0, 3)) tell(sentence(problem.text), 'error');
  }

  async #takeFen(fen) {
    const { game, others } = await gameOfFen(this.#connection, this.#study, fen);
    const isOther = game !== this.#study.tree.game;
    await this.#keeper.openPlace({ game, fen, moves: [], at: 0, flip: this.#study.flip });
    const titles = others.map((name) => this.#study.info(name).title);
    const more = titles.length > 0 ? ` ${t('It would also do in {games}.', { games: listed(titles) })}` : '';
    if (isOther) tell(`${t('A position of {game}.', { game: this.#study.info().title })}${more}`);
  }

  async #takeGames(text, name) {
    const longest = this.#connection.hello?.limits?.message ?? Infinity;
    if (new Blob([text]).size > longest * 0.9) throw new Error(t('This is more than the server takes at once.'));
    const { games, errors } = await this.#connection.request({
      do: 'read',
      pgn: text,
      game: await gameOfRecord(this.#connection, this.#study, text),
    });
    if (games.length === 0) throw new Error(errors[0] ?? t('No game was found in this text.'));
    await this.#collection.take(games, name);
    if (errors.length > 0)
      tell(
        plural(errors.length, 'Something could not be read: {why}', '{count} things could not be read: {why}', { why: errors[0] }),
        'error',
      );
  }

  /** The list of games of a file, as long as one of them is on the board. */
  #showCollection() {
    const { isOpen, records, chosen, name } = this.#collection;
    const box = byId('collection');
    box.hidden = !isOpen;
    if (!isOpen) return;
    const select = byId('chosen-game');
    const title = ({ game, result, ...record }, index) =>
      `${index + 1}. ${titleOf({ game, ...record }, this.#study.info(game))} ${result}`;
    select.title = name;
    select.replaceChildren(
      ...records.map((record, index) =>
        make('option', { value: String(index), selected: index === chosen, text: title(record, index) }),
      ),
    );
  }

  /** @returns {Promise<string>} all games of the file as PGN */
  async #wholePgn() {
    const write = (record) => this.#connection.request({ do: 'write', record });
    const written = await Promise.all(this.#collection.current().map(write));
    return written.map(({ pgn }) => pgn.trimEnd()).join('\n\n').concat('\n');
  }

  /** Saves what is on the board, or the whole game. @param {'svg'|'png'|'film'} kind */
  async #savePicture(kind) {
    const { game } = this.#study.tree;
    const picture = boardPicture(this.#board);
    if (kind === 'png') download(`${game}.png`, await pngOf(textOf(picture)), 'image/png');
    else if (kind === 'svg') download(`${game}.svg`, textOf(picture), 'image/svg+xml');
    else download(`${game}-game.svg`, textOf(await filmOf(this.#study, picture)), 'image/svg+xml');
  }

  /** The button that saves the file as a whole. */
  #saveAll() {
    const { isOpen, records, name } = this.#collection;
    if (!isOpen) return null;
    const save = async () => download(/\.pgn$/i.test(name) ? name : 'games.pgn', await this.#wholePgn());
    return actionButton(t('Save all {count} games', { count: records.length }), 'save', () => save().catch(tellError));
  }

  /** Shows the dialog for saving. */
  async showSave() {
    const dialog = byId('dialog-save');
    const { pgn } = await this.#connection.request({ do: 'write', record: tree.toRecord(this.#study.tree) });
    const name = `${this.#study.tree.game}-${new Date().toISOString().slice(0, 10)}.pgn`;
    const text = make('textarea', { readonly: true, rows: '10', 'aria-label': 'PGN', id: 'save-pgn' });
    text.value = pgn;
    dialog.replaceChildren(
      header('save-title', t('Save the game')),
      text,
      row(
        actionButton(t('Save as a file'), 'save', () => download(name, pgn), 'main'),
        actionButton(t('Copy'), 'copy', () => copy(pgn, 'PGN')),
        ...[this.#saveAll()].filter(Boolean),
      ),
      row(
        actionButton(t('Picture (SVG)'), 'save', () => this.#savePicture('svg').catch(tellError)),
        actionButton(t('Picture (PNG)'), 'save', () => this.#savePicture('png').catch(tellError)),
        actionButton(t('Moving picture'), 'save', () => this.#savePicture('film').catch(tellError)),
      ),
      copyRow('FEN', 'save-fen', this.#study.position.fen),
      copyRow(t('Link'), 'save-link', this.#keeper.link()),
    );
    delete dialog.dataset.ready;
    openDialog(dialog);
  }
}

function copyRow(label, id, value) {
  const field = make('input', { id, readonly: true, value, onfocus: ({ target }) => target.select() });
  const button = iconButton(t('Copy {what}', { what: label }), 'copy', () => copy(value, label));
  return make('div', { class: 'copy' }, make('label', { for: id, text: label }), field, button);
}
