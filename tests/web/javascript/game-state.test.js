import assert from "node:assert/strict";
import { test } from "node:test";

import {
  BEGIN, nearSide, reduce, timeLeft,
} from "#static/game/game-state.js";

/** @param {number} ply @returns {any} */
const move = (ply) => ({ ply, move: String(ply), side: ply % 2 ? "first" : "second" });

/** @param {object} changes @returns {any} */
function message(changes) {
  const usual = {
    version: 1, from: 0, moves: [], you: ["first"], can: ["move", "resign"], clock: null,
  };
  return { type: "state", ...usual, ...changes, now: 1000 };
}

test("moves replace everything from an index on", () => {
  let state = reduce(BEGIN, message({ moves: [move(1), move(2)], version: 3 }));
  assert.equal(state.fresh, null, "what was played before is not shown happening");
  state = reduce(state, message({ from: 2, moves: [move(3)], version: 4 }));
  assert.deepEqual(state.game?.moves.map(({ ply }) => ply), [1, 2, 3]);
  assert.equal(state.fresh?.ply, 3);
  state = reduce(state, message({ from: 1, moves: [], version: 5 }));
  assert.deepEqual(state.game?.moves.map(({ ply }) => ply), [1]);
  assert.equal(state.fresh, null);
});

test("a gap asks for a new connection and keeps what is known", () => {
  const known = reduce(BEGIN, message({ moves: [move(1)] }));
  const state = reduce(known, message({ from: 3, moves: [move(4)] }));
  assert.equal(state.missed, true);
  assert.equal(state.game, known.game);
  assert.equal(reduce(state, message({ moves: [move(1)] })).missed, false);
});

test("a lost connection is lost until the server says how things stand", () => {
  const status = (/** @type {any} */ word) => (
    /** @type {const} */ ({ type: "connection", status: word }));
  let state = reduce(reduce(BEGIN, status("open")), message({}));
  state = reduce(state, status("lost"));
  for (const word of ["connecting", "lost", "connecting", "open"]) {
    state = reduce(state, status(word));
    assert.equal(state.connection, "lost", `a move would be lost while ${word}`);
  }
  assert.equal(reduce(state, message({})).connection, "open");
  assert.equal(reduce(state, status("gone")).connection, "gone");
});

test("a hint goes with the position that it was for", () => {
  let state = reduce(BEGIN, message({ version: 1 }));
  state = reduce(state, /** @type {any} */ ({ type: "hint", move: "3", why: "good" }));
  state = reduce(state, message({ version: 1 }));
  assert.equal(state.hint?.move, "3", "a clock's tick does not take it away");
  assert.equal(reduce(state, message({ version: 2 })).hint, null);
});

test("nobody is asked about resigning a game that is over", () => {
  const asked = reduce(reduce(BEGIN, message({})), { type: "resigning", on: true });
  assert.equal(asked.resigning, true);
  assert.equal(reduce(asked, message({ can: ["rematch"] })).resigning, false);
});

test("only the running clock loses time", () => {
  const clock = { initial: 60, increment: 0, first: 30, second: 40, running: "first" };
  const state = reduce(BEGIN, message({ clock }));
  assert.equal(timeLeft(state, "first", 3500), 27.5);
  assert.equal(timeLeft(state, "second", 3500), 40);
  assert.equal(timeLeft(BEGIN, "first", 0), null);
});

test("a board is seen from the visitor's side, if that is one", () => {
  assert.equal(nearSide(/** @type {any} */ ({ you: ["second"] })), "second");
  assert.equal(nearSide(/** @type {any} */ ({ you: ["first", "second"] })), "first");
  assert.equal(nearSide(/** @type {any} */ ({ you: [] })), "first");
});
