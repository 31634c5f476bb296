/**
 * The special turns of each game, as a hand makes them. `fen` is `null` for the array; `turns` are written as
 * `Hands.turn` reads them.
 *
 * @typedef {{name: string, fen: ?string, turns: string[]}} Script
 */

const CASTLING_8 = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
/** Kings and rooks of two arrays of Chess960: one king stands beside the square to which it castles, the other beside a rook. */
const CASTLING_960 = '1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w KQkq - 0 1';
const CAPABLANCA_CASTLING = 'r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1';
const JANUS_CASTLING = 'r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1';
const JANUS_KAMIL_CASTLING = '1r4k3r1/12/12/12/12/12/12/12/12/1R4K3R1 w KQkq - 0 1';
const TOWER_CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R[c] w KQkq - 0 1';
const KINGSMEN_CASTLING = 'r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1';
const NARROW_CASTLING = 'rkr/3/3/ppp/3/PPP/3/3/RKR w KQkq - 0 1';
const HALF_CASTLING = '4d4/9/9/9/9/9/9/9/R3K3R w KQ - 0 1';
const BILATERAL_CASTLING = '2r3k2r2/12/12/12/12/12/12/2R3K2R2 w KQkq - 0 1';

/** A tower of three and one of two, and who has the Cube. */
const TOWERS = '4k3/8/8/8/3T32T21/8/8/4K3[c] w - - 0 1';
const WITH_CUBE = '4k3/8/8/8/3T34/8/8/3RK3[C] w - - 0 1';
/** A wizard with a victim near and one afar, a cannon, and an elephant beside a knight and a pawn. */
const POWERS = '1n9k/12/12/2W6r2/4C7/5En5/5p6/11K w - - 0 1';

/** Castling of both sides to either side, with the four ways to do it. */
function castling(fen, [whiteShort, whiteLong, blackShort, blackLong]) {
  const turn = (how, [from, to]) => `${how} ${from} ${to} = ${from}${to}`;
  return [
    { name: 'castling, short and long', fen, turns: [turn('click', whiteShort), turn('drag', blackLong)] },
    { name: 'castling, long and short', fen, turns: [turn('tap', whiteLong), turn('keys', blackShort)] },
  ];
}

/** A double step and the capture in passing, and promotion to all kinds, in the games with ten files and chess pawns. */
function wide(kinds) {
  return [
    {
      name: 'a double step is captured in passing',
      fen: '4k5/3p6/10/4P5/10/10/10/4K5 b - - 0 1',
      turns: ['drag d7 d5 = d7d5', 'click e5 d6 = e5d6'],
    },
    ...Object.entries(kinds).map(([letter, kind], index) => ({
      name: `a pawn becomes ${kind}`,
      fen: '4k5/P9/10/10/10/10/10/4K5 w - - 0 1',
      turns: [
        `${['click', 'drag', 'tap', 'keys', 'swipe', 'click'][index]} a7 a8 ? becomes an? ${kind} = a7a8${letter}`,
      ],
    })),
  ];
}

