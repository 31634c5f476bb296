/** Pieces in hand: dropped by mouse, finger, keyboard and typed words, set up by hand, and seen on every screen. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';
import { walk } from './walk.mjs';

const bench = new Bench();

const GAME = 'crazyhouse';
const MIDDLE = 'r1bqk2r/ppp2ppp/2n5/3p4/3P4/2N2N2/PPP2PPP/R1BQK2R[BNPbn] w KQkq - 0 8';

/** What the pockets show: piece to number. */
const pockets = (hands) =>
  hands.page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.pocket-piece')].map(({ dataset, lastChild }) => [
        dataset.from.slice(0, -1),
        Number(lastChild.textContent),
      ]),
    ),
  );

describe('pieces in hand', () => {
  it('are dropped by mouse and keyboard', () =>
    bench.inTab(async (hands) => {
      await hands.look(GAME, MIDDLE);
      assert.deepEqual(await pockets(hands), { N: 1, B: 1, P: 1, n: 1, b: 1 });
      await hands.plays(bench.engine, GAME, MIDDLE, [
        'click N@ g5 = N@g5',
        'drag b@ g4 = B@g4',
        'keys P@ e5 = P@e5',
        'type N@e4 = N@e4',
      ]);
      assert.deepEqual(await pockets(hands), { B: 1 });
    }));

  it('come from captures, and go back with a move taken back', () =>
    bench.inTab(async (hands) => {
      await hands.look(GAME);
      await hands.plays(bench.engine, GAME, null, ['click e2 e4 = e2e4', 'click d7 d5 = d7d5', 'click e4 d5 = e4d5', 'click d8 d5 = d8d5', 'click P@ e4 = P@e4']);
      assert.deepEqual(await pockets(hands), { p: 1 });
      await hands.page.keyboard.press('ArrowLeft');
      await until(async () => JSON.stringify(await pockets(hands)) === '{"p":1,"P":1}', 'the pawn is in hand again');
    }));

  it('show where they can be dropped, and are put back', () =>
    bench.inTab(async (hands) => {
      await hands.look(GAME, MIDDLE);
      const { moves } = await bench.engine.position(GAME, MIDDLE);
      await hands.click('P@');
      const expected = moves.filter(({ from }) => from === 'P@').map(({ to }) => to);
      assert.deepEqual(await hands.targets(), expected.sort());
      await hands.click('P@');
      assert.deepEqual(await hands.targets(), []);
      await hands.drag('N@', 'e1');
      await hands.draws((await bench.engine.position(GAME, MIDDLE)).pieces, 'after a drop on a piece');
      assert.ok(await hands.page.locator('.pocket-piece[data-from="n@"]').isDisabled(), 'the other side waits');
    }));

  it('are dropped by finger on a phone, where the whole board is seen', () =>
    bench.inTab(async (hands) => {
      await hands.look(GAME, MIDDLE);
      await hands.plays(bench.engine, GAME, MIDDLE, ['tap N@ g5 = N@g5', 'swipe b@ g4 = B@g4']);
      const { width, height } = SCREENS.phone.viewport;
      for (const pocket of await hands.page.locator('.pocket').all()) {
        const box = await pocket.boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height, 'a pocket');
      }
    }, SCREENS.phone));

  it('are set up by hand', () =>
    bench.inTab(async (hands) => {
      await hands.look(GAME);
      await hands.page.click('#setup');
      await hands.page.locator('#panel-setup').waitFor();
      assert.equal(await hands.page.locator('.pocket').count(), 0);
      await hands.page.fill('.hand-fields input[name=Q]', '2');
      await hands.page.press('.hand-fields input[name=Q]', 'Tab');
      const fen = hands.page.locator('#setup-fen');
      await until(async () => (await fen.inputValue()).includes('[QQ]'), 'two queens in hand');
      await hands.page.getByRole('button', { name: 'Analyse', exact: true }).click();
      await until(async () => JSON.stringify(await pockets(hands)) === '{"Q":2}', 'two queens in the pocket');
    }));

  it('go on through a walk by every hand', () =>
    bench.inTab(async (hands) => {
      await walk(bench.engine, hands, GAME, { seed: 5, turns: 24, ways: ['click', 'drag', 'tap', 'keys'], fen: MIDDLE });
    }, SCREENS.touch));

  it('are in a game against the engine, begun among more games', () =>
    bench.inTab(async (hands) => {
      await hands.arrive();
      await hands.page.getByRole('button', { name: 'More games' }).click();
      await hands.page.fill('#dialog-new input[type=search]', GAME);
      await hands.begin(GAME, { opponent: 'engine', time: 0.1 });
      await hands.click('e2', 'e4');
      await until(async () => (await hands.page.locator('#moves ol.main button.move').count()) === 2, 'an answer');
      assert.equal(await hands.page.locator('.pocket').count(), 2);
    }));
});
