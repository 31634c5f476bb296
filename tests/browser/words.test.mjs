import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Clock, formatTime } from '../../src/serve/page/clock.js';
import { describeMove } from '../../src/serve/page/describe.js';
import { matchMove } from '../../src/serve/page/entry.js';
import { formatScore, whiteChances } from '../../src/serve/page/evaluation.js';

const MOVES = [
  { move: 'g1f3', san: 'Nf3' },
  { move: 'b1c3', san: 'Nc3' },
  { move: 'a7a8q', san: 'a8=Q+' },
  { move: 'a7a8n', san: 'a8=N' },
  { move: 'e1g1', san: 'O-O' },
  { move: 'e4d5', san: 'exd5' },
  { move: 'b5c6', san: 'bxc6' },
  { move: 'b6c6', san: 'Bxc6' },
];

const found = (text) => matchMove(text, MOVES).move?.move;

test('a typed move is found in either notation', () => {
  assert.equal(found('Nf3'), 'g1f3');
  assert.equal(found(' g1f3 '), 'g1f3');
  assert.equal(found('nf3'), 'g1f3');
  assert.equal(found('a8Q'), 'a7a8q');
  assert.equal(found('0-0'), 'e1g1');
  assert.equal(found('ed5'), 'e4d5');
  assert.equal(found('e4-d5'), 'e4d5');
});

test('case decides between a pawn and a bishop', () => {
  assert.equal(found('bxc6'), 'b5c6');
  assert.equal(found('Bxc6'), 'b6c6');
});

test('what is unclear or wrong is told', () => {
  assert.match(matchMove('a8', MOVES).error, /a8=Q\+ or a8=N/);
  assert.match(matchMove('Qh9', MOVES).error, /not a legal move/);
  assert.ok(matchMove('  ', MOVES).error);
  assert.ok(matchMove('+', MOVES).error);
});

test('moves in words', () => {
  const info = {
    pieces: [
      { text: 'N', name: 'Knight' },
      { text: 'T8', name: 'Tower of 8' },
    ],
  };
  const before = { side: 'black', pieces: { f6: 'n', d8: 't8' } };
  const move = { from: 'f6', to: 'e4', verb: 'captures', words: '', captures: ['e4'] };
  assert.equal(describeMove(info, before, move, { check: ['e1'], ending: null }), 'Black: Knight takes e4, check');
  const split = { from: 'd8', to: 'd6', verb: 'splits', words: '2 stones go, 6 stay', again: true, token: 'Cube' };
  assert.equal(
    describeMove(info, before, split, { check: [], ending: null }),
    'Black: Tower of 8 splits d6, 2 stones go, 6 stay, hands over the Cube and moves again',
  );
});

test('scores', () => {
  assert.equal(formatScore({ score: 35 }), '+0.35');
  assert.equal(formatScore({ score: -120 }), '−1.20');
  assert.equal(formatScore({ score: 0 }), '0.00');
  assert.equal(formatScore({ mate: -3 }), '#−3');
  assert.equal(whiteChances({ score: 900, chances: [200, 600, 200] }), 0.5);
  assert.equal(whiteChances({ mate: -1 }), 0);
  assert.ok(whiteChances({ score: 100 }) > 0.55);
  assert.equal(whiteChances({}), null);
});

test('clocks', () => {
  let now = 0;
  const clock = new Clock(60_000, 2_000, () => now);
  clock.start('white');
  now = 10_000;
  assert.equal(clock.time('white'), 50_000);
  clock.press('white', 'white');
  now = 11_000;
  clock.press('white', 'black');
  assert.deepEqual(clock.times(), { white: 53_000, black: 60_000 });
  now = 80_000;
  assert.equal(clock.fallen(), 'black');
  assert.equal(clock.limits().black, 1);
});

test('times', () => {
  assert.equal(formatTime(3_723_000), '1:02:03');
  assert.equal(formatTime(245_000), '4:05');
  assert.equal(formatTime(9_340), '0:09.3');
  assert.equal(formatTime(-5), '0:00.0');
});
