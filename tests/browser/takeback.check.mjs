/** Taking moves back: in every state of a game the board goes on from there, and nothing comes that was on its way. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';

const bench = new Bench();

/** A clock in whose time the engine at full strength thinks for much longer than a check takes. */
const SLOW = { opponent: 'engine', level: 20, clock: [600, 0] };
/** A clock of the usual kind, against an engine that answers at once. */
const FAST = { opponent: 'engine', level: 0, clock: [10, 5] };

const action = (hands, name) => hands.page.locator('#actions button').filter({ hasText: name });
const played = (hands) => hands.page.locator('#moves ol.main button.move').count();
const thinks = (hands) => hands.page.locator('.state', { hasText: 'thinking' });
const clocks = (hands) => hands.page.locator('time.clock').allInnerTexts();

/** @returns {string[]} the moves in the address, up to the position shown */
async function movesShown(hands) {
  const fields = new URLSearchParams(new URL(hands.page.url()).hash.slice(1));
  const moves = (fields.get('moves') ?? '').split('.').filter(Boolean);
  return moves.slice(0, Number(fields.get('at') ?? moves.length));
}

const takeBack = (hands) => action(hands, 'Take back').click();

/** Waits for so many moves of the game. */
const has = (hands, count) => until(async () => (await played(hands)) === count, `${count} moves`, 15_000);

/** Makes a move by a click on each square, and waits for so many moves of the game. */
async function plays(hands, count, ...squares) {
  await hands.click(...squares);
  await has(hands, count);
}

/** Waits until so many moves are in the address; returns them. */
async function allShown(hands, count) {
  await until(async () => (await movesShown(hands)).length === count, 'the moves in the address');
  return movesShown(hands);
}

/** The position after these moves is shown, and each of some pieces that can move can be lifted by a click. */
async function isAlive(hands, game, moves, fen = null) {
  const position = await bench.engine.position(game, fen, moves);
  await hands.draws(position.pieces, `after ${moves.join(' ') || 'no move'}`);
  const movers = [...new Set(position.moves.map(({ from }) => from))].slice(0, 3);
  for (const square of movers) {
    const targets = position.moves.filter(({ from, again }) => from === square && !again).map(({ to }) => to);
    await hands.click(square);
    const expected = JSON.stringify([...new Set(targets)].sort());
    await until(async () => JSON.stringify(await hands.targets()) === expected, `the piece on ${square} can be lifted`);
    await hands.page.keyboard.press('Escape');
  }
}

/**
 * Holds what the server answers to requests of some kinds back, from `hold` to `release`.
 *
 * @returns {Promise<{hold: (kind: string) => void, held: () => number, release: () => void}>}
 */
