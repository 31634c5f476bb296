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

/** Counts in an engine; runs in the page, too. */
async function counts(bytes, searches, positions, depth) {
  let engine = null;
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, start, length));
  const complain = (start, length) => {
    throw new Error(text(start, length));
  };
  const host = { now: () => performance.now(), random: Math.random, stop_asked: () => 0, send: () => {}, complain };
  engine = (await WebAssembly.instantiate(bytes, { host })).instance.exports;
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
  assert.equal(new Set(found.positions.map(({ game }) => game)).size, SEARCHES.length);
  assert.deepEqual(found, { searches: SEARCHES, positions: POSITIONS });
}

for (const name of FILES) {
  describe(name, () => {
    let browser = null;

    before(async () => {
      browser = await launch();
    });
    after(() => browser.close());

    it('counts under Node as the native engine', async () => {
      check(await counts(readFileSync(`${process.env.SITE}/${name}`), SEARCHES, POSITIONS, DEPTH));
    });

    it('counts in the page as the native engine', async () => {
      const page = await browser.newPage();
      await page.goto(process.env.BOARD_ADDRESS);
      const run = `(async () => (${counts})(await (await fetch('${name}')).arrayBuffer(), ...${JSON.stringify([SEARCHES, POSITIONS, DEPTH])}))()`;
      check(await page.evaluate(run));
    });
  });
}
