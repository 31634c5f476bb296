/**
 * The engine as WebAssembly counts what the native one counts: the fixed searches of `bench`, and moves to a depth of three,
 * under Node and in the page.
 *
 * Environment: SITE, the folder with the site; BOARD_ADDRESS, where it is served.
 */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';

import { launch } from './browser.mjs';

const DEPTH = 3;
const FILES = ['bactrian.simd.wasm', 'bactrian.wasm'].filter((name) => readdirSync(process.env.SITE).includes(name));

/** The nodes of each game's fixed searches. */
const SEARCHES = readFileSync('tests/data/bench.txt', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .filter(([game]) => game !== 'total')
  .map(([game, nodes]) => ({ game, nodes: Number(nodes) }));

/** Positions of all games, with the moves that they have to a depth. */
const POSITIONS = readdirSync('tests/data/perft')
  .filter((name) => name.endsWith('.epd'))
  .flatMap((name) => {
    const lines = readFileSync(`tests/data/perft/${name}`, 'utf8').split('\n');
    return lines.flatMap((line) => {
      const [fen, ...counts] = line.split(';').map((part) => part.trim());
      const count = counts.find((text) => text.startsWith(`D${DEPTH} `));
      return count ? [{ game: name.replace('.epd', ''), fen, nodes: Number(count.split(' ')[1]) }] : [];
    });
  });

/** Counts in an engine that loads its files with `load`; runs in the page, too. */
async function counts(name, load, searches, positions, depth) {
  let engine = null;
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, start, length));
  const complain = (start, length) => {
    throw new Error(text(start, length));
  };
  const networks = {};
  for (const { game } of searches) networks[game] = new Uint8Array(await load(`${game}.net`).catch(() => []));
  let network = null;
  const files = {
    load_network: (start, length) => {
      network = networks[text(start, length)];
      return network.length;
    },
    write_network: (place) => new Uint8Array(engine.memory.buffer).set(network, place),
  };
  const host = { now: () => performance.now(), random: Math.random, stop_asked: () => 0, send: () => {}, complain, ...files };
  engine = (await WebAssembly.instantiate(await load(name), { host })).instance.exports;
  const write = (argument) => {
    const encoded = new TextEncoder().encode(argument);
    const start = engine.input(encoded.length);
    new Uint8Array(engine.memory.buffer, start, encoded.length).set(encoded);
  };
  const search = ({ game }) => {
    write(game);
    return { game, nodes: engine.bench() };
  };
  const moves = ({ game, fen }) => {
    write(`${game}\n${fen}`);
    return { game, fen, nodes: engine.perft(depth) };
  };
  return { searches: searches.map(search), positions: positions.map(moves) };
}

function check(found) {
  assert.ok(SEARCHES.every(({ game }) => POSITIONS.some((position) => position.game === game)));
  assert.equal(found.positions.length, POSITIONS.length);
  for (const [number, expected] of [...SEARCHES, ...POSITIONS].entries())
    assert.deepEqual([...found.searches, ...found.positions][number], expected);
}

for (const name of FILES) {
  describe(name, () => {
    let browser = null;

    before(async () => {
      browser = await launch();
    });
    after(() => browser.close());

    it('counts under Node as the native engine', async () => {
      check(await counts(name, async (file) => readFileSync(`${process.env.SITE}/${file}`), SEARCHES, POSITIONS, DEPTH));
    });

    it('counts in the page as the native engine', async () => {
      const page = await browser.newPage();
      await page.goto(process.env.BOARD_ADDRESS);
      const load = 'async (file) => { const got = await fetch(file); if (!got.ok) throw got; return got.arrayBuffer(); }';
      const rest = [SEARCHES, POSITIONS, DEPTH].map((value) => JSON.stringify(value)).join();
      const run = `(${counts})('${name}', ${load}, ${rest})`;
      check(await page.evaluate(run));
    });
  });
}
