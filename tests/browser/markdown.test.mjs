import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { parse, parseInline, plainText } from '../../src/serve/page/markdown.js';

const kinds = (text) => parse(text).map((block) => block.kind);

test('blocks', () => {
  assert.deepEqual(kinds('# A\n\ntext\nmore\n\n* one\n* two\n\n```text\n# no\n```\n> q'), [
    'heading',
    'paragraph',
    'list',
    'code',
    'quote',
  ]);
  assert.equal(plainText(parse('text\nmore')[0].content), 'text more');
});

test('a table, also within an item of a list', () => {
  const [list] = parse('* **Castling.**\n\n  | right | king |\n  |---|---|\n  | `K` | `e1g1` |\n\n  After.\n* Next');
  assert.equal(list.items.length, 2);
  assert.deepEqual(
    list.items[0].map((block) => block.kind),
    ['paragraph', 'table', 'paragraph'],
  );
  assert.equal(plainText(list.items[0][1].rows[0][1]), 'e1g1');
});

test('spans', () => {
  assert.deepEqual(parseInline('a **b `c`** *d* [e](#f) 3 * 4 * 5 \\*'), [
    { kind: 'text', text: 'a ' },
    {
      kind: 'strong',
      content: [
        { kind: 'text', text: 'b ' },
        { kind: 'code', text: 'c' },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', content: [{ kind: 'text', text: 'd' }] },
    { kind: 'text', text: ' ' },
    { kind: 'link', content: [{ kind: 'text', text: 'e' }], address: '#f' },
    { kind: 'text', text: ' 3 * 4 * 5 *' },
  ]);
});

test('markup of others stays text', () => {
  assert.deepEqual(parse('<img src=x onerror=alert(1)>'), [
    { kind: 'paragraph', content: [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }] },
  ]);
});

test('every page of rules and of the manual is read without a mark left over', () => {
  const folder = new URL('../../src/', import.meta.url);
  const pages = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /^(engine\/games|manual)\/.*\.md$/.test(name.replaceAll('\\', '/')));
  assert.ok(pages.length >= 33);
  for (const name of pages) {
    const blocks = parse(readFileSync(new URL(name, folder), 'utf8'));
    assert.equal(blocks[0].kind, 'heading', name);
    for (const text of texts(blocks)) assert.ok(!/\*\*|```|^\|/.test(text), `${name}: ${text}`);
  }
});

/** The texts of blocks outside code. */
function texts(blocks) {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(texts);
    if (block.kind === 'table') return [block.header, ...block.rows].flat().map(plainText);
    if (block.kind === 'quote') return texts(block.blocks);
    return block.content ? [plainText(block.content)] : [];
  });
}
