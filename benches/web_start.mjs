#!/usr/bin/env node
/**
 * Measures how the site with the engine in the page starts, in a headless Chromium.
 *
 * Usage: benches/web_start.mjs SITE ROUNDS
 *
 *   SITE    what scripts/site.sh has made
 *   ROUNDS  visits; the least time counts
 *
 * Prints the compressed size of the first visit and of all files that a browser keeps, in KiB; the time until the board is
 * drawn, on the first visit and offline; and the time from the end of a search's worker to the first line of the next
 * search, in ms.
 *
 * Environment: CHROMIUM, the browser (/usr/bin/chromium); PLAYWRIGHT, the folder of playwright-core, which
 * tests/system/browser_check.sh installs.
 */

import { once } from 'node:events';
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

process.env.PLAYWRIGHT ??= `${process.env.XDG_CACHE_HOME ?? `${homedir()}/.cache`}/bactrian-browser-check/node_modules/playwright-core`;
const { launch } = await import('../tests/browser/browser.mjs');

const [site, rounds] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

function size(isCounted) {
  const files = readdirSync(site).filter((name) => name !== 'bactrian.wasm' && isCounted(name));
  const bytes = files.map((name) => gzipSync(readFileSync(join(site, name))).length);
  return Math.round(bytes.reduce((sum, length) => sum + length, 0) / 1024);
}

const server = createServer(({ url }, response) => {
  const file = join(site, new URL(url, 'http://site').pathname.replace(/\/$/, '/index.html'));
  response.statusCode = existsSync(file) ? 200 : 404;
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
  if (response.statusCode === 200) createReadStream(file).pipe(response);
  else response.end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = `http://127.0.0.1:${server.address().port}/#game=kingsmen`;

/** The time until the board is drawn. */
async function boardTime(page) {
  await page.goto('about:blank');
  const begun = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('use.piece').first().waitFor();
  return performance.now() - begun;
}

/** The time from a new search, which ends the worker of the last one, to its first line. */
async function workerTime(page) {
  return page.evaluate(async () => {
    const { EngineChannel } = await import('./engine.js');
    const channel = new EngineChannel('bactrian');
    await new Promise((done) => {
      channel.addEventListener('open', done);
    });
    const line = (id) =>
      new Promise((done) => {
        channel.addEventListener('message', ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === id && message.event === 'line') done();
        });
        channel.send(JSON.stringify({ id, do: 'search', game: 'kingsmen' }));
      });
    await line(1);
    // The worker that takes its place is made ready meanwhile.
    await new Promise((done) => {
      setTimeout(done, 2000);
    });
    const begun = performance.now();
    await line(2);
    return performance.now() - begun;
  });
}

const best = { first: Infinity, again: Infinity, worker: Infinity };
const browser = await launch();
for (let round = 0; round < Number(rounds); round += 1) {
  const context = await browser.newContext();
  const page = await context.newPage();
  best.first = Math.min(best.first, await boardTime(page));
  best.worker = Math.min(best.worker, await workerTime(page));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  best.again = Math.min(best.again, await boardTime(page));
  await context.close();
}
await browser.close();
server.closeAllConnections();
server.close();
const sizes = [size((name) => !name.endsWith('.net')), size(() => true)];
console.log(...sizes, ...[best.first, best.again, best.worker].map(Math.round));
