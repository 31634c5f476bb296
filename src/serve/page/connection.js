/** The client of the protocol: requests as promises, events, and going on after the server was away. */

import { EngineChannel } from './engine.js';
import { t } from './language.js';

/** The version of the protocol that this page speaks. */
const PROTOCOL = 1;

/** Waits between attempts to reach the server, in milliseconds; the last one repeats. */
const RETRIES = [300, 700, 1500, 3000, 5000];

/** The way to the engine: workers with the engine in them where the page names its file, else a WebSocket to its server. */
function openChannel(address) {
  const engine = globalThis.document?.querySelector('meta[name="engine"]');
  return engine ? new EngineChannel(engine.content) : new WebSocket(address);
}

/** What the server answers to a request that it does not do. `code` is for programs. */
export class ProtocolError extends Error {
  constructor({ code, message }) {
    super(code === 'busy' ? t('The engine is busy with other games. Try again in a moment.') : message);
    this.name = 'ProtocolError';
    this.code = code;
  }
}

/**
 * A connection to the server. Events: `open` after each time that it came about, `lost` when it broke.
 *
 * Requests hold no state at the server besides engine settings, so those without an answer are simply sent once more
 * when the server is back. `preamble` returns the requests that come before them.
 */
export class Connection extends EventTarget {
  #address;
  #socket = null;
  #pending = new Map();
  #last = 0;
  #attempt = 0;
  #timer = 0;

  /** @param {string} address of the protocol */
  constructor(address) {
    super();
    this.#address = address;
    this.preamble = () => [];
    this.hello = null;
    globalThis.addEventListener?.('online', () => this.#retryNow());
    globalThis.document?.addEventListener('visibilitychange', () => this.#retryNow());
    this.#connect();
  }

  /** @returns {boolean} whether the server can be reached */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * @param {object} message with `do` and its arguments
   * @param {(event: object) => void} [onEvent] gets the events of a search
   * @returns {Promise<object>} the answer's `ok`; rejects with {@link ProtocolError}
   */
  request(message, onEvent) {
    return this.#ask(message, { onEvent, isGreeting: false });
  }

  #ask(message, how) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { text: JSON.stringify({ id, ...message }), ...how, resolve, reject });
      if (this.isOpen) this.#socket.send(this.#pending.get(id).text);
    });
  }

  #connect() {
    clearTimeout(this.#timer);
    const socket = openChannel(this.#address);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened());
    socket.addEventListener('message', ({ data }) => this.#received(data));
    socket.addEventListener('close', () => this.#closed(socket));
  }

  #opened() {
    this.#attempt = 0;
    const waiting = [...this.#pending.values()];
    const greeting = this.#ask({ do: 'hello' }, { isGreeting: true });
    for (const message of this.preamble()) this.#ask(message, { isGreeting: true }).catch(() => {});
    for (const { text } of waiting) this.#socket.send(text);
    greeting.then(
      (hello) => this.#greeted(hello),
      () => {},
    );
  }

  #greeted(hello) {
    this.hello = hello;
    if (hello.protocol !== PROTOCOL) {
      this.dispatchEvent(new CustomEvent('foreign', { detail: hello }));
    }
    this.dispatchEvent(new Event('open'));
  }

  #received(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    const request = this.#pending.get(message.id);
    if (!request) return;
    if (message.event) {
      request.onEvent?.(message);
      return;
    }
    this.#pending.delete(message.id);
    if (message.error) request.reject(new ProtocolError(message.error));
    else request.resolve(message.ok);
  }

  #closed(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    for (const [id, { isGreeting }] of this.#pending) if (isGreeting) this.#pending.delete(id);
    if (this.#attempt === 0) this.dispatchEvent(new Event('lost'));
    const wait = RETRIES[Math.min(this.#attempt, RETRIES.length - 1)];
    this.#attempt += 1;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #retryNow() {
    if (!this.#socket && !globalThis.document?.hidden) this.#connect();
  }
}
