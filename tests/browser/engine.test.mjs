import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** A worker that a test answers by hand. */
class FakeWorker extends EventTarget {
  static all = [];

  constructor() {
    super();
    this.received = [];
    this.isEnded = false;
    FakeWorker.all.push(this);
  }

  postMessage(message) {
    this.received.push(typeof message === 'string' ? JSON.parse(message) : message);
  }

  say(message) {
    const data = message.broken ? message : JSON.stringify(message);
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate() {
    this.isEnded = true;
  }

  /** What it was asked to do, without its module. */
  get asked() {
    return this.received.slice(1).map((message) => message.do);
  }
}

globalThis.Worker = FakeWorker;
globalThis.WebSocket = class {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
};
globalThis.fetch = async () => new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));

const { EngineChannel } = await import('../../src/serve/page/engine.js');

const LINE = { event: 'line', rank: 1, depth: 3, nodes: 9, score: 12, moves: ['e2e4', 'e7e5'], san: ['e4', 'e5'] };
const SEARCH = { id: 1, do: 'search', game: 'chess' };

let channel;
let heard;

/** The worker that searches: the second one, or the one in its place. */
const searching = () => FakeWorker.all.slice(1).find(({ isEnded }) => !isEnded);

async function open(isIsolated) {
  globalThis.crossOriginIsolated = isIsolated;
  FakeWorker.all = [];
  channel = new EngineChannel('bactrian');
  heard = [];
  channel.addEventListener('message', ({ data }) => heard.push(JSON.parse(data)));
  await new Promise((resolve) => channel.addEventListener('open', resolve));
}

const send = (message) => channel.send(JSON.stringify(message));

beforeEach(() => open(false));

test('one worker searches, the other one answers', () => {
  send(SEARCH);
  send({ id: 2, do: 'position', game: 'chess' });
  assert.deepEqual(FakeWorker.all.map(({ asked }) => asked), [['position'], ['search']]);
});

test('a search without shared memory ends with its worker, and answers with its best line', () => {
  send(SEARCH);
  const first = searching();
  first.say({ id: 1, ...LINE });
  send({ id: 2, do: 'stop' });
  assert.ok(first.isEnded && !searching().isEnded);
  assert.deepEqual(heard.slice(1), [
    { id: 1, ok: { score: 12, best: 'e2e4', san: 'e4', depth: 3, nodes: 9, ended: 'stopped' } },
    { id: 2, ok: {} },
  ]);
});

test('it does not end before there is a move', () => {
  send(SEARCH);
  const first = searching();
  send({ id: 2, do: 'stop' });
  assert.ok(!first.isEnded && heard.length === 0);
  first.say({ id: 1, ...LINE });
  assert.ok(first.isEnded);
  assert.equal(heard[1].ok.ended, 'stopped');
});

test('a new worker knows the games and the settings', () => {
  send({ id: 1, do: 'set', name: 'Hash', value: 8 });
  send({ id: 2, do: 'set', name: 'Hash', value: 16 });
  send({ id: 3, do: 'define', text: '[a:chess]' });
  send({ ...SEARCH, id: 4 });
  searching().say({ id: 4, ...LINE });
  send({ ...SEARCH, id: 5 });
  assert.deepEqual(searching().asked, ['set', 'define', 'evaluate', 'search']);
  assert.equal(searching().received[1].value, 16);
  assert.equal(heard.find(({ id, ok }) => id === 4 && ok).ok.ended, 'replaced');
});

test('the worker that takes the place hears what is told meanwhile', () => {
  send(SEARCH);
  searching().say({ id: 1, ...LINE });
  send({ id: 2, do: 'define', text: '[a:chess]' });
  send({ ...SEARCH, id: 3 });
  assert.deepEqual(searching().asked, ['evaluate', 'define', 'define', 'search']);
});

test('an isolated page stops a search without ending its worker', async () => {
  await open(true);
  send(SEARCH);
  const { flag } = searching().received[0];
  searching().say({ id: 1, ...LINE });
  send({ id: 2, do: 'stop' });
  assert.equal(flag[0], 1);
  assert.ok(!searching().isEnded);
  searching().say({ id: 1, ok: { best: 'e2e4', ended: 'stopped' } });
  send({ ...SEARCH, id: 3 });
  assert.equal(flag[0], 0);
  assert.deepEqual(heard.slice(1).map(({ id }) => id), [1, 2]);
});

test('a search without limits answers when it is stopped, though it has ended', () => {
  send(SEARCH);
  searching().say({ id: 1, ok: { best: 'e2e4', ended: 'limit' } });
  assert.deepEqual(heard, []);
  send({ id: 2, do: 'stop' });
  assert.deepEqual(heard.map(({ id, ok }) => [id, ok.ended]), [
    [1, 'stopped'],
    [2, undefined],
  ]);
  assert.equal(FakeWorker.all.length, 2);
});

test('a request that breaks the engine is refused, and the channel closes', async () => {
  const closed = new Promise((resolve) => channel.addEventListener('close', resolve));
  send({ id: 1, do: 'position', game: 'chess' });
  FakeWorker.all[0].say({ broken: { id: 1, message: 'unreachable' } });
  await closed;
  assert.equal(heard[0].error.code, 'broken');
  assert.ok(FakeWorker.all.every(({ isEnded }) => isEnded));
});
