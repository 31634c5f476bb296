/** The part of Markdown that rule pages and the manual use, read to plain data. `prose.js` builds nodes of it. */

const FENCE = /^```\s*(\S*)\s*$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)([*+-]|\d+[.)])\s+(.*)$/;
const RULE_OF_TABLE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * @param {string} text
 * @returns {object[]} blocks: `heading` (level, content), `paragraph` (content), `code` (language, text),
 *   `list` (ordered, items: lists of blocks), `table` (header, rows: lists of contents), `quote` (blocks), `line`
 */
export function parse(text) {
  return parseBlocks(text.replace(/\r\n?/g, '\n').split('\n'));
}

function parseBlocks(lines) {
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) at += 1;
    else at = readBlock(lines, at, blocks);
  }
  return blocks;
}

function readBlock(lines, at, blocks) {
  const line = lines[at];
  const heading = HEADING.exec(line);
  if (heading) {
    blocks.push({ kind: 'heading', level: heading[1].length, content: parseInline(heading[2]) });
    return at + 1;
  }
  if (FENCE.test(line.trim())) return readCode(lines, at, blocks);
  if (line.includes('|') && RULE_OF_TABLE.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('|')) {
    return readTable(lines, at, blocks);
  }
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
    blocks.push({ kind: 'line' });
    return at + 1;
  }
  if (ITEM.test(line)) return readList(lines, at, blocks);
  if (/^\s*>/.test(line)) return readQuote(lines, at, blocks);
  return readParagraph(lines, at, blocks);
}

function readCode(lines, at, blocks) {
  const [, language] = FENCE.exec(lines[at].trim());
  const indent = lines[at].search(/\S/);
  let end = at + 1;
  while (end < lines.length && lines[end].trim() !== '```') end += 1;
  const body = lines.slice(at + 1, end).map((line) => line.replace(new RegExp(`^ {0,${indent}}`), ''));
  blocks.push({ kind: 'code', language, text: body.join('\n') });
  return end + 1;
}

function readTable(lines, at, blocks) {
  const cells = (line) =>
    line
      .trim()
      .replace(/^\|/, '')
      .replace(/\|$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => parseInline(cell.trim().replace(/\\\|/g, '|')));
  let end = at + 2;
  while (end < lines.length && lines[end].includes('|')) end += 1;
  blocks.push({ kind: 'table', header: cells(lines[at]), rows: lines.slice(at + 2, end).map(cells) });
  return end;
}

function readList(lines, at, blocks) {
  const [, indent, marker] = ITEM.exec(lines[at]);
  const items = [];
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end]);
    if (item && item[1].length === indent.length) items.push([item[3]]);
    else if (lines[end].trim() && lines[end].search(/\S/) <= indent.length && !continues(lines, end)) break;
    else items[items.length - 1].push(dedent(lines[end], indent.length + 2));
    end += 1;
  }
  blocks.push({ kind: 'list', ordered: /\d/.test(marker), items: items.map(parseBlocks) });
  return end;
}

/** Whether a line at the margin goes on with a paragraph of the list item before it. */
function continues(lines, at) {
  return (
    Boolean(lines[at - 1].trim()) && !HEADING.test(lines[at]) && !FENCE.test(lines[at].trim()) && !ITEM.test(lines[at])
  );
}

function dedent(line, width) {
  const indent = line.search(/\S/);
  return line.slice(Math.min(Math.max(indent, 0), width));
}

function readQuote(lines, at, blocks) {
  let end = at;
  while (end < lines.length && /^\s*>/.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^\s*> ?/, ''));
  blocks.push({ kind: 'quote', blocks: parseBlocks(inner) });
  return end;
}

function readParagraph(lines, at, blocks) {
  let end = at + 1;
  while (
    end < lines.length &&
    lines[end].trim() &&
    !HEADING.test(lines[end]) &&
    !FENCE.test(lines[end].trim()) &&
    !ITEM.test(lines[end])
  ) {
    end += 1;
  }
  blocks.push({
    kind: 'paragraph',
    content: parseInline(
      lines
        .slice(at, end)
        .map((line) => line.trim())
        .join(' '),
    ),
  });
  return end;
}

const INLINE = [
  ['code', /^(`+)([\s\S]*?[^`])\1(?!`)/, (match) => ({ text: match[2] })],
  ['image', /^!\[([^\]]*)\]\(([^)\s]*)[^)]*\)/, (match) => ({ text: match[1], address: match[2] })],
  ['link', /^\[([^\]]*)\]\(([^)\s]*)[^)]*\)/, (match) => ({ content: parseInline(match[1]), address: match[2] })],
  ['strong', /^\*\*(?=\S)([\s\S]*?\S)\*\*/, (match) => ({ content: parseInline(match[1]) })],
  ['emphasis', /^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, (match) => ({ content: parseInline(match[1]) })],
];

/** @returns {object[]} spans: `text`, `code`, `strong`, `emphasis`, `link`, `image` */
export function parseInline(text) {
  const spans = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const escaped = /^\\([\\`*_{}[\]()#+\-.!|<>])/.exec(rest);
    const span = escaped ? null : readSpan(rest);
    if (span) {
      if (plain) spans.push({ kind: 'text', text: plain });
      plain = '';
      spans.push(span.span);
      at += span.length;
    } else {
      plain += escaped ? escaped[1] : text[at];
      at += escaped ? 2 : 1;
    }
  }
  if (plain) spans.push({ kind: 'text', text: plain });
  return spans;
}

function readSpan(rest) {
  if (!'`![*'.includes(rest[0])) return null;
  for (const [kind, pattern, fields] of INLINE) {
    const match = pattern.exec(rest);
    if (match) return { span: { kind, ...fields(match) }, length: match[0].length };
  }
  return null;
}

/** @returns {string} the text of spans without marks */
export function plainText(spans) {
  return spans.map((span) => span.text ?? plainText(span.content ?? [])).join('');
}
