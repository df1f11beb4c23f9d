/**
 * A tree of moves as text: the main line, and each variation by the move after which it begins.
 * Moves are numbered as they stand there: those of the main line from 1, then those of each branch.
 */

import { ROOT, mainLine, nodeAt, treeOf, withComment, withMove } from "./tree.js";

/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @typedef {object} Branch
 * @property {number} at the number of the move before it, 0 for the start
 * @property {string[]} moves
 */

/**
 * @typedef {object} Written a tree as text
 * @property {string[]} moves
 * @property {Branch[]} branches
 * @property {Record<number, string>} comments by the number of their move
 */

/**
 * @param {Tree} tree
 * @returns {Written & {ids: number[]}} `ids` are the nodes in the order of their numbers
 */
export function written(tree) {
  const main = mainLine(tree);
  const ids = [ROOT, ...main.map(({ id }) => id)];
  /** @type {Branch[]} */
  const branches = [];
  // It grows as it is gone through: branches have branches of their own.
  for (const [number, id] of ids.entries()) {
    for (const child of nodeAt(tree, id).children.slice(1)) {
      const line = [nodeAt(tree, child), ...mainLine(tree, child)];
      branches.push({ at: number, moves: line.map(({ move }) => move ?? "") });
      ids.push(...line.map((node) => node.id));
    }
  }
  const comments = ids.map((id, number) => [number, nodeAt(tree, id).comment]);
  return {
    moves: main.map(({ move }) => move ?? ""), branches, ids,
    comments: Object.fromEntries(comments.filter(([, text]) => text)),
  };
}

/**
 * The tree of a text, once it is known who made the moves.
 * @param {{move: string, side: Side}[]} moves
 * @param {{at: number, moves: {move: string, side: Side}[]}[]} branches
 * @param {Record<number, string>} [comments]
 * @returns {{tree: Tree, ids: number[]}}
 */
export function read(moves, branches, comments = {}) {
  let tree = treeOf(moves);
  const ids = [...tree.keys()];
  for (const branch of branches) {
    let at = ids[branch.at] ?? ROOT;
    for (const move of branch.moves) {
      ({ tree, at } = withMove(tree, at, move));
      ids.push(at);
    }
  }
  for (const [number, text] of Object.entries(comments)) {
    const id = ids[Number(number)];
    if (id !== undefined) tree = withComment(tree, id, text);
  }
  return { tree, ids };
}

/**
 * The moves that lead to the one with a number; undefined if there is none.
 * @param {Pick<Written, "moves" | "branches">} text
 * @param {number} number
 * @returns {string[] | undefined}
 */
export function movesToNumber({ moves, branches }, number) {
  const paths = [/** @type {string[]} */ ([])];
  for (const move of moves) paths.push([...paths.at(-1) ?? [], move]);
  for (const branch of branches) {
    let path = paths[branch.at] ?? [];
    for (const move of branch.moves) {
      path = [...path, move];
      paths.push(path);
    }
  }
  return paths[number];
}
