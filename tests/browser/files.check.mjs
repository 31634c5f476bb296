/** Games from files: they are listed, drawn, played by hand and by the engine, explained and recorded. */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';
import { Engine, serve } from './engine.mjs';
import { offersEveryTarget, walk } from './walk.mjs';

/** The games, by the names of their files. */
const GAMES = {
  inventor: 'caravan',
  chinesechess: 'chinesechess',
  berolinachess: 'berolinachess',
  grandchess: 'grandchess',
  shoginodrops: 'shoginodrops',
  hoppersandriders: 'hoppersandriders',
};
const NAMES = Object.values(GAMES);

const fileOf = (name) => fileURLToPath(new URL(`../data/games/${name}.ini`, import.meta.url));

/** The files that are loaded; the last one is looked at only for its nightriders. */
const FILES = [...Object.keys(GAMES), 'nightriderten'].map(fileOf);

const bench = new Bench(FILES);

const inTab = (act, screen = SCREENS.touch) => bench.inTab(act, screen);
const moveButtons = (hands) => hands.page.locator('#moves button.move');

/** The special turns, written as in turns.mjs. @type {Object<string, import('./turns.mjs').Script[]>} */
const SCRIPTS = {
  caravan: [
    {
      name: 'one, two and three steps, and the new pieces',
      fen: null,
      turns: [
        'click e2 e5 = e2e5',
        'drag f8 f6 = f8f6',
        'keys d1 e4 = d1e4',
        'tap g9 h7 = g9h7',
        'click e4 d3 = e4d3',
        'swipe h7 j5 = h7j5',
      ],
    },
    {
      name: 'castling to both sides',
      fen: 'r4k3r/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1',
      turns: ['click f1 h1 = f1h1', 'drag f9 d9 = f9d9'],
    },
    {
      name: 'castling, the other sides',
      fen: 'r4k3r/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1',
      turns: ['keys f1 d1 = f1d1', 'tap f9 h9 = f9h9'],
    },
    {
      name: 'three steps are captured on the first square passed',
      fen: '5k4/3p6/10/4P5/10/10/10/10/5K4 b - - 0 1',
      turns: ['drag d8 d5 = d8d5', 'click e6 d7 = e6d7'],
    },
    {
      name: 'three steps are captured on the second square passed',
      fen: '5k4/3p6/10/10/4P5/10/10/10/5K4 b - - 0 1',
      turns: ['click d8 d5 = d8d5', 'keys e5 d6 = e5d6'],
    },
    {
      name: 'two steps are captured in passing',
      fen: '5k4/10/10/10/10/4p5/10/3P6/5K4 w - - 0 1',
      turns: ['keys d2 d4 = d2d4', 'tap e4 d3 = e4d3'],
    },
    ...[
      ['d', 'becomes a Camel-Ferz', 'click'],
      ['s', 'becomes a Piece S', 'drag'],
      ['q', 'becomes a Queen', 'keys'],
    ].map(([letter, words, how]) => ({
      name: `a pawn ${words}`,
      fen: '5k4/9P/10/10/10/10/10/10/5K4 w - - 0 1',
      turns: [`${how} j8 j9 ? ^${words}$ = j8j9${letter}`],
    })),
  ],
  chinesechess: [
    {
      name: 'a cannon leaps to capture, a horse goes around, a soldier goes on, an elephant and an advisor',
      fen: null,
      turns: [
        'click b3 b10 = b3b10',
        'drag a10 b10 = a10b10',
        'keys b1 c3 = b1c3',
        'tap b8 e8 = b8e8',
        'click c1 e3 = c1e3',
        'swipe c7 c6 = c7c6',
        'drag f1 e2 = f1e2',
        'keys e10 e9 = e10e9',
      ],
    },
    {
      name: 'a soldier beyond the river goes aside',
      fen: '3k5/9/9/9/4P4/9/9/9/9/5K3 w - - 0 1',
      turns: ['click e6 d6 = e6d6', 'drag d10 d9 = d10d9', 'keys d6 d7 = d6d7'],
    },
  ],
  berolinachess: [
    {
      name: 'pawns move aslant and capture straight',
      fen: null,
      turns: ['click e2 c4 = e2c4', 'drag b7 d5 = b7d5', 'keys d2 f4 = d2f4', 'tap d5 e4 = d5e4', 'swipe f2 e3 = f2e3'],
    },
    {
      name: 'two steps aslant are captured in passing, straight',
      fen: '4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1',
      turns: ['click e2 g4 = e2g4', 'drag f4 f3 = f4f3'],
    },
    {
      name: 'castling',
      fen: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1',
      turns: ['keys e1 g1 = e1g1', 'click e8 c8 = e8c8'],
    },
    {
      name: 'a pawn captures straight and becomes a knight',
      fen: '4n3/2k1P3/8/8/8/8/8/4K3 w - - 0 1',
      turns: ['drag e7 e8 ? becomes a Knight = e7e8n'],
    },
  ],
  grandchess: [
    {
      name: 'a pawn on the eighth rank may stay what it is, and must not on the tenth',
      fen: 'k9/10/10/4P5/10/10/10/10/10/5K4 w - - 0 1',
      turns: [
        'click e7 e8 ? stays a Pawn = e7e8',
        'drag a10 b10 = a10b10',
        'keys e8 e9 ? stays a Pawn = e8e9',
        'tap b10 a10 = b10a10',
        'click e9 e10 ? becomes a Chancellor = e9e10c',
      ],
    },
    {
      name: 'a pawn becomes what it may on the eighth rank',
      fen: 'k9/10/10/4P5/10/10/10/10/10/5K4 w - - 0 1',
      turns: ['drag e7 e8 ? becomes an Archbishop = e7e8a'],
    },
    {
      name: 'nothing is asked as long as nothing was captured',
      fen: 'r8r/1nbqkcabn1/10/4P5/10/10/10/10/1NBQKCABN1/R8R w - - 0 1',
      turns: ['click e7 e8 = e7e8'],
    },
    {
      name: 'two steps from the third rank are captured in passing',
      fen: '5k4/10/10/10/10/4p5/10/3P6/10/5K4 w - - 0 1',
      turns: ['click d3 d5 = d3d5', 'swipe e5 d4 = e5d4'],
    },
  ],
  shoginodrops: [
    {
      name: 'pieces that reach the zone are promoted or not, and as they leave it',
      fen: '4k4/9/3r5/4S3P/9/9/9/R8/4K4 w - - 0 1',
      turns: [
        'click i6 i7 ? stays a Shogi Pawn = i6i7',
        'drag d7 b7 = d7b7',
        'keys i7 i8 ? becomes a Gold General = i7i8+',
        'tap b7 b2 ? becomes a Crowned Rook = b7b2+',
        'click a2 b2 = a2b2',
        'drag e9 d9 = e9d9',
        'swipe e6 d7 ? becomes a Gold General = e6d7+',
      ],
    },
    {
      name: 'a pawn on the last rank must be promoted, and nothing is asked',
      fen: 'k8/4P4/9/9/9/9/9/9/4K4 w - - 0 1',
      turns: ['click e8 e9 = e8e9+'],
    },
    {
      name: 'a capture with and without promotion',
      fen: '4k4/9/3r1r3/4S4/9/9/9/9/4K4 w - - 0 1',
      turns: ['keys e6 d7 ? stays a Silver General = e6d7', 'click f7 g7 = f7g7', 'drag d7 e8 ? Gold = d7e8+'],
    },
  ],
  hoppersandriders: [
    {
      name: 'hoppers over their hurdles, a banner and a crab',
      fen: null,
      turns: [
        'click g1 g4 = g1g4',
        'drag h9 h3 = h9h3',
        'keys g4 i2 = g4i2',
        'tap c9 i3 = c9i3',
        'swipe e2 e7 = e2e7',
        'click d9 e7 = d9e7',
      ],
    },
    {
      name: 'two steps from the third rank are captured in passing',
      fen: '4k4/9/3p5/9/4P4/9/9/9/4K4 b - - 0 1',
      turns: ['drag d7 d5 = d7d5', 'click e5 d6 = e5d6'],
    },
    {
      name: 'a pawn becomes one of eight',
      fen: '4k4/P8/9/9/9/9/9/9/4K4 w - - 0 1',
      turns: ['keys a8 a9 ? becomes a Grasshopper = a8a9g'],
    },
  ],
};

