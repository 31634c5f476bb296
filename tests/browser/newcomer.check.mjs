/**
 * A newcomer plays a whole game against the engine, by mouse, of each of the games that the project began with or of those in
 * NEWCOMER_GAMES.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';

const GAMES = process.env.NEWCOMER_GAMES?.split(' ') ?? [
  'januskamil',
  'kingsmen',
  'kingsmen39',
  'kingsmendh',
  'dhkingsmen',
  'ajaxcapa',
  'ajaxministers',
  'luotuoqi',
  'bilateral',
];

/** The newcomer resigns after so many moves, as games of two weak players can be long. */
const MOST_MOVES = Number(process.env.NEWCOMER_MOVES ?? 50);

/** What the newcomer's advisor looks at. The engine's level is lower, so most games are won. */
const ADVICE = { nodes: 2000 };

const bench = new Bench();

/** The moves of the game so far, as the page's address has them. */
function movesOf(hands) {
  const list = new URL(hands.page.url()).hash.match(/moves=([^&]*)/)?.[1] ?? '';
  return list
    .split('.')
    .filter(Boolean)
    .map((move) => decodeURIComponent(move.replaceAll('_', ' ')));
}

const buttons = (hands) => hands.page.locator('#moves button.move');
const outcome = (hands) => hands.page.locator('#outcome');

/** Waits until it is the newcomer's turn, or the game has ended. @returns {Promise<object>} the engine's position */
async function ownTurn(hands, game, count) {
  let position = null;
  await until(
    async () => {
      if ((await buttons(hands).count()) < count) return false;
      const moves = movesOf(hands);
      if (moves.length !== (await buttons(hands).count())) return false;
      position = await bench.engine.position(game, null, moves);
      position.played = moves;
      return position.ending !== null || (position.side === 'white' && moves.length >= count);
    },
    'the engine answers',
    10_000,
  );
  return position;
}

/** Resigns, which is asked twice. */
async function resign(hands) {
  await hands.page.locator('#actions button', { hasText: 'Resign' }).click();
  await hands.page.locator('#actions button', { hasText: 'resign' }).click();
}

/** Plays a game to its end. @returns {Promise<{moves: number, result: string, words: string}>} how it ended by the engine's word */
async function play(hands, game) {
  let position = await ownTurn(hands, game, 0);
  for (let turn = 0; ; turn += 1) {
    if (position.ending) return { moves: position.played.length, ...position.ending };
    if (turn === MOST_MOVES) break;
    const { best } = await bench.engine.ask({ do: 'search', game, moves: position.played, ...ADVICE });
    await hands.make(
      position.moves,
      position.moves.find(({ move }) => move === best),
      turn % 2 === 0 ? 'click' : 'drag',
    );
    await hands
      .draws((await bench.engine.position(game, null, [...position.played, best])).pieces, `after ${best}`)
      .catch(async (error) => {
        // The engine may have answered already.
        if ((await buttons(hands).count()) <= position.played.length) throw error;
      });
    position = await ownTurn(hands, game, position.played.length + 1);
  }
  await resign(hands);
  return { moves: position.played.length, result: '0-1', words: 'White resigns' };
}

describe('a newcomer plays a whole game', () => {
  for (const game of GAMES) {
    it(`of ${game}`, (test) =>
      bench.inGame(game, { opponent: 'engine', level: 0, time: 0.1 }, async (hands) => {
        const { moves, result, words } = await play(hands, game);
        test.diagnostic(`${game}: ${words} after ${moves} turns`);
        const shown = result === '1/2-1/2' ? '½–½' : result.replace('-', '–');
        await until(
          async () =>
            (await outcome(hands).isVisible()) && new RegExp(words, 'i').test(await outcome(hands).innerText()),
          words,
        );
        const text = await outcome(hands).innerText();
        assert.ok(text.includes(shown), `${shown} in ${text}`);
        const pgn = await hands.savedPgn();
        const { games } = await bench.engine.ask({ do: 'read', pgn });
        assert.equal(games[0].result, result);
        assert.equal(games[0].moves.length, moves);
      }));
  }
});
