/** What makes the page a site of files: it works offline, and a new version replaces it as a whole. */

if ('serviceWorker' in navigator) {
  // Not together with the first visit's own requests.
  addEventListener('load', () => keep().catch((error) => console.warn(error)));
}

async function keep() {
  const known = await navigator.serviceWorker.register('offline.js', { updateViaCache: 'none' });
  const hadVersion = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadVersion) location.reload();
  });
  // A version that came during the last visit.
  known.waiting?.postMessage('take over');
}
