/** The dialog with the games that the browser keeps. */

import { header, iconButton } from './controls.js';
import { resultWords } from './describe.js';
import { forgetDefinition, listDefinitions } from './definitions.js';
import { byId, make, openDialog, tellError } from './dom.js';
import { titleOf } from './keeper.js';
import * as kept from './kept.js';
import { formatDate, ofEngine, plural, t } from './language.js';
import * as shelf from './shelf.js';
import { fillThumbnail } from './thumbnail.js';
import * as tree from './tree.js';

/** Shows the kept games; one can be opened or removed. */
export function showLibrary(connection, study, keeper, collection) {
  const dialog = byId('dialog-library');
  keeper.flush();
  const entries = kept.list();
  const list =
    entries.length > 0
      ? make('ul', { class: 'kept' }, ...entries.map((entry) => item(connection, entry, study, keeper, dialog)))
      : make('p', { class: 'empty', text: t('No games yet. Every game that you begin here is kept in this browser.') });
  const search = make('input', { type: 'search', placeholder: t('Search: players, game, result …'), 'aria-label': t('Search') });
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const line of dialog.querySelectorAll('.kept li'))
      line.hidden = !words.every((word) => line.textContent.toLowerCase().includes(word));
  });
  const files = make('div', { class: 'files' });
  dialog.replaceChildren(header('library-title', t('My games')), search, files, list, ...definitions(study));
  delete dialog.dataset.ready;
  openDialog(dialog);
  showFiles(files, collection, dialog);
}

/** The texts that brought games of the user's own. */
function definitions(study) {
  const played = listDefinitions().filter(({ loaded }) => loaded !== null);
  const items = played.map(({ id, name, games }) => {
    const titles = games.map((game) => study.info(game)?.title ?? game).join(', ');
    const discard = () => {
      forgetDefinition(id);
      line.remove();
    };
    const words = make('p', { class: 'entry' }, make('strong', { text: titles }), make('span', { text: name }));
    const line = make('li', {}, words, iconButton(t('Forget this definition'), 'trash', discard));
    return line;
  });
  return items.length > 0 ? [make('h3', { text: t('Own kinds of games') }), make('ul', { class: 'kept' }, ...items)] : [];
}

/** The files of games that are kept. */
async function showFiles(box, collection, dialog) {
  const files = await shelf.list().catch(() => []);
  if (files.length === 0) return;
  const items = files.map(({ id, name, saved, records }) => {
    const open = () => collection.openKept(id).then(() => dialog.close(), tellError);
    const button = make(
      'button',
      { type: 'button', class: 'entry', onclick: open },
      make('strong', { text: name || t('Games without a file') }),
      make('span', { text: plural(records.length, '{count} game', '{count} games') }),
      make('time', { text: whenOf(saved) }),
    );
    const discard = () => shelf.remove(id).then(() => line.remove(), tellError);
    const line = make('li', {}, button, iconButton(t('Remove this file'), 'trash', discard));
    return line;
  });
  box.replaceChildren(make('h3', { text: t('Files') }), make('ul', { class: 'kept' }, ...items), make('h3', { text: t('Games') }));
}

function whenOf(saved) {
  return formatDate(saved, { dateStyle: 'medium', timeStyle: 'short' });
}

function item(connection, entry, study, keeper, dialog) {
  const { record } = entry;
  const thumbnail = make('span', { class: 'thumbnail', 'aria-hidden': 'true' });
  const moves = tree.movesTo(tree.nodeAt(tree.fromRecord(record), entry.path));
  const place = { game: record.game, moves, ...(record.fen ? { fen: record.fen } : {}) };
  fillThumbnail(connection, thumbnail, place, Boolean(entry.flip));
  const info = study.info(record.game);
  const isHere = entry.id === keeper.id;
  const open = () => keeper.openKept(entry.id).then(() => dialog.close(), tellError);
  const button = make(
    'button',
    { type: 'button', class: 'entry', onclick: open },
    make('strong', { text: titleOf(record, info) }),
    make('span', { text: `${info?.title ?? record.game} · ${stateOf(entry)}` }),
    make('time', { text: whenOf(entry.saved) }),
  );
  const discard = () => {
    kept.remove(entry.id);
    line.remove();
  };
  const line = make(
    'li',
    { class: isHere ? 'here' : null },
    thumbnail,
    button,
    iconButton(t('Remove this game'), 'trash', discard, { disabled: isHere }),
  );
  return line;
}

function stateOf({ record, running }) {
  if (running) return t('Running');
  if (record.result === '*') return plural(record.moves.length, '{count} half move', '{count} half moves');
  return record.termination ? ofEngine(record.termination) : resultWords(record.result);
}