async function holding(hands) {
  const gate = { kind: null, waiting: [], kinds: new Map() };
  await hands.page.routeWebSocket(/\/api/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, do: kind } = JSON.parse(text);
      gate.kinds.set(id, kind);
      server.send(text);
    });
    server.onMessage((text) => {
      const { id, event } = JSON.parse(text);
      if (!event && gate.kind !== null && gate.kinds.get(id) === gate.kind) gate.waiting.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  return {
    hold: (kind) => {
      gate.kind = kind;
    },
    held: () => gate.waiting.length,
    release: () => {
      gate.kind = null;
      for (const send of gate.waiting.splice(0)) send();
    },
  };
}

describe('against the engine, with a clock', () => {
  it('the last turn is taken back, then the one before, and the game goes on', () =>
    bench.inGame('kingsmen', FAST, async (hands) => {
      await plays(hands, 2, 'd3', 'd4');
      await plays(hands, 4, 'e3', 'e4');
      const moves = await allShown(hands, 4);
      await takeBack(hands);
      await isAlive(hands, 'kingsmen', moves.slice(0, 2));
      assert.equal(await played(hands), 2);
      await takeBack(hands);
      await isAlive(hands, 'kingsmen', []);
      assert.ok(await action(hands, 'Take back').isDisabled(), 'there is nothing left to take back');
      assert.deepEqual(await clocks(hands), ['10:00', '10:00']);
      await plays(hands, 2, 'e3', 'e4');
      await plays(hands, 4, 'd3', 'd4');
    }));

  for (const [game, first, second] of [
    ['chess', ['e2', 'e4'], ['d2', 'd4']],
    ['januskamil', ['e2', 'e4'], ['d2', 'd4']],
    ['bilateral', ['e2', 'e4'], ['d2', 'd4']],
  ])
    it(`in ${game}`, () =>
      bench.inGame(game, FAST, async (hands) => {
        await plays(hands, 2, ...first);
        await takeBack(hands);
        await isAlive(hands, game, []);
        await plays(hands, 2, ...second);
      }));

  it('as Black', () =>
    bench.inGame('chess', { ...FAST, side: 'black' }, async (hands) => {
      await has(hands, 1);
      assert.ok(await action(hands, 'Take back').isDisabled(), 'there is no own move yet');
      await plays(hands, 3, 'a7', 'a6');
      const [opening] = await allShown(hands, 3);
      await takeBack(hands);
      await isAlive(hands, 'chess', [opening]);
      await plays(hands, 3, 'h7', 'h6');
    }));

  it('while the engine thinks', () =>
    bench.inGame('kingsmen', SLOW, async (hands) => {
      await hands.click('d3', 'd4');
      await thinks(hands).waitFor();
      await takeBack(hands);
      await thinks(hands).waitFor({ state: 'detached' });
      await isAlive(hands, 'kingsmen', []);
      await hands.click('e3', 'e4');
      await thinks(hands).waitFor();
      await hands.page.keyboard.press(' ');
      await has(hands, 2);
    }));

  it('after a look back by the arrows', () =>
    bench.inGame('chess', FAST, async (hands) => {
      for (const [number, squares] of [
        ['e2', 'e4'],
        ['d2', 'd4'],
      ].entries()) {
        await plays(hands, 2 * (number + 1), ...squares);
      }
      const moves = await allShown(hands, 4);
      for (const presses of [1, 2, 3]) {
        for (let press = 0; press < presses; press += 1) await hands.page.keyboard.press('ArrowLeft');
        await hands.draws((await bench.engine.position('chess', null, moves.slice(0, 4 - presses))).pieces, 'before');
        await takeBack(hands);
        await isAlive(hands, 'chess', moves.slice(0, 2));
        await plays(hands, 4, 'd2', 'd4');
        await allShown(hands, 4);
      }
    }));

  it('after a lifted piece, which is put down', () =>
    bench.inGame('chess', FAST, async (hands) => {
      await plays(hands, 2, 'e2', 'e4');
      await hands.click('d2');
      await takeBack(hands);
      await until(async () => (await hands.targets()).length === 0, 'no piece is lifted');
      await isAlive(hands, 'chess', []);
    }));

  it('after the person has resigned', () =>
    bench.inGame('chess', FAST, async (hands) => {
      await plays(hands, 2, 'e2', 'e4');
      await action(hands, 'Resign').click();
      await action(hands, 'Really').click();
      await hands.page.locator('#outcome').waitFor();
      await takeBack(hands);
      await hands.page.locator('#outcome').waitFor({ state: 'hidden' });
      await isAlive(hands, 'chess', []);
      await plays(hands, 2, 'd2', 'd4');
    }));

  it('after the page was loaded again, with the clocks as they were', () =>
    bench.inGame('chess', FAST, async (hands) => {
      await plays(hands, 2, 'e2', 'e4');
      await plays(hands, 4, 'd2', 'd4');
      const moves = await allShown(hands, 4);
      await hands.page.reload();
      await isAlive(hands, 'chess', moves);
      await takeBack(hands);
      await isAlive(hands, 'chess', moves.slice(0, 2));
      const [ofEngine] = await clocks(hands);
      assert.match(ofEngine, /^10:0[1-5]$/, 'the increment for the first move is there');
    }));
});

describe('what is on its way does not come', () => {
  it('the answer of the engine', () =>
    bench.inTab(async (hands) => {
      const gate = await holding(hands);
      await hands.arrive();
      await hands.begin('chess', FAST);
      gate.hold('search');
      await hands.click('e2', 'e4');
      await until(() => gate.held() === 1, 'an answer');
      await takeBack(hands);
      gate.release();
      await isAlive(hands, 'chess', []);
      assert.equal(await played(hands), 0);
      await plays(hands, 2, 'd2', 'd4');
    }));

  it('the position after the answer of the engine', () =>
    bench.inTab(async (hands) => {
      const gate = await holding(hands);
      await hands.arrive();
      await hands.begin('chess', FAST);
      gate.hold('search');
      await hands.click('e2', 'e4');
      await until(() => gate.held() === 1, 'an answer');
      await hands.draws((await bench.engine.position('chess', null, ['e2e4'])).pieces, 'after the own move');
      gate.release();
      gate.hold('position');
      await until(() => gate.held() >= 1, 'a position');
      await takeBack(hands);
      gate.release();
      await isAlive(hands, 'chess', []);
      assert.equal(await played(hands), 0);
      await plays(hands, 2, 'd2', 'd4');
    }));

  it('the position after the own move, and what the engine would have answered', () =>
    bench.inTab(async (hands) => {
      const gate = await holding(hands);
      await hands.arrive();
      await hands.begin('chess', FAST);
      await plays(hands, 2, 'e2', 'e4');
      await isAlive(hands, 'chess', await allShown(hands, 2));
      gate.hold('position');
      await hands.click('d2', 'd4');
      await until(() => gate.held() >= 1, 'a position');
      await takeBack(hands);
      gate.release();
      await hands.page.waitForTimeout(500);
      const moves = await movesShown(hands);
      assert.equal(await played(hands), moves.length, 'no move of the engine came');
      await isAlive(hands, 'chess', moves);
      await plays(hands, moves.length + 2, 'c2', 'c4');
    }));
});

describe('by hand on both sides', () => {
  for (const clock of [null, [10, 5]])
    it(`${clock ? 'with' : 'without'} a clock, move by move`, () =>
      bench.inGame('chess', { clock }, async (hands) => {
        const moves = ['e2e4', 'e7e5', 'g1f3'];
        for (const [number, move] of moves.entries()) {
          await plays(hands, number + 1, move.slice(0, 2), move.slice(2));
        }
        for (let left = moves.length - 1; left >= 0; left -= 1) {
          await takeBack(hands);
          await isAlive(hands, 'chess', moves.slice(0, left));
        }
        await plays(hands, 1, 'd2', 'd4');
      }));

  it('half a double turn of Luotuoqi, then the other half', () =>
    bench.inGame('luotuoqi', { clock: [10, 5] }, async (hands) => {
      const turn = ['b1c3', 'b8c6c', 'g8f6'];
      const make = async (move, before) => {
        const { moves } = await bench.engine.position('luotuoqi', null, before);
        const legal = moves.find((known) => known.move === move);
        await hands.make(moves, legal, 'click');
        await has(hands, before.length + 1);
      };
      for (const [number, move] of turn.entries()) await make(move, turn.slice(0, number));
      await takeBack(hands);
      await isAlive(hands, 'luotuoqi', turn.slice(0, 2));
      await takeBack(hands);
      await isAlive(hands, 'luotuoqi', turn.slice(0, 1));
      for (const [number, move] of turn.entries()) if (number > 0) await make(move, turn.slice(0, number));
      for (let left = 2; left >= 0; left -= 1) await takeBack(hands);
      await isAlive(hands, 'luotuoqi', []);
    }));

  it('the first half of a double turn against the engine', () =>
    bench.inGame('luotuoqi', { ...FAST, side: 'black' }, async (hands) => {
      await has(hands, 1);
      const opening = await allShown(hands, 1);
      const { moves } = await bench.engine.position('luotuoqi', null, opening);
      const half = moves.find(({ again, move }) => again && move.startsWith('b8')) ?? moves.find(({ again }) => again);
      await hands.make(moves, half, 'click');
      await has(hands, 2);
      await takeBack(hands);
      await isAlive(hands, 'luotuoqi', opening);
      await hands.make(moves, half, 'click');
      await has(hands, 2);
      const rest = (await bench.engine.position('luotuoqi', null, [...opening, half.move])).moves;
      await hands.make(rest, rest[0], 'click');
      await until(async () => (await played(hands)) >= 4, 'an answer');
      await takeBack(hands);
      await isAlive(hands, 'luotuoqi', [...opening, half.move]);
    }));

  it('the mate that ended the game', () =>
    bench.inGame('chess', { clock: [10, 5] }, async (hands) => {
      const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
      for (const [number, move] of moves.entries()) {
        await plays(hands, number + 1, move.slice(0, 2), move.slice(2));
      }
      await hands.page.locator('#outcome', { hasText: 'mates' }).waitFor();
      await takeBack(hands);
      await hands.page.locator('#outcome').waitFor({ state: 'hidden' });
      await isAlive(hands, 'chess', moves.slice(0, 3));
      await plays(hands, 4, 'a7', 'a6');
    }));

  it('after a flag has fallen: the clocks show what they did', () =>
    bench.inGame('chess', { clock: [0.1, 0] }, async (hands) => {
      await hands.click('e2', 'e4');
      await hands.page.locator('#outcome', { hasText: 'time' }).waitFor({ timeout: 9000 });
      await takeBack(hands);
      await hands.page.locator('#outcome').waitFor({ state: 'hidden' });
      await isAlive(hands, 'chess', []);
      assert.deepEqual(await clocks(hands), ['0:06.0', '0:06.0']);
      await plays(hands, 1, 'd2', 'd4');
    }));
});

describe('a page that is loaded again', () => {
  /** Loads the page again at the very moment at which the list of moves has so many. */
  const reloadAt = (hands, count) =>
    hands.page.evaluate((wanted) => {
      const moves = document.getElementById('moves');
      new MutationObserver(() => {
        if (moves.querySelectorAll('button.move').length !== wanted || sessionStorage.getItem('again')) return;
        sessionStorage.setItem('again', 'yes');
        location.reload();
      }).observe(moves, { childList: true, subtree: true });
    }, count);

  for (const [words, how] of [
    ['with a clock', FAST],
    ['without one', { opponent: 'engine', time: 0.1 }],
  ])
    it(`just as the engine moves, ${words}, shows its move`, () =>
      bench.inGame('kingsmen', how, async (hands) => {
        await reloadAt(hands, 2);
        await hands.click('e3', 'e4');
        await until(() => hands.page.evaluate(() => sessionStorage.getItem('again') === 'yes').catch(() => false), 'it');
        await has(hands, 2);
        await isAlive(hands, 'kingsmen', await allShown(hands, 2));
      }));

  it('just after a move was taken back, shows the position before it', () =>
    bench.inGame('kingsmen', FAST, async (hands) => {
      await plays(hands, 2, 'e3', 'e4');
      await allShown(hands, 2);
      await reloadAt(hands, 0);
      await takeBack(hands);
      await until(() => hands.page.evaluate(() => sessionStorage.getItem('again') === 'yes').catch(() => false), 'it');
      await isAlive(hands, 'kingsmen', []);
      await plays(hands, 2, 'd3', 'd4');
    }));
});

describe('the graph', () => {
  it('of a game that was played is not in the way of the next one', () =>
    bench.inGame('chess', { opponent: 'self', time: 0.1 }, async (hands) => {
      await has(hands, 4);
      await action(hands, 'Hold').click();
      await hands.page.locator('#graph svg').waitFor();
      await hands.begin('chess');
      await isAlive(hands, 'chess', []);
      assert.equal(await hands.page.locator('#graph svg').count(), 0, 'there is nothing to draw');
    }));
});
