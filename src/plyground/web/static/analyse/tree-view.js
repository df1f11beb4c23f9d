/** The list of moves, with variations and grades. Tab leads to the current move only. */

import { h } from "../common/dom.js";
import { GRADES } from "./grades.js";
import { ROOT, mainLine, nodeAt, passages } from "./tree.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Passage} Passage */
/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("./grades.js").Graded} Graded */

/**
 * @typedef {object} Moves what the list shows
 * @property {Tree} tree
 * @property {number} at
 * @property {ReadonlyMap<number, Graded>} graded
 */

/**
 * @param {HTMLElement} list
 * @param {Moves} moves
 * @param {(id: number) => void} onGo
 */
export function renderTree(list, { tree, at, graded }, onGo) {
  const focused = list.contains(document.activeElement);
  const button = (/** @type {Node} */ node) => moveButton(node, node.id === at, graded, onGo);
  const numbers = rowNumbers(mainLine(tree));
  const rows = passages(tree).flatMap((passage) => [
    ...moveRows(withSides(passage.moves)).flatMap((row) => [
      h("li", { class: "tree-row" },
        h("span", { class: "row-number" }, numbers.get([...row.first, ...row.second][0]?.id)),
        ...(/** @type {const} */ (["first", "second"])).map((side) => (
          h("span", { class: "moves-of" }, ...row[side].map(button))))),
      ...commentRows([...row.first, ...row.second]),
    ]),
    ...passage.variations.map((line) => variationRow(line, button)),
  ]);
  list.replaceChildren(...commentRows([nodeAt(tree, ROOT)]), ...rows);
  // Before the first move, Tab leads to that one.
  const near = list.querySelector("[aria-current]") ?? list.querySelector("button");
  if (!(near instanceof HTMLElement)) return;
  near.setAttribute("tabindex", "0");
  list.scrollTop = near.offsetTop - list.clientHeight / 2;
  if (focused) near.focus({ preventScroll: true });
}

/**
 * What was said about some moves, each below its row.
 * @param {Node[]} nodes
 */
function commentRows(nodes) {
  return nodes.filter(({ comment }) => comment)
    .map(({ comment }) => h("li", { class: "comment" }, comment));
}

/**
 * What stands before a row that begins with a move: `3.`, or `3…` in the middle of a row.
 * @param {Node[]} line
 * @returns {Map<number | undefined, string>}
 */
export function rowNumbers(line) {
  return new Map(moveRows(withSides(line)).flatMap((row, index) => (
    [...row.first, ...row.second].map(({ id }, place) => (
      [id, `${index + 1}${place === 0 ? "." : "…"}`])))));
}

/**
 * Rows of a move list: what the first side did, and what the second answered. Sides need not
 * alternate, so each may have done several things, or nothing yet.
 * @template {{side: Side}} Move
 * @param {Move[]} moves
 * @returns {Record<Side, Move[]>[]}
 */
export function moveRows(moves) {
  /** @type {Record<Side, Move[]>[]} */
  const rows = [];
  for (const move of moves) {
    const row = rows.at(-1);
    if (!row || (move.side === "first" && row.second.length)) rows.push(rowOf(move));
    else row[move.side].push(move);
  }
  return rows;
}

/**
 * @template {{side: Side}} Move
 * @param {Move} move
 * @returns {Record<Side, Move[]>}
 */
function rowOf(move) {
  return move.side === "first" ? { first: [move], second: [] } : { first: [], second: [move] };
}

/**
 * @param {Node[]} nodes
 * @returns {(Node & {side: Side})[]}
 */
function withSides(nodes) {
  return nodes.map((node) => ({ ...node, side: node.side ?? "first" }));
}

/**
 * @param {Passage[]} line
 * @param {(node: Node) => HTMLElement} button
 * @returns {HTMLElement}
 */
function variationRow(line, button) {
  return h("li", { class: "variation" }, ...line.flatMap(({ moves, variations }) => [
    h("span", { class: "moves-of" }, ...moves.flatMap((node) => [
      button(node), node.comment && h("span", { class: "comment" }, node.comment)])),
    variations.length > 0 && h("ol", { class: "variations" },
      ...variations.map((each) => variationRow(each, button))),
  ]));
}

/**
 * @param {Node} node
 * @param {boolean} current
 * @param {ReadonlyMap<number, Graded>} graded
 * @param {(id: number) => void} onGo
 */
function moveButton(node, current, graded, onGo) {
  const grade = graded.get(node.id)?.move?.grade;
  const about = grade ? GRADES[grade] : undefined;
  return h("button", {
    type: "button", class: `move${current ? " current" : ""}`, tabindex: current ? "0" : "-1",
    "aria-current": current ? "true" : null, onclick: () => onGo(node.id),
  }, node.move,
  about && about.sign && h("span", { class: `grade ${grade}`, "aria-hidden": "true" }, about.sign),
  about && h("span", { class: "visually-hidden" }, `, ${about.name}`));
}
