import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { Connection } from '../../src/serve/page/connection.js';

/** A socket that a test opens, answers and breaks by hand. */
class FakeSocket extends EventTarget {
  static OPEN = 1;
  static all = [];

  constructor(address) {
    super();
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.answer(this.sent.find((message) => message.do === 'hello').id, {
      ok: { protocol: 1, engine: 'E', limits: {} },
    });
  }

  answer(id, fields) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ id, ...fields }) }));
  }

  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }

  /** The last request that is not part of the greeting. */
  get last() {
    return this.sent.filter((message) => message.do !== 'hello').pop();
  }
}

beforeEach((context) => {
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket;
  context.mock.timers.enable({ apis: ['setTimeout'] });
});

test('requests get their own answers, and events before them', async () => {
  const connection = new Connection('ws://x/api');
  const [socket] = FakeSocket.all;
  const early = connection.request({ do: 'games' });
  socket.open();
  const lines = [];
  const search = connection.request({ do: 'search' }, (event) => lines.push(event.depth));
  socket.answer(socket.last.id, { event: 'line', depth: 3 });
  socket.answer(socket.last.id, { ok: { best: 'e2e4' } });
  socket.answer(socket.sent.find((message) => message.do === 'games').id, { ok: { games: [] } });
  assert.deepEqual(await search, { best: 'e2e4' });
  assert.deepEqual(await early, { games: [] });
  assert.deepEqual(lines, [3]);
});

test('an error says what the server said, and busy in plain words', async () => {
  const connection = new Connection('ws://x/api');
  const [socket] = FakeSocket.all;
  socket.open();
  const bad = connection.request({ do: 'position' });
  socket.answer(socket.last.id, { error: { code: 'bad_fen', message: 'FEN has 3 ranks' } });
  await assert.rejects(bad, { code: 'bad_fen', message: 'FEN has 3 ranks' });
  const busy = connection.request({ do: 'search' });
  socket.answer(socket.last.id, { error: { code: 'busy', message: 'no slot' } });
  await assert.rejects(busy, /busy with other games/);
});

test('what had no answer is sent again to a server that is back, after the settings', async (context) => {
  const connection = new Connection('ws://x/api');
  connection.preamble = () => [{ do: 'set', name: 'Hash', value: 16 }];
  const [first] = FakeSocket.all;
  first.open();
  await new Promise(setImmediate);
  const events = [];
  for (const name of ['lost', 'open']) connection.addEventListener(name, () => events.push(name));
  const search = connection.request({ do: 'search', depth: 5 });
  const { id } = first.last;
  first.close();
  context.mock.timers.tick(10_000);
  const second = FakeSocket.all[1];
  second.open();
  assert.deepEqual(
    second.sent.map((message) => message.do),
    ['hello', 'set', 'search'],
  );
  second.answer(id, { ok: { best: null } });
  await new Promise(setImmediate);
  assert.deepEqual(await search, { best: null });
  assert.deepEqual(events, ['lost', 'open']);
});

test('messages that are no answers are left alone', () => {
  const connection = new Connection('ws://x/api');
  const [socket] = FakeSocket.all;
  socket.open();
  socket.dispatchEvent(new MessageEvent('message', { data: 'no JSON' }));
  socket.answer(99, { ok: {} });
  assert.equal(connection.isOpen, true);
});
