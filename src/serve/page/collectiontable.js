/** The games of a file as a table, of which a filter leaves some. */

import { header } from './controls.js';
import { byId, make, openDialog, tellError } from './dom.js';
import { formatDate, plural, t } from './language.js';

/** The columns: title, and what they show of a record. */
const COLUMNS = [
  [t('White'), (record) => tag(record, 'White')],
  [t('Black'), (record) => tag(record, 'Black')],
  [t('Result'), ({ result }) => (result === '1/2-1/2' ? '½–½' : result.replace('-', '–'))],
  [t('Date'), (record) => dateOf(tag(record, 'Date'))],
  [t('Event'), (record) => tag(record, 'Event')],
  [t('Moves'), ({ moves }) => String(moves.at(-1)?.number ?? 0)],
];

function tag({ tags = [] }, name) {
  const value = tags.find(([key]) => key === name)?.[1] ?? '';
  return /^[?.]*$/.test(value) ? '' : value;
}

/** A date of PGN, of which the month or the day may not be known. */
function dateOf(text) {
  const [, year, month, day] = /^(\d{4})\.(\d\d)\.(\d\d)$/.exec(text) ?? [];
  return year ? formatDate(new Date(year, month - 1, day), { dateStyle: 'medium' }) : text.replaceAll('.??', '');
}

/** Which words of the filter a record must have, in any column. */
const has = (cells, words) => words.every((word) => cells.some((cell) => cell.toLowerCase().includes(word)));

/** Shows the table. @param {import('./collection.js').Collection} collection */
export function showCollection(collection, study) {
  const dialog = byId('dialog-collection');
  const records = collection.current();
  const isMixed = new Set(records.map(({ game }) => game)).size > 1;
  const columns = isMixed ? [...COLUMNS, [t('Game'), ({ game }) => study.info(game)?.title ?? game]] : COLUMNS;
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
  const filter = make('input', { type: 'search', placeholder: t('Filter: names, date, result …'), 'aria-label': t('Filter') });
  const narrow = () => {
    const words = filter.value.toLowerCase().replaceAll('-', '–').split(/\s+/).filter(Boolean);
    for (const { row, cells } of rows) row.hidden = !has(cells, words);
    const shown = rows.filter(({ row }) => !row.hidden).length;
    count.textContent = shown === rows.length ? plural(shown, '{count} game', '{count} games') : t('{shown} of {all} games', { shown, all: rows.length });
  };
  filter.addEventListener('input', narrow);
  narrow();
  const heads = ['#', ...columns.map(([title]) => title)].map((text) => make('th', { scope: 'col', text }));
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body);
  const box = make('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t('Games') }, table);
  dialog.replaceChildren(
    header('collection-title', collection.name || t('Games of the file')),
    make('div', { class: 'row' }, filter, count),
    box,
  );
  delete dialog.dataset.ready;
  openDialog(dialog);
  filter.focus();
  dialog.querySelector('tr.here')?.scrollIntoView({ block: 'center' });
}
