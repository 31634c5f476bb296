/** The explorer: what was played in the position on the board, in files of games and own games. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';

const bench = new Bench();

/** Three games of which two transpose, and one of another game. */
const FILE = `[Variant "chess"]
[Result "1-0"]

1. d4 d5 2. c4 e6 1-0

[Variant "chess"]
[Result "1/2-1/2"]

1. c4 d5 2. d4 c6 1/2-1/2

[Variant "chess"]
[Result "0-1"]

1. d4 Nf6 0-1

[Variant "janus"]
[Result "1-0"]

1. d4 1-0
`;

const rows = (hands) => hands.page.locator('#explorer tr');

/** @returns {Promise<string[][]>} move, count and results of each row */
const table = (hands) =>
  rows(hands).evaluateAll((found) =>
    found.map((row) => [
      row.querySelector('button').innerText,
      row.cells[1].innerText,
      row.querySelector('.results').getAttribute('aria-label'),
    ]),
  );

/** Waits until the explorer lists this. */
async function lists(hands, expected) {
  let found;
  await until(async () => {
    found = await table(hands);
    return JSON.stringify(found) === JSON.stringify(expected);
  }, `the explorer lists ${JSON.stringify(expected)}`).catch((error) => {
    throw new Error(`${error.message}, but ${JSON.stringify(found)}`);
  });
}

async function open(hands) {
  await hands.page.click('#explorer summary');
}

const WON = 'White wins 100 %, draws 0 %, Black wins 0 %';
const DRAWN = 'White wins 0 %, draws 100 %, Black wins 0 %';

describe('the explorer', () => {
  it('counts moves and results of a file, by position, and plays a move that is clicked', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await open(hands);
      await page.locator('#explorer-none').waitFor();
      await hands.load(FILE);
      await hands.loaded();
      await page.click('#first');
      await lists(hands, [['d4', '2', 'White wins 50 %, draws 0 %, Black wins 50 %'], ['c4', '1', DRAWN]]);
      await rows(hands).nth(1).locator('button').click();
      await hands.draws((await bench.engine.position('chess', null, ['c2c4'])).pieces, 'after c4');
      await lists(hands, [['d5', '1', DRAWN]]);
      await rows(hands).first().locator('button').click();
      await lists(hands, [['d4', '1', DRAWN]]);
      await rows(hands).first().locator('button').click();
      // The same position as after 1. d4 d5 2. c4.
      await lists(hands, [['c6', '1', DRAWN], ['e6', '1', WON]]);
      // It stays open, and knows the file, when the page is loaded again.
      await page.reload();
      await lists(hands, [['c6', '1', DRAWN], ['e6', '1', WON]]);
      await hands.type('Nf6');
      await page.locator('#explorer-none').waitFor();
      assert.deepEqual(await table(hands), []);
    }));

  it('knows own games, and those of one game alone', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('janus');
      await hands.click('d2', 'd4');
      await until(async () => (await page.locator('#moves button.move').count()) === 1, 'a move');
      await page.click('#new');
      await hands.begin('janus');
      await open(hands);
      await lists(hands, [['d4', '1', 'no results']]);
      await page.click('#new');
      await hands.begin('chess');
      await page.locator('#explorer-none').waitFor();
      assert.deepEqual(await table(hands), []);
    }));

  it('reads a thousand games while moves are made', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const lines = ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0', '1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1', '1. c4 e5 2. Nc3 Nf6 1/2-1/2'];
      const games = Array.from({ length: 1000 }, (_, index) => {
        const line = lines[index % 3];
        return `[Variant "chess"]\n[Round "${index + 1}"]\n[Result "${line.split(' ').at(-1)}"]\n\n${line}\n`;
      });
      await hands.look('chess');
      await page.click('#open');
      const buffer = Buffer.from(games.join('\n'));
      await page.setInputFiles('#open-file', { name: 'thousand.pgn', mimeType: 'text/plain', buffer });
      await hands.loaded();
      await page.locator('#collection').waitFor();
      await page.click('#first');
      await open(hands);
      await hands.click('e2', 'e4');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces, 'while games are read');
      await lists(hands, [['e5', '334', WON]]);
    }));
});