/** The games in the order of `bactrian variants`. @type {Object<string, Script[]>} */
export const SCRIPTS = {
  januskamil: [
    ...castling(JANUS_KAMIL_CASTLING, [
      ['g1', 'j1'],
      ['g1', 'c1'],
      ['g10', 'j10'],
      ['g10', 'c10'],
    ]),
    {
      name: 'one, two and three steps from the array',
      fen: null,
      turns: ['click e2 e5 = e2e5', 'drag f9 f7 = f9f7', 'tap a2 a3 = a2a3', 'keys l9 l6 = l9l6', 'swipe i1 h3 = i1h3'],
    },
    {
      name: 'three steps are captured on the first square passed',
      fen: '5k6/2p9/12/3P8/12/12/12/12/12/5K6 b - - 0 1',
      turns: ['click c9 c6 = c9c6', 'drag d7 c8 = d7c8'],
    },
    {
      name: 'three steps are captured on the second square passed',
      fen: '5k6/2p9/12/12/3P8/12/12/12/12/5K6 b - - 0 1',
      turns: ['drag c9 c6 = c9c6', 'click d6 c7 = d6c7'],
    },
    {
      name: 'two steps are captured in passing',
      fen: '5k6/12/12/12/12/12/4p7/12/3P8/5K6 w - - 0 1',
      turns: ['keys d2 d4 = d2d4', 'tap e4 d3 = e4d3'],
    },
    ...[
      ['q', 'Queen', 'click'],
      ['j', 'Janus', 'drag'],
      ['c', 'Camel', 'tap'],
      ['r', 'Rook', 'keys'],
    ].map(([letter, kind, how]) => ({
      name: `a pawn becomes a ${kind}`,
      fen: '12/1P10/12/12/12/11k/12/12/12/5K6 w - - 0 1',
      turns: [`${how} b9 b10 ? becomes a ${kind} = b9b10${letter}`],
    })),
    {
      name: 'a black pawn captures and becomes a Camel, which leaps',
      fen: '5k6/12/12/12/12/12/12/12/1p10/2N3K5 b - - 0 1',
      turns: ['drag b2 c1 ? becomes a Camel = b2c1c', 'click g1 h2 = g1h2', 'keys c1 d4 = c1d4'],
    },
  ],
  kingsmen: [
    ...castling(KINGSMEN_CASTLING, [
      ['e1', 'g1'],
      ['e1', 'c1'],
      ['e9', 'g9'],
      ['e9', 'c9'],
    ]),
    {
      name: 'pawns of both sides are crowned and move as kings',
      fen: '9/4k4/9/P8/9/p8/9/4K4/9 w - - 0 1',
      turns: ['click a6 a7 = a6a7+', 'drag a4 a3 = a4a3+', 'tap a7 b7 = a7b7', 'keys a3 b2 = a3b2'],
    },
    {
      name: 'rook, bishop and knight are crowned, and leave the zone crowned',
      fen: '9/4k4/n8/2N6/3B5/9/9/4K4/R8 w - - 0 1',
      turns: [
        'drag a1 a7 = a1a7+',
        'click e8 f8 = e8f8',
        'swipe c6 d8 = c6d8+',
        'click f8 g9 = f8g9',
        'click d5 f7 = d5f7+',
        'click g9 h8 = g9h8',
        'keys a7 b6 = a7b6',
      ],
    },
    {
      name: 'a bishop is crowned by a capture',
      fen: '9/4k4/5n3/9/3B5/9/9/4K4/9 w - - 0 1',
      turns: ['click d5 f7 = d5f7+', 'drag e8 f7 = e8f7'],
    },
  ],
  kingsmen39: [
    ...castling(NARROW_CASTLING, [
      ['b1', 'c1'],
      ['b1', 'a1'],
      ['b9', 'c9'],
      ['b9', 'a9'],
    ]),
    {
      name: 'pawns of both sides are crowned',
      fen: '1k1/3/3/P2/3/2p/3/3/1K1 w - - 0 1',
      turns: ['click a6 a7 = a6a7+', 'drag c4 c3 = c4c3+', 'tap a7 b6 = a7b6', 'keys c3 c4 = c3c4'],
    },
    {
      name: 'a knight is crowned',
      fen: '1k1/3/3/3/N1p/3/3/3/1K1 w - - 0 1',
      turns: ['swipe a5 b7 = a5b7+', 'click c5 c4 = c5c4', 'drag b7 b6 = b7b6'],
    },
    { name: 'moves from the array', fen: null, turns: ['click a4 a5 = a4a5', 'drag b6 a5 = b6a5'] },
  ],
  kingsmendh: [
    ...castling(HALF_CASTLING, [
      ['e1', 'g1'],
      ['e1', 'c1'],
      ['e9', 'g8'],
      ['e9', 'c8'],
    ]),
    {
      name: 'a Ghoul and a Void rise while a pawn and a rook are crowned',
      fen: '4d4/9/9/P8/g1v6/9/9/8K/8R w - - 0 1',
      turns: [
        'click a6 a7 = a6a7+',
        'drag c5 c3 = c5c3+',
        'tap i1 h1 = i1h1',
        'keys a5 a4 = a5a4',
        'click h1 h7 = h1h7+',
        'drag a4 a3 = a4a3+',
        'swipe i2 i1 = i2i1',
        'click a3 b5 = a3b5',
      ],
    },
    {
      name: 'a Serpent and a Sorcerer rise and leap as knights',
      fen: '4d4/9/9/9/3t1s3/9/9/8K/9 b - - 0 1',
      turns: [
        'click d5 d3 = d5d3+',
        'click i2 i1 = i2i1',
        'drag f5 h3 = f5h3+',
        'drag i1 h1 = i1h1',
        'keys d3 b4 = d3b4',
      ],
    },
  ],
  dhkingsmen: [
    ...castling('r3k3r/9/9/9/9/9/9/9/4D4 b kq - 0 1', [
      ['e9', 'g9'],
      ['e9', 'c9'],
      ['e1', 'g2'],
      ['e1', 'c2'],
    ]),
    {
      name: 'the whole Horde rises and leaps as knights',
      fen: '9/9/9/G1V1S1T2/8k/9/9/4D4/9 w - - 0 1',
      turns: [
        'click a6 a7 = a6a7+',
        'click i5 i4 = i5i4',
        'drag c6 c8 = c6c8+',
        'tap i4 i3 = i4i3',
        'swipe e6 d7 = e6d7+',
        'keys i3 i2 = i3i2',
        'click g6 g8 = g6g8+',
        'drag i2 i1 = i2i1',
        'click a7 b9 = a7b9',
        'click i1 h1 = i1h1',
        'drag g8 e7 = g8e7',
      ],
    },
  ],
  ajaxcapa: [
    ...castling(CAPABLANCA_CASTLING, [
      ['f1', 'i1'],
      ['f1', 'c1'],
      ['f8', 'i8'],
      ['f8', 'c8'],
    ]),
    {
      name: 'the steps without capture',
      fen: '9k/10/10/3A1C4/10/2R4N2/2B7/4K5 w - - 0 1',
      turns: [
        'click c3 d4 = c3d4',
        'tap j8 j7 = j8j7',
        'drag c2 c3 = c2c3',
        'click j7 j8 = j7j8',
        'keys h3 h4 = h3h4',
        'click j8 j7 = j8j7',
        'swipe d5 d6 = d5d6',
        'drag j7 i8 = j7i8',
        'click f5 g6 = f5g6',
      ],
    },
    ...wide({ q: 'Queen', c: 'Ajax Chancellor', a: 'Ajax Archbishop', n: 'Ajax Knight' }),
  ],
  ajaxministers: [
    ...castling(CAPABLANCA_CASTLING, [
      ['f1', 'i1'],
      ['f1', 'c1'],
      ['f8', 'i8'],
      ['f8', 'c8'],
    ]),
    {
      name: 'the steps and leaps of the pieces',
      fen: '9k/10/10/3pMp4/10/2R4N2/2B7/4K5 w - - 0 1',
      turns: [
        'click e5 e6 = e5e6',
        'drag j8 i8 = j8i8',
        'keys c3 d4 = c3d4',
        'tap i8 j8 = i8j8',
        'swipe c2 c3 = c2c3',
        'click j8 j7 = j8j7',
        'drag h3 i4 = h3i4',
      ],
    },
    ...wide({ q: 'Queen', m: 'Ajax Minister', r: 'Ajax Rook' }),
  ],
  chess: [
    ...castling(CASTLING_8, [
      ['e1', 'g1'],
      ['e1', 'c1'],
      ['e8', 'g8'],
      ['e8', 'c8'],
    ]),
    {
      name: 'a double step is captured in passing, from the array',
      fen: null,
      turns: [
        'click e2 e4 = e2e4',
        'drag a7 a6 = a7a6',
        'tap e4 e5 = e4e5',
        'swipe d7 d5 = d7d5',
        'click e5 d6 = e5d6',
        'keys c7 d6 = c7d6',
        'type Nf3 = g1f3',
      ],
    },
    {
      name: 'pawns of both sides become four kinds',
      fen: '1n2k3/P6P/8/8/8/8/p6p/1N2K3 w - - 0 1',
      turns: [
        'click a7 b8 ? becomes a Knight = a7b8n',
        'drag a2 b1 ? becomes a Bishop = a2b1b',
        'tap e1 f2 = e1f2',
        'keys h2 h1 ? becomes a Rook = h2h1r',
        'swipe h7 h8 ? becomes a Queen = h7h8q',
      ],
    },
  ],
  chess960: [
    ...castling(CASTLING_960, [
      ['e1', 'g1'],
      ['e1', 'a1'],
      ['f8', 'g8'],
      ['f8', 'b8'],
    ]),
    {
      name: 'the king steps to where it would castle, and does not castle',
      fen: '4k3/8/8/8/8/8/8/5K1R w K - 0 1',
      turns: ['click f1 g1 = f1g1'],
    },
  ],
  capablanca: [
    ...castling(CAPABLANCA_CASTLING, [
      ['f1', 'i1'],
      ['f1', 'c1'],
      ['f8', 'i8'],
      ['f8', 'c8'],
    ]),
    ...wide({ c: 'Chancellor', a: 'Archbishop' }),
  ],
  caparandom: [
    ...castling('1r3k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/1R3K3R w KQkq - 0 1', [
      ['f1', 'j1'],
      ['f1', 'b1'],
      ['f8', 'j8'],
      ['f8', 'b8'],
    ]),
    ...wide({ c: 'Chancellor', a: 'Archbishop' }),
  ],
  gothic: [
    ...castling(CAPABLANCA_CASTLING, [
      ['f1', 'i1'],
      ['f1', 'c1'],
      ['f8', 'i8'],
      ['f8', 'c8'],
    ]),
    ...wide({ c: 'Chancellor', a: 'Archbishop', q: 'Queen' }),
  ],
  janus: [
    ...castling(JANUS_CASTLING, [
      ['e1', 'i1'],
      ['e1', 'b1'],
      ['e8', 'i8'],
      ['e8', 'b8'],
    ]),
    ...wide({ j: 'Janus', q: 'Queen' }),
  ],
  luotuoqi: [
    {
      name: 'castling short, and long with the Cube kept',
      fen: TOWER_CASTLING,
      turns: ['click e1 g1 = e1g1', 'drag e8 c8 = e8c8'],
    },
    {
      name: 'castling long, and short with the Cube handed over',
      fen: TOWER_CASTLING,
      turns: ['tap e1 c1 = e1c1', 'arm keys e8 g8 = e8g8c', 'drag f8 e8 = f8e8'],
    },
    {
      name: 'one stone of a tower goes',
      fen: TOWERS,
      turns: ['click d4 d5 ? 1 stone goes = d4d51', 'click e8 d8 = e8d8', 'click d5 e5 = d5e5'],
    },
    { name: 'two stones of a tower go, dragged', fen: TOWERS, turns: ['drag d4 d5 ? 2 stones go = d4d52'] },
    {
      name: 'a whole tower goes, by finger and far',
      fen: TOWERS,
      turns: ['tap d4 d5 ? All 3 = d4d5', 'arm tap e8 f8 = e8f8c', 'swipe f8 e8 = f8e8'],
    },
    { name: 'towers merge whole', fen: TOWERS, turns: ['drag d4 g4 = d4g4'] },
    {
      name: 'a part of a tower merges with another',
      fen: '4k3/8/8/8/3T31T22/8/8/4K3[c] w - - 0 1',
      turns: ['click d4 f4 ? 2 stones go = d4f42'],
    },
    {
      name: 'a tower captures a tower as a whole',
      fen: '4k3/8/8/8/3T3t4T22/8/8/4K3[c] w - - 0 1',
      turns: ['click d4 e4 ? 1 stone = d4e41'],
    },
    {
      name: 'a bypasser sweeps three, by clicks',
      fen: '4k3/8/8/3m4/2m1m3/8/1D6/4K3 w - - 0 1',
      turns: ['click b2 h8 = b2h8'],
    },
    {
      name: 'a bypasser sweeps three, dragged',
      fen: '4k3/8/8/3m4/2m1m3/8/1D6/4K3 w - - 0 1',
      turns: ['drag b2 f6 = b2f6'],
    },
    {
      name: 'a bypasser sweeps one by the keyboard',
      fen: '4k3/8/8/3m4/2m1m3/8/1D6/4K3 w - - 0 1',
      turns: ['keys b2 e5 = b2e5'],
    },
    {
      name: 'an eaglet becomes a mule where it stands',
      fen: '4k3/8/8/4D3/3MEM2/4D3/8/4K3 w - - 0 1',
      turns: ['click e4 e4 ? becomes a Mule = e4e4m'],
    },
    {
      name: 'an eaglet becomes a bypasser where it stands',
      fen: '4k3/8/8/4D3/3MEM2/4d3/8/4K3 w - - 0 1',
      turns: ['keys e4 e4 ? becomes a Diagonal Bypasser = e4e4d'],
    },
    {
      name: 'an eaglet becomes a tower of four, and nothing is asked',
      fen: '7k/8/8/8/2T4ET43/8/8/4K3 w - - 0 1',
      turns: ['tap d4 d4 = d4d44'],
    },
    {
      name: 'a double turn with the Cube, by a click on it',
      fen: WITH_CUBE,
      turns: ['arm click d1 d2 = d1d2c', 'drag e1 f1 = e1f1', 'click e8 f8 = e8f8'],
    },
    {
      name: 'a double turn with the Cube, armed before',
      fen: WITH_CUBE,
      turns: [
        'arm drag d1 d2 = d1d2c',
        'click d4 d5 ? 1 stone goes = d4d51',
        'arm click e8 f8 = e8f8c',
        'keys f8 g8 = f8g8',
      ],
    },
    {
      name: 'a tower is split while the Cube goes over',
      fen: WITH_CUBE,
      turns: ['arm click d4 c4 ? 2 stones go = d4c42c', 'click c4 c5 ? Both stones go = c4c5'],
    },
    {
      name: 'an eaglet is promoted while the Cube goes over',
      fen: 'k7/8/8/4D3/3MEM2/4D3/8/1K6[C] w - - 0 1',
      turns: ['arm click e4 e4 ? becomes a Diagonal Bypasser = e4e4dc'],
    },
    {
      name: 'a lame camel leaps, with and without the Cube',
      fen: '4k3/8/8/8/8/8/8/R3K3[c] w - - 0 1',
      turns: ['click a1 b4 = a1b4', 'click e8 d8 = e8d8', 'drag b4 e5 = b4e5'],
    },
  ],
  bilateral: [
    ...castling(BILATERAL_CASTLING, [
      ['e1', 'g1'],
      ['e1', 'c1'],
      ['e8', 'g8'],
      ['e8', 'c8'],
    ]),
    {
      name: 'a cannon flips where it stands, and back',
      fen: POWERS,
      turns: ['click c4 c4 = c4c4v', 'drag j8 i8 = j8i8', 'keys c4 c4 = c4c4c'],
    },
    {
      name: 'a cannon moves and keeps its form, or flips',
      fen: POWERS,
      turns: [
        'click c4 c6 ? stays = c4c6',
        'tap j8 j7 = j8j7',
        'drag c6 c5 ? flips = c6c5v',
        'click j7 j8 = j7j8',
        'keys c5 b4 ? flips = c5b4c',
      ],
    },
    {
      name: 'a cannon captures over a piece and flips',
      fen: '4r6k/12/4p7/12/4C7/12/12/11K w - - 0 1',
      turns: ['drag c4 c8 ? flips = c4c8v'],
    },
    {
      name: 'a cannon captures over a piece and keeps its form',
      fen: '4r6k/12/4p7/12/4C7/12/12/11K w - - 0 1',
      turns: ['tap c4 c8 ? stays = c4c8'],
    },
    { name: 'a wizard kills', fen: POWERS, turns: ['click a5 z8 = a5z8', 'click j8 j7 = j8j7'] },
    { name: 'a wizard kills by dragging', fen: POWERS, turns: ['drag a5 z8 = a5z8'] },
    {
      name: 'a wizard freezes two pieces and lets them go',
      fen: '11k/12/12/2W6r2/2n9/12/12/11K w - - 0 1',
      turns: [
        'click a5 h5 = a5h5',
        'click j8 j7 = j8j7',
        'drag a5 a4 = a5a4',
        'keys j7 j8 = j7j8',
        'tap j1 j2 = j1j2',
        'click j8 j7 = j8j7',
        'click a5 i5 = a5i5',
        'drag a4 b6 = a4b6',
        'swipe i5 j4 = i5j4',
        'click h5 h6 = h5h6',
      ],
    },
    {
      name: 'a wizard walks through the fold: the target beyond the edge is clicked',
      fen: POWERS,
      turns: ['click a5 h6~ = a5h6'],
    },
    {
      name: 'a wizard freezes through the fold, and walks through it by the finger',
      fen: POWERS,
      turns: ['click a5 h5~ = a5h5', 'tap j8 i8 = j8i8', 'swipe a5 h4 = a5h4'],
    },
    {
      name: 'an elephant pushes, and steps',
      fen: POWERS,
      turns: ['click d3 e3 = d3e3', 'click f3 g5 = f3g5', 'drag e3 e4 = e3e4'],
    },
    {
      name: 'an elephant pushes a pawn to its last rank',
      fen: POWERS,
      turns: ['drag d3 d2 ? becomes a Knight = d3d2n'],
    },
    {
      name: 'an elephant makes a pawn an elephant by a push',
      fen: POWERS,
      turns: ['keys d3 d2 ? becomes an Elephant = d3d2e'],
    },
    {
      name: 'an elephant pushes a king, which comes back',
      fen: '12/12/12/5k6/5E6/12/12/5R5K w - - 0 1',
      turns: ['click d4 d5 = d4d5', 'drag d6 c6 = d6c6'],
    },
    {
      name: 'opening moves of elephants and wizards from the array',
      fen: null,
      turns: ['click z2 a3 = z2a3', 'drag z7 z5 = z7z5', 'click y2 i4 = y2i4', 'tap j7 j5 = j7j5', 'keys i2 h3 = i2h3'],
    },
    {
      name: 'a double step is captured in passing',
      fen: '6k5/5p6/12/6P5/12/12/12/6K5 b - - 0 1',
      turns: ['click d7 d5 = d7d5', 'drag e5 d6 = e5d6'],
    },
    ...[
      ['w', 'Wizard', 'click'],
      ['e', 'Elephant', 'drag'],
      ['c', 'Can', 'tap'],
      ['l', 'Lion', 'keys'],
    ].map(([letter, kind, how]) => ({
      name: `a pawn becomes a ${kind}`,
      fen: '12/3P8/12/11k/12/12/12/11K w - - 0 1',
      turns: [`${how} b7 b8 ? becomes an? ${kind} = b7b8${letter}`],
    })),
  ],
};
