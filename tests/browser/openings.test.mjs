import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Openings } from '../../src/serve/page/openings.js';

/** Here a position's key is the set of moves that led to it. */
const keysOf = async ({ moves }) =>
  ['', ...moves].map((_, count) => [...moves.slice(0, count)].sort().join(' '));

const record = (moves, result, game = 'chess') => ({ game, result, moves: moves.map((move) => ({ move, san: move })) });
const goesOn = () => true;

test('moves are counted with the results of their games, however the position came about', async () => {
  const openings = new Openings(keysOf);
  const records = [record(['d4', 'd5', 'c4'], '1-0'), record(['c4', 'd5', 'd4', 'e6'], '1/2-1/2'), record(['d4'], '*')];
  await openings.read([{ id: 'file', saved: 1, records }], goesOn);
  const counts = (moves) => openings.at('chess', moves).map(({ san, count, white, draws, black }) => [san, count, white, draws, black]);
  assert.deepEqual(counts(''), [['d4', 2, 1, 0, 0], ['c4', 1, 0, 1, 0]]);
  assert.deepEqual(counts('c4 d4 d5'), [['e6', 1, 0, 1, 0]]);
  assert.deepEqual(openings.at('janus', ''), []);
});

test('only what is new or changed is read, and what is gone is forgotten', async () => {
  let asked = 0;
  const openings = new Openings((place) => {
    asked += 1;
    return keysOf(place);
  });
  const source = (id, saved, san) => ({ id, saved, records: [record([san], '0-1')] });
  await openings.read([source('a', 1, 'e4'), source('b', 1, 'd4')], goesOn);
  await openings.read([source('a', 1, 'e4'), source('b', 2, 'c4')], goesOn);
  assert.equal(asked, 3);
  assert.deepEqual(openings.at('chess', '').map(({ san }) => san), ['c4', 'e4']);
  await openings.read([source('b', 2, 'c4')], goesOn);
  assert.deepEqual(openings.at('chess', '').map(({ san }) => san), ['c4']);
});

test('reading ends when something else is wanted, and a game that the engine refuses is passed over', async () => {
  const openings = new Openings((place) => (place.moves[0] === 'bad' ? Promise.reject(new Error('illegal')) : keysOf(place)));
  const records = [record(['bad'], '1-0'), record(['e4'], '1-0')];
  await openings.read([{ id: 'a', saved: 1, records }], (done) => done < 1);
  assert.deepEqual(openings.at('chess', ''), []);
  await openings.read([{ id: 'a', saved: 1, records }], goesOn);
  assert.deepEqual(openings.at('chess', '').map(({ san }) => san), ['e4']);
});
