/** The page in each language: everything is said in it, and nothing is cut off, on a desk and on a phone. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { LANGUAGES, ofEngine, takeTexts } from '../../src/serve/page/language.js';
import { Bench, until } from './bench.mjs';
import { SCREENS } from './browser.mjs';

const bench = new Bench();

const UPRIGHT = { ...SCREENS.phone, viewport: { width: 390, height: 844 } };
const SIDEWAYS = { ...SCREENS.phone, viewport: { width: 640, height: 400 } };
const TABLET = { ...SCREENS.touch, viewport: { width: 1024, height: 768 } };
const DESK = { viewport: { width: 1440, height: 900 } };

const tableOf = (language) => JSON.parse(readFileSync(new URL(`../../src/serve/page/text.${language}.json`, import.meta.url), 'utf8'));

/** Two short games of chess in a file. */
const FILE = ['Anna', 'Carla']
  .map((name) => `[Event "Köln"]\n[Date "2024.03.01"]\n[White "${name}"]\n[Black "Emil"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n`)
  .join('\n');

/** Words that are in most English sentences, and in none of the other languages. */
const ENGLISH = /(?<![\p{L}'’-])(?:the|and|with|of|is|are|your|you|this|that|piece|pieces|moves?|game|games|square|check|white|black)(?![\p{L}'’-])/iu;

/**
 * What is to be seen or heard of the page but for what is marked to be in another language: `seen`, and of it `cut` what
 * does not have the room that it needs.
 */
const look = ({ page }) =>
  page.evaluate(() => {
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const isEnglish = (element) => element.closest('[lang]').lang === 'en' && document.documentElement.lang !== 'en';
    const isOther = (element) => element.closest('.hidden, .away, [lang]:not(html), code, kbd') !== null;
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const seen = [];
    const cut = [];
    const isCut = (element, rect) => {
      for (let box = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (overflowX === 'hidden' && (rect.right > edge.right + 1.5 || rect.left < edge.left - 1.5)) return true;
        if (overflowY === 'hidden' && overflowX === 'hidden' && rect.bottom > edge.bottom + 3 && rect.top < edge.bottom - 3)
          return true;
        if (/auto|scroll/.test(overflowX)) return false;
        if (position === 'fixed') break;
      }
      return rect.right > innerWidth + 1 || rect.left < -1;
    };
    const nodes = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const text = nodes.currentNode.data.trim();
      const element = nodes.currentNode.parentElement;
      if (!/\p{L}/u.test(text) || element.tagName === 'OPTION' || !isShown(element) || isEnglish(element) || isOther(element)) continue;
      if (element.namespaceURI === 'http://www.w3.org/2000/svg') continue;
      seen.push(text);
      const range = document.createRange();
      range.selectNodeContents(nodes.currentNode);
      if ([...range.getClientRects()].some((rect) => isCut(element, rect))) cut.push(text);
    }
    const head = document.querySelector('#top');
    if (head.scrollHeight > head.clientHeight + 1 || head.scrollWidth > head.clientWidth + 1) cut.push('the head of the page');
    const pen = document.createElement('canvas').getContext('2d');
    for (const element of top.querySelectorAll('[aria-label], [title], [placeholder], option, svg title')) {
      if (!isShown(element.tagName === 'OPTION' ? element.parentElement : element.closest('svg') ?? element)) continue;
      if (isEnglish(element) || isOther(element)) continue;
      seen.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)).filter(Boolean));
      if (/^(option|title)$/i.test(element.tagName)) seen.push(element.textContent);
      if (!element.placeholder || element.tagName !== 'INPUT') continue;
      const style = getComputedStyle(element);
      pen.font = `${style.fontSize} ${style.fontFamily}`;
      const room = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      if (pen.measureText(element.placeholder).width > room + 1) cut.push(element.placeholder);
    }
    return { seen, cut };
  });

