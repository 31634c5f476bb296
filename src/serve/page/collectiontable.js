/** The games of a file as a table, of which a filter leaves some. */

import { header } from './controls.js';
import { byId, make, openDialog, tellError } from './dom.js';

/** The columns: title, and what they show of a record. */
const COLUMNS = [
  ['White', (record) => tag(record, 'White')],
  ['Black', (record) => tag(record, 'Black')],
  ['Result', ({ result }) => (result === '1/2-1/2' ? '½–½' : result.replace('-', '–'))],
  ['Date', (record) => tag(record, 'Date').replaceAll('.??', '')],
  ['Event', (record) => tag(record, 'Event')],
  ['Moves', ({ moves }) => String(moves.at(-1)?.number ?? 0)],
];

function tag({ tags = [] }, name) {
  const value = tags.find(([key]) => key === name)?.[1] ?? '';
  return /^[?.]*$/.test(value) ? '' : value;
}

/** Which words of the filter a record must have, in any column. */
const has = (cells, words) => words.every((word) => cells.some((cell) => cell.toLowerCase().includes(word)));

/** Shows the table. @param {import('./collection.js').Collection} collection */
export function showCollection(collection, study) {
  const dialog = byId('dialog-collection');
  const records = collection.current();
  const isMixed = new Set(records.map(({ game }) => game)).size > 1;
  const columns = isMixed ? [...COLUMNS, ['Game', ({ game }) => study.info(game)?.title ?? game]] : COLUMNS;
  const open = (index) => collection.choose(index).then(() => dialog.close(), tellError);
  const rows = records.map((record, index) => {
    const cells = columns.map(([, show]) => show(record));
    const number = make('button', { type: 'button', class: 'plain', text: String(index + 1), onclick: () => open(index) });
    const here = index === collection.chosen;
    const row = make(
      'tr',
      { class: here ? 'here' : null, 'aria-current': here ? 'true' : null },
      make('td', {}, number),
      ...cells.map((text) => make('td', { text })),
    );
    row.addEventListener('click', ({ target }) => target === number || open(index));
    return { row, cells };
  });
  const body = make('tbody', {}, ...rows.map(({ row }) => row));
  const count = make('span', { class: 'hint', role: 'status' });
  const filter = make('input', { type: 'search', placeholder: 'Filter: names, date, result …', 'aria-label': 'Filter' });
  const narrow = () => {
    const words = filter.value.toLowerCase().replaceAll('-', '–').split(/\s+/).filter(Boolean);
    for (const { row, cells } of rows) row.hidden = !has(cells, words);
    const shown = rows.filter(({ row }) => !row.hidden).length;
    count.textContent = shown === rows.length ? `${shown} games` : `${shown} of ${rows.length} games`;
  };
  filter.addEventListener('input', narrow);
  narrow();
  const heads = ['#', ...columns.map(([title]) => title)].map((text) => make('th', { scope: 'col', text }));
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body);
  const box = make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Games' }, table);
  dialog.replaceChildren(
    header('collection-title', collection.name || 'Games of the file'),
    make('div', { class: 'row' }, filter, count),
    box,
  );
  delete dialog.dataset.ready;
  openDialog(dialog);
  filter.focus();
  dialog.querySelector('tr.here')?.scrollIntoView({ block: 'center' });
}