describe('a game from a file', () => {
  it('is in the list of games, and its array is that of the file', () =>
    inTab(async (hands) => {
      await hands.arrive();
      for (const [file, game] of Object.entries(GAMES)) {
        await hands.begin(game);
        const { pieces, fen } = await bench.engine.position(game, null);
        await hands.draws(pieces, `of ${game}`);
        // A file that does not state it has that of its parent.
        const [, array] = /^startFen *= *(\S+)/m.exec(await readFile(fileOf(file), 'utf8')) ?? ['', fen.split(' ')[0]];
        assert.equal((await hands.fen()).split(' ')[0], array);
      }
    }));

  it('has a picture for each piece, no two alike', () =>
    inTab(async (hands) => {
      const { games } = await bench.engine.ask({ do: 'games' });
      for (const { name, pieces } of games.filter((game) => NAMES.includes(game.name))) {
        await hands.look(name);
        const drawings = await hands.page.evaluate(
          (ids) => ids.map((id) => document.getElementById(id)?.innerHTML ?? ''),
          pieces.flatMap(({ picture }) => [`w-${picture}`, `b-${picture}`]),
        );
        assert.ok(
          drawings.every((drawing) => drawing.length > 50),
          `${name}: a piece is not drawn`,
        );
        assert.equal(new Set(drawings).size, 2 * pieces.length, `${name}: pieces look alike`);
      }
    }));

  it('offers every target of every piece', () =>
    inTab(async (hands) => {
      for (const game of NAMES) {
        await offersEveryTarget(bench.engine, hands, game);
      }
    }));

  const REACHES = [
    ['a horse does not leap', 'chinesechess', null, 'b1', 'a3 c3'],
    ['an elephant stays on its side', 'chinesechess', '4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1', 'c5', 'a3 e3'],
    ['a blocked elephant', 'chinesechess', '4k4/9/9/9/9/2B6/3P5/9/9/3K5 w - - 0 1', 'c5', 'a3'],
    ['a cannon captures over one piece', 'chinesechess', null, 'b3', 'a3 b10 b2 b4 b5 b6 b7 c3 d3 e3 f3 g3'],
    ['a king may not face the other', 'chinesechess', '4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1', 'd1', 'd2'],
    ['a grasshopper needs a hurdle', 'hoppersandriders', '4k4/9/9/9/9/P8/G1P6/9/4K4 w - - 0 1', 'a3', 'a5 d3'],
    [
      'a vao captures over one piece',
      'hoppersandriders',
      '4k4/9/9/6p2/5P3/9/9/2V6/4K4 w - - 0 1',
      'c2',
      'b1 b3 a4 d1 d3 e4 g6',
    ],
  ];
  for (const [name, game, fen, from, expected] of REACHES) {
    it(`marks where a piece can go: ${name}`, () =>
      inTab(async (hands) => {
        await hands.look(game, fen);
        await hands.click(from);
        assert.deepEqual(await hands.targets(), expected.split(' ').sort());
      }));
  }

  for (const [game, scripts] of Object.entries(SCRIPTS)) {
    for (const { name, fen, turns } of scripts) {
      it(`${game}: ${name}`, () =>
        inTab(async (hands) => {
          await hands.look(game, fen);
          await hands.plays(bench.engine, game, fen, turns);
        }));
    }
  }

  it('is lost by stalemate where the file says so', () =>
    inTab(async (hands) => {
      const fen = '3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1';
      await hands.look('chinesechess', fen);
      await hands.click('a2', 'a9');
      const { ending } = await bench.engine.position('chinesechess', fen, ['a2a9']);
      assert.equal(ending.result, '1-0');
      await until(
        async () => (await hands.page.locator('#outcome').innerText()).includes('1–0'),
        `the result with ${ending.words}`,
      );
      assert.match(await hands.page.locator('#outcome').innerText(), new RegExp(ending.words, 'i'));
    }));
});

