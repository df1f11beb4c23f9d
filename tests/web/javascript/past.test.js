import assert from "node:assert/strict";
import { test } from "node:test";

import { BEGIN, reduce, shown } from "#static/game/game-state.js";
import { placeText } from "#static/common/format.js";
import { stepFrom, treeOf, withMove } from "#static/analyse/tree.js";

/** @param {string} moves @returns {any[]} */
const line = (moves) => [...moves].map((move, index) => (
  { ply: index + 1, move, side: index % 2 ? "second" : "first" }));

/** @param {number} version @param {number} from @param {string} moves @returns {any} */
const message = (version, from, moves) => ({
  type: "state", now: 0, version, from, moves: line(moves), position: `after ${version}`, can: [],
});

/** @param {number} ply @returns {any} */
const past = (ply) => ({ type: "past", ply, seen: { position: `past ${ply}`, last: null } });

test("what comes in does not end a look at the past", () => {
  let state = reduce(reduce(BEGIN, message(3, 0, "abc")), past(1));
  assert.equal(shown(state)?.position, "past 1");
  state = reduce(state, message(4, 3, "d"));
  assert.equal(state.past, 1);
  assert.equal(state.fresh?.move, "d", "it is told all the same");
  state = reduce(state, message(4, 0, "abcd"));
  assert.equal(state.past, 1, "nor does a new connection");
  state = reduce(state, { type: "present" });
  assert.deepEqual([shown(state)?.position, shown(state)?.ply], ["after 4", 4]);
});

test("what is taken back is no past of this game", () => {
  let state = reduce(reduce(reduce(BEGIN, message(3, 0, "abc")), past(1)), past(2));
  state = reduce(state, message(4, 1, ""));
  assert.equal(state.past, null);
  assert.deepEqual([...state.seen.keys()], [1], "another second move leads to another position");
  assert.equal(reduce(reduce(state, past(0)), message(5, 1, "x")).past, 0);
});

test("nothing is shown of a game that is not there yet", () => {
  assert.equal(shown(BEGIN), null);
});

test("steps lead along the line, and stay where they lead nowhere", () => {
  const { tree } = withMove(treeOf(line("abc")), 1, { move: "x", side: "second" });
  const steps = /** @type {const} */ (["first", "back", "on", "last"]);
  assert.deepEqual(steps.map((step) => stepFrom(tree, 2, step)), [0, 1, 3, 3]);
  assert.deepEqual(steps.map((step) => stepFrom(tree, 0, step)), [0, 0, 1, 3]);
  assert.deepEqual(steps.map((step) => stepFrom(tree, 4, step)), [0, 1, 4, 4]);
});

test("a place in a game has words", () => {
  assert.equal(placeText(0), "Start position.");
  assert.equal(placeText(3, { announce: "South plays 3." }), "Move 3. South plays 3.");
});
