/** The files of games that the browser keeps: too much for the storage of single games, so in a database. */

const NAME = 'bactrian';
const STORE = 'collections';

/** Older files go when there are more than this. */
const MOST = 5;

function database() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

/** Does something with the store; resolves with the result of its request when all is written. */
async function work(mode, act) {
  const opened = await database();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    opened.close();
  }
}

/** @returns {Promise<?object>} a file: `id`, `name`, `saved` (milliseconds since 1970) and `records` */
export async function load(id) {
  return (await work('readonly', (store) => store.get(id))) ?? null;
}

/** @returns {Promise<object[]>} all files, the latest first */
export async function list() {
  const files = await work('readonly', (store) => store.getAll());
  return files.sort((one, other) => other.saved - one.saved);
}

/** Keeps a file, and of the older ones as many as there is room for. */
export async function save(file) {
  await work('readwrite', (store) => store.put({ ...file, saved: Date.now() }));
  for (const { id } of (await list()).slice(MOST)) await remove(id);
}

/** Takes a file out. */
export function remove(id) {
  return work('readwrite', (store) => store.delete(id));
}
