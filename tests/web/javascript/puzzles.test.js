/** Which puzzle comes next, and what the browser remembers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  NO_PROGRESS, dailyNumber, dayOf, nextNumber, readProgress, streak, withSolved,
} from "../../../src/plyground/web/static/puzzles/choose.js";

/** @param {number} difficulty */
function puzzle(difficulty) {
  return {
    position: null, moves: [], solution: "1", line: ["1"], goal: /** @type {const} */ ("win"),
    difficulty,
  };
}

test("the puzzle of the day is the same all day, and all come before one comes again", () => {
  for (const count of [1, 7, 500, 510]) {
    const seen = new Set();
    for (let day = 0; day < count; day += 1) {
      const name = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
      const number = dailyNumber(name, count);
      assert.ok(number >= 1 && number <= count);
      assert.equal(number, dailyNumber(name, count));
      seen.add(number);
    }
    assert.equal(seen.size, count);
  }
});

test("the day is that of the visitor", () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

test("the next puzzle is near the level, and was not solved", () => {
  const puzzles = [1, 3, 5, 9].map(puzzle);
  assert.equal(nextNumber(puzzles, NO_PROGRESS, "x"), 2);
  assert.equal(nextNumber(puzzles, NO_PROGRESS, "x", 2), 1);
  const solved = { ...NO_PROGRESS, solved: { x: [2, 1] }, level: { x: 4.8 } };
  assert.equal(nextNumber(puzzles, solved, "x"), 3);
  assert.equal(nextNumber(puzzles, { ...solved, solved: { x: [1, 2, 3, 4] } }, "x", 4), 1);
});

test("solving without help makes the next one harder, with help easier", () => {
  const done = { game: "x", number: 3, clean: true, day: null };
  const up = withSolved(NO_PROGRESS, done);
  assert.deepEqual(up.solved, { x: [3] });
  assert.ok((up.level.x ?? 0) > 2.5);
  assert.ok((withSolved(NO_PROGRESS, { ...done, clean: false }).level.x ?? 9) < 2.5);
  assert.deepEqual(withSolved(up, done).level, up.level);
});

test("days in a row count up to today or yesterday", () => {
  assert.equal(streak([], "2026-03-01"), 0);
  assert.equal(streak(["2026-02-27", "2026-02-28"], "2026-03-01"), 2);
  assert.equal(streak(["2026-02-27", "2026-02-28", "2026-03-01"], "2026-03-01"), 3);
  assert.equal(streak(["2026-02-26"], "2026-03-01"), 0);
});

test("what was not stored by us is no progress", () => {
  for (const text of [null, "", "[]", "{", '{"solved": {}}']) {
    assert.deepEqual(readProgress(text), NO_PROGRESS);
  }
  const kept = withSolved(NO_PROGRESS, { game: "x", number: 1, clean: true, day: "2026-01-01" });
  assert.deepEqual(readProgress(JSON.stringify(kept)), kept);
});
