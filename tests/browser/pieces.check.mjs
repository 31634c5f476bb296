/** Help at the piece, numbers on pieces, and the token that is handed over by a click on it. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { IN_FIREFOX, SCREENS } from './browser.mjs';

const bench = new Bench();
const card = (hands) => hands.page.locator('#card');

/** A wizard freezes a rook across the fold and a knight beside it. */
const FROZEN = '11k/12/12/2W6r2/2n9/12/12/11K b - - 1 1 a5h5,a5a4';
const WITH_CUBE = '4k3/8/8/8/3T34/8/8/3RK3[C] w - - 0 1';

/** The marks of a piece's reach: how many squares it goes to as it stands, and how many are grey. */
async function marks(hands) {
  const count = (name) => hands.page.locator(`.board-picture .reach ${name}`).count();
  return { now: await count('.target'), grey: await count('.blocked') };
}

async function pointAt(hands, square) {
  const { x, y } = await hands.point(square);
  await hands.page.mouse.move(x, y);
}

/** Sets one of the choices about the board in the settings. */
async function prefer(hands, select) {
  await hands.page.click('#settings');
  await select(hands.page.locator('#dialog-settings'));
  await hands.page.keyboard.press('Escape');
  await hands.page.locator('#dialog-settings').waitFor({ state: 'hidden' });
}

describe('a piece tells about itself', () => {
  it('when the pointer rests on it, of either side, and no longer than that', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi');
      for (const [square, name] of [
        ['c1', 'White Diagonal Bypasser'],
        ['a8', 'Black Rook-Camel'],
        ['d8', 'Black Tower of Hanoi 8'],
      ]) {
        await pointAt(hands, square);
        await card(hands).filter({ hasText: name }).waitFor();
        const reach = await bench.engine.ask({ do: 'reach', game: 'luotuoqi', square });
        const nowTo = new Set(reach.now.map(({ to }) => to));
        const grey = reach.ever.filter(({ to }) => !nowTo.has(to)).length;
        assert.deepEqual(await marks(hands), { now: nowTo.size, grey });
        assert.match(await card(hands).innerText(), /captures|go as a queen|as rook/i);
        assert.equal(await card(hands).locator('figure svg').first().isVisible(), true);
      }
      await pointAt(hands, 'd4');
      await card(hands).waitFor({ state: 'hidden' });
      assert.deepEqual(await marks(hands), { now: 0, grey: 0 });
    }));

  it('when it is clicked, though it is frozen, and says by whom', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral', FROZEN);
      await hands.click('h5');
      await card(hands).waitFor();
      assert.match(await card(hands).innerText(), /The Wizard on a5 freezes it[\s\S]*Cannot move now/);
      assert.equal((await marks(hands)).now, 0);
      assert.deepEqual(await hands.targets(), []);
      await hands.click('a5');
      await card(hands).filter({ hasText: 'White Wizard' }).waitFor();
      assert.match(await card(hands).innerText(), /Freezes the Rook on h5/);
      assert.ok((await marks(hands)).now > 5);
      await hands.click('e1');
      await card(hands).waitFor({ state: 'hidden' });
    }));

  it('when it is lifted: its targets stay, blocked squares are grey, and the card goes with the move', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await hands.click('b1');
      await card(hands).waitFor();
      assert.deepEqual(await hands.targets(), ['a3', 'c3']);
      assert.deepEqual(await marks(hands), { now: 0, grey: 1 });
      await hands.click('c3');
      await card(hands).waitFor({ state: 'hidden' });
      await hands.draws((await bench.engine.position('chess', null, ['b1c3'])).pieces);
    }));

  it('to a finger, and the card leaves the board free', { skip: IN_FIREFOX }, () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi');
      await hands.tap('a8');
      await card(hands).waitFor();
      const [box, board] = [await card(hands).boundingBox(), await hands.page.locator('.board-frame').boundingBox()];
      assert.ok(box.y >= board.y + board.height, 'the card is below the board');
      assert.ok(box.x >= 0 && box.x + box.width <= 390, 'the card is in the window');
      await hands.tap('d4');
      await card(hands).waitFor({ state: 'hidden' });
    }, SCREENS.phone));

  it('to the keyboard, in words', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi');
      await hands.page.locator('.board-frame').focus();
      await hands.page.keyboard.press('Enter');
      await hands.steer('d1');
      assert.match(await hands.page.locator('.board-voice').innerText(), /White Tower of Hanoi 8/);
      await hands.page.keyboard.press('i');
      await card(hands).waitFor();
      const said = hands.page.locator('#announcer');
      await until(async () => /d1, White Tower of Hanoi 8.*cannot move now/.test(await said.innerText()), 'the words');
    }));

  it('with what its opening move is, where it still has one', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral');
      for (const square of ['y2', 'z2']) {
        await hands.click(square);
        await card(hands).filter({ hasText: /twice as its opening move[\s\S]*Still has its opening move/ }).waitFor();
        await hands.page.keyboard.press('Escape');
      }
    }));

  it('never, or only when pressed, if that is chosen, also after the page is loaded again', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      await prefer(hands, (dialog) => hands.choose(dialog, 'help', 'press'));
      await pointAt(hands, 'a8');
      await hands.page.waitForTimeout(700);
      assert.ok(await card(hands).isHidden());
      await hands.click('a8');
      await card(hands).waitFor();
      await prefer(hands, (dialog) => hands.choose(dialog, 'help', 'never'));
      await hands.page.reload();
      await hands.shows('chess');
      await hands.click('a8');
      await hands.page.waitForTimeout(700);
      assert.ok(await card(hands).isHidden());
    }));
});

