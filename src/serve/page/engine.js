/**
 * The engine inside the page: WebAssembly in two workers, one that answers and one that searches. To the page they look like
 * a WebSocket to a server.
 */

/** A module with one instruction of WebAssembly's SIMD, to see whether the browser knows them. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** What the searching worker does, too: it changes games and settings. */
const SHARED = ['set', 'define', 'weights'];

/** What takes long, and can be stopped. */
const WORK = ['search', 'annotate', 'trial'];

/** Limits of which one ends a search. */
const LIMITS = ['depth', 'nodes', 'time', 'clock'];

/** The compiled engine, by the name of its files. */
const compiled = new Map();

async function compile(name) {
  const address = WebAssembly.validate(SIMD) ? `${name}.simd.wasm` : `${name}.wasm`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Some servers do not know the media type of WebAssembly, without which it is not compiled while it comes.
  const isKnown = response.headers.get('content-type')?.startsWith('application/wasm');
  if (isKnown && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function module(name) {
  if (!compiled.has(name)) {
    const promise = compile(name);
    promise.catch(() => compiled.delete(name));
    compiled.set(name, promise);
  }
  return compiled.get(name);
}

/** Requests with the same name leave a worker as the last of them does. */
function nameOf({ do: what, name, game, text }) {
  const headers = what === 'define' ? text.match(/^\s*\[[^\]]*\]/gm) : [];
  return [what, name ?? game, ...(headers ?? [])].join(' ');
}

/** A search, an annotation or a trial. */
class Work {
  /** The best line, or the count, so far. */
  line = null;
  /** Why it is to end: `stopped` or `replaced`. */
  why = null;
  /** An answer that is kept back. */
  held = null;

  constructor(message) {
    this.message = message;
    this.isEndless = message.do === 'search' && !LIMITS.some((limit) => message[limit] != null);
  }

  /** Whether the work has something to answer with. */
  get canEnd() {
    return this.message.do === 'annotate' || this.line !== null;
  }

  /** The answer of work whose worker has been ended; of an annotation nothing is left. */
  answer() {
    const { id, record, do: what } = this.message;
    if (what === 'trial') return { id, ok: { ...this.line, id: undefined, event: undefined, ended: this.why } };
    if (record) return { id, ok: { record, ended: this.why } };
    const { moves, san, depth, nodes, score, mate } = this.line;
    const value = mate === undefined ? { score } : { mate };
    return { id, ok: { ...value, best: moves[0], san: san[0], depth, nodes, ended: this.why } };
  }
}

/** Events and members as those of a WebSocket. */
export class EngineChannel extends EventTarget {
  #module = null;
  /** What a new worker has to be told: settings by their names, games of files. */
  #told = new Map();
  #answering = null;
  #searching = null;
  /** A worker to take the place of the searching one, which has loaded the network of its game. */
  #spare = null;
  /** The work of the searching worker. */
  #work = null;
  /** What waits until that is done. */
  #queue = [];
  /** One number that both see: whether the work is to end. Only isolated pages may share memory. */
  #flag = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;

  /** @param {string} name of the engine's files, without their ends */
  constructor(name) {
    super();
    this.readyState = WebSocket.CONNECTING;
    this.#open(name).catch((error) => {
      console.error(error);
      this.#close();
    });
  }

  async #open(name) {
    this.#module = await module(name);
    this.#answering = this.#start((message) => this.#emit(message));
    this.#searching = this.#startSearching();
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  #startSearching() {
    return this.#start((message) => this.#searched(message));
  }

  /** A worker that knows what the others have been told. */
  #start(hear) {
    const worker = new Worker(new URL('worker.js', import.meta.url));
    worker.addEventListener('message', ({ data }) => {
      if (data.broken) this.#broke(data.broken);
      else hear(JSON.parse(data));
    });
    worker.addEventListener('error', ({ message }) => this.#broke(message));
    worker.postMessage({ module: this.#module, flag: this.#flag });
    for (const text of this.#told.values()) worker.postMessage(text);
    return worker;
  }

  /** @param {string} text a request */
  send(text) {
    const message = JSON.parse(text);
    if (WORK.includes(message.do)) {
      this.#end('replaced');
      this.#queue.push(message);
      this.#next();
    } else if (message.do === 'stop') {
      this.#end('stopped');
      this.#queue.push(message);
      this.#next();
    } else {
      if (SHARED.includes(message.do)) this.#share(message, text);
      this.#answering.postMessage(text);
    }
  }

  /** Tells the searching worker, too. */
  #share(message, text) {
    this.#told.set(nameOf(message), text);
    this.#spare?.postMessage(text);
    if (message.do === 'set') this.#end('stopped');
    this.#queue.push(message);
    this.#next();
  }

  /** Sends what waits, up to the next work. */
  #next() {
    while (!this.#work && this.#queue.length > 0) {
      const message = this.#queue.shift();
      if (message.do === 'stop') {
        this.#emit({ id: message.id, ok: {} });
        continue;
      }
      if (WORK.includes(message.do)) {
        this.#work = new Work(message);
        if (this.#flag) Atomics.store(this.#flag, 0, 0);
      }
      this.#searching.postMessage(JSON.stringify(message));
      // Other work waits already.
      if (this.#work && this.#queue.some(({ do: name }) => WORK.includes(name))) this.#end('replaced');
    }
  }

  /** Ends the work. */
  #end(why) {
    const work = this.#work;
    if (!work || work.why) return;
    work.why = why;
    if (work.held) this.#finish(work.held);
    else if (this.#flag) Atomics.store(this.#flag, 0, 1);
    else if (work.canEnd) this.#replace();
  }

  /** Ends the worker in the midst of its work: without shared memory it hears nothing before it is done. */
  #replace() {
    this.#searching.terminate();
    this.#searching = this.#spare ?? this.#startSearching();
    this.#spare = null;
    this.#finish(this.#work.answer());
  }

  /** Makes a worker ready for what is searched next, which is likely to be the same game. */
  #prepare({ game }) {
    if (this.#flag || this.#spare || !game) return;
    this.#spare = this.#startSearching();
    this.#spare.postMessage(JSON.stringify({ id: 'spare', do: 'evaluate', game }));
  }

  /** What comes from the searching worker. */
  #searched(message) {
    const work = this.#work;
    // The other worker answers what both are told.
    if (message.id !== work?.message.id) return;
    if (!message.event) {
      // A search without limits goes on until it is stopped, though there is no more to find.
      if (work.isEndless && !work.why && message.ok?.best) work.held = message;
      else this.#finish(message);
      return;
    }
    if (message.rank === 1 || work.message.do === 'trial') work.line = message;
    this.#emit(message);
    if (work.why && !this.#flag && work.canEnd) this.#replace();
    else this.#prepare(work.message);
  }

  #finish(answer) {
    if (answer.ok && this.#work.why) answer.ok.ended = this.#work.why;
    this.#work = null;
    this.#emit(answer);
    this.#next();
  }

  #emit(message) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  /** The engine has ended: the request that ended it is refused, and there is a new engine for the others. */
  #broke({ id, message }) {
    if (this.readyState === WebSocket.CLOSED) return;
    if (id !== undefined) this.#emit({ id, error: { code: 'broken', message } });
    this.#close();
  }

  #close() {
    this.readyState = WebSocket.CLOSED;
    this.#answering?.terminate();
    this.#searching?.terminate();
    this.#spare?.terminate();
    this.dispatchEvent(new Event('close'));
  }
}
