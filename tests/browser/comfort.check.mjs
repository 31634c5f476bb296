/** Small comforts: signs in the list of moves, captured pieces, pictures, colours, sounds, and what every screen shows. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';

const bench = new Bench();

/** A wizard with a victim near, and an elephant beside a knight. */
const POWERS = '1n9k/12/12/2W6r2/4C7/5En5/5p6/11K w - - 0 1';

/** A phone on which not even the board has room. */
const LOW = { ...SCREENS.phone, viewport: { width: 390, height: 540 } };

/** Switches one of the choices about the board. */
async function check(hands, label) {
  await hands.page.click('#settings');
  await hands.page.locator('#dialog-settings').getByLabel(label).check();
  await hands.page.keyboard.press('Escape');
}

async function savedAs(hands, label) {
  const saving = hands.page.waitForEvent('download');
  await hands.page.locator('#dialog-save button', { hasText: label }).click();
  return readFile(await (await saving).path());
}

describe('the list of moves', () => {
  it('has signs for special turns, also of a game that was opened, and pictures if they are wanted', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const signs = page.locator('#moves button.move .turn title');
      await hands.look('bilateral', POWERS);
      await hands.click('a5', 'h5');
      await until(async () => (await signs.allTextContents()).join() === 'freezes', 'the sign of a freeze');
      const pgn = await hands.savedPgn();
      await hands.look('chess');
      await hands.load(pgn);
      await hands.loaded();
      await hands.shows('bilateral');
      assert.deepEqual(await signs.allTextContents(), ['freezes']);
      assert.equal(await page.locator('#moves .figurine').count(), 0);
      await check(hands, 'Pictures in the list of moves');
      assert.equal(await page.locator('#moves .figurine').count(), 1);
      assert.match(await page.locator('#moves button.move').innerText(), /h5/);
    }));
});

describe('a move ahead', () => {
  it('waits for the turn, if that is chosen', () =>
    bench.inGame('chess', { opponent: 'engine', time: 1.5, level: 20 }, async (hands) => {
      const { page } = hands;
      const moves = page.locator('#moves button.move');
      await check(hands, 'Moves ahead');
      await hands.click('e2', 'e4');
      await until(async () => (await moves.count()) === 1, 'the first move');
      await hands.click('a2', 'a3');
      assert.equal(await page.locator('.board-picture .premove').count(), 2);
      await until(async () => (await moves.count()) >= 3, 'the move that waited');
      assert.equal(await moves.nth(2).innerText(), 'a3');
      assert.equal(await page.locator('.board-picture .premove').count(), 0);
      await hands.drag('h2', 'h3');
      await page.keyboard.press('Escape');
      assert.equal(await page.locator('.board-picture .premove').count(), 0);
    }));
});