/** What can be seen: each brings the page there. */
const STATES = {
  'the choice of a game': async (hands) => {
    await hands.arrive();
    await hands.page.locator('#dialog-new label', { has: hands.page.locator('[value=luotuoqi]') }).click();
    await hands.choose(hands.page.locator('#dialog-new'), 'pace', 'clock');
  },
  'a game against the engine': async (hands) => {
    await hands.page.locator('#dialog-new button[type=submit]').click();
    await hands.page.locator('#dialog-new').waitFor({ state: 'hidden' });
    await hands.shows('luotuoqi');
    await hands.click('e2', 'd3');
    await until(async () => (await hands.page.locator('#moves button').count()) > 0, 'the move is in the list');
  },
  'a token that is handed over': async (hands) => {
    await hands.look('luotuoqi', null, ['e2d3']);
    await hands.arm();
    await hands.page.locator('.message').last().waitFor();
  },
  'a tower that can be split': async (hands) => {
    await hands.look('luotuoqi', null, ['d2c3', 'e7d6', 'd1d36', 'd8f66']);
    await hands.click('d3', 'f3');
    await hands.choices();
  },
  'a frozen piece': async (hands) => {
    await hands.look('bilateral', '11k/12/12/2W6r2/2n9/12/12/11K b - - 1 1 a5h5');
    await hands.click('h5');
    await hands.page.locator('#card').waitFor();
  },
  'a promotion': async (hands) => {
    await hands.look('januskamil', '12/P11/12/12/12/11k/12/12/12/5K6 w - - 0 1');
    await hands.click('a9', 'a10');
    await hands.choices();
  },
  'an analysis': async (hands) => {
    await hands.look('chess', null, ['e2e4', 'e7e5']);
    await hands.page.locator('label.switch', { has: hands.page.locator('#analyse') }).click();
    await hands.page.locator('#best-lines button').first().waitFor();
  },
  'an annotated game that has ended': async (hands) => {
    await hands.look('chess', null, ['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5']);
    await hands.page.locator('#annotate button').click();
    await hands.page.locator('#report').waitFor({ timeout: 20_000 });
  },
  'a file of games': async (hands) => {
    await hands.load(FILE);
    await hands.loaded();
  },
  'its table': async (hands) => {
    await hands.page.click('#collection-table');
    await hands.page.locator('#dialog-collection table').waitFor();
  },
  'setting up': async (hands) => {
    await hands.look('bilateral');
    await hands.page.click('#setup');
    await hands.page.locator('#panel-setup .details legend').first().waitFor();
  },
  'the games that are kept': async (hands) => {
    await hands.look('luotuoqi', null, ['e2d3']);
    await hands.page.click('#library');
    await hands.page.locator('#dialog-library .kept').first().waitFor();
  },
  ...Object.fromEntries(
    ['open', 'save', 'settings'].map((name) => [
      `the dialog: ${name}`,
      async (hands) => {
        await hands.look('luotuoqi');
        await hands.page.click(`#${name}`);
        await hands.page.locator(`#dialog-${name}`).waitFor();
      },
    ]),
  ),
  'the workshop': async (hands) => {
    await hands.look('chess');
    await hands.page.click('#workshop');
    await hands.page.locator('.work-cards section').first().waitFor();
    await hands.page.locator('#dialog-workshop textarea').focus();
    await hands.page.keyboard.insertText('nonsense\n');
    await hands.page.locator('.lens span').first().waitFor();
  },
  'its tests': async (hands) => {
    await hands.page.click('#work-tab-1');
  },
  'its lessons': async (hands) => {
    await hands.page.click('#work-tab-2');
  },
  'its drawings': async (hands) => {
    await hands.page.click('#work-tab-0');
    await hands.page.locator('.work-cards button').first().click();
    await hands.page.locator('#dialog-drawing[open]').waitFor();
  },
  'the rules': async (hands) => {
    await hands.look('luotuoqi');
    await hands.page.click('#tab-rules');
    await hands.page.locator('#rules figure').first().waitFor();
  },
  'the help': async (hands) => {
    await hands.page.click('#tab-help');
    await hands.page.locator('#help a').first().waitFor();
  },
};

/** The texts that are English though the page is not. `other` are the translations, of which some are the same. */
function english(seen, table) {
  const keys = new Set(Object.entries({ ...table.page, ...table.engine }).filter(([text, other]) => text !== other).map(([text]) => text));
  const other = new Set(Object.values({ ...table.page, ...table.engine }));
  return seen.filter((text) => !other.has(text) && (keys.has(text) || ENGLISH.test(text)));
}

