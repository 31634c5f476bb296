/** Playing and analysing: what a person does with the page besides moving pieces. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';
import { serve } from './engine.mjs';
import { Hands } from './hands.mjs';

const bench = new Bench();

/** The position after 1.f3 e5 2.g4, in which Black mates. */
const BEFORE_MATE = 'rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2';

/** Counts what the server tells about its search. */
function countLines(hands) {
  const seen = { lines: 0, at: [] };
  hands.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (!/"event":"(line|progress)"/.test(String(payload))) return;
      seen.lines += 1;
      seen.at.push(performance.now());
    });
  });
  return seen;
}

const shownLines = (hands) => hands.page.locator('#best-lines li').filter({ has: hands.page.locator('button') });
const arrows = (hands) => hands.page.locator('.board-picture .layer.analysis > *');
const outcome = (hands) => hands.page.locator('#outcome');
const action = (hands, name) => hands.page.locator('#actions button').filter({ hasText: name });

describe('analysis', () => {
  it('shows lines with depth and score, arrows and a bar, and stops', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      const seen = countLines(hands);
      await hands.look('chess');
      await page.locator('label.switch', { hasText: 'Analysis' }).click();
      await until(async () => (await shownLines(hands).count()) === 1, 'a line');
      await page.selectOption('#lines', '3');
      await until(async () => (await shownLines(hands).count()) === 3, 'three lines');
      await until(async () => (await arrows(hands).count()) >= 1, 'arrows');
      assert.match(await page.locator('#figures').innerText(), /depth \d+/);
      assert.match(await page.locator('#score').innerText(), /[+−-]?\d|#/);
      assert.ok(await page.locator('#bar').isVisible());
      await page.locator('label.switch', { hasText: 'Analysis' }).click();
      await until(async () => (await arrows(hands).count()) === 0, 'no arrows');
      await page.waitForTimeout(400);
      const before = seen.lines;
      await page.waitForTimeout(600);
      assert.equal(seen.lines, before, 'lines after the stop');
    }));

  it('updates about ten times a second, and goes on after a move', (test) =>
    bench.inTab(async (hands) => {
      const seen = countLines(hands);
      await hands.look('januskamil');
      await hands.page.keyboard.press('a');
      await until(() => seen.lines > 0, 'a line');
      const start = seen.lines;
      await hands.page.waitForTimeout(3000);
      test.diagnostic(`analysis: ${((seen.lines - start) / 3).toFixed(1)} updates a second`);
      await hands.click('e2', 'e5');
      const later = seen.lines;
      await until(() => seen.lines > later + 3, 'lines of the next position');
      const turn = await bench.engine.position('januskamil', null, ['e2e5']);
      const first = await shownLines(hands).first().locator('button').first().innerText();
      assert.ok(
        turn.moves.some(({ san }) => san === first),
        `${first} is a move of the position shown`,
      );
    }));

  it('plays a line that is clicked as moves of the game', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess', BEFORE_MATE);
      await hands.page.keyboard.press('a');
      await until(
        async () => (await shownLines(hands).count()) === 1 && /Qh4#/.test(await shownLines(hands).first().innerText()),
        'the mate',
      );
      await hands.page.keyboard.press('a');
      await hands.page.keyboard.press('a');
      await shownLines(hands).first().locator('button').first().click();
      await until(async () => /Black mates/.test(await outcome(hands).innerText()), 'the result');
    }));
});

