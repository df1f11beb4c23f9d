/**
 * A game with variations: a tree of moves, in which a node's first child is the line that was
 * played and the others are what else could have been. Trees are never changed, only made anew.
 */

/** @typedef {import("../common/types.js").Side} Side */

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move none at the root
 * @property {Side | null} side who made it
 * @property {number} ply how many moves lead here
 * @property {number[]} children
 * @property {string} comment
 */

/** @typedef {ReadonlyMap<number, Node>} Tree */

export const ROOT = 0;

/**
 * A tree with one line; a node's id is its ply.
 * @param {{move: string, side: Side}[]} [moves]
 * @returns {Tree}
 */
export function treeOf(moves = []) {
  /** @type {Node} */
  const root = {
    id: ROOT, parent: null, move: null, side: null, ply: 0, children: [], comment: "",
  };
  const tree = new Map([[ROOT, root]]);
  for (const [ply, { move, side }] of moves.entries()) {
    tree.get(ply)?.children.push(ply + 1);
    const id = ply + 1;
    tree.set(id, { id, parent: ply, move, side, ply: id, children: [], comment: "" });
  }
  return tree;
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @returns {Node}
 */
export function nodeAt(tree, id) {
  const node = tree.get(id);
  if (!node) throw new Error(`no move ${id} in this tree`);
  return node;
}

/**
 * Play a move at a node: a known one is walked to, a new one becomes a variation.
 * @param {Tree} tree
 * @param {number} at
 * @param {{move: string, side: Side}} played
 * @returns {{tree: Tree, at: number}}
 */
export function withMove(tree, at, { move, side }) {
  const parent = nodeAt(tree, at);
  const known = parent.children.find((child) => nodeAt(tree, child).move === move);
  if (known !== undefined) return { tree, at: known };
  const id = Math.max(...tree.keys()) + 1;
  const grown = new Map(tree);
  grown.set(at, { ...parent, children: [...parent.children, id] });
  const ply = parent.ply + 1;
  grown.set(id, { id, parent: at, move, side, ply, children: [], comment: "" });
  return { tree: grown, at: id };
}

/**
 * Say something about a move, or about the start.
 * @param {Tree} tree
 * @param {number} id
 * @param {string} comment
 * @returns {Tree}
 */
export function withComment(tree, id, comment) {
  return new Map(tree).set(id, { ...nodeAt(tree, id), comment });
}

/**
 * Remove a move and everything after it.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Tree}
 */
export function without(tree, id) {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return treeOf();
  const pruned = new Map(tree);
  const remove = (/** @type {number} */ each) => {
    nodeAt(tree, each).children.forEach(remove);
    pruned.delete(each);
  };
  remove(id);
  const above = nodeAt(tree, parent);
  pruned.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return pruned;
}

/**
 * The nodes from the first move to this one.
 * @param {Tree} tree
 * @param {number} id
 * @returns {Node[]}
 */
export function pathTo(tree, id) {
  const node = nodeAt(tree, id);
  return node.parent === null ? [] : [...pathTo(tree, node.parent), node];
}

/**
 * The moves that lead to a node.
 * @param {Tree} tree
 * @param {number} id
 */
export function movesTo(tree, id) {
  return pathTo(tree, id).map(({ move }) => move ?? "");
}

/**
 * The line from a node to its end, along first children; the node itself is not part of it.
 * @param {Tree} tree
 * @param {number} [from]
 * @returns {Node[]}
 */
export function mainLine(tree, from = ROOT) {
  const line = [];
  for (let next = nodeAt(tree, from).children[0]; next !== undefined;) {
    const node = nodeAt(tree, next);
    line.push(node);
    next = node.children[0];
  }
  return line;
}

/** @typedef {"first" | "back" | "on" | "last"} Step */

/**
 * Where a step leads from a node; to the same one where it leads nowhere.
 * @param {Tree} tree
 * @param {number} at
 * @param {Step} step
 */
export function stepFrom(tree, at, step) {
  const { parent, children } = nodeAt(tree, at);
  switch (step) {
    case "first": return ROOT;
    case "back": return parent ?? at;
    case "on": return children[0] ?? at;
    default: return mainLine(tree, at).at(-1)?.id ?? at;
  }
}

/**
 * Whether a node lies on the line that was played.
 * @param {Tree} tree
 * @param {number} id
 */
export function onMainLine(tree, id) {
  return id === ROOT || mainLine(tree).some((node) => node.id === id);
}

/**
 * @typedef {object} Passage a stretch of moves in a list, and the variations after its last one
 * @property {Node[]} moves
 * @property {Passage[][]} variations
 */

/**
 * The tree as text is set: a line runs until something else was tried; this follows as a line of
 * its own, and then the line goes on.
 * @param {Tree} tree
 * @param {number} [from] the node before the first move
 * @returns {Passage[]}
 */
export function passages(tree, from = ROOT) {
  /** @type {Passage[]} */
  const found = [];
  /** @type {Node[]} */
  let moves = [];
  for (let at = nodeAt(tree, from); at.children.length;) {
    const [next, ...others] = at.children.map((child) => nodeAt(tree, child));
    if (!next) break;
    moves.push(next);
    if (others.length) {
      found.push({ moves, variations: others.map((other) => variation(tree, other)) });
      moves = [];
    }
    at = next;
  }
  if (moves.length) found.push({ moves, variations: [] });
  return found;
}

/**
 * @param {Tree} tree
 * @param {Node} first
 * @returns {Passage[]}
 */
function variation(tree, first) {
  const [head, ...rest] = passages(tree, first.id);
  if (!head) return [{ moves: [first], variations: [] }];
  return [{ moves: [first, ...head.moves], variations: head.variations }, ...rest];
}
