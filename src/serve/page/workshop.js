/**
 * The workshop: a definition is written, and the game that it describes is shown, played, tested and taught. Loaded when it
 * is opened for the first time.
 */

import { actionButton, iconButton } from './controls.js';
import { forgetDefinition, listDefinitions, newDefinitionId, putDefinition } from './definitions.js';
import { isDiagram } from './definitiontext.js';
import { byId, download, make, openDialog, tell, tellError } from './dom.js';
import { t } from './language.js';
import { LessonView } from './lessonview.js';
import { SourceEditor } from './sourceeditor.js';
import { TrialView } from './trialview.js';
import { WorkPieces } from './workpieces.js';

/** The definition is read when nothing has been typed for so long, in milliseconds. */
const PAUSE = 300;

/** Who wants to delete presses twice within so long, in milliseconds. */
const SURE = 4000;

/** The longest file, in bytes, as for the server. */
const LONGEST_FILE = 1 << 20;

/** The definition that was shown last. */
const LAST = 'bactrian.workshop';

/** What a new definition begins with. */
const start = (name) => `[${name}:chess]
title = My Game
customPiece1 = d:CF
pieceNames = d:Dromedary
pieceDrawings = d:camel
startFen = rdbqkbdr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKBDR w KQkq - 0 1
promotionPieceTypes = qrbd
`;

/** The view. */
export class Workshop {
  #page;
  #connection;
  #entry = null;
  #info = null;
  #games = [];
  #timer = 0;
  #asked = 0;

