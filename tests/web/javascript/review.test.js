import assert from "node:assert/strict";
import { test } from "node:test";

import { arrowPath } from "#static/board/marks.js";
import { mistakesOf } from "#static/analyse/grades.js";
import { areaPath, plyAt, plyX } from "#static/analyse/graph.js";
import {
  answered, asksStill, beginLesson, lessonText, nextQuestion,
} from "#static/analyse/lesson.js";
import { bestMarks, scoreOf } from "#static/analyse/lines-view.js";
import { legend, scoreLine, shortScore } from "#static/analyse/score-text.js";

/**
 * @param {number} ply
 * @param {"first" | "second"} side
 * @param {string} grade
 * @returns {any}
 */
const graded = (ply, side, grade) => ({
  ply, move: { move: `m${ply}`, side, name: "south", grade, best: "b",
    best_line: ["b", "c"], why: "After b all is well." },
});

test("mistakes are those of one side, in order", () => {
  const all = [graded(5, "first", "blunder"), graded(1, "first", "mistake"),
    graded(2, "second", "mistake"), graded(3, "first", "good"), { ply: 0, move: null }];
  assert.deepEqual(mistakesOf(/** @type {any} */ (all), "first").map(({ ply }) => ply), [1, 5]);
});

test("a lesson asks, tries again, and ends", () => {
  let lesson = beginLesson("first", [graded(1, "first", "mistake"), graded(5, "first", "blunder")]);
  assert.match(lessonText(lesson), /South played m1: a mistake/);
  assert.equal(asksStill(lesson), true);
  lesson = answered(lesson, "x", "inaccuracy");
  assert.match(lessonText(lesson), /x is an inaccuracy. Try again./);
  assert.equal(asksStill(lesson), true);
  lesson = answered(lesson, "b", "best");
  assert.equal(asksStill(lesson), false);
  assert.equal(lesson.found, 1);
  const next = nextQuestion(lesson);
  assert.ok(next);
  assert.equal(next.index, 1);
  assert.equal(next.stage, "asking");
  assert.match(lessonText({ ...next, stage: "shown" }), /Better: b \(then c\)/);
  assert.equal(nextQuestion(next), null);
  assert.equal(asksStill(null), false);
});

test("the curve begins and ends on the ground", () => {
  const points = [{ ply: 0, chance: 0.5, grade: null }, { ply: 2, chance: 1, grade: null }];
  assert.equal(areaPath(points, 2), "M0 120L0 60L600 0L600 120Z");
  assert.equal(areaPath([], 2), "");
  assert.equal(plyX(0, 0), 0);
});

test("a click on the curve finds the closest move", () => {
  assert.equal(plyAt(0.5, 10), 5);
  assert.equal(plyAt(-1, 10), 0);
  assert.equal(plyAt(2, 10), 10);
});

test("an arrow ends before the middle of its square", () => {
  const path = arrowPath({ x: 0, y: 0 }, { x: 100, y: 0 });
  assert.ok(path.includes("92 0"), path);
});

/** @type {any} */
const POSITION = {
  over: false, status: "south to move",
  legal: [{ move: "a", to: "s1", label: "" }, { move: "b", from: "d4", to: "e4", label: "" },
    { move: "swap", label: "" }],
};

test("marks are for moves with cells, the best on top", () => {
  const lines = ["swap", "b", "a"].map((move) => ({ move, moves: [move], score: null }));
  assert.deepEqual(bestMarks(/** @type {any} */ ({ lines }), POSITION), [
    { cells: ["s1"], text: "3", style: "best-3" },
    { cells: ["d4", "e4"], text: "2", style: "best-2" },
  ]);
  assert.deepEqual(bestMarks(null, POSITION), []);
});

test("a game that is over is scored by its result", () => {
  const over = { ...POSITION, over: true, winner: "second", margin: -4, status: "north won" };
  assert.equal(scoreOf(over, undefined)?.chance, 0);
  assert.equal(scoreOf({ ...over, winner: null }, undefined)?.chance, 0.5);
  assert.deepEqual(scoreOf(over, undefined)?.chances, { win: 0, draw: 0, loss: 1 });
  assert.equal(scoreOf(POSITION, undefined), null);
});

test("scores fit into the bar", () => {
  const chances = { win: 0.2, draw: 0.1, loss: 0.7 };
  const score = /** @type {any} */ ({ proven: null, chances });
  assert.equal(shortScore({ ...score, margin: -1.25 }), "1.3");
  assert.equal(shortScore({ ...score, margin: 12.02 }), "12");
  assert.equal(shortScore({ ...score, margin: 0 }), "0");
  assert.equal(shortScore({ ...score, margin: null }), "70%");
  assert.equal(shortScore({ ...score, margin: null, proven: { winner: "first" } }), "win");
});

test("a line has a chance and a margin; what they mean is said once", () => {
  /** @type {any} */
  const score = { margin: 3.24, chances: { win: 0.71, draw: 0.12, loss: 0.17 }, proven: null,
    bound: "exact", text: "" };
  assert.equal(scoreLine(score), "71 % (draw 12 %) · +3.2");
  assert.equal(scoreLine({ ...score, margin: null, bound: "lower" }), "≥ 71 % (draw 12 %)");
  assert.equal(scoreLine({ ...score, text: "south wins by 8", proven: {} }), "South wins by 8");
  const position = { names: { first: "south", second: "north" }, margin_unit: "seeds" };
  assert.equal(legend(position, true), "For South: chance to win · expected final margin in seeds");
  assert.equal(legend(position, false), "For South: chance to win");
});