describe('a walk at random', () => {
  const WAYS = ['click', 'drag', 'keys', 'tap', 'swipe'];
  for (const game of NAMES) {
    for (const seed of [11, 2026]) {
      it(`through ${game}, from ${seed}`, () =>
        inTab((hands) => walk(bench.engine, hands, game, { seed, turns: 24, ways: WAYS })));
    }
  }

  const LATE = {
    caravan: '5k4/PPP4PPP/10/3ds5/10/10/3DS5/ppp4ppp/5K4 w - - 0 1',
    berolinachess: '4k3/PPP3PP/8/8/8/8/ppp3pp/4K3 w - - 0 1',
    grandchess: '4k5/10/10/PPP4PPP/10/10/ppp4ppp/10/10/4K5 w - - 0 1',
    shoginodrops: '4k4/9/9/PLNSBR2P/9/plnsbr2p/9/9/4K4 w - - 0 1',
    hoppersandriders: '4k4/PP4PPP/9/9/9/9/9/pp4ppp/4K4 w - - 0 1',
  };
  for (const [game, fen] of Object.entries(LATE)) {
    it(`through the promotions of ${game}`, () =>
      inTab((hands) => walk(bench.engine, hands, game, { seed: 5, turns: 16, ways: WAYS, fen })));
  }
});

