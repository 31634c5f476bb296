/** Records in and out: PGN and FEN from files, pasted or dropped; saved, copied, or as a link. */

import { fromHash } from './address.js';
import { actionButton, header, iconButton, row } from './controls.js';
import { byId, copy, download, make, openDialog, sentence, tell, tellError } from './dom.js';
import { titleOf } from './keeper.js';
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
  #collection = [];

  constructor(connection, study, keeper) {
    this.#connection = connection;
    this.#study = study;
    this.#keeper = keeper;
    byId('chosen-game').addEventListener('change', ({ target }) => this.#choose(Number(target.value)).catch(tellError));
    keeper.addEventListener('opened', () => this.#showCollection());
    this.#prepareOpen();
    this.#prepareDrop();
  }

  #prepareOpen() {
    const dialog = byId('dialog-open');
    const [text, file, error] = [byId('open-text'), byId('open-file'), byId('open-error')];
    const refuse = (reason) => {
      error.textContent = sentence(reason.message);
    };
    const submit = (content) => this.take(content).then(() => dialog.close(), refuse);
    file.addEventListener('change', async () => {
      if (file.files[0]) await this.#readFile(file.files[0]).then(submit, refuse);
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
      content.then((text) => this.take(text)).catch(tellError);
    });
    document.addEventListener('paste', (event) => {
      if (event.target.closest?.('input, textarea, select, dialog')) return;
      const content = event.clipboardData.getData('text/plain');
      if (content.trim()) this.take(content).catch(tellError);
    });
  }

  async #readFile(file) {
    if (file.size > LONGEST_FILE) throw new Error('This file is too long.');
    return file.text();
  }

  /** Opens what a text holds: a position, a link, or games. */
  async take(text) {
    if (!text.trim()) throw new Error('There is nothing to open.');
    const link = /^https?:\S*(#game=\S+)$/.exec(text.trim());
    if (link) return this.#keeper.openPlace(fromHash(link[1]));
    if (looksLikeFen(text))
      return this.#keeper.openPlace({
        game: this.#study.tree.game,
        fen: text.trim(),
        moves: [],
        at: 0,
        flip: this.#study.flip,
      });
    return this.#takeGames(text);
  }

  async #takeGames(text) {
    const longest = this.#connection.hello?.limits?.message ?? Infinity;
    if (new Blob([text]).size > longest * 0.9) throw new Error('This is more than the server takes at once.');
    const { games, errors } = await this.#connection.request({ do: 'read', pgn: text });
    if (games.length === 0) throw new Error(errors[0] ?? 'No game was found in this text.');
    this.#collection = games;
    await this.#choose(0);
    if (errors.length > 0)
      tell(`${errors.length === 1 ? 'Something' : `${errors.length} things`} could not be read: ${errors[0]}`, 'error');
  }

  async #choose(index) {
    this.chosen = index;
    this.expected = this.#collection[index];
    await this.#keeper.open(this.expected, { flip: false });
  }

  /** The list of games of a file, as long as one of them is on the board. */
  #showCollection() {
    const box = byId('collection');
    if (this.expected === null) this.#collection = [];
    this.expected = null;
    box.hidden = this.#collection.length < 2;
    if (box.hidden) return;
    const select = byId('chosen-game');
    select.replaceChildren(
      ...this.#collection.map((record, index) =>
        make('option', {
          value: String(index),
          selected: index === this.chosen,
          text: `${index + 1}. ${titleOf(record, this.#study.info(record.game))} ${record.result}`,
        }),
      ),
    );
  }

  /** Shows the dialog for saving. */
  async showSave() {
    const dialog = byId('dialog-save');
    const { pgn } = await this.#connection.request({ do: 'write', record: tree.toRecord(this.#study.tree) });
    const name = `${this.#study.tree.game}-${new Date().toISOString().slice(0, 10)}.pgn`;
    const text = make('textarea', { readonly: true, rows: '10', 'aria-label': 'PGN', id: 'save-pgn' });
    text.value = pgn;
    dialog.replaceChildren(
      header('save-title', 'Save the game'),
      text,
      row(
        actionButton('Save as a file', 'save', () => download(name, pgn), 'main'),
        actionButton('Copy', 'copy', () => copy(pgn, 'PGN')),
      ),
      copyRow('FEN', 'save-fen', this.#study.position.fen),
      copyRow('Link', 'save-link', this.#keeper.link()),
    );
    delete dialog.dataset.ready;
    openDialog(dialog);
  }
}

function copyRow(label, id, value) {
  const field = make('input', { id, readonly: true, value, onfocus: ({ target }) => target.select() });
  const button = iconButton(`Copy ${label}`, 'copy', () => copy(value, label));
  return make('div', { class: 'copy' }, make('label', { for: id, text: label }), field, button);
}