  /**
   * @param {{connect: () => import('./connection.js').Connection, connection: import('./connection.js').Connection,
   *   study: import('./study.js').Study, newGame: import('./newgame.js').NewGame}} page `connect` makes another connection:
   *   what is written here does not touch the game on the board
   */
  constructor(page) {
    this.#page = page;
    this.#connection = page.connect();
    this.#connection.preamble = () => (this.#entry ? [this.#definition()] : []);
    this.#connection.addEventListener('open', () => this.#refresh());
    this.editor = new SourceEditor();
    this.pieces = new WorkPieces(this.#connection, this.editor);
    this.trial = new TrialView(this.#connection, () => this.#taught());
    this.lesson = new LessonView(page.connect, () => this.#taught());
    this.editor.addEventListener('input', () => this.#later());
    this.lesson.addEventListener('learned', ({ detail }) => this.#learn(detail).catch(tellError));
    this.lesson.addEventListener('end', () => this.#refresh());
    this.dialog = make('dialog', { id: 'dialog-workshop', 'aria-labelledby': 'workshop-title', class: 'no-game' });
    this.dialog.append(this.#head(), make('div', { class: 'work-body' }, this.editor.element, this.#side()));
    this.dialog.addEventListener('dragover', (event) => event.preventDefault());
    this.dialog.addEventListener('drop', (event) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      byId('drop').hidden = true;
      this.#takeFile(event.dataTransfer.files[0]).catch(tellError);
    });
    this.dialog.addEventListener('close', () => {
      this.#keep();
      if (this.lesson.isRunning) tell(t('The lesson goes on.'));
    });
    document.body.append(this.dialog);
  }

  #head() {
    this.select = make('select', { 'aria-label': t('Definition'), onchange: () => this.#open(this.select.value) });
    const named = () => this.#named();
    this.naming = make('input', { maxlength: '60', 'aria-label': t('Name of the definition'), hidden: true, onchange: named, onblur: named });
    this.file = make('input', { type: 'file', class: 'hidden', tabindex: '-1', 'aria-label': t('File') });
    this.file.addEventListener('change', () => this.#takeFile(this.file.files[0]).catch(tellError));
    this.trash = iconButton(t('Delete'), 'trash', () => this.#discard());
    this.play = actionButton(t('Play'), 'play', () => this.#play().catch(tellError), 'main');
    const tools = make(
      'div',
      { class: 'tools', role: 'toolbar', 'aria-label': t('Definitions') },
      iconButton(t('New definition'), 'plus', () => this.#add()),
      iconButton(t('Open a file'), 'folder', () => this.file.click()),
      iconButton(t('Save as a file'), 'save', () => download(this.#fileName(), this.editor.text, 'text/plain')),
      iconButton(t('Rename'), 'setup', () => this.#rename()),
      this.trash,
    );
    const title = make('h2', { id: 'workshop-title', text: t('Workshop') });
    const close = iconButton(t('Close'), 'close', () => {}, { 'data-close': true });
    return make('div', { class: 'head' }, title, this.select, this.naming, this.file, tools, this.play, close);
  }

  #side() {
    this.chosen = make('select', { 'aria-label': t('Game'), hidden: true, onchange: () => this.#choose(this.chosen.value) });
    this.empty = make('p', { class: 'empty', text: t('The game is shown here as soon as its definition has no errors.') });
    const parts = [
      [t('Preview'), [this.empty, this.pieces.element]],
      [t('Test'), [this.trial.element]],
      [t('Teach'), [this.lesson.element]],
    ];
    const tabs = parts.map(([text], index) => {
      const id = `work-tab-${index}`;
      const tab = make('button', { type: 'button', role: 'tab', id, 'aria-controls': `work-panel-${index}`, text, onclick: () => show(index) });
      tab.addEventListener('keydown', ({ key }) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
        if (step) show((index + step + parts.length) % parts.length).focus();
      });
      return tab;
    });
    const panels = parts.map(([, content], index) =>
      make('div', { role: 'tabpanel', id: `work-panel-${index}`, 'aria-labelledby': `work-tab-${index}`, class: 'work-panel', tabindex: '0' }, ...content),
    );
    const show = (chosen) => {
      tabs.forEach((tab, index) => {
        tab.setAttribute('aria-selected', String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index].hidden = index !== chosen;
      });
      return tabs[chosen];
    };
    show(0);
    const list = make('div', { role: 'tablist', 'aria-label': t('Game') }, ...tabs);
    return make('section', { 'aria-label': t('Game') }, list, this.chosen, ...panels);
  }

  /** Opens the workshop with the definition that was shown last, or a new one. */
  open() {
    const id = this.#entry?.id ?? localStorage.getItem(LAST);
    // It may have been changed elsewhere meanwhile.
    this.#entry = null;
    this.#openLast(id);
    openDialog(this.dialog);
    this.editor.field.focus({ preventScroll: true });
  }

  #openLast(wanted = null) {
    const all = listDefinitions();
    const last = all.find(({ id }) => id === wanted) ?? all[all.length - 1];
    if (last) this.#open(last.id);
    else this.#add();
  }

  /** Shows a kept definition. */
  #open(id) {
    this.#keep();
    this.#entry = listDefinitions().find((known) => known.id === id);
    localStorage.setItem(LAST, id);
    this.editor.text = this.#entry.text;
    [this.#info, this.#games] = [null, []];
    this.trial.clear();
    this.#list();
    this.#read();
  }

  /** Adds a definition. */
  #add(text = null, name = null) {
    const taken = listDefinitions().flatMap((known) => [known.name, ...known.games]);
    let [own, number] = ['mygame', 1];
    while (taken.includes(own)) own = `mygame${(number += 1)}`;
    const id = newDefinitionId();
    this.#store({ id, name: name ?? own, text: text ?? start(own), loaded: null, games: [own], learned: {} });
    this.#open(id);
  }

  async #takeFile(file) {
    if (!file) return;
    if (file.size > LONGEST_FILE) throw new Error(t('This file is too long.'));
    this.#add(await file.text(), file.name);
    this.file.value = '';
  }

  #fileName() {
    const { name } = this.#entry;
    return /\.\w+$/.test(name) ? name : `${name}.${isDiagram(this.editor.text) ? 'html' : 'ini'}`;
  }

  #rename() {
    [this.naming.hidden, this.select.hidden] = [false, true];
    this.naming.value = this.#entry.name;
    this.naming.select();
  }

  #named() {
    if (this.naming.hidden) return;
    [this.naming.hidden, this.select.hidden] = [true, false];
    this.#entry.name = this.naming.value.trim() || this.#entry.name;
    this.#keep();
    this.#list();
    this.#read();
  }

  /** Deletes the definition when the button is pressed a second time. */
  #discard() {
    if (this.trash.classList.toggle('sure')) {
      tell(t('Press once more to delete “{name}”.', { name: this.#entry.name }));
      setTimeout(() => this.trash.classList.remove('sure'), SURE);
      return;
    }
    forgetDefinition(this.#entry.id);
    this.#entry = null;
    this.#openLast();
  }

  #list() {
    const option = ({ id, name }) => make('option', { value: id, text: name, selected: id === this.#entry.id });
    this.select.replaceChildren(...listDefinitions().reverse().map(option));
  }

  #store(entry) {
    if (!putDefinition(entry)) tell(t('The browser has no room to keep this. Save it as a file.'), 'error');
  }

  #keep() {
    if (!this.#entry) return;
    this.#entry.text = this.editor.text;
    this.#store(this.#entry);
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#keep();
      this.#read();
    }, PAUSE);
  }

  #definition() {
    return { do: 'define', text: this.editor.text, name: this.#entry.name };
  }

  /** Has the definition read, and shows what comes of it. */
  async #read() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const answer = await this.#connection.request(this.#definition());
      if (asked !== this.#asked) return;
      this.#show(answer);
      if (this.#info) await this.pieces.show(this.#info);
    } catch (error) {
      if (asked === this.#asked) this.editor.show([{ line: 1, kind: 'error', key: '', fault: error.message }]);
    }
  }

  #show({ games, problems, warnings }) {
    const told = [...problems.map((one) => ({ ...one, kind: 'error' })), ...warnings.map((one) => ({ ...one, kind: 'warning' }))];
    this.editor.show(told.sort((one, other) => one.line - other.line));
    this.#games = games;
    if (games.length > 0) this.#entry.games = games.map(({ name }) => name);
    this.#info = games.find(({ name }) => name === this.#info?.name) ?? games[0] ?? null;
    const option = ({ name, title }) => make('option', { value: name, text: title, selected: name === this.#info.name });
    this.chosen.replaceChildren(...games.map(option));
    this.chosen.hidden = games.length < 2;
    this.#refresh();
  }

  #choose(name) {
    this.#info = this.#games.find((game) => game.name === name);
    this.trial.clear();
    this.#refresh();
    this.pieces.show(this.#info).catch(tellError);
  }

  /** Tells what can be done now. */
  #refresh() {
    this.play.disabled = !this.#info;
    this.empty.hidden = this.#info !== null;
    this.dialog.classList.toggle('no-game', !this.#info);
    this.trial.refresh();
    this.lesson.refresh(this.#connection.hello);
  }

  /** The game that is shown, the request that brings it, and what is known about it. */
  #taught() {
    const info = this.#info;
    return { info, define: info ? [this.#definition()] : [], learned: this.#entry?.learned[info?.name] ?? null };
  }

  /** Keeps what was learned with the definition that was taught, and has it used on the board. */
  async #learn({ game, learned }) {
    const isIt = ({ games }) => games.includes(game);
    const entry = [this.#entry, ...listDefinitions()].find((known) => known && isIt(known));
    if (!entry) return;
    if (learned) entry.learned[game] = learned;
    else delete entry.learned[game];
    this.#store(entry);
    this.#refresh();
    if (this.#page.study.info(game)) await this.#page.connection.request({ do: 'weights', game, ...learned });
  }

  /** Begins a game on the board. */
  async #play() {
    const { connection, study, newGame } = this.#page;
    const { info, learned } = this.#taught();
    await connection.request(this.#definition());
    this.#entry.loaded = this.editor.text;
    this.#keep();
    await study.load();
    if (learned) await connection.request({ do: 'weights', game: info.name, ...learned }).catch(tellError);
    await newGame.quick(info.name);
    this.dialog.close();
  }
}