describe('beside the board', () => {
  it('are the captured pieces, and whose turn it is', () =>
    bench.inGame('chess', { opponent: 'hand' }, async (hands) => {
      const { page } = hands;
      const strip = (id) => page.locator(`#player-${id}`);
      assert.match(await strip('bottom').innerText(), /to move/);
      await hands.click('e2', 'e4');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces);
      await hands.click('d7', 'd5');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4', 'd7d5'])).pieces);
      await hands.click('e4', 'd5');
      const taken = strip('bottom').locator('.captured [role=img]');
      await until(async () => (await taken.getAttribute('aria-label')) === 'has captured: Pawn', 'a pawn');
      assert.equal(await taken.locator('svg').count(), 1);
      assert.equal(await strip('bottom').locator('.ahead').innerText(), '+1');
      assert.equal(await strip('top').locator('.ahead').count(), 0);
      assert.match(await strip('top').innerText(), /to move/);
      await page.reload();
      await until(async () => (await taken.locator('svg').count()) === 1, 'the pawn after the page was loaded again');
      await page.keyboard.press('Home');
      await until(async () => (await taken.locator('svg').count()) === 0, 'none at the start');
    }));

  it('is a picture that can be saved', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi');
      await hands.page.click('#save');
      await hands.page.locator('#dialog-save[open]').waitFor();
      const svg = (await savedAs(hands, 'Picture (SVG)')).toString();
      assert.ok(svg.startsWith('<svg') && svg.includes('<symbol') && svg.includes('data-piece="T8"'));
      const png = await savedAs(hands, 'Picture (PNG)');
      assert.equal(png.subarray(1, 4).toString(), 'PNG');
      assert.ok(png.length > 20_000, `${png.length} bytes`);
      await hands.look('luotuoqi', null, ['b1c3', 'b8c6c', 'c6d4']);
      await hands.page.click('#save');
      const film = (await savedAs(hands, 'Moving picture')).toString();
      assert.equal(film.match(/<animate /g).length, 4, 'the start and three moves');
      assert.ok(film.includes('keyTimes="0.00000;0.16667"'), 'a second a move, three for the last one');
    }));

  it('is no material if captured pieces are not wanted', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('bilateral', '5k6/12/12/12/12/12/12/3Q1K6 w - - 0 1 -');
      const ahead = page.locator('#player-bottom .ahead');
      await until(async () => /^\+([5-9]|1\d)$/.test(await ahead.innerText()), 'a queen ahead');
      assert.match(await ahead.getAttribute('title'), /pawns ahead in material/);
      await page.click('#settings');
      await page.getByLabel('Captured pieces').uncheck();
      await page.keyboard.press('Escape');
      await until(async () => (await ahead.count()) === 0, 'no count');
    }));

  it('are pieces in another style, everywhere, if it is chosen', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('kingsmen', null, ['a3a4']);
      const drawn = await page.locator('[id=b-rook]').first().innerHTML();
      for (const style of ['fine', 'red']) {
        await page.click('#settings');
        await hands.choose(page.locator('#dialog-settings'), 'pieces', style);
        await page.locator('#dialog-settings').waitFor({ state: 'hidden' });
        await hands.shows('kingsmen');
        assert.equal(await page.locator('#moves button.move').count(), 1, 'the game is kept');
        assert.notEqual(await page.locator('[id=b-rook]').first().innerHTML(), drawn);
      }
      await page.click('#save');
      await page.locator('#dialog-save[open]').waitFor();
      assert.ok((await savedAs(hands, 'Picture (SVG)')).toString().includes('#a8322d'), 'in the saved picture too');
    }));

  it('are other colours, and sounds, if they are chosen', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      const fill = () => page.evaluate(() => getComputedStyle(document.querySelector('rect.square.dark')).fill);
      const wood = await fill();
      await page.click('#settings');
      await hands.choose(page.locator('#dialog-settings'), 'colours', 'blue');
      await page.keyboard.press('Escape');
      assert.notEqual(await fill(), wood);
      await check(hands, 'Sounds');
      await hands.click('e2', 'e4');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces);
    }));
});

describe('a new game and the kept ones', () => {
  it('begin with a usual clock, and are found by a word', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess', null, ['e2e4']);
      await hands.look('janus', null, ['e2e4']);
      await page.waitForTimeout(500);
      await page.click('#library');
      const entries = page.locator('#dialog-library .kept li:visible');
      await until(async () => (await entries.count()) === 2, 'two games');
      await page.getByLabel('Search').fill('janus');
      assert.equal(await entries.count(), 1);
      await entries.locator('.thumbnail svg').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.click('#new');
      const dialog = page.locator('#dialog-new');
      await hands.choose(dialog, 'pace', 'clock');
      await dialog.getByRole('button', { name: '3+2' }).click();
      assert.equal(await dialog.locator('[name=base]').inputValue(), '3');
      assert.equal(await dialog.locator('[name=increment]').inputValue(), '2');
    }));
});

describe('a phone', () => {
  it('shows the name of the game, and a finger on an empty square scrolls the page', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi');
      assert.ok(await page.locator('#title').isVisible());
      await hands.stroke('d4', -140);
      await until(() => page.evaluate(() => scrollY > 100), 'the page has scrolled');
      // The page glides on for a moment.
      await page.waitForTimeout(1200);
      await page.evaluate(() => scrollTo(0, 0));
      await hands.swipe('b1', 'c3');
      await hands.draws((await bench.engine.position('luotuoqi', null, ['b1c3'])).pieces);
      assert.equal(await page.evaluate(() => scrollY), 0);
    }, LOW));

  it('keeps the numbers of the ranks while the board is unfolded', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral');
      await hands.tap('y2');
      await hands.settle();
      const seen = await hands.page.evaluate(() => {
        const frame = document.querySelector('.board-frame').getBoundingClientRect();
        const texts = [...document.querySelectorAll('.coordinates text')].filter((text) => /\d/.test(text.textContent));
        const [label] = texts.map((text) => text.getBoundingClientRect());
        const [edge] = [...document.querySelectorAll('.beyond rect.square')]
          .filter((rect) => rect.getAttribute('display') !== 'none')
          .map((rect) => rect.getBoundingClientRect().left)
          .sort((a, b) => a - b);
        return label.left >= frame.left && label.right <= edge + 1;
      });
      assert.ok(seen, 'the numbers are left of the squares');
    }, SCREENS.phone));
});
