/** Every special turn of every game by mouse, finger and keyboard; after each the page shows the engine's position. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench } from './bench.mjs';
import { SCREENS } from './browser.mjs';
import { SCRIPTS } from './turns.mjs';
import { offersEveryTarget, walk } from './walk.mjs';

const bench = new Bench();

const inTab = (act) => bench.inTab(act, SCREENS.touch);

for (const [game, scripts] of Object.entries(SCRIPTS)) {
  describe(game, () => {
    for (const { name, fen, turns } of scripts) {
      it(name, () =>
        inTab(async (hands) => {
          if (fen) {
            await hands.look(game, fen);
          } else {
            await hands.arrive();
            await hands.begin(game);
          }
          await hands.plays(bench.engine, game, fen, turns);
        }),
      );
    }
  });
}

/** Turns of a walk through a game. */
const WALK = 24;

describe('a walk at random', () => {
  for (const game of Object.keys(SCRIPTS)) {
    it(`through ${game}`, () =>
      inTab((hands) => {
        const seed = game.length * 977 + 5;
        return walk(bench.engine, hands, game, { seed, turns: WALK, ways: ['click', 'drag', 'tap', 'swipe'] });
      }));
  }
});

describe('what is offered', () => {
  it('has a script for each game', async () => {
    const { games } = await bench.engine.ask({ do: 'games' });
    assert.deepEqual(Object.keys(SCRIPTS).sort(), games.map(({ name }) => name).sort());
  });

  it('is every target of every piece, in the array of each game', async () => {
    for (const game of Object.keys(SCRIPTS)) {
      await inTab(async (hands) => {
        await offersEveryTarget(bench.engine, hands, game);
      });
    }
  });

  it('is the array of a number, or one drawn by lot', () =>
    inTab(async (hands) => {
      await hands.arrive();
      await hands.begin('chess960', { start: 0 });
      assert.match(await hands.fen(), /^bbqnnrkr\/p+\/(8\/){4}P+\/BBQNNRKR w KQkq /);
      await hands.begin('caparandom');
      assert.match(await hands.fen(), /^[abcknqr]{10}\/p+\/(10\/){4}P+\/[ABCKNQR]{10} w KQkq /);
    }));

  it('is no camel leap over a piece', () =>
    inTab(async (hands) => {
      await hands.look('luotuoqi', '4k3/8/8/8/8/E7/8/R3K3[c] w - - 0 1');
      await hands.click('a1');
      const targets = await hands.targets();
      assert.ok(!targets.includes('b4') && targets.includes('d2'), String(targets));
    }));

  it('is nothing for a frozen piece, and the ties of the freeze are shown', () =>
    inTab(async (hands) => {
      await hands.look('bilateral', '11k/12/12/2W6r2/2n9/12/12/11K b - - 1 1 a5h5,a5a4');
      await hands.click('h5');
      assert.deepEqual(await hands.targets(), []);
      await hands.click('j8');
      assert.deepEqual(await hands.targets(), ['i7', 'i8', 'j7']);
      assert.ok((await hands.page.locator('.board-picture .details *').count()) >= 2);
    }));

  it('is no move of the side that is not to move', () =>
    inTab(async (hands) => {
      await hands.look('chess');
      await hands.click('e7', 'e5');
      assert.deepEqual(await hands.targets(), []);
      await hands.click('e2', 'e5');
      assert.deepEqual(await hands.targets(), []);
      await hands.draws((await bench.engine.position('chess', null)).pieces);
    }));

  it('can be put back: a question is closed by Escape or a click beside it, and nothing is played', () =>
    inTab(async (hands) => {
      const fen = '4k3/8/8/8/3T34/8/8/4K3[c] w - - 0 1';
      await hands.look('luotuoqi', fen);
      await hands.click('d4', 'd5');
      await hands.choices();
      await hands.page.keyboard.press('Escape');
      await hands.page.locator('.choices').waitFor({ state: 'detached' });
      await hands.drag('d4', 'd5');
      await hands.choices();
      await hands.click('a8');
      await hands.page.locator('.choices').waitFor({ state: 'detached' });
      await hands.draws((await bench.engine.position('luotuoqi', fen)).pieces);
      assert.equal(await hands.fen(), fen);
    }));
});