describe('the engine', () => {
  for (const game of NAMES) {
    it(`answers in ${game}, and analyses it`, () =>
      inTab(async (hands) => {
        await hands.arrive();
        await hands.begin(game, { opponent: 'engine', time: 0.1 });
        const { moves } = await bench.engine.position(game, null);
        await hands.make(moves, moves[0], 'click');
        await until(async () => (await moveButtons(hands).count()) === 2, 'an answer');
        await hands.look(game);
        // The tab may have opened the game that it had at this address.
        await hands.page.keyboard.press('Home');
        await hands.draws((await bench.engine.position(game, null)).pieces);
        await hands.page.keyboard.press('a');
        const lines = hands.page.locator('#best-lines li button');
        await until(async () => (await lines.count()) > 0, 'a line');
        const first = await lines.first().innerText();
        assert.ok(
          moves.some(({ san }) => san === first),
          `${first} is a move of the array`,
        );
        assert.match(await hands.page.locator('#score').innerText(), /\d|#/);
        assert.ok((await hands.page.locator('.board-picture .layer.analysis > *').count()) >= 1, 'an arrow');
      }));
  }
});

describe('the rules', () => {
  for (const game of NAMES) {
    it(`of ${game}: the page of the file, and a diagram of each piece that is not empty`, () =>
      inTab(async (hands) => {
        const { page } = hands;
        await hands.look(game);
        await page.click('#tab-rules');
        await page.locator('#rules figure').first().waitFor();
        const { games } = await bench.engine.ask({ do: 'games' });
        const { pieces, title } = games.find(({ name }) => name === game);
        assert.equal(title.toLowerCase(), game, 'a name in one word');
        assert.equal(await page.locator('#rules h2').first().innerText(), title);
        const text = await page.locator('#rules').innerText();
        for (const { text: letter, name, betza } of pieces) {
          assert.ok(text.includes(name) && text.includes(betza), `${name} is explained`);
          const marks = page.locator(`#rules figure[data-piece="${letter}"] .mark`);
          assert.ok((await marks.count()) > 0, `${name} does nothing in its diagram`);
        }
        assert.ok(!/\*\*|^#|```|\|\s*-{3}/m.test(text), 'marks of Markdown');
      }, SCREENS.desk));
  }

  /** The words of the marks in a diagram, each with the number of its squares. */
  const marksOf = (page, letter) =>
    page
      .locator(`#rules figure[data-piece="${letter}"] .mark title`)
      .allTextContents()
      .then((titles) =>
        titles
          .flatMap((title) => title.replace(/^\S+: /, '').split(', '))
          .reduce((counts, words) => ({ ...counts, [words]: (counts[words] ?? 0) + 1 }), {}),
      );

  const DIAGRAMS = {
    chinesechess: {
      C: { moves: 16, 'captures over a piece': 12 },
      N: { moves: 8, captures: 8, 'is blocked by what stands there': 4 },
      A: { moves: 4, captures: 4 },
      B: { moves: 4, captures: 4, 'is blocked by what stands there': 4 },
      K: { moves: 4, captures: 4 },
      P: { moves: 3, captures: 3 },
    },
    hoppersandriders: {
      P: { moves: 2, captures: 2 },
      G: { 'moves over a piece': 24, 'captures over a piece': 24 },
      O: { 'moves over a piece': 12, 'captures over a piece': 12 },
      A: { moves: 4, captures: 4 },
    },
    berolinachess: { P: { moves: 4, captures: 1 } },
    grandchess: { P: { moves: 2, captures: 2 } },
    caravan: { P: { moves: 3, captures: 2 }, D: { moves: 12, captures: 12 } },
    nightriderten: { N: { moves: 16, captures: 16 } },
  };
  for (const [game, diagrams] of Object.entries(DIAGRAMS)) {
    it(`show what the pieces of ${game} do`, () =>
      inTab(async (hands) => {
        await hands.look(game);
        await hands.page.click('#tab-rules');
        await hands.page.locator('#rules figure').first().waitFor();
        for (const [letter, expected] of Object.entries(diagrams))
          assert.deepEqual(await marksOf(hands.page, letter), expected, letter);
      }, SCREENS.desk));
  }
});

describe('a record', () => {
  for (const game of NAMES) {
    it(`of ${game} goes out and in`, () =>
      inTab(async (hands) => {
        const moves = await walk(bench.engine, hands, game, { seed: 9, turns: 12, ways: ['click'] });
        const pgn = await hands.savedPgn();
        assert.ok(pgn.includes(`[Variant "${game}"]`), pgn);
        const { games, errors } = await bench.engine.ask({ do: 'read', pgn });
        assert.deepEqual(errors, []);
        assert.deepEqual(
          games[0].moves.map(({ move }) => move),
          moves,
        );
        await hands.look('chess');
        await hands.load(pgn);
        await hands.loaded();
        await hands.shows(game);
        await until(async () => (await moveButtons(hands).count()) === moves.length, 'all moves');
        await hands.page.keyboard.press('End');
        await hands.draws((await bench.engine.position(game, null, moves)).pieces, 'at the end');
        assert.equal(await hands.savedPgn(), pgn);
      }));
  }

  it('of promotions, from a position, goes out and in', () =>
    inTab(async (hands) => {
      const fen = 'k9/10/10/4P5/10/10/10/10/10/5K4 w - - 0 1';
      await hands.look('grandchess', fen);
      await hands.plays(bench.engine, 'grandchess', fen, [
        'click e7 e8 ? stays = e7e8',
        'click a10 b10 = a10b10',
        'click e8 e9 ? Queen = e8e9q',
      ]);
      const pgn = await hands.savedPgn();
      await hands.load(pgn);
      await hands.loaded();
      assert.equal(await hands.savedPgn(), pgn);
    }));
});

describe('a position', () => {
  it('of a game from a file is set up by hand', () =>
    inTab(async (hands) => {
      const { page } = hands;
      await hands.look('chinesechess');
      await page.click('#setup');
      await page.locator('#panel-setup button', { hasText: 'Empty' }).click();
      const error = page.locator('#panel-setup .error');
      const accept = page.locator('#panel-setup button', { hasText: 'Analyse' });
      await until(async () => (await error.innerText()) !== '', 'kings are missing');
      assert.ok(await accept.isDisabled());
      const pieces = { e1: 'K', d10: 'k', b3: 'C', b5: 'P', b9: 'n' };
      for (const [square, piece] of Object.entries(pieces)) await hands.place(piece, square);
      await until(async () => (await error.innerText()) === '', 'a good position');
      await accept.click();
      await hands.draws(pieces);
      assert.match(await hands.fen(), /^3k5\/1n7\/9\/9\/9\/1P7\/9\/1C7\/9\/4K4 w /);
      await hands.click('b3', 'b9');
      await hands.draws({ e1: 'K', d10: 'k', b9: 'C', b5: 'P' }, 'after the cannon captures over the soldier');
    }));

  it('takes a FEN of a game from a file, and tells a wrong one', () =>
    inTab(async (hands) => {
      const fen = (pawn) => `4k4/9/9/9/9/9/4${pawn}4/9/4K4 w - - 3 9`;
      await hands.look('shoginodrops');
      await hands.load(fen('X'));
      const error = hands.page.locator('#dialog-open .error');
      await until(async () => (await error.innerText()) !== '', 'an error');
      await hands.page.keyboard.press('Escape');
      // A promoted pawn is a Gold General.
      await hands.load(fen('+P'));
      await hands.loaded();
      await hands.draws({ e9: 'k', e3: 'G', e1: 'K' });
      assert.equal(await hands.fen(), fen('G'));
    }));
});

describe('a file of a stranger', () => {
  /** Markup wherever text may stand. */
  const MARKUP = '<img src=x onerror=window.hacked=1><script>window.hacked=1</script>';

  it('does no harm by its name or its text', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'bactrian-files-'));
    const file = path.join(folder, `o'dd "${'<b>&amp;'}; $(x) é #1 %41?.ini`);
    const lines = [
      `# ${MARKUP} "quoted" & more.`,
      '# [link](javascript:window.hacked=1) `code` **bold**',
      '[odd-game:chess]',
      'customPiece1 = x:CF',
      'startFen = rnbqkxnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKXNR w KQkq - 0 1',
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    const server = await serve(0, [file]);
    const engine = new Engine([file]);
    try {
      await bench.inTab(
        async (hands) => {
          const { page } = hands;
          await hands.arrive();
          await hands.begin('odd-game');
          await hands.plays(engine, 'odd-game', null, [
            'click e2 e4 = e2e4',
            'drag e7 e5 = e7e5',
            'click f1 g4 = f1g4',
          ]);
          await page.click('#tab-rules');
          await page.locator('#rules figure').first().waitFor();
          assert.ok((await page.locator('#rules').innerText()).includes('onerror=window.hacked=1'), 'markup is text');
          await page.click('#tab-game');
          const pgn = await hands.savedPgn();
          await hands.load(pgn);
          await hands.loaded();
          assert.equal(await hands.savedPgn(), pgn);
          assert.equal(await page.locator('img').count(), 0);
          assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
          assert.equal(await page.evaluate(() => window.hacked), undefined);
        },
        SCREENS.desk,
        server.address,
      );
    } finally {
      engine.close();
      await server.kill();
      await rm(folder, { recursive: true });
    }
  });
});
