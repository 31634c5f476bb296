import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../src/serve/page/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const html = read('index.html');

/** The modules that `app.js` needs, itself among them. */
function reachable(name, known = new Set()) {
  if (known.has(name)) return known;
  known.add(name);
  for (const [, next] of read(name).matchAll(/(?:^|\n)(?:import|export)[^;]*? from '\.\/([\w.]+)'/g))
    reachable(next, known);
  return known;
}

test('all modules are asked for at once, and none that is not needed', () => {
  const preloaded = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, name]) => name);
  const needed = [...reachable('app.js')].sort();
  assert.deepEqual([...preloaded].sort(), needed);
});

test('the page has no inline script or style and nothing from elsewhere', () => {
  assert.ok(!/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/.test(html));
  assert.ok(!/(?:href|src)="(?:https?:)?\/\//.test(html));
});

test('no module makes markup of text', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/.test(read(name)), name);
  }
});

test('identifiers are unique, and labels name what is there', () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, id] of html.matchAll(/\s(?:for|aria-controls)="([^"]+)"/g)) assert.ok(ids.includes(id), id);
  for (const [, id] of html.matchAll(/href="#(icon-[^"]+)"/g)) assert.ok(ids.includes(id), id);
});
