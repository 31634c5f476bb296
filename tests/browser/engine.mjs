/** The engine's side of the checks: its server, its word on positions, and a player for the hand. */

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The program that is checked. */
const BINARY = process.env.BACTRIAN ?? './target/release/bactrian';

/** How long the server may take to start, in milliseconds. */
const START = 10_000;

/** The options that bring the games of files. @param {string[]} files @returns {string[]} */
const gamesOf = (files) => files.flatMap((file) => ['--games', file]);

/**
 * Starts `bactrian serve`, with the page of the folder in `BACTRIAN_PAGE` if that is set.
 *
 * @param {number} [port] 0 for any free one
 * @param {string[]} [files] with games
 * @param {string[]} [more] arguments
 * @returns {Promise<{address: string, port: number, pid: number, kill: () => Promise<void>}>}
 */
export async function serve(port = 0, files = [], more = []) {
  const page = process.env.BACTRIAN_PAGE ? ['--page', process.env.BACTRIAN_PAGE] : [];
  const args = [...gamesOf(files), 'serve', '--port', String(port), ...page, ...more];
  const server = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const timer = setTimeout(() => server.kill('SIGKILL'), START);
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (!address) continue;
    clearTimeout(timer);
    const kill = async () => {
      server.kill('SIGKILL');
      await ended;
    };
    return { address, port: Number(new URL(address).port), pid: server.pid, kill };
  }
  throw new Error('the server does not start');
}

/**
 * The position after some moves as the command line tells it.
 *
 * @param {string} game
 * @param {?string} fen the array if it is `null`
 * @param {string[]} moves in coordinate notation
 * @param {string[]} [files] with games
 * @returns {Promise<string>} its FEN
 */
export async function fenAfter(game, fen, moves, files = []) {
  const start = fen ? ['--fen', fen] : [];
  const played = moves.length > 0 ? ['--moves', ...moves] : [];
  const { stdout } = await run(BINARY, [...gamesOf(files), 'show', '-v', game, ...start, ...played]);
  const shown = /^FEN +(.*)$/m.exec(stdout)?.[1];
  assert.ok(shown, `no FEN in:\n${stdout}`);
  return shown;
}

/** A second connection to the engine, over pipes. Its answers are those that the page gets too. */
export class Engine {
  #process;
  #waiting = new Map();
  #next = 1;

  /** @param {string[]} [files] with games */
  constructor(files = []) {
    this.files = files;
    this.#process = spawn(BINARY, gamesOf(files), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdin.write('json\n');
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#read(line));
  }

  #read(line) {
    if (!line.startsWith('{')) return;
    const { id, ok, error, event } = JSON.parse(line);
    if (event) return;
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(ok);
  }

  /** @param {object} request of the protocol, without `id` @returns {Promise<object>} what is in `ok` */
  ask(request) {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#process.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  }

  /** @returns {Promise<object>} all that the protocol says about a position */
  position(game, fen, moves = [], more = {}) {
    return this.ask({ do: 'position', game, moves, ...(fen ? { fen } : {}), ...more });
  }

  /** Ends the process. */
  close() {
    this.#process.kill('SIGKILL');
  }
}
