/** What the checks share: the browser, the engine, and tabs. */

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { PATIENCE, SCREENS, launch } from './browser.mjs';
import { Engine, serve } from './engine.mjs';
import { Hands } from './hands.mjs';

/** Starts a browser and an engine for the checks of a file, and ends them. */
export class Bench {
  /** The address of the server that is checked. */
  address = process.env.BOARD_ADDRESS;
  /** @type {import('playwright-core').Browser} */
  browser;
  /** @type {Engine} */
  engine;

  /** @param {string[]} [files] with games, for a server of its own */
  constructor(files = []) {
    let server = null;
    before(async () => {
      assert.ok(this.address, 'the checks are run by tests/system/browser_check.sh');
      if (files.length > 0) {
        server = await serve(0, files);
        this.address = server.address;
      }
      this.browser = await launch();
      this.engine = new Engine(files);
    });
    after(async () => {
      this.engine?.close();
      await this.browser?.close();
      await server?.kill();
    });
  }

  /**
   * Runs a check in a tab of its own, in which nothing may go wrong.
   *
   * @param {(hands: Hands) => Promise<void>} act
   * @param {object} [screen] one of {@link SCREENS}
   * @param {string} [address] of another server
   */
  async inTab(act, screen = SCREENS.desk, address = this.address) {
    const hands = await Hands.open(this.browser, address, screen);
    try {
      if (process.env.BOARD_OFFLINE) await hands.goOffline();
      await act(hands);
    } catch (error) {
      if (process.env.BOARD_PICTURES)
        await hands.page.screenshot({ path: `${process.env.BOARD_PICTURES}/${Date.now()}.png` });
      await hands.page.context().close();
      console.error(`faults in the page: ${JSON.stringify(hands.faults)}`);
      throw error;
    }
    await hands.leave();
  }

  /**
   * Runs a check in a tab in which a newcomer has begun a game; `how` as in {@link Hands.begin}.
   *
   * @param {string} game
   * @param {object} how
   * @param {(hands: Hands) => Promise<void>} act
   */
  inGame(game, how, act) {
    return this.inTab(async (hands) => {
      await hands.arrive();
      await hands.begin(game, how);
      await act(hands);
    });
  }
}

/** Waits until a condition holds. @param {() => Promise<boolean>|boolean} holds */
export async function until(holds, what, patience = PATIENCE) {
  const deadline = Date.now() + patience;
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, `not in ${patience} ms: ${what}`);
    await new Promise((done) => {
      setTimeout(done, 20);
    });
  }
}
