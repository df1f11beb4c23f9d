import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, openedFrom, shareQuery } from "#static/analyse/address.js";
import { movesToNumber, read, written as writtenTree } from "#static/analyse/branches.js";
import { moveRows, rowNumbers } from "#static/analyse/tree-view.js";
import {
  ROOT, mainLine, movesTo, nodeAt, onMainLine, passages, treeOf, withComment, withMove,
  without,
} from "#static/analyse/tree.js";

/** @typedef {import("#static/analyse/tree.js").Passage} Passage */

/** @param {string} text moves such as `a` of the first side, `B` of the second */
function line(text) {
  return [...text].map((move) => (
    { move, side: /** @type {"first" | "second"} */ (/[a-z]/.test(move) ? "first" : "second") }));
}

/** @param {Passage[]} found @returns {string} */
function written(found) {
  return found.map(({ moves, variations }) => (
    moves.map(({ move }) => move).join("") + variations.map((each) => `(${written(each)})`).join("")
  )).join("");
}

test("a line is a tree in which everybody has one child", () => {
  const tree = treeOf(line("aBcD"));
  assert.deepEqual(mainLine(tree).map(({ move }) => move), ["a", "B", "c", "D"]);
  assert.deepEqual(mainLine(tree).map(({ ply }) => ply), [1, 2, 3, 4]);
  assert.deepEqual(movesTo(tree, 2), ["a", "B"]);
  assert.deepEqual(movesTo(tree, ROOT), []);
});

test("a known move is walked to, another one becomes a variation", () => {
  const tree = treeOf(line("aBc"));
  const again = withMove(tree, 1, { move: "B", side: "second" });
  assert.equal(again.tree, tree);
  assert.equal(again.at, 2);
  const other = withMove(tree, 1, { move: "X", side: "second" });
  assert.notEqual(other.tree, tree);
  assert.deepEqual(movesTo(other.tree, other.at), ["a", "X"]);
  assert.deepEqual(mainLine(other.tree).map(({ move }) => move), ["a", "B", "c"]);
  assert.equal(onMainLine(other.tree, other.at), false);
  assert.equal(onMainLine(other.tree, ROOT), true);
  assert.equal(tree.size, 4, "the tree before is not changed");
});

test("a tree is written and read back: branches of branches, and comments", () => {
  let { tree, at } = withMove(treeOf(line("aBcD")), 1, { move: "X", side: "second" });
  const variation = at;
  ({ tree, at } = withMove(tree, at, { move: "y", side: "first" }));
  ({ tree, at } = withMove(tree, variation, { move: "z", side: "first" }));
  ({ tree } = withMove(tree, 3, { move: "W", side: "second" }));
  tree = withComment(withComment(tree, at, "why not"), ROOT, "the start");
  const text = writtenTree(tree);
  assert.deepEqual(text.moves, ["a", "B", "c", "D"]);
  assert.deepEqual(text.branches, [
    { at: 1, moves: ["X", "y"] }, { at: 3, moves: ["W"] }, { at: 5, moves: ["z"] }]);
  assert.deepEqual(text.comments, { 0: "the start", 8: "why not" });
  assert.deepEqual(movesToNumber(text, 8), ["a", "X", "z"]);
  assert.equal(movesToNumber(text, 9), undefined);
  const again = read(line("aBcD"), text.branches.map(({ at: from, moves }) => (
    { at: from, moves: line(moves.join("")) })), text.comments);
  assert.deepEqual(writtenTree(again.tree), { ...text, ids: again.ids });
  assert.equal(written(passages(again.tree)), written(passages(tree)));

  const now = { game: "kalah(6,4)", start: null, tree, at, titles: { first: "Ann", second: "Bob" },
    opponent: "pvs:level=2", origin: "game/abc", study: "12" };
  const opened = openedFrom(new URLSearchParams(addressOf(now)));
  assert.deepEqual(opened, {
    id: null, game: "kalah(6,4)", start: null, moves: text.moves, branches: text.branches,
    comments: text.comments, titles: now.titles, opponent: now.opponent, origin: now.origin,
    study: "12", at: 8,
  });
});

test("an address may not lead anywhere else", () => {
  for (const from of ["https://elsewhere", "//elsewhere", "game/../x", "javascript:alert(1)"]) {
    assert.equal(openedFrom(new URLSearchParams({ from })).origin, null, from);
  }
});

test("a link that would be too long leaves out what is not the game, and says so", () => {
  const now = { game: "kalah(6,4)", start: null, at: 1, titles: null };
  const short = withComment(treeOf(line("aBc")), 1, "short");
  assert.equal(shareQuery({ ...now, tree: short }).whole, true);
  assert.match(shareQuery({ ...now, tree: short }).query, /comment=1/);
  const long = withComment(short, 1, "x".repeat(3000));
  assert.equal(shareQuery({ ...now, tree: long }).whole, false);
  assert.doesNotMatch(shareQuery({ ...now, tree: long }).query, /comment/);
});

test("removing a move removes what follows it", () => {
  const { tree, at } = withMove(treeOf(line("aBc")), 2, { move: "x", side: "first" });
  const cut = without(tree, 2);
  assert.deepEqual([...cut.keys()], [0, 1]);
  assert.deepEqual(nodeAt(cut, 1).children, []);
  assert.equal(without(tree, at).size, 4);
  assert.equal(without(tree, ROOT).size, 1);
  assert.throws(() => nodeAt(cut, at), /no move/);
});

test("the text of a tree has variations where they begin", () => {
  let tree = treeOf(line("aBcD"));
  const first = withMove(tree, 1, { move: "X", side: "second" });
  tree = withMove(first.tree, first.at, { move: "y", side: "first" }).tree;
  tree = withMove(tree, first.at, { move: "z", side: "first" }).tree;
  tree = withMove(tree, 3, { move: "W", side: "second" }).tree;
  assert.equal(written(passages(tree)), "aB(Xy(z))cD(W)");
});

test("rows are numbered through, also where a variation interrupts them", () => {
  // The first side moves twice, as in Kalah.
  const numbers = rowNumbers(mainLine(treeOf(line("abCdE"))));
  assert.deepEqual([...numbers.values()], ["1.", "1…", "1…", "2.", "2…"]);
});

test("rows of moves do not assume that sides alternate", () => {
  const sides = /** @type {("first" | "second")[]} */ (
    ["first", "first", "second", "second", "first", "second"]);
  const rows = moveRows(sides.map((side, index) => ({ side, index })));
  const counts = rows.map(({ first, second }) => [first.length, second.length]);
  assert.deepEqual(counts, [[2, 2], [1, 1]]);
  const late = moveRows([{ side: /** @type {const} */ ("second") }]);
  assert.deepEqual(late.map(({ first, second }) => [first.length, second.length]), [[0, 1]]);
});
