#!/usr/bin/env node
/**
 * Compares the speed of the engine as WebAssembly, under Node, with that of a native one, with one thread each: nodes a second
 * of processor time, measured in turns.
 *
 * Usage: benches/web_speed.mjs --site FOLDER [--engine FILE] [--nodes N] [--rounds K] GAME..
 *
 *   --site FOLDER  what scripts/site.sh has made
 *   --engine FILE  the native engine           (target/release/bactrian)
 *   --nodes N      of each search              (300000)
 *   --rounds K     searches of each; the least time counts  (3)
 *
 * Prints for each game its name, thousands of nodes a second in the page and natively, and the ratio of both.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    site: { type: 'string' },
    engine: { type: 'string', default: 'target/release/bactrian' },
    nodes: { type: 'string', default: '300000' },
    rounds: { type: 'string', default: '3' },
  },
});
const { site, engine: native } = values;
const nodes = Number(values.nodes);

/** The engine of the site: a function that answers a request. */
async function start() {
  let engine = null;
  let network = null;
  let answer = null;
  const text = (place, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, place, length));
  const host = {
    now: () => performance.now(),
    random: Math.random,
    stop_asked: () => 0,
    load_network: (place, length) => {
      network = readFileSync(`${site}/${text(place, length)}.net`);
      return network.length;
    },
    write_network: (place) => new Uint8Array(engine.memory.buffer).set(network, place),
    send: (place, length) => {
      answer = JSON.parse(text(place, length));
    },
    complain: (place, length) => console.error(text(place, length)),
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(`${site}/bactrian.simd.wasm`), { host });
  engine = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ id: 1, ...request }));
    const place = engine.input(bytes.length);
    new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
    engine.receive();
    return answer.ok;
  };
}

/** Seconds of this process. */
function processTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds of a child that is told by the shell. */
async function nativeTime(game) {
  const command = `TIMEFORMAT='%U %S'; time "$0" analyse -v ${game} --nodes ${nodes} --hash 64 >/dev/null`;
  const { stderr } = await promisify(execFile)('bash', ['-c', command, native]);
  const [user, system] = stderr.trim().split('\n').pop().split(' ').map(Number);
  return user + system;
}

const ask = await start();
for (const game of positionals) {
  const best = { web: Infinity, native: Infinity };
  // The first search is compiled while it runs.
  ask({ do: 'search', game, nodes });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    ask({ do: 'set', name: 'Clear Hash' });
    const before = processTime();
    ask({ do: 'search', game, nodes });
    best.web = Math.min(best.web, processTime() - before);
    best.native = Math.min(best.native, await nativeTime(game));
  }
  const [web, own] = [best.web, best.native].map((time) => nodes / time / 1e3);
  console.log(game, Math.round(web), Math.round(own), (web / own).toFixed(2));
}
