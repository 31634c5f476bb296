/** Screens from a phone to a large one, light and dark, the rules, and what screen readers get. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';

const bench = new Bench();

const DESK = { viewport: { width: 1440, height: 900 } };
const LARGE = { viewport: { width: 2560, height: 1300 } };
const SIDEWAYS = { ...SCREENS.phone, viewport: { width: 844, height: 390 } };

/** @returns {Promise<object[]>} what the protocol says about each game */
const games = async () => (await bench.engine.ask({ do: 'games' })).games;

/** Nothing of the page is wider than the window. */
async function fits({ page }, what) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= window, `${what}: the page is ${wide} wide in a window of ${window}`);
}

/** All squares are inside the window, at least so large. */
async function boardFits(hands, { name, files, ranks }, least) {
  const boxes = await hands.page.evaluate(() =>
    [...document.querySelectorAll('.board-picture rect.square')]
      .filter((rect) => !rect.closest('.beyond'))
      .map((rect) => rect.getBoundingClientRect().toJSON()),
  );
  assert.equal(boxes.length, files * ranks, `${name}: squares`);
  const { width, height } = hands.page.viewportSize();
  for (const { left, right, width: size } of boxes)
    assert.ok(left >= 0 && right <= width && size >= least, `${name}: a square of ${size} from ${left} to ${right}`);
  return Math.max(...boxes.map(({ bottom }) => bottom)) <= height;
}

/** @returns {Promise<number>} how bright an element's background is, from 0 to 1 */
function brightness(page, selector) {
  return page.evaluate((name) => {
    const canvas = document.createElement('canvas').getContext('2d');
    canvas.fillStyle = getComputedStyle(document.querySelector(name)).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  }, selector);
}

describe('a phone', () => {
  it('shows the whole board of each game, and the page does not scroll sideways', () =>
    bench.inTab(async (hands) => {
      for (const game of await games()) {
        await hands.look(game.name);
        await fits(hands, game.name);
        assert.ok(await boardFits(hands, game, 25), `${game.name}: the board is not all on the screen`);
      }
    }, SCREENS.phone));

  it('takes moves on the outer files by the finger', () =>
    bench.inTab(async (hands) => {
      await hands.look('januskamil');
      await hands.plays(bench.engine, 'januskamil', null, [
        'tap a2 a5 = a2a5',
        'swipe l9 l6 = l9l6',
        'tap k2 k3 = k2k3',
      ]);
    }, SCREENS.phone));

  it('shows the choices inside the window', () =>
    bench.inTab(async (hands) => {
      await hands.look('januskamil', '12/P11/12/12/12/11k/12/12/12/5K6 w - - 0 1');
      await hands.tap('a9', 'a10');
      await hands.choices();
      for (const button of await hands.page.locator('.choices button').all()) {
        const { x, y, width, height } = await button.boundingBox();
        assert.ok(x >= 0 && y >= 0 && x + width <= 390 && y + height <= 844, 'a choice is outside');
        assert.ok(width >= 40 && height >= 40, `a choice of ${width}x${height}`);
      }
      await hands.answer('becomes a Camel');
      await hands.draws({ a10: 'C', l5: 'k', f1: 'K' });
    }, SCREENS.phone));

  it('has room for every dialog and panel', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi');
      for (const name of ['new', 'library', 'open', 'save', 'settings']) {
        await page.locator(`#${name}`).click();
        const dialog = page.locator(`#dialog-${name}`);
        await dialog.waitFor();
        const { x, width } = await dialog.boundingBox();
        assert.ok(x >= 0 && x + width <= 390, `the dialog ${name} is from ${x} to ${x + width}`);
        await fits(hands, name);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
      }
      await page.click('#tab-rules');
      await page.locator('#rules h2').first().waitFor();
      await fits(hands, 'rules');
      await page.click('#setup');
      await fits(hands, 'setting up');
    }, SCREENS.phone));
});