describe('numbers', () => {
  it('are on towers and in the palette, unless they are switched off', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi', '4k3/8/8/8/3T32t71/8/8/4K3[c] w - - 0 1');
      const shown = () =>
        page.evaluate(() => {
          const number = document.querySelector('.board-symbols .count');
          return getComputedStyle(number).display !== 'none';
        });
      assert.equal(await shown(), true);
      assert.equal(await page.locator('.board-symbols .count').count(), 16);
      await page.click('#setup');
      const labels = await page.locator('.palette-tool').evaluateAll((tools) => tools.map(({ title }) => title));
      for (let count = 1; count <= 8; count += 1) assert.ok(labels.includes(`White Tower of Hanoi ${count}`));
      assert.equal(new Set(labels).size, labels.length, 'each tool has a name of its own');
      await page.click('#setup');
      await prefer(hands, (dialog) => dialog.getByLabel('Numbers on pieces').uncheck());
      assert.equal(await shown(), false);
    }));
});

/** Black has the Cube: if White takes the Rook-Camel on h6, two moves of the tower mate. */
const MATED_WITH_CUBE = 'r1dt8kdm1/eem1ee2/4eeMr/2e5/6T51/3E4/EEEE1EEE/RMDT3KD1R[c] w KQq - 1 9';

describe('the token', () => {
  it('is kept without a question, and handed over after a click that can be taken back', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const button = page.locator('.player button.token');
      await hands.look('luotuoqi', WITH_CUBE);
      await hands.arm();
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await page.locator('.message', { hasText: 'hands the Cube over' }).waitFor();
      await button.click();
      assert.equal(await button.getAttribute('aria-pressed'), 'false');
      await page.keyboard.press('c');
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await hands.click('d1', 'd2');
      await hands.draws((await bench.engine.position('luotuoqi', WITH_CUBE, ['d1d2c'])).pieces);
      assert.equal(await page.locator('.choices').count(), 0);
      await hands.click('e1', 'f1');
      const moves = ['d1d2c', 'e1f1'];
      await hands.draws((await bench.engine.position('luotuoqi', WITH_CUBE, moves)).pieces, 'after both moves');
      await page.keyboard.press('Home');
      await button.waitFor();
      await page.keyboard.press('ArrowRight');
      await button.waitFor({ state: 'hidden' });
    }));

  it('stays with a move that may not hand it over, and the player is told so', () =>
    bench.inTab(async (hands) => {
      const fen = '4k3/8/8/8/8/8/3e4/3RK3[C] w - - 0 1';
      await hands.look('luotuoqi', fen);
      await hands.arm();
      await hands.click('d1', 'd2');
      await hands.page.locator('.message', { hasText: 'cannot be handed over with this move' }).waitFor();
      await hands.draws((await bench.engine.position('luotuoqi', fen)).pieces);
      await hands.arm();
      await hands.click('d1', 'd2');
      await hands.draws((await bench.engine.position('luotuoqi', fen, ['d1d2'])).pieces);
      await hands.arm();
      await hands.page.locator('.message', { hasText: 'White has the Cube' }).waitFor();
    }));

  it('is told to who gets it from the engine, which mates with two moves in a row; the last one is seen in the list', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('luotuoqi', MATED_WITH_CUBE);
      await page.click('#setup');
      await page.locator('#panel-setup button', { hasText: 'Play …' }).click();
      const dialog = page.locator('#dialog-new');
      await dialog.waitFor();
      await hands.choose(dialog, 'opponent', 'engine');
      await hands.choose(dialog, 'side', 'white');
      await dialog.locator('[name=level]').fill('20');
      await hands.choose(dialog, 'pace', 'depth');
      await dialog.locator('[name=depth]').fill('5');
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'hidden' });
      await hands.click('g6', 'h6');
      await page.locator('.message', { hasText: 'Black hands the Cube over to you and moves twice.' }).waitFor({ timeout: 30_000 });
      await page.locator('#outcome', { hasText: 'Black mates' }).waitFor({ timeout: 30_000 });
      assert.equal(await page.locator('#moves .turn.again').count(), 1);
      await until(
        () =>
          page.evaluate(() => {
            const [list, last] = ['#moves', '#moves button[aria-current]'].map((name) => document.querySelector(name).getBoundingClientRect());
            return last.top >= list.top && last.bottom <= list.bottom;
          }),
        'the last move is in sight',
      );
    }));

  it('lets its owner move once more, and says so', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi', WITH_CUBE, ['d1d2c']);
      assert.equal(await hands.page.locator('.player.moves .state').innerText(), 'second move');
    }));

  it('is asked for at each move if that is chosen', () =>
    bench.inTab(async (hands) => {
      await hands.look('luotuoqi', WITH_CUBE);
      await prefer(hands, (dialog) => dialog.getByLabel('Ask before a token is kept').check());
      await hands.click('d1', 'd2');
      await hands.answer('Hand the Cube');
      await hands.draws((await bench.engine.position('luotuoqi', WITH_CUBE, ['d1d2c'])).pieces);
      await hands.click('e1', 'f1');
      const moves = ['d1d2c', 'e1f1'];
      await hands.draws((await bench.engine.position('luotuoqi', WITH_CUBE, moves)).pieces, 'after both moves');
    }));
});
