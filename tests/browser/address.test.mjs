import assert from 'node:assert/strict';
import { test } from 'node:test';

import { apiAddress, fromHash, toHash } from '../../src/serve/page/address.js';

const FENS = [
  'rmdt8kdmr/eeeeeeee/8/8/8/8/EEEEEEEE/RMDT8KDMR[c] w KQkq - 0 1',
  'lcrnbqkbnrcl/weppppppppew/12/12/12/12/WEPPPPPPPPEW/LCRNBQKBNRCL w KQYZIJkqyzij - 0 1 -',
  '+k8/9/9/9/9/9/9/9/+K+R7 b - - 3 40',
];

test('what was written is read again', () => {
  for (const fen of FENS) {
    const place = { game: 'luotuoqi', fen, moves: ['b1c3c', 'e4e4m', 'd1d54'], at: 2, flip: true };
    assert.deepEqual(fromHash(toHash(place)), place);
  }
});

test('a game without moves is short', () => {
  assert.equal(toHash({ game: 'chess' }), '#game=chess');
  assert.deepEqual(fromHash('#game=chess'), { game: 'chess', fen: null, moves: [], at: 0, flip: false });
});

test('addresses of others do no harm', () => {
  assert.equal(fromHash(''), null);
  assert.equal(fromHash('#section-2'), null);
  assert.equal(fromHash('#game=chess&fen=%E0%A4%A&at=-1&moves=..a.').moves.length, 1);
  assert.equal(fromHash('#game=chess&moves=e2e4&at=99').at, 1);
});

test('the token of the page goes to the server', () => {
  const page = (search, protocol = 'http:') => ({ protocol, host: '127.0.0.1:8000', search });
  assert.equal(apiAddress(page('')), 'ws://127.0.0.1:8000/api');
  assert.equal(apiAddress(page('?token=a%2Fb&x=1')), 'ws://127.0.0.1:8000/api?token=a%2Fb');
  assert.equal(apiAddress(page('', 'https:')), 'wss://127.0.0.1:8000/api');
});