describe('other screens', () => {
  for (const [name, screen, least] of [
    ['desk', DESK, 40],
    ['large', LARGE, 80],
    ['phone on its side', SIDEWAYS, 18],
  ]) {
    it(`${name}: the whole board of each game`, () =>
      bench.inTab(async (hands) => {
        for (const game of await games()) {
          await hands.look(game.name);
          await fits(hands, game.name);
          assert.ok(
            (await boardFits(hands, game, least)) || screen === SIDEWAYS,
            `${game.name}: the board is not all on the screen`,
          );
        }
      }, screen));
  }

  it('dark where the system is, and by the switch, which is remembered', () =>
    bench.inTab(
      async (hands) => {
        const { page } = hands;
        await hands.look('chess');
        assert.ok((await brightness(page, 'body')) < 0.35, 'the page is dark');
        await page.click('#theme');
        assert.ok((await brightness(page, 'body')) > 0.65, 'the page is light');
        await page.reload();
        await hands.shows('chess');
        assert.ok((await brightness(page, 'body')) > 0.65, 'the page is light after it was loaded again');
      },
      { ...SCREENS.desk, colorScheme: 'dark' },
    ));

  it('with less motion: moves are shown at once', () =>
    bench.inTab(
      async (hands) => {
        await hands.look('bilateral');
        await hands.plays(bench.engine, 'bilateral', null, ['click z2 a3 = z2a3', 'drag j7 j5 = j7j5']);
      },
      { ...SCREENS.desk, reducedMotion: 'reduce' },
    ));
});

describe('the rules', () => {
  it('of each game: its page, and a diagram of each piece', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      for (const { name, title } of await games()) {
        await hands.look(name);
        await page.click('#tab-rules');
        await until(
          async () => (await page.locator('#rules h2').first().innerText()) === title,
          `the rules of ${name}`,
        );
        const { moves } = await bench.engine.ask({ do: 'rules', game: name });
        assert.equal(await page.locator('#rules figure').count(), moves.length, `diagrams of ${name}`);
        assert.ok(moves.length > 0);
        for (const figure of await page.locator('#rules figure').all()) {
          const { width, height } = await figure.locator('svg[role=img]').boundingBox();
          assert.ok(width >= 80 && height >= 60, `a diagram of ${width}x${height}`);
        }
        const text = await page.locator('#rules').innerText();
        assert.ok(!/\*\*|^#|```|\|\s*-{3}/m.test(text), `marks of Markdown in the rules of ${name}`);
        await page.click('#tab-game');
      }
    }, DESK));

  it('put an example on the board', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi');
      await page.click('#tab-rules');
      const example = page.locator('#rules .fen button').last();
      await example.click();
      await until(async () => Object.values(await hands.pieces()).length !== 32, 'an example on the board');
    }, DESK));
});

describe('screen readers', () => {
  it('get a name for every control, in the page and in each dialog', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi', null, ['e2d3']);
      const nameless = () =>
        page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'button, input, select, textarea, a[href], [role=switch], dialog, [role=dialog]',
            ),
          ]
            .filter((element) => element.getClientRects().length > 0)
            .filter((element) => {
              const labels = [...(element.labels ?? [])].map((label) => label.textContent);
              const by = (element.getAttribute('aria-labelledby') ?? '')
                .split(' ')
                .map((id) => document.getElementById(id)?.textContent ?? '');
              return ![element.getAttribute('aria-label'), element.textContent, element.title, ...labels, ...by].some(
                (name) => name?.trim(),
              );
            })
            .map((element) => element.outerHTML.slice(0, 120)),
        );
      assert.deepEqual(await nameless(), []);
      for (const name of ['new', 'library', 'open', 'save', 'settings']) {
        await page.click(`#${name}`);
        await page.locator(`#dialog-${name}`).waitFor();
        assert.deepEqual(await nameless(), [], name);
        await page.keyboard.press('Escape');
      }
    }));

  it('are told the moves', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.type('e4');
      await until(
        async () => /e4/.test(await hands.page.locator('#announcer').innerText()),
        'the move in the live region',
      );
    }));

  it('hear the squares under the cursor', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral', '11k/12/12/2W6r2/2n9/12/12/11K b - - 1 1 a5h5');
      await hands.page.locator('.board-frame').focus();
      await hands.page.keyboard.press('Enter');
      await hands.steer('h5');
      assert.match(await hands.page.locator('.board-voice').innerText(), /h5, Black Rook.*the Wizard on a5 freezes it/);
    }));
});
