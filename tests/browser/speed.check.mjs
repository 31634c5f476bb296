/** How fast the page is on this machine: what is measured is told, for `benches/log`. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench } from './bench.mjs';

const bench = new Bench();

describe('speed', () => {
  it('first paint, and from the drop to the new position', (test) =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      const paints = [];
      for (let round = 0; round < 5; round += 1) {
        await page.reload();
        await hands.shows('chess');
        paints.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime));
      }
      const times = [];
      for (const [from, to] of [
        ['e2', 'e4'],
        ['e7', 'e5'],
        ['g1', 'f3'],
        ['b8', 'c6'],
        ['f1', 'b5'],
        ['a7', 'a6'],
      ]) {
        await page.evaluate((square) => {
          window.dropped = new Promise((done) => {
            addEventListener(
              'pointerup',
              () => {
                const start = performance.now();
                const seen = new MutationObserver(() => {
                  if (!document.querySelector(`.board-picture use.piece[data-square="${square}"]`)) return;
                  seen.disconnect();
                  done(performance.now() - start);
                });
                seen.observe(document.querySelector('#board'), { childList: true, subtree: true, attributes: true });
              },
              { once: true, capture: true },
            );
          });
        }, to);
        await hands.drag(from, to);
        times.push(await page.evaluate(() => window.dropped));
        await page.waitForTimeout(300);
      }
      const told = (list) =>
        list
          .map((time) => Math.round(time))
          .sort((a, b) => a - b)
          .join(' ');
      test.diagnostic(`first contentful paint in ms: ${told(paints)}`);
      test.diagnostic(`from the drop to the new position in ms: ${told(times)}`);
      assert.ok([...paints, ...times].every(Number.isFinite), 'all was measured');
    }));
});