/** @returns {Promise<number>} the processor time of a process so far, in hundredths of a second */
async function processorTime(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

describe('a tab that is closed', () => {
  it('stops its search', { skip: process.platform !== 'linux' && 'reads /proc' }, async () => {
    const server = await serve();
    try {
      const hands = await Hands.open(bench.browser, server.address);
      await hands.look('chess');
      await hands.page.keyboard.press('a');
      await until(async () => (await shownLines(hands).count()) === 1, 'a line');
      await hands.leave();
      await until(async () => {
        const before = await processorTime(server.pid);
        await new Promise((done) => {
          setTimeout(done, 300);
        });
        return (await processorTime(server.pid)) - before < 5;
      }, 'the server rests');
    } finally {
      await server.kill();
    }
  });
});

describe('analysis that runs when the server goes away', () => {
  it('goes on when it is back', async () => {
    const first = await serve();
    let second = null;
    try {
      await bench.inTab(
        async (hands) => {
          hands.expected = [/WebSocket|ERR_CONNECTION/];
          const seen = countLines(hands);
          await hands.look('chess', null, ['e2e4']);
          await hands.page.keyboard.press('a');
          await until(async () => (await shownLines(hands).count()) === 1, 'a line');
          await first.kill();
          await hands.page.locator('#offline').waitFor();
          const before = seen.lines;
          second = await serve(first.port);
          await hands.page.locator('#offline').waitFor({ state: 'hidden', timeout: 15_000 });
          await until(() => seen.lines > before + 5, 'lines of the new server', 15_000);
          assert.equal(await shownLines(hands).count(), 1);
        },
        SCREENS.desk,
        first.address,
      );
    } finally {
      await first.kill();
      await second?.kill();
    }
  });

  it('so does the annotation of a game', async () => {
    const first = await serve();
    let second = null;
    try {
      await bench.inTab(
        async (hands) => {
          hands.expected = [/WebSocket|ERR_CONNECTION/];
          const { page } = hands;
          await hands.look('chess', null, ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
          await page.locator('#annotate select').selectOption('1000');
          await page.locator('#annotate button').click();
          await page.locator('#annotate .done', { hasText: ' of ' }).waitFor();
          await first.kill();
          await page.locator('#offline').waitFor();
          second = await serve(first.port);
          await page.locator('.message', { hasText: 'annotated' }).waitFor({ timeout: 30_000 });
        },
        SCREENS.desk,
        first.address,
      );
    } finally {
      await first.kill();
      await second?.kill();
    }
  });
});

describe('a server for other machines', () => {
  it('shows the page and plays for who has the token, and nothing to others', async () => {
    const server = await serve(0, [], ['--address', '0.0.0.0']);
    try {
      const { origin, search } = new URL(server.address);
      assert.match(search, /^\?token=/);
      for (const path of ['/', '/app.js', '/style.css', '/api'])
        assert.equal((await fetch(origin + path)).status, 401, path);
      const address = `${origin}/`;
      await bench.inTab(
        async (hands) => {
          await hands.page.goto(server.address);
          await hands.page.locator('#dialog-new[open]').waitFor();
          await hands.begin('chess', { opponent: 'engine', time: 0.1 });
          await hands.click('e2', 'e4');
          await until(async () => (await hands.page.locator('#moves button.move').count()) === 2, 'an answer');
          await hands.page.reload();
          await hands.shows('chess');
          // The cookie is enough from now on.
          await hands.look('chess', null, ['d2d4']);
          await hands.draws((await bench.engine.position('chess', null, ['d2d4'])).pieces, 'by the cookie');
        },
        SCREENS.desk,
        address,
      );
    } finally {
      await server.kill();
    }
  });
});

describe('the bare address', () => {
  it('asks for a game, and none is chosen beforehand', () =>
    bench.inTab(async (hands) => {
      await hands.arrive();
      const dialog = hands.page.locator('#dialog-new');
      assert.equal(await dialog.locator('input[name=game]:checked').count(), 0);
      await dialog.locator('button[type=submit]').click();
      await dialog.locator('button', { hasText: 'Just the board' }).click();
      assert.ok(await dialog.isVisible(), 'a game has to be chosen');
      await hands.begin('bilateral');
    }));

  it('opens the game that the server was started with', async () => {
    const server = await serve(0, [], ['-v', 'luotuoqi']);
    try {
      await bench.inTab(
        async (hands) => {
          await hands.page.goto(new URL(server.address).origin);
          await hands.shows('luotuoqi');
          assert.equal(await hands.page.locator('#dialog-new').isVisible(), false);
          assert.match(await hands.page.title(), /Lùotuoqí/);
        },
        SCREENS.desk,
        server.address.replace(/#.*/, ''),
      );
    } finally {
      await server.kill();
    }
  });
});

describe('a game', () => {
  it('by hand, of the game that is on the board already', () =>
    bench.inTab(async (hands) => {
      await hands.arrive();
      const shown = new URL(hands.page.url()).hash.replace('#game=', '');
      await hands.begin(shown);
      const { moves } = await bench.engine.position(shown, null);
      await hands.make(moves, moves[0], 'click');
      await hands.draws((await bench.engine.position(shown, null, [moves[0].move])).pieces, `after ${moves[0].move}`);
    }));

  it('against the engine: it answers, and a turn is taken back with the answer', () =>
    bench.inGame('chess', { opponent: 'engine', time: 0.1 }, async (hands) => {
      await hands.click('e2', 'e4');
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 2, 'an answer');
      await action(hands, 'Take back').click();
      await hands.draws((await bench.engine.position('chess', null)).pieces, 'after a move is taken back');
      await hands.drag('d2', 'd4');
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 2, 'another answer');
    }));

  it('against the engine goes on from an earlier position, and the record is what was played', () =>
    bench.inTab(async (hands) => {
      const buttons = hands.page.locator('#moves ol.main button.move');
      await hands.arrive();
      await hands.begin('ajaxcapa', { opponent: 'engine', time: 0.1 });
      await hands.click('e2', 'e4');
      await until(async () => (await buttons.count()) === 2, 'an answer');
      await hands.click('d2', 'd4');
      await until(async () => (await buttons.count()) === 4, 'another answer');
      await hands.page.keyboard.press('Home');
      await hands.draws((await bench.engine.position('ajaxcapa', null)).pieces, 'at the start');
      await hands.click('a2', 'a4');
      const moves = () => new URL(hands.page.url()).hash.match(/moves=([^&]*)/)?.[1].split('.') ?? [];
      await until(() => moves()[0] === 'a2a4' && moves().length === 2, 'an answer to the other move');
      assert.match(await buttons.first().innerText(), /^a4/);
    }));

  it('as Black: the board is turned and the engine begins', () =>
    bench.inGame('luotuoqi', { opponent: 'engine', side: 'black', time: 0.1 }, async (hands) => {
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 1, 'a move of the engine');
      assert.ok((await hands.point('a8')).y > (await hands.point('a1')).y, 'Black is below');
    }));

  it('is resigned after a second press, and tells the result with its reason', () =>
    bench.inGame('kingsmen', { opponent: 'engine', time: 0.1 }, async (hands) => {
      await hands.click('e3', 'e4');
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 2, 'an answer');
      await action(hands, 'Resign').click();
      assert.ok(await outcome(hands).isHidden());
      await action(hands, 'resign').click();
      assert.match(await outcome(hands).innerText(), /0–1[\s\S]*White resigns/);
    }));

  it('by hand is drawn by agreement, and the engine declines at the start', () =>
    bench.inGame('kingsmen39', { opponent: 'hand' }, async (hands) => {
      await hands.click('a4', 'a5');
      await action(hands, 'draw').click();
      assert.match(await outcome(hands).innerText(), /½–½[\s\S]*Draw agreed/);
      await hands.begin('kingsmen39', { opponent: 'engine', time: 0.1 });
      await hands.click('a4', 'a5');
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 2, 'an answer');
      await action(hands, 'draw').click();
      await hands.page.locator('.message', { hasText: 'declines' }).waitFor();
    }));

  const ENDS = [
    ['chess', BEFORE_MATE, 'click d8 h4 = d8h4'],
    ['chess', '7k/8/6K1/8/8/8/8/5Q2 w - - 0 1', 'drag f1 f7 = f1f7'],
    ['chess', '7k/8/6K1/8/8/8/8/5N1p w - - 99 80', 'click f1 d2 = f1d2'],
    ['kingsmen', 'k8/9/1KR6/9/9/9/9/9/9 w - - 0 1', 'click c7 c9 = c7c9+'],
  ];
  for (const [game, fen, turn] of ENDS) {
    it(`of ${game} ends with the words of the engine after ${turn}`, () =>
      bench.inTab(async (hands) => {
        await hands.look(game, fen);
        const move = await hands.turn(turn);
        const { ending } = await bench.engine.position(game, fen, [move]);
        assert.ok(ending, 'the engine ends it');
        const told = new RegExp(ending.words, 'i');
        await until(
          async () => (await outcome(hands).isVisible()) && told.test(await outcome(hands).innerText()),
          ending.words,
        );
      }));
  }

  it('of the engine against itself goes on until it is held', () =>
    bench.inGame('ajaxcapa', { opponent: 'self', time: 0.1 }, async (hands) => {
      await until(async () => (await hands.page.locator('#moves button.move').count()) >= 4, 'four moves', 10_000);
      await action(hands, 'Hold').click();
      await hands.page.waitForTimeout(300);
      const held = await hands.page.locator('#moves button.move').count();
      await hands.page.waitForTimeout(500);
      assert.equal(await hands.page.locator('#moves button.move').count(), held);
      await action(hands, 'Go on').waitFor();
    }));

  it('with clocks: they are shown and run down', () =>
    bench.inTab(async (hands) => {
      await hands.arrive();
      const dialog = hands.page.locator('#dialog-new');
      await hands.choose(dialog, 'game', 'chess');
      await hands.choose(dialog, 'opponent', 'hand');
      await hands.choose(dialog, 'pace', 'clock');
      await dialog.locator('[name=base]').fill('0.1');
      await dialog.locator('[name=increment]').fill('0');
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'hidden' });
      await hands.click('e2', 'e4');
      await until(
        async () => (await outcome(hands).isVisible()) && /Black/.test(await outcome(hands).innerText()),
        'Black loses on time',
        9000,
      );
      assert.match(await outcome(hands).innerText(), /1–0/);
    }));
});

