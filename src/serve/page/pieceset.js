/** How pieces are drawn: the engine's pictures with other lines and colours. */

import { preferences } from './preferences.js';

/** What stands for what in the pictures of the engine, by drawing style. */
const STYLES = {
  drawn: {},
  fine: { '"4.5"': '"2.4"', '"4"': '"2.2"', '"8.5"': '"6"', '#fffdf6': '#fff', '#45403d': '#2a2725' },
  red: { '#45403d': '#a8322d', '#12100f': '#3f0d0c', '#f3ecdf': '#ffe9df' },
};

/** @returns {Promise<string>} an `<svg>` with the symbols of a game's pieces, in the style that the user has chosen */
export async function picturesOf(connection, game) {
  const { svg } = await connection.request({ do: 'pictures', game });
  const style = STYLES[preferences.get('pieces')] ?? {};
  return svg.replace(/"[\d.]+"|#[\da-f]{6}/g, (part) => style[part] ?? part);
}
