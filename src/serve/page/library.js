/** The dialog with the games that the browser keeps. */

import { header, iconButton } from './controls.js';
import { resultWords } from './describe.js';
import { byId, make, openDialog, tellError } from './dom.js';
import { titleOf } from './keeper.js';
import * as kept from './kept.js';

/** Shows the kept games; one can be opened or removed. */
export function showLibrary(study, keeper) {
  const dialog = byId('dialog-library');
  keeper.flush();
  const entries = kept.list();
  const list =
    entries.length > 0
      ? make('ul', { class: 'kept' }, ...entries.map((entry) => item(entry, study, keeper, dialog)))
      : make('p', { class: 'empty', text: 'No games yet. Every game that you begin here is kept in this browser.' });
  dialog.replaceChildren(header('library-title', 'My games'), list);
  delete dialog.dataset.ready;
  openDialog(dialog);
}

function item(entry, study, keeper, dialog) {
  const { record } = entry;
  const info = study.info(record.game);
  const isHere = entry.id === keeper.id;
  const open = () => keeper.openKept(entry.id).then(() => dialog.close(), tellError);
  const when = new Date(entry.saved).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const button = make(
    'button',
    { type: 'button', class: 'entry', onclick: open },
    make('strong', { text: titleOf(record, info) }),
    make('span', { text: `${info?.title ?? record.game} · ${stateOf(entry)}` }),
    make('time', { text: when }),
  );
  const discard = () => {
    kept.remove(entry.id);
    line.remove();
  };
  const line = make(
    'li',
    { class: isHere ? 'here' : null },
    button,
    iconButton('Remove this game', 'trash', discard, { disabled: isHere }),
  );
  return line;
}

function stateOf({ record, running }) {
  if (running) return 'Running';
  if (record.result === '*') return `${record.moves.length} half moves`;
  return record.termination || resultWords(record.result);
}