describe('the keyboard', () => {
  it('goes through the game, turns the board and has the engine move', () =>
    bench.inTab(async (hands) => {
      const { keyboard } = hands.page;
      const moves = ['e2e4', 'e7e5', 'g1f3'];
      const drawn = async (count) =>
        hands.draws((await bench.engine.position('chess', null, moves.slice(0, count))).pieces, `after ${count} moves`);
      await hands.look('chess', null, moves);
      await drawn(3);
      await keyboard.press('ArrowLeft');
      await drawn(2);
      await keyboard.press('Home');
      await drawn(0);
      await keyboard.press('ArrowRight');
      await drawn(1);
      await keyboard.press('End');
      await drawn(3);
      await keyboard.press('f');
      await until(async () => (await hands.point('a8')).y > (await hands.point('a1')).y, 'the board turned');
      await keyboard.press(' ');
      await hands.page.locator('.board-picture .hint').waitFor();
      assert.equal(await hands.page.locator('#moves button.move').count(), 3, 'a hint is no move');
      await keyboard.press(' ');
      await until(async () => (await hands.page.locator('#moves button.move').count()) === 4, 'a move of the engine');
    }));

  it('types moves in either notation; a wrong one is told', () =>
    bench.inTab(async (hands) => {
      await hands.look('bilateral');
      for (const [typed, ...moves] of [
        ['Ea3', 'z2a3'],
        ['e7e5', 'z2a3', 'e7e5'],
      ]) {
        await hands.type(typed);
        await hands.draws((await bench.engine.position('bilateral', null, moves)).pieces, `after ${typed}`);
      }
      await hands.type('Qh9');
      assert.match(await hands.page.locator('#entry-error').innerText(), /not a legal move/);
      await hands.type('<img src=x onerror=alert(1)>');
      assert.equal(await hands.page.locator('#entry-error img').count(), 0);
    }));
});

