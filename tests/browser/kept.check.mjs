/** What the browser keeps: games after the page or the server was started again, in each tab, and the way back. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';
import { serve } from './engine.mjs';
import { Hands } from './hands.mjs';

const bench = new Bench();

const moveButtons = (hands) => hands.page.locator('#moves button.move');

/** @returns {Promise<object>} the pieces after the moves in the address, once they are drawn */
async function drawn(hands, game) {
  const moves = new URLSearchParams(new URL(hands.page.url()).hash.slice(1)).get('moves').split('.');
  const { pieces } = await bench.engine.position(game, null, moves);
  await hands.draws(pieces, `after ${moves.join(' ')}`);
  return pieces;
}

describe('what is kept', () => {
  it('is the running game with its opponent when the page is loaded again', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.arrive();
      await hands.begin('kingsmen', { opponent: 'engine', time: 0.1 });
      await hands.click('e3', 'e4');
      await until(async () => (await moveButtons(hands).count()) === 2, 'an answer');
      await page.waitForTimeout(400);
      const pieces = await drawn(hands, 'kingsmen');
      await page.reload();
      await hands.draws(pieces, 'after it was loaded again');
      await hands.click('d3', 'd4');
      await until(async () => (await moveButtons(hands).count()) === 4, 'an answer after it was loaded again');
    }));

  it('is the game when the server is killed and comes back', async () => {
    const first = await serve();
    let second = null;
    try {
      await bench.inTab(
        async (hands) => {
          hands.expected = [/WebSocket|ERR_CONNECTION/];
          await hands.arrive();
          await hands.begin('ajaxcapa', { opponent: 'engine', time: 0.1 });
          await hands.click('e2', 'e4');
          await until(async () => (await moveButtons(hands).count()) === 2, 'an answer');
          await first.kill();
          await hands.page.locator('#offline').waitFor();
          second = await serve(first.port);
          await hands.page.locator('#offline').waitFor({ state: 'hidden', timeout: 15_000 });
          await hands.click('d2', 'd4');
          await until(async () => (await moveButtons(hands).count()) === 4, 'an answer of the new server');
          await hands.page.waitForTimeout(400);
          const pieces = await drawn(hands, 'ajaxcapa');
          await hands.page.reload();
          await hands.draws(pieces, 'after it was loaded again');
        },
        SCREENS.desk,
        first.address,
      );
    } finally {
      await first.kill();
      await second?.kill();
    }
  });

  it('is a game of its own for each tab', () =>
    bench.inTab(async (one) => {
      const other = await Hands.tab(one.page.context(), one.address);
      await one.look('luotuoqi', null, ['e2d3']);
      await other.look('bilateral', null, ['z2a3']);
      const first = (await bench.engine.position('luotuoqi', null, ['e2d3'])).pieces;
      const second = (await bench.engine.position('bilateral', null, ['z2a3'])).pieces;
      await one.page.waitForTimeout(400);
      await one.page.reload();
      await one.draws(first, 'of the first tab');
      await other.page.reload();
      await other.draws(second, 'of the second tab');
      await other.page.click('#library');
      await until(
        async () => (await other.page.locator('#dialog-library .entry').count()) === 2,
        'two games in the list',
      );
      await other.page.keyboard.press('Escape');
      assert.deepEqual(other.faults, []);
    }));

  it('is gone through by the back button', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess', null, ['e2e4']);
      await hands.load('7k/8/8/8/8/8/8/R3K3 b Q - 3 9');
      await hands.loaded();
      await hands.draws({ h8: 'k', a1: 'R', e1: 'K' });
      await hands.page.goBack();
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces, 'after going back');
    }));
});
