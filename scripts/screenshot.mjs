/**
 * Makes the README's picture of the board: a game of Lùotuoqí in a headless Chromium, with an analysis of three lines.
 *
 * Usage: node scripts/screenshot.mjs [PICTURE]
 *
 *   PICTURE  the file to write (src/manual/board.png)
 *
 * Environment: BACTRIAN, the engine (./target/release/bactrian); CHROMIUM, the browser (/usr/bin/chromium); PLAYWRIGHT, the
 * folder of playwright-core, which tests/system/browser_check.sh installs.
 */

import { homedir } from 'node:os';

process.env.PLAYWRIGHT ??= `${process.env.XDG_CACHE_HOME ?? `${homedir()}/.cache`}/bactrian-browser-check/node_modules/playwright-core`;
const { launch } = await import('../tests/browser/browser.mjs');
const { serve } = await import('../tests/browser/engine.mjs');
const { Hands } = await import('../tests/browser/hands.mjs');

const MOVES =
  'd2c3 e7d6 d1d36 d8f66 d3f33 f6f33 d3f32 d6e5 f2e3 f6d62 e2e22 d7d72 e2d31 d6b6 e3e32 c7c72 b1a3 b6a5 a3b3 a5b5 ' +
  'c3d4 e5d4 b3d4 b5d3 e3d3 c7e5';
const SCREEN = { viewport: { width: 1060, height: 690 }, reducedMotion: 'reduce', colorScheme: 'light' };
/** How deep the analysis is when the picture is taken, in plies: its figures have settled. */
const DEPTH = 10;

const [picture = 'src/manual/board.png'] = process.argv.slice(2);
const server = await serve();
const browser = await launch();
try {
  const hands = await Hands.open(browser, server.address, SCREEN);
  const { page } = hands;
  page.setDefaultTimeout(60_000);
  await hands.look('luotuoqi', null, MOVES.split(' '));
  await page.locator('label.switch', { hasText: 'Analysis' }).click();
  await page.selectOption('#lines', '3');
  await page.waitForFunction((depth) => {
    const reached = /depth (\d+)/.exec(document.getElementById('figures').textContent)?.[1];
    return Number(reached) >= depth && document.querySelectorAll('#best-lines button').length > 0;
  }, DEPTH);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  await server.kill();
}
