/**
 * The tree of a game: its moves and variations. No DOM, no server.
 *
 * A node is a move and the position after it; the root is the start. The first child of a node continues the line
 * that the node is in, the others are variations.
 *
 * @typedef {object} Node
 * @property {Node|null} parent
 * @property {Node[]} children
 * @property {string} move in coordinate notation; empty at the root
 * @property {string} san
 * @property {string} verb what the move does, as the protocol says it; empty if it is not known
 * @property {string} side who made the move
 * @property {number} number of the move
 * @property {boolean} again whether the same side moves once more
 * @property {number[]} glyphs
 * @property {string} comment the root's is the preface of the game
 */

/** What the engine says about a move, as records keep it. */
const FIGURES = ['score', 'mate', 'depth', 'nodes', 'time'];

/** @returns {string} the other side */
export function opponent(side) {
  return side === 'white' ? 'black' : 'white';
}

/** @returns {string} the side to move of a FEN */
export function sideOfFen(fen) {
  return (fen ?? '').trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
}

function makeNode(parent, from) {
  const node = {
    parent,
    children: [],
    move: from.move ?? '',
    san: from.san ?? from.move ?? '',
    verb: from.verb ?? '',
    side: from.side ?? 'white',
    number: from.number ?? 1,
    again: Boolean(from.again),
    glyphs: [...(from.glyphs ?? [])],
    comment: from.comment ?? '',
  };
  for (const figure of FIGURES) {
    if (from[figure] !== undefined && from[figure] !== null) node[figure] = from[figure];
  }
  return node;
}

/**
 * @param {object} record as the protocol has it; only `game` is needed
 * @returns {object} `{game, fen, tags, result, termination, root}`
 */
export function fromRecord(record) {
  const root = makeNode(null, { comment: record.preface ?? '', side: opponent(sideOfFen(record.fen)), number: 0 });
  const tree = {
    game: record.game,
    fen: record.fen ?? null,
    tags: (record.tags ?? []).map(([name, value]) => [name, value]),
    result: record.result ?? '*',
    termination: record.termination ?? null,
    root,
  };
  appendLine(root, record.moves ?? []);
  return tree;
}

function appendLine(parent, line) {
  let last = parent;
  for (const entry of line) {
    const before = last;
    last = findMove(before, entry.move) ?? append(before, entry);
    for (const variation of entry.variations ?? []) appendLine(before, variation);
  }
}

function append(parent, entry) {
  const node = makeNode(parent, entry);
  parent.children.push(node);
  if (entry.side && parent.children.length === 1 && parent.move) parent.again = parent.side === entry.side;
  return node;
}

/** @returns {object} the record of a tree, in the fields of the protocol */
export function toRecord(tree) {
  return {
    game: tree.game,
    fen: tree.fen,
    tags: tree.tags.map(([name, value]) => [name, value]),
    preface: tree.root.comment,
    moves: lineFrom(tree.root.children),
    result: tree.result,
    termination: tree.termination,
  };
}

function lineFrom(children) {
  const line = [];
  for (let level = children; level.length > 0; level = level[0].children) {
    line.push(entryOf(level[0], level.slice(1)));
  }
  return line;
}

function entryOf(node, others) {
  const entry = {
    move: node.move,
    san: node.san,
    verb: node.verb,
    side: node.side,
    number: node.number,
    glyphs: [...node.glyphs],
    comment: node.comment,
    variations: others.map((other) => [entryOf(other, []), ...lineFrom(other.children)]),
  };
  for (const figure of FIGURES) if (node[figure] !== undefined) entry[figure] = node[figure];
  return entry;
}

/** @returns {Node|undefined} the child of `node` by this move */
export function findMove(node, move) {
  return node.children.find((child) => child.move === move);
}

/** Adds a move behind `node`, as a variation where the game goes on otherwise, or finds it there. @returns {Node} */
export function addMove(node, move) {
  return findMove(node, move.move) ?? append(node, move);
}

/** @returns {Node[]} the nodes from the first move to `node`, without the root */
export function pathTo(node) {
  const path = [];
  for (let step = node; step.parent; step = step.parent) path.unshift(step);
  return path;
}

/** @returns {string[]} the moves that lead to `node` */
export function movesTo(node) {
  return pathTo(node).map((step) => step.move);
}

/** @returns {Node} the last node of the line that goes on from `node` */
export function lineEnd(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return last;
}

/** @returns {Node[]} the whole line that `node` is in, without the root */
export function lineThrough(node) {
  return pathTo(lineEnd(node));
}

/** @returns {Node[]} the main line, without the root */
export function mainLine(tree) {
  return lineThrough(tree.root);
}

/** @returns {boolean} whether `node` is in the main line */
export function inMainLine(node) {
  return pathTo(node).every((step) => step.parent.children[0] === step);
}

/** @returns {string} who moves after `node`, as far as the tree knows */
export function sideAfter(tree, node) {
  if (node.children.length > 0) return node.children[0].side;
  if (!node.parent) return sideOfFen(tree.fen);
  return node.again ? node.side : opponent(node.side);
}

/** Makes `node`'s variation the one with which the line before it goes on. @returns {boolean} whether it was not */
export function promote(node) {
  let step = node;
  while (step.parent && step.parent.children[0] === step) step = step.parent;
  if (!step.parent) return false;
  const siblings = step.parent.children;
  siblings.splice(siblings.indexOf(step), 1);
  siblings.unshift(step);
  return true;
}

/** Makes the line to `node` the main line. @returns {boolean} whether it was not */
export function makeMain(node) {
  let changes = 0;
  while (promote(node)) changes += 1;
  return changes > 0;
}

/** Takes `node` and what follows out of the tree. @returns {Node} its parent */
export function remove(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** @returns {boolean} whether `node` has not been taken out of the tree */
export function holds(tree, node) {
  let step = node;
  while (step.parent?.children.includes(step)) step = step.parent;
  return step === tree.root;
}

/** @returns {number[]} which child to take from the root on to come to `node` */
export function indexPath(node) {
  return pathTo(node).map((step) => step.parent.children.indexOf(step));
}

/** @returns {Node} the node of an {@link indexPath}, or as far as there is one */
export function nodeAt(tree, indices) {
  let node = tree.root;
  for (const index of indices ?? []) {
    if (!node.children[index]) break;
    node = node.children[index];
  }
  return node;
}

/** @returns {Node} the node after these moves, or as far as the tree has them */
export function nodeOfMoves(tree, moves) {
  let node = tree.root;
  for (const move of moves) {
    const next = findMove(node, move);
    if (!next) break;
    node = next;
  }
  return node;
}

/** @returns {string|undefined} the value of a tag */
export function tag(tree, name) {
  return tree.tags.find(([key]) => key === name)?.[1];
}

/** Sets a tag, or takes it away if `value` is empty. */
export function setTag(tree, name, value) {
  const at = tree.tags.findIndex(([key]) => key === name);
  if (at >= 0) tree.tags.splice(at, 1, ...(value ? [[name, value]] : []));
  else if (value) tree.tags.push([name, value]);
}
