import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isDiagram, plainName, withPiece, withSetting } from '../../src/serve/page/definitiontext.js';

const SECTIONS = `# Two games.
[one:chess]
title = First
customPiece1 = d:CF

[two:one] # a child
pieceNames = d:Dromedary, +r:Crowned Rook
`;

const camel = { text: 'D', name: 'Dromedary' };

test('settings are changed, added and removed in their own section', () => {
  assert.equal(withSetting(SECTIONS, 'one', 'title', 'Second'), SECTIONS.replace('First', 'Second'));
  assert.equal(withSetting(SECTIONS, 'one', 'title', ''), SECTIONS.replace('title = First\n', ''));
  assert.equal(withSetting(SECTIONS, 'two', 'title', 'Child'), SECTIONS.replace('# a child\n', '# a child\ntitle = Child\n'));
  assert.equal(withSetting(SECTIONS, 'two', 'title', ''), SECTIONS);
});

test('the last section of a name counts, and the last setting in it', () => {
  const twice = `${SECTIONS}[one:chess]\ntitle = A\ntitle = B\n`;
  assert.equal(withSetting(twice, 'one', 'title', 'C'), twice.replace('title = B', 'title = C'));
});

test('what is said of one piece leaves the others alone', () => {
  const named = withPiece(SECTIONS, 'two', 'pieceNames', camel, 'Racing Camel');
  assert.equal(named, SECTIONS.replace('d:Dromedary, +r:Crowned Rook', '+r:Crowned Rook, d:Racing Camel'));
  assert.equal(withPiece(SECTIONS, 'two', 'pieceNames', { text: '+R', name: 'x' }, ''), SECTIONS.replace(', +r:Crowned Rook', ''));
  assert.ok(withPiece(SECTIONS, 'one', 'pieceDrawings', camel, 'wizard').includes('[one:chess]\npieceDrawings = d:wizard\n'));
  const alone = withPiece(SECTIONS, 'one', 'pieceDrawings', camel, 'wizard');
  assert.equal(withPiece(alone, 'one', 'pieceDrawings', camel, ''), SECTIONS);
});

test('names have nothing that separates values', () => {
  assert.equal(plainName(' Camel, of; the: #Desert '), 'Camel of the Desert');
});

test('rows of diagrams keep their letters', () => {
  const diagram = 'files=8\nname=mine\nKnight::::b1,g1\nKing:K:K:king:e1\n';
  assert.ok(isDiagram(diagram) && !isDiagram(SECTIONS));
  const knight = { text: 'N', name: 'Knight' };
  const horse = withPiece(diagram, 'mine', 'pieceNames', knight, 'Horse');
  assert.equal(horse, diagram.replace('Knight::::b1', 'Horse:N:::b1'));
  assert.equal(withPiece(diagram, 'mine', 'pieceDrawings', knight, 'mule'), diagram.replace('Knight::::b1', 'Knight:N::mule:b1'));
  assert.equal(withPiece(diagram, 'mine', 'pieceNames', { text: 'X', name: 'Elsewhere' }, 'Y'), diagram);
  assert.equal(withSetting(diagram, 'mine', 'title', 'Mine'), diagram.replace('name=mine\n', 'name=mine\ntitle=Mine\n'));
});
