import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';

import { LANGUAGES, formatNumber, plural, t } from '../../src/serve/page/language.js';

const folder = new URL('../../src/serve/page/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');
const modules = readdirSync(folder).filter((file) => file.endsWith('.js'));

/** A text in quotes. */
const QUOTED = String.raw`('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const ONE = new RegExp(String.raw`\bt\(\s*${QUOTED}`, 'g');
const FORMS = new RegExp(String.raw`\bplural\(\s*[^'"]*?,\s*${QUOTED},\s*${QUOTED}`, 'g');

/** @returns {string} what a text in quotes says */
const said = (quoted) => quoted.slice(1, -1).replace(/\\u\{?(\w+)\}?|\\(.)/g, (_, code, sign) => (code ? String.fromCodePoint(parseInt(code, 16)) : sign));

/** The texts of a module: `{text, isPlural}`. */
function textsOf(source) {
  const single = [...source.matchAll(ONE)].map(([, text]) => ({ text: said(text), isPlural: false }));
  const forms = [...source.matchAll(FORMS)].map(([, , text]) => ({ text: said(text), isPlural: true }));
  return [...single, ...forms];
}

const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

/** The values of a table's entry: one text, or one for each form. */
const values = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));

describe('the texts of the page', () => {
  const used = modules.flatMap((name) => textsOf(read(name)));

  it('are written as they are where they are used', () => {
    for (const name of modules.filter((file) => file !== 'language.js')) {
      const source = read(name);
      const calls = [...source.matchAll(/\b(?:t|plural)\(/g)].length;
      assert.equal(textsOf(source).length, calls, `${name}: a text that is no plain one in quotes`);
    }
  });

  it('are plain where they are English', () => {
    assert.equal(t('Level {level} of {full}', { level: 3, full: 20 }), 'Level 3 of 20');
    assert.equal(t('Open|a game'), 'Open');
    assert.equal(plural(1, '{count} game', '{count} games'), '1 game');
    assert.equal(plural(12345, '{count} game', '{count} games'), '12,345 games');
    assert.equal(formatNumber(1.25, { minimumFractionDigits: 2 }), '1.25');
  });

  for (const [language] of LANGUAGES.filter(([name]) => name !== 'en')) {
    const table = JSON.parse(read(`text.${language}.json`));

    it(`have their translations: ${language}`, () => {
      const missing = used.filter(({ text }) => !Object.hasOwn(table, text));
      assert.deepEqual(missing.map(({ text }) => text), [], `missing in text.${language}.json`);
      for (const { text, isPlural } of used) assert.equal(typeof table[text] === 'object', isPlural, text);
    });

    it(`keep what is filled in: ${language}`, () => {
      for (const [text, entry] of Object.entries(table))
        for (const value of values(entry)) assert.deepEqual(placeholders(value), placeholders(text), text);
    });

    it(`can be chosen before the page is painted: ${language}`, () => {
      assert.ok(read('theme.js').includes(`'${language}'`));
    });
  }
});
