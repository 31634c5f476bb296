/** The page: makes its parts and connects them. */

import { apiAddress } from './address.js';
import { Analysis } from './analysis.js';
import { AnalysisView } from './analysisview.js';
import { Announcer } from './announce.js';
import { Annotator } from './annotate.js';
import { Board } from './board.js';
import { Captured } from './captured.js';
import { Collection } from './collection.js';
import { Connection } from './connection.js';
import { kindOf } from './describe.js';
import { byId, loadStyle, tell, tellError } from './dom.js';
import { Editor } from './editor.js';
import { matchMove } from './entry.js';
import { Explorer } from './explorer.js';
import { Game } from './game.js';
import { Graph } from './graph.js';
import { Help } from './help.js';
import { Hint } from './hint.js';
import { Keeper } from './keeper.js';
import { listen } from './keys.js';
import { t } from './language.js';
import { showLibrary } from './library.js';
import { MoveList } from './moves.js';
import { NewGame, exchanged } from './newgame.js';
import { PieceHelp } from './piecehelp.js';
import { picturesOf } from './pieceset.js';
import { Players } from './players.js';
import { Records } from './records.js';
import { Report } from './report.js';
import { Rulebook } from './rulebook.js';
import { Rules } from './rules.js';
import { Settings } from './settings.js';
import { connectSounds } from './sound.js';
import { Study } from './study.js';
import * as tree from './tree.js';

const connection = new Connection(apiAddress(location));
const study = new Study(connection);
const game = new Game(connection, study);
const keeper = new Keeper(study, game);
const analysis = new Analysis(connection, study, game);
const board = new Board(byId('board'));

const collection = new Collection(study, keeper);
const records = new Records(connection, study, keeper, collection, byId('board'));
const newGame = new NewGame(connection, study, keeper);
const rulebook = new Rulebook(connection);
const hint = new Hint(connection, study, game, board);
const announcer = new Announcer(study, game);
const rules = new Rules(rulebook, study, (fen) => openPosition(study.tree.game, fen).catch(tellError));
const help = new Help(connection);
const editor = new Editor(connection, study, board, {
  open: openPosition,
  play: async (name, fen) => {
    await openPosition(name, fen);
    newGame.show({ fen });
  },
  closed: () => showPosition(false),
});

let pictured = '';

let workshop = null;

/** Opens the workshop, which is loaded when it is wanted for the first time. */
async function openWorkshop() {
  const [{ Workshop }] = await Promise.all([import('./workshop.js'), loadStyle('workshop.css')]);
  workshop ??= new Workshop({ connect: () => new Connection(apiAddress(location)), connection, study, newGame });
  workshop.open();
}

function openPosition(name, fen) {
  return keeper.open({ game: name, fen: fen === study.info(name)?.start ? null : fen }, { flip: study.flip });
}

/** Puts the position on the board, with the pictures of its game. */
async function showPosition(animate) {
  const name = study.tree.game;
  if (pictured !== name) {
    const svg = await picturesOf(connection, name);
    if (study.tree.game !== name) return;
    board.install(svg, study.info());
    pictured = name;
  }
  put(animate);
}

function put(animate) {
  const { position, flip } = study;
  const [, , width, height] = /viewBox="([^"]*)"/.exec(position.picture)?.[1].trim().split(/\s+/).map(Number) ?? [];
  if (height > 0) byId('table').style.setProperty('--ratio', width / height);
  board.show(position, { animate, flip, movable: game.movable });
}

function refreshBoard() {
  if (study.position && !editor.on && pictured === study.tree.game) {
    put(false);
  }
}

function rematch() {
  const setup = exchanged(game.setup);
  newGame.play(study.tree.game, setup, study.tree.fen).catch(tellError);
}

function analyse() {
  analysis.toggle(true);
  byId('analyse').focus();
}

/** Goes to a node; a promise that fails is told. */
function go(node) {
  if (node && !editor.on) study.go(node).catch(tellError);
}

const steps = {
  first: () => go(study.tree.root),
  previous: () => go(study.node.parent),
  next: () => go(study.node.children[0]),
  last: () => go(tree.lineEnd(study.node)),
};

/** From one variation to the next, of the last move that has any. */
function otherVariation(step) {
  const siblings = study.node.parent?.children ?? [];
  if (siblings.length > 1) go(siblings[(siblings.indexOf(study.node) + step + siblings.length) % siblings.length]);
  else if (step < 0) steps.first();
  else steps.last();
}

function flip() {
  if (!editor.on) study.turn().catch(tellError);
}

/** The engine moves now; where it is not at work, it gives a hint. */
function moveNow() {
  if (editor.on) return;
  if (game.thinking) game.moveNow();
  else if (!(game.clock && game.running)) hint.ask().catch(tellError);
}

function toggleToken() {
  if (!editor.on) board.armed = !board.armed;
}

/** Whether the user may move the side to move. */
function isMovable() {
  return game.movable === 'both' || game.movable === study.position?.side;
}

