/** Keeps the files of one version of the site, so that it works offline and never mixes two versions. */

/** The version, a name for the content of all files. */
const VERSION = '@VERSION@';

/** The files of the page. */
const FILES = '@FILES@'.split(' ');

/** A module with one instruction of WebAssembly's SIMD, as in `engine.js`. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

const PREFIX = `bactrian ${registration.scope} `;

/** A response with the headers that isolate the page, so that its workers may share memory. */
function isolated(response) {
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

async function install() {
  const engine = WebAssembly.validate(SIMD) ? 'bactrian.simd.wasm' : 'bactrian.wasm';
  const cache = await caches.open(PREFIX + VERSION);
  // What the browser has already is asked for only whether it has changed.
  await cache.addAll([...FILES, engine].map((name) => new Request(name, { cache: 'no-cache' })));
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const name = origin + pathname === registration.scope ? 'index.html' : pathname;
  const cache = await caches.open(PREFIX + VERSION);
  const kept = await cache.match(new URL(name, registration.scope), { ignoreSearch: true });
  return kept ? isolated(kept) : fetch(request);
}

/** A new version takes over when no other tab shows the old one. */
async function takeOver() {
  const tabs = await clients.matchAll({ includeUncontrolled: true, type: 'window' });
  if (tabs.length <= 1) await skipWaiting();
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', ({ data }) => {
  if (data === 'take over') takeOver();
});
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
