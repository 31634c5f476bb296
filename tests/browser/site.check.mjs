/**
 * A site with the engine in the page: it starts, stops searches with and without shared memory, goes offline, and changes to
 * a new version as a whole.
 *
 * Environment: SITE, the folder with the site.
 */

import assert from 'node:assert/strict';
import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { until } from './bench.mjs';
import { launch } from './browser.mjs';
import { Hands } from './hands.mjs';

/** The first turns of a game of Kingsmen. */
const TURNS = [
  ['e3', 'e4'],
  ['e7', 'e6'],
  ['d3', 'd4'],
];

/** How long the browser may take to fetch a version, in milliseconds. */
const FETCHED = 60_000;

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves a copy of the site, as any web server does: media types by names, and no other headers. */
class Site {
  folder = join(mkdtempSync(join(tmpdir(), 'site-')), 'sub');

  async start() {
    cpSync(process.env.SITE, this.folder, { recursive: true });
    this.server = createServer(({ url }, response) => {
      const path = new URL(url, 'http://site').pathname.replace(/\/$/, '/index.html');
      const file = join(this.folder, '..', path);
      response.statusCode = existsSync(file) ? 200 : 404;
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      if (response.statusCode === 200) createReadStream(file).pipe(response);
      else response.end();
    });
    await new Promise((done) => {
      this.server.listen(0, '127.0.0.1', done);
    });
    this.address = `http://127.0.0.1:${this.server.address().port}/sub/`;
  }

  /** Changes a file, as a new version of the site does. */
  change(name, from, to) {
    const file = join(this.folder, name);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(from), `${from} in ${name}`);
    writeFileSync(file, text.replace(from, to));
  }

  end() {
    this.server?.closeAllConnections();
    this.server?.close();
    rmSync(join(this.folder, '..'), { recursive: true });
  }
}

const site = new Site();
let browser = null;

before(async () => {
  await site.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site.end();
});

async function inTab(act) {
  const hands = await Hands.open(browser, site.address);
  await act(hands);
  await hands.leave();
}

/** Waits until the site is kept by the browser. */
async function kept(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
}

const isIsolated = (page) => page.evaluate(() => globalThis.crossOriginIsolated);

/** Analyses, and goes on to other positions while it does; each of them gets lines of its own. */
async function analyses(hands) {
  const { page } = hands;
  await hands.look('kingsmen');
  const toggle = page.locator('label.switch', { hasText: 'Analysis' });
  const line = page.locator('#best-lines li button').first();
  await toggle.click();
  for (const [from, to] of TURNS) {
    await line.waitFor();
    await hands.click(from, to);
    await page.locator(`use.piece[data-square="${to}"]`).waitFor();
  }
  await line.waitFor();
  await toggle.click();
  await hands.click('d7', 'd6');
  await page.locator('use.piece[data-square="d6"]').waitFor();
}

describe('the site', () => {
  it('stops searches without shared memory, on the first visit', () =>
    inTab(async (hands) => {
      await analyses(hands);
      assert.equal(await isIsolated(hands.page), false);
    }));

  it('stops searches by a flag once it is kept', () =>
    inTab(async (hands) => {
      await hands.look('kingsmen');
      await kept(hands.page);
      await analyses(hands);
      assert.equal(await isIsolated(hands.page), true);
    }));

  it('changes to a new version as a whole, at the visit after it came', () =>
    inTab(async (hands) => {
      const { page } = hands;
      const words = () => page.locator('meta[name=description]').getAttribute('content');
      await hands.look('chess');
      await kept(page);
      site.change('index.html', 'Play and analyse', 'Play, learn and analyse');
      site.change('offline.js', "VERSION = '", "VERSION = 'new");
      await hands.look('chess');
      assert.doesNotMatch(await words(), /learn/);
      const isWaiting = async () => (await navigator.serviceWorker.getRegistration()).waiting !== null;
      await until(() => page.evaluate(isWaiting), 'the new version is there', FETCHED);
      await page.goto('about:blank');
      await page.goto(site.address);
      await page.locator('meta[name=description][content*=learn]').waitFor({ state: 'attached', timeout: FETCHED });
      await until(async () => (await page.evaluate(() => caches.keys())).length === 1, 'the old version is gone', FETCHED);
    }));
});