for (const [language, name] of LANGUAGES) {
  describe(`the page in ${name}`, () => {
    for (const [where, screen] of Object.entries({ 'on a desk': DESK, 'on a tablet': TABLET, 'on a phone': UPRIGHT, 'on a phone on its side': SIDEWAYS })) {
      it(`${where}: says everything in it, and has room for it`, () =>
        bench.inTab(
          async (hands) => {
            const faults = [];
            for (const [state, reach] of Object.entries(STATES)) {
              await reach(hands);
              const { seen, cut } = await look(hands);
              assert.ok(seen.length > 3, `${state}: ${seen}`);
              faults.push(...cut.map((text) => `${state}: cut off: ${text}`));
              if (language === 'en') continue;
              faults.push(...english(seen, tableOf(language)).map((text) => `${state}: in English: ${text}`));
            }
            assert.deepEqual(faults, []);
            assert.equal(await hands.page.locator('html').getAttribute('lang'), language);
          },
          { ...screen, locale: language },
        ));
    }

    it('brings no texts but its own', () =>
      bench.inTab(
        async (hands) => {
          const asked = [];
          hands.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
          await hands.look('chess');
          const expected = language === 'en' ? [] : [`/text.${language}.json`];
          assert.deepEqual(asked.filter((path) => path.startsWith('/text.')), expected);
        },
        { ...DESK, locale: language },
      ));

    it('is chosen in the settings, and kept', () =>
      bench.inTab(
        async (hands) => {
          const { page } = hands;
          await hands.look('chess', null, ['e2e4']);
          await page.click('#settings');
          await Promise.all([page.waitForEvent('load'), page.selectOption('#language', language)]);
          await hands.shows('chess');
          assert.equal(await page.locator('html').getAttribute('lang'), language);
          assert.equal(await page.locator('#moves button').count(), 1, 'the game is as it was');
          await page.reload();
          await hands.shows('chess');
          assert.equal(await page.locator('html').getAttribute('lang'), language);
        },
        { ...DESK, locale: 'fr-FR' },
      ));
  });
}

describe('what the engine says', () => {
  for (const [language] of LANGUAGES.filter(([name]) => name !== 'en')) {
    it(`is known: ${language}`, async () => {
      const { engine } = tableOf(language);
      takeTexts(tableOf(language));
      const unknown = new Set();
      const check = (text) => {
        if (text && !Object.hasOwn(engine, text) && ofEngine(text) === text) unknown.add(text);
      };
      const { options } = await bench.engine.ask({ do: 'hello' });
      for (const option of options) [option.name, option.help, ...(option.words ?? [])].forEach(check);
      const { games } = await bench.engine.ask({ do: 'games' });
      for (const game of games) {
        [game.title, game.summary, ...game.pieces.map((piece) => piece.name)].forEach(check);
        const { moves } = await bench.engine.ask({ do: 'rules', game: game.name });
        for (const { words, svg } of moves) {
          check(words);
          for (const [, title] of svg.matchAll(/class="mark"[^>]*><title>[^:<]*:([^<]*)/g)) title.split(',').forEach((part) => check(part.trim()));
        }
        const start = await bench.engine.position(game.name, null);
        const { details } = await bench.engine.ask({ do: 'compose', game: game.name, fen: game.start, pieces: start.pieces, side: 'white' });
        for (const { group, words } of details) [group, words].forEach(check);
        for (const made of await walked(game.name)) {
          for (const { verb, words, token } of made.moves) [verb, words, token].forEach(check);
          for (const detail of made.details ?? []) check(detail.name);
          check(made.ending?.words);
        }
      }
      assert.deepEqual([...unknown], []);
    });
  }
});

/** @returns {Promise<object[]>} the positions of a game in which unusual moves are preferred */
async function walked(game) {
  const positions = [];
  const moves = [];
  for (let turn = 0; turn < 80; turn += 1) {
    const position = await bench.engine.position(game, null, moves);
    positions.push(position);
    if (position.moves.length === 0) break;
    const unusual = position.moves.filter(({ verb }) => !['moves', 'captures'].includes(verb));
    const list = unusual.length > 0 && turn % 2 === 0 ? unusual : position.moves;
    moves.push(list[(turn * 7919) % list.length].move);
  }
  return positions;
}
