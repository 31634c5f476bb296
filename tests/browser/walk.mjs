/** Looks and walks at random through a game, with the page and the engine side by side. */

import assert from 'node:assert/strict';

/** Takes unusual turns rather than plain moves. @returns {object} one of the legal moves */
function choose(moves, random) {
  const unusual = moves.filter(
    ({ verb, again, from, to }) => again || from === to || !['moves', 'captures'].includes(verb),
  );
  const list = unusual.length > 0 && random() < 0.5 ? unusual : moves;
  return list[Math.floor(random() * list.length)];
}

/** @returns {() => number} numbers from 0 to 1 that are the same in every run */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Makes random moves by hand; after each the page must show the engine's position.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @param {import('./hands.mjs').Hands} hands on a screen to touch
 * @param {string} game
 * @param {{seed: number, turns: number, ways: string[], fen?: ?string}} how `ways` as `Hands.make` has them
 * @returns {Promise<string[]>} the moves
 */
export async function walk(engine, hands, game, { seed, turns, ways, fen = null }) {
  const random = numbers(seed);
  const moves = [];
  await hands.look(game, fen);
  for (let turn = 0; turn < turns; turn += 1) {
    const { moves: legal } = await engine.position(game, fen, moves);
    if (legal.length === 0) break;
    const move = choose(legal, random);
    await hands.make(legal, move, ways[turn % ways.length]);
    moves.push(move.move);
    await hands.draws((await engine.position(game, fen, moves)).pieces, `after ${moves.join(' ')}`);
  }
  assert.equal(await hands.fen(), (await engine.position(game, fen, moves)).fen);
  return moves;
}

/** In the array of a game, the page must offer every target of every piece that is clicked. */
export async function offersEveryTarget(engine, hands, game) {
  await hands.look(game);
  const { moves } = await engine.position(game, null);
  for (const from of new Set(moves.map((move) => move.from))) {
    await hands.click(from);
    const expected = new Set(moves.filter((move) => move.from === from).map(({ to }) => to));
    assert.deepEqual(await hands.targets(), [...expected].sort(), `${game}: ${from}`);
    await hands.page.keyboard.press('Escape');
  }
}
