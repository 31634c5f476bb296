/** Small pictures of positions of any game. */

import { byId } from './dom.js';
import { picturesOf } from './pieceset.js';
import { parseSvg } from './svg.js';

/** What the server answered about the symbols of each game. @type {Map<string, Promise<void>>} */
const asked = new Map();

/** Brings the symbols of a game's pieces into the page, but for those that are there: equal names are equal pictures. */
function bringSymbols(connection, game) {
  if (!asked.has(game)) {
    const coming = picturesOf(connection, game).then((svg) => {
      const holder = byId('thumbnail-symbols');
      for (const symbol of parseSvg(svg).querySelectorAll('symbol'))
        if (!holder.querySelector(`#${CSS.escape(symbol.id)}`)) holder.append(symbol);
    });
    coming.catch(() => asked.delete(game));
    asked.set(game, coming);
  }
  return asked.get(game);
}

/**
 * Fills a box with the picture of a position when it comes into sight.
 * @param {HTMLElement} box
 * @param {object} place `game`, `fen` and `moves`
 */
export function fillThumbnail(connection, box, place, flip) {
  const observer = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    const request = { do: 'position', picture: { flip }, ...place };
    const answers = Promise.all([connection.request(request), bringSymbols(connection, place.game)]);
    // A game that the server does not know any more has no picture.
    const [position] = await answers.catch(() => [null]);
    if (position) box.replaceChildren(parseSvg(position.picture));
  });
  observer.observe(box);
}