function play(move) {
  game.play(move).catch(tellError);
}

function connectBoard() {
  board.addEventListener('move', ({ detail }) => play(detail.move));
  board.addEventListener('flip', flip);
  byId('board').addEventListener('pointerdown', ({ target }) => {
    const piece = study.position?.pieces[target.dataset?.square];
    if (piece) rules.showPiece(kindOf(piece));
  });
  study.addEventListener('position', ({ detail }) => {
    if (!editor.on) showPosition(detail.animate).catch(tellError);
  });
  game.addEventListener('change', () => {
    if (board.movable !== game.movable) refreshBoard();
  });
  study.addEventListener('open', () => {
    editor.stop();
    const info = study.info();
    byId('title').textContent = info?.title ?? study.tree.game;
    document.title = `${info?.title ?? study.tree.game} · Bactrian`;
  });
}

function connectButtons() {
  for (const [id, step] of Object.entries(steps)) byId(id).addEventListener('click', step);
  byId('flip').addEventListener('click', flip);
  byId('move-now').addEventListener('click', moveNow);
  byId('new').addEventListener('click', () => newGame.show());
  byId('library').addEventListener('click', () => showLibrary(connection, study, keeper, collection));
  byId('workshop').addEventListener('click', () => openWorkshop().catch(tellError));
  byId('save').addEventListener('click', () => records.showSave().catch(tellError));
  byId('setup').addEventListener('click', () => (editor.on ? editor.stop() : editor.start()));
  byId('brand').addEventListener('click', (event) => {
    event.preventDefault();
    newGame.show();
  });
  game.addEventListener('failed', ({ detail }) => tellError(detail));
  listen({
    arrowleft: steps.previous,
    arrowright: steps.next,
    arrowup: () => otherVariation(-1),
    arrowdown: () => otherVariation(1),
    home: steps.first,
    end: steps.last,
    f: flip,
    ' ': moveNow,
    a: () => analysis.toggle(),
    c: toggleToken,
    m: () => report.jump(1),
  });
}

function connectEntry() {
  const field = byId('entry');
  const error = byId('entry-error');
  field.addEventListener('input', () => {
    error.textContent = '';
  });
  byId('entry-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const moves = study.position?.moves ?? [];
    const found = matchMove(field.value, moves);
    error.textContent = isMovable() ? (found.error ?? '') : t('It is not your turn here.');
    if (!isMovable() || !found.move) return;
    field.value = '';
    play(found.move);
  });
}

function connectTabs() {
  const tabs = ['game', 'rules', 'help'].map((name) => ({ tab: byId(`tab-${name}`), panel: byId(`panel-${name}`) }));
  const choose = (chosen) => {
    for (const { tab, panel } of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel.hidden = tab !== chosen;
    }
    rules.refresh();
    help.refresh();
  };
  for (const { tab } of tabs) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const step = key === 'ArrowLeft' ? -1 : 1;
      const other = tabs[(tabs.findIndex((one) => one.tab === tab) + step + tabs.length) % tabs.length];
      choose(other.tab);
      other.tab.focus();
    });
  }
}

function connectServer() {
  const notice = byId('offline');
  let wasOpen = false;
  connection.addEventListener('lost', () => {
    notice.textContent = wasOpen
      ? t('The server does not answer. Your game is kept here; it goes on as soon as the server runs again.')
      : t('The server cannot be reached. Is “bactrian serve” running?');
    notice.hidden = false;
  });
  connection.addEventListener('open', () => {
    if (!notice.hidden && wasOpen) tell(t('The server is back.'));
    wasOpen = true;
    notice.hidden = true;
  });
  connection.addEventListener('foreign', () => {
    tell(t('This page and the server are of different versions. Load the page again.'), 'error');
  });
}

/** @returns {Promise<string|null>} the game that `bactrian serve -v` names */
async function requestedGame() {
  return (await (await fetch('game.json')).json()).game;
}

async function start() {
  await study.load();
  const opened = await keeper.start().catch((error) => {
    tellError(error);
    return false;
  });
  if (opened) return;
  const requested = await requestedGame();
  await keeper.open({ game: requested ?? study.games[0].name }, { push: false });
  if (!requested) newGame.show({ ask: true });
}

new Settings(connection, () => analysis.again());
new Players(study, game, board, new Captured(connection, study), { rematch, analyse, toggleToken });
new MoveList(study, game, () => newGame.show());
new Annotator(study, game, analysis);
new Explorer(connection, study, keeper, collection, (move) =>
  isMovable() ? play(move) : tell(t('It is not your turn here.')),
);
new Graph(study, game);
const report = new Report(study, game);
new PieceHelp(connection, study, board, rulebook, (words) => announcer.say(words));
new AnalysisView(connection, study, game, analysis, board);
connectSounds(study, game);
connectServer();
connectBoard();
connectButtons();
connectEntry();
connectTabs();
start().catch(tellError);
