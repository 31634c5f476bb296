import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as tree from '../../src/serve/page/tree.js';

const entry = (move, side, number, more = {}) => ({
  move,
  san: move,
  verb: 'moves',
  side,
  number,
  glyphs: [],
  comment: '',
  variations: [],
  ...more,
});

function sample() {
  return {
    game: 'chess',
    fen: null,
    tags: [
      ['White', 'A'],
      ['Black', 'B'],
    ],
    preface: 'Before.',
    moves: [
      entry('e2e4', 'white', 1, { glyphs: [1], comment: 'best', score: 30 }),
      entry('e7e5', 'black', 1, {
        variations: [
          [entry('c7c5', 'black', 1, { variations: [[entry('e7e6', 'black', 1)]] }), entry('g1f3', 'white', 2)],
        ],
      }),
      entry('g1f3', 'white', 2),
    ],
    result: '1-0',
    termination: 'Black resigns',
  };
}

test('a record becomes a tree: variations are siblings', () => {
  const game = tree.fromRecord(sample());
  const first = game.root.children[0];
  assert.deepEqual(
    first.children.map((node) => node.move),
    ['e7e5', 'c7c5', 'e7e6'],
  );
  assert.deepEqual(
    tree.mainLine(game).map((node) => node.move),
    ['e2e4', 'e7e5', 'g1f3'],
  );
  assert.equal(first.score, 30);
  assert.equal(game.root.comment, 'Before.');
});

test('a tree becomes the same record again', () => {
  const record = sample();
  const again = tree.toRecord(tree.fromRecord(record));
  assert.deepEqual(again.moves[0], record.moves[0]);
  assert.deepEqual(
    again.moves[1].variations.map((line) => line.map((node) => node.move)),
    [['c7c5', 'g1f3'], ['e7e6']],
  );
  assert.deepEqual(tree.toRecord(tree.fromRecord(again)), again);
  assert.equal(again.termination, 'Black resigns');
});

test('a move in the past makes a variation, and a known one goes there', () => {
  const game = tree.fromRecord(sample());
  const known = tree.addMove(game.root, entry('e2e4', 'white', 1));
  assert.equal(known, game.root.children[0]);
  const other = tree.addMove(game.root, entry('d2d4', 'white', 1));
  assert.equal(game.root.children[1], other);
  assert.equal(tree.inMainLine(other), false);
  assert.equal(tree.inMainLine(tree.lineEnd(game.root)), true);
});

test('promote makes a variation the main line, remove takes it out', () => {
  const game = tree.fromRecord(sample());
  const deep = tree.nodeOfMoves(game, ['e2e4', 'c7c5', 'g1f3']);
  assert.equal(tree.promote(deep), true);
  assert.deepEqual(
    tree.mainLine(game).map((node) => node.move),
    ['e2e4', 'c7c5', 'g1f3'],
  );
  assert.equal(tree.promote(deep), false);
  const parent = tree.remove(deep.parent);
  assert.equal(parent.move, 'e2e4');
  assert.deepEqual(
    parent.children.map((node) => node.move),
    ['e7e5', 'e7e6'],
  );
  const last = tree.addMove(tree.addMove(parent, entry('g8f6', 'black', 1)), entry('b1c3', 'white', 2));
  assert.deepEqual([tree.makeMain(last), tree.inMainLine(last), tree.makeMain(last)], [true, true, false]);
  assert.equal(tree.remove(game.root), game.root);
});

test('paths find their node, or as far as they lead', () => {
  const game = tree.fromRecord(sample());
  const node = tree.nodeOfMoves(game, ['e2e4', 'e7e6']);
  assert.deepEqual(tree.indexPath(node), [0, 2]);
  assert.equal(tree.nodeAt(game, [0, 2]), node);
  assert.equal(tree.nodeAt(game, [0, 2, 5]), node);
  assert.equal(tree.nodeOfMoves(game, ['e2e4', 'a7a6']).move, 'e2e4');
  assert.deepEqual(tree.movesTo(node), ['e2e4', 'e7e6']);
});

test('a side may move twice in a row', () => {
  const game = tree.fromRecord({ game: 'luotuoqi', fen: 'x w' });
  const half = tree.addMove(game.root, { move: 'b1c3c', san: 'Mc3c', side: 'white', number: 1, again: true });
  assert.equal(tree.sideAfter(game, half), 'white');
  const whole = tree.addMove(half, { move: 'g1f3', side: 'white', number: 1 });
  assert.equal(tree.sideAfter(game, whole), 'black');
  const read = tree.fromRecord(tree.toRecord(game));
  assert.equal(read.root.children[0].again, true);
});

test('the first side is that of the FEN', () => {
  assert.equal(
    tree.sideAfter(tree.fromRecord({ game: 'chess', fen: '8/8/8 b - -' }), tree.fromRecord({ game: 'x' }).root),
    'black',
  );
  assert.equal(tree.sideOfFen(null), 'white');
});

test('tags are set, changed and taken away', () => {
  const game = tree.fromRecord(sample());
  tree.setTag(game, 'White', 'C');
  tree.setTag(game, 'Event', 'E');
  tree.setTag(game, 'Black', '');
  assert.deepEqual(game.tags, [
    ['White', 'C'],
    ['Event', 'E'],
  ]);
  assert.equal(tree.tag(game, 'Event'), 'E');
});

test('a node that was taken out is no longer held, nor is what follows it', () => {
  const game = tree.fromRecord({ game: 'chess', moves: [{ move: 'e2e4' }, { move: 'e7e5' }, { move: 'g1f3' }] });
  const [first, second, third] = tree.mainLine(game);
  assert.ok([game.root, first, second, third].every((node) => tree.holds(game, node)));
  tree.remove(second);
  assert.deepEqual(
    [game.root, first, second, third].map((node) => tree.holds(game, node)),
    [true, true, false, false],
  );
});