describe('the right button', () => {
  it('draws arrows and circles, and a click takes them away', () =>
    bench.inTab(async (hands) => {
      await hands.look('chess');
      const drawings = hands.page.locator('.board-picture .layer.drawings > *');
      const [from, to] = [await hands.point('g1'), await hands.point('f3')];
      await hands.page.mouse.move(from.x, from.y);
      await hands.page.mouse.down({ button: 'right' });
      await hands.page.mouse.move(to.x, to.y, { steps: 3 });
      await hands.page.mouse.up({ button: 'right' });
      await hands.page.mouse.click(from.x, from.y, { button: 'right' });
      assert.equal(await drawings.count(), 2);
      await hands.click('d5');
      assert.equal(await drawings.count(), 0);
    }));
});

describe('help', () => {
  it('shows the manual by mouse and keyboard', () =>
    bench.inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chess');
      await page.click('#tab-help');
      const links = page.locator('#help a[data-topic]');
      await until(async () => (await links.count()) > 15, 'the topics');
      await page.locator('#help a', { hasText: 'Play in XBoard' }).click();
      await until(async () => /bactrian xboard -v/.test(await page.locator('#help pre').first().innerText()), 'a page');
      assert.equal(await page.locator('#help a').first().innerText(), 'All topics');
      await page.locator('#help a[data-topic=strength]').first().click();
      await until(async () => /how strong/.test(await page.locator('#help h2').innerText()), 'the page of a link');
      assert.match(page.url(), /#game=chess$/);
      // The keyboard alone: back to the tabs, round them, and into a page.
      await page.locator('#tab-help').focus();
      await page.keyboard.press('ArrowRight');
      assert.ok(await page.locator('#panel-game').isVisible());
      await page.keyboard.press('ArrowLeft');
      assert.ok(await page.locator('#panel-help').isVisible());
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await until(async () => (await page.locator('#help h2').innerText()) === 'Help', 'all topics');
      await page.keyboard.press('Enter');
      await until(async () => /install|build/i.test(await page.locator('#help h2').innerText()), 'the first topic');
    }));
});
