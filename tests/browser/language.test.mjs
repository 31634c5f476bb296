import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { LANGUAGES, formatNumber, ofEngine, plural, t, takeTexts } from '../../src/serve/page/language.js';

const folder = new URL('../../src/serve/page/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const modules = readdirSync(folder).filter((file) => file.endsWith('.js') && file !== 'language.js');
const others = LANGUAGES.map(([language]) => language).filter((language) => language !== 'en');
const tables = new Map(others.map((language) => [language, JSON.parse(read(`text.${language}.json`))]));

/** A text in quotes. */
const QUOTED = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const ONE = new RegExp(String.raw`\bt\(\s*${QUOTED}`, 'g');
const FORMS = new RegExp(String.raw`\bplural\(\s*[^;]*?,\s*${QUOTED},\s*${QUOTED}`, 'g');

/** @returns {string} what a text in quotes says */
const said = (quoted) => quoted.slice(1, -1).replace(/\\(.)/g, '$1');

/** The texts of a module: `{text, isPlural}`. */
function textsOf(source) {
  const single = [...source.matchAll(ONE)].map(([, text]) => ({ text: said(text), isPlural: false }));
  const forms = [...source.matchAll(FORMS)].map(([, , text]) => ({ text: said(text), isPlural: true }));
  return [...single, ...forms];
}

/** The texts of `index.html` that are seen or heard, but the name of the program and what is there without scripts. */
function textsOfPage() {
  const body = /<body>([\s\S]*)<noscript>/.exec(read('index.html'))[1];
  const texts = [...body.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map(([, text]) => text.trim());
  const attributes = [...body.matchAll(/\s(?:aria-label|title|placeholder)="([^"]+)"/g)].map(([, text]) => text);
  return [...texts, ...attributes].filter((text) => text !== 'Bactrian').map((text) => ({ text, isPlural: false }));
}

const used = [...modules.flatMap((name) => textsOf(read(name))), ...textsOfPage()];
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** The values of a table's entry: one text, or one for each form. */
const values = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));

describe('the texts of the page', () => {
  it('are written as they are where they are used', () => {
    for (const name of modules) {
      const source = read(name);
      const calls = source.match(/\b(?:t|plural)\(/g)?.length ?? 0;
      assert.equal(textsOf(source).length, calls, `${name}: a text that is no plain one in quotes`);
    }
  });

  it('are as they are written in English', () => {
    assert.equal(t('level {level} of {full}', { level: 3, full: 20 }), 'level 3 of 20');
    assert.equal(t('Open|a game'), 'Open');
    assert.equal(plural(1, '{count} game', '{count} games'), '1 game');
    assert.equal(plural(12345, '{count} game', '{count} games'), '12,345 games');
    assert.equal(formatNumber(1.25, 1), '1.3');
    assert.equal(ofEngine('takes the Pawn en passant'), 'takes the Pawn en passant');
  });

  for (const [language, { page, engine }] of tables) {
    it(`are all in the table, and no others: ${language}`, () => {
      const file = `text.${language}.json`;
      const missing = used.filter(({ text }) => !Object.hasOwn(page, text)).map(({ text }) => text);
      assert.deepEqual(missing, [], `missing in ${file}`);
      const known = new Set(used.map(({ text }) => text));
      assert.deepEqual(Object.keys(page).filter((text) => !known.has(text)), [], `without a use in ${file}`);
      for (const { text, isPlural } of used) assert.equal(typeof page[text] === 'object', isPlural, text);
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const entry of Object.values(page).filter((value) => typeof value === 'object'))
        assert.ok(Object.keys(entry).every((form) => forms.includes(form)) && 'other' in entry, JSON.stringify(entry));
    });

    it(`keep what is filled in: ${language}`, () => {
      for (const [text, entry] of [...Object.entries(page), ...Object.entries(engine)])
        for (const value of values(entry)) {
          assert.deepEqual(placeholders(value).filter((name) => !text.includes(name) && name !== '{title}'), [], text);
          if (typeof entry === 'string') assert.deepEqual(placeholders(value), placeholders(text), text);
        }
    });

    it(`can be chosen before the page is painted: ${language}`, () => {
      assert.ok(read('theme.js').includes(`'${language}'`));
    });
  }

  it('of the engine are the same in each table', () => {
    const [first, ...rest] = [...tables.values()].map(({ engine }) => Object.keys(engine).sort());
    for (const other of rest) assert.deepEqual(other, first);
  });
});

describe('what the engine says', () => {
  it('is said in the language of the page', () => {
    takeTexts(tables.get('de'));
    assert.equal(ofEngine('takes the Pawn en passant'), 'schlägt Bauer en passant');
    assert.equal(ofEngine('sweeps the Tower of 3 and the Mule'), 'schlägt im Vorbeigehen Turm aus 3 und Maultier');
    assert.equal(ofEngine('pushes the Pawn, which becomes a Can(n)on'), 'schiebt Bauer, wird Kanon(e)');
    assert.equal(ofEngine('1 stone goes, 2 stay'), '1 Stein zieht, 2 bleiben');
    assert.equal(ofEngine('White mates'), 'Weiß setzt matt');
    assert.equal(ofEngine('White e1 to g1'), 'Weiß e1 nach g1');
    assert.equal(ofEngine('becomes a Zebra'), 'wird Zebra');
    assert.equal(ofEngine('what nobody knows'), 'what nobody knows');
    assert.equal(t('level {level} of {full}', { level: 3, full: 20 }), 'Stufe 3 von 20');
    assert.equal(plural(1, '{count} game', '{count} games'), '1 Partie');
  });
});
