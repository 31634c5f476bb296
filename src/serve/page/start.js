/** Starts the page when the texts of its language are there, which its other modules use as soon as they are loaded. */

import { loadTexts } from './language.js';

// Without its texts the page is in English.
loadTexts()
  .catch((error) => console.warn(error))
  .then(() => import('./app.js'));
