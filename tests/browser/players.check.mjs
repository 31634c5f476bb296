/** What players want besides moves: set-up of all details, annotation, opening of anything, files, and a fair opponent. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';

const bench = new Bench();

const FROZEN = '11k/12/12/2W6r2/2n9/12/12/11K b - - 1 1 a5h5,a5a4';
const BLUNDERS = '1. f3 e5 2. g4 Qh4# 0-1';
const FILE = ['Adams', 'Brown', 'Clark']
  .map((name, index) => `[White "${name}"]\n[Black "Dee"]\n[Date "190${index}.01.01"]\n\n1. ${['e4', 'd4', 'c4'][index]} *`)
  .join('\n\n');

const messages = (hands) => hands.page.locator('#messages');
const moves = (hands) => hands.page.locator('#moves button.move');

describe('setting up', () => {
  it('has a control for each detail: castling, opening moves, freezes', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('bilateral', FROZEN);
      await page.click('#setup');
      const details = page.locator('#panel-setup .details');
      await details.getByLabel('Wizard a5: Rook h5').waitFor();
      assert.ok(await details.getByLabel('Wizard a5: Rook h5').isChecked());
      await details.getByLabel('Wizard a5: Rook h5').uncheck();
      const fen = () => page.locator('#setup-fen').inputValue();
      await until(async () => / a5a4$/.test(await fen()), 'the rook is free');
      await hands.place('E', 'z2');
      await details.getByLabel('Elephant z2').check();
      await until(async () => /b Z - /.test(await fen()), 'the opening move is stated');
      await hands.look('chess');
      await page.click('#setup');
      await details.getByLabel('White e1 to g1').uncheck();
      await until(async () => /w Qkq - /.test(await fen()), 'the right is gone');
    }));

  it('gives the Cube to either side', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi');
      await page.click('#setup');
      await hands.choose(page.locator('#panel-setup .details'), 'detail-Cube', '"Cube white"');
      await until(async () => (await page.locator('#setup-fen').inputValue()).includes('[C]'), 'White has the Cube');
      await page.locator('#panel-setup button', { hasText: 'Analyse' }).click();
      await until(async () => (await hands.fen()).includes('[C]'), 'the position is on the board');
    }));
});

describe('annotation', () => {
  it('has lines for marked moves only, a summary, and a way from mark to mark', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await hands.load(BLUNDERS);
      await hands.loaded();
      await page.locator('#annotate button').click();
      await page.locator('#report table').waitFor({ timeout: 20_000 });
      const marked = page.locator('#moves ol.main button.move').filter({ has: page.locator('.glyph') });
      const marks = await marked.count();
      assert.ok(marks >= 1, 'there is a blunder');
      assert.equal(await page.locator('#moves ul.variations > li').count(), marks);
      assert.match(await page.locator('#report').innerText(), /Accuracy\s+Average loss\s+\?!\s+\?\s+\?\?\s+White\s+\d+ %\s+[\d.]+\s+\d+\s+\d+\s+1\s+Black\s+\d+ %\s+[\d.]+\s+\d+\s+\d+\s+0/);
      await page.keyboard.press('Home');
      await page.locator('#report button', { hasText: 'Mark ›' }).click();
      await until(
        async () => (await page.locator('#moves [aria-current] .glyph').count()) === 1,
        'the first mark is shown',
      );
      assert.ok(!(await page.locator('#graph').innerHTML()).includes('Infinity'));
    }));
});

describe('opening', () => {
  it('finds the game of a position and of moves', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.load(FROZEN);
      await hands.loaded();
      await hands.shows('bilateral');
      await messages(hands).getByText('A position of Bilateral Chess').waitFor();
      await hands.load('1. Mc3 Mf6 2. Md5 *');
      await hands.loaded();
      await hands.shows('luotuoqi');
      assert.equal(await moves(hands).count(), 3);
      await hands.load('[Variant "janus"]\n\n1. e4 *');
      await hands.loaded();
      await hands.shows('janus');
    }));

  it('loads a text that defines a game, and knows it after the page is loaded again', () =>
    bench.inTab(async (hands) => {
      const array = 'rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1';
      await hands.look('chess');
      await hands.load(`[amazons:chess]\nqueen = -\namazon = a\nstartFen = ${array}\n`);
      await hands.loaded();
      await hands.shows('amazons');
      await messages(hands).getByText('is loaded').waitFor();
      await hands.page.reload();
      await hands.shows('amazons');
      await hands.click('d2', 'd4');
      await until(async () => (await moves(hands).count()) === 1, 'a move');
      await hands.load('[wrong:chess]\nmaxFile = 99\n');
      await until(
        async () => /maxFile/.test(await hands.page.locator('#open-error').innerText()),
        'what is wrong with the text',
      );
      await hands.page.keyboard.press('Escape');
      await hands.page.click('#library');
      await hands.page.locator('#dialog-library button[aria-label="Forget this definition"]').click();
      assert.equal(await hands.page.locator('#dialog-library').getByText('Own kinds of games').count(), 1);
    }));

  it('shows the good moves of a link with a bad one, and says which', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi', null, ['b1c3', 'g8f6', 'e2e7', 'b8c6']);
      await hands.draws((await bench.engine.position('luotuoqi', null, ['b1c3', 'g8f6'])).pieces);
      await messages(hands).getByText('Move 3 of the link, “e2e7”').waitFor();
      await hands.look('luotuoqi', 'nonsense w');
      await hands.draws((await bench.engine.position('luotuoqi', null)).pieces);
    }));
});

describe('a file of games', () => {
  it('is a table with a filter, keeps changes over a reload, and is saved as a whole', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const dialog = page.locator('#dialog-collection');
      const rows = dialog.locator('tbody tr:visible');
      await hands.look('chess');
      await hands.load(FILE);
      await hands.loaded();
      await page.click('#collection-table');
      assert.equal(await rows.count(), 3);
      await dialog.getByLabel('Filter').fill('dee 1902');
      assert.equal(await rows.count(), 1);
      assert.match(await rows.innerText(), /3\s+Clark\s+Dee/);
      await rows.click();
      await dialog.waitFor({ state: 'hidden' });
      await hands.draws((await bench.engine.position('chess', null, [])).pieces, 'at the start');
      await page.keyboard.press('End');
      await page.fill('#comment', 'English');
      await page.locator('#comment').blur();
      await page.waitForTimeout(900);
      await page.reload();
      await page.locator('#collection').waitFor();
      assert.equal(await page.locator('#chosen-game').inputValue(), '2');
      await page.click('#save');
      const saving = page.waitForEvent('download');
      await page.locator('#dialog-save button', { hasText: 'Save all 3 games' }).click();
      const { readFile } = await import('node:fs/promises');
      const pgn = await readFile(await (await saving).path(), 'utf8');
      const { games } = await bench.engine.ask({ do: 'read', pgn });
      assert.deepEqual(games.map(({ moves: [{ san, comment }] }) => [san, comment]), [
        ['e4', ''],
        ['d4', ''],
        ['c4', 'English'],
      ]);
      await page.keyboard.press('Escape');
      await hands.begin('chess', { opponent: 'hand' });
      assert.ok(await page.locator('#collection').isHidden());
      await page.click('#library');
      await page.locator('#dialog-library .files button', { hasText: '3 games' }).first().click();
      await page.locator('#collection').waitFor();
    }));
});

describe('the engine', () => {
  it('tells its Elo where that was measured, and uses the threads of the machine', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      const { levels, options } = await bench.engine.ask({ do: 'hello' });
      await page.click('#new');
      const dialog = page.locator('#dialog-new');
      await dialog.locator('[name=level]').fill('6');
      const words = dialog.locator('.level output');
      assert.equal(await words.innerText(), `level 6 of 20, about ${levels.elo[6]} Elo`);
      await hands.choose(dialog, 'game', 'luotuoqi');
      assert.equal(await words.innerText(), 'level 6 of 20');
      await page.keyboard.press('Escape');
      assert.ok(options.some(({ name }) => name === 'Threads'));
      await page.click('#settings');
      const threads = page.locator('#option-Threads');
      assert.equal(await threads.inputValue(), await threads.getAttribute('max'));
    }));

  it('resigns a hopeless game at full strength', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess', '8/7k/8/8/8/8/PPP5/RRR1K3 w - - 0 1');
      await page.click('#setup');
      await page.locator('#panel-setup button', { hasText: 'Play' }).click();
      const dialog = page.locator('#dialog-new');
      await hands.choose(dialog, 'opponent', 'engine');
      await dialog.locator('[name=level]').fill('20');
      await hands.choose(dialog, 'pace', 'time');
      await dialog.locator('[name=time]').fill('0.1');
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'hidden' });
      const outcome = page.locator('#outcome');
      for (const [index, [from, to]] of [['a2', 'a3'], ['b2', 'b3'], ['c2', 'c3'], ['a3', 'a4']].entries()) {
        await hands.click(from, to);
        await until(
          async () => (await moves(hands).count()) >= 2 * (index + 1) || (await outcome.isVisible()),
          'the engine answers',
        );
      }
      await until(async () => /1–0[\s\S]*Black resigns/.test(await outcome.innerText()), 'the engine resigns');
    }));
});
