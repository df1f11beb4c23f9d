import assert from "node:assert/strict";
import { test } from "node:test";

import { gamesIn, openedFromRecord, studyText } from "#static/analyse/study-file.js";
import { written } from "#static/analyse/branches.js";
import { treeOf, withComment, withMove } from "#static/analyse/tree.js";

/** Headers and moves, much as the server reads them. @param {string} text */
function recordOf(text) {
  const [head = "", moves = ""] = text.split("\n\n");
  const headers = Object.fromEntries(head.split("\n").map((line) => line.split(/:(.*)/s, 2))
    .map(([key, value]) => [key, value?.trim().replace(/\s+/g, " ")]));
  const { Game: game = "", Start: start = null, ...others } = headers;
  return { game, start, moves: moves.trim().split(" "), headers: others, result: null };
}

test("a study is a record with all that was said and tried", () => {
  const side = /** @type {const} */ ("first");
  let { tree } = withMove(treeOf([{ move: "c3", side }, { move: "d4", side }]), 1,
    { move: "e5", side });
  tree = withComment(withComment(tree, 0, "Two lines:\n\\n is no line"), 3, "a # b: c");
  const titles = { first: "Ann", second: "Bob" };
  const text = studyText({ game: "squatter(6)", start: null, titles, tree }, "My study");
  const opened = openedFromRecord(recordOf(text));
  assert.deepEqual(opened, {
    game: "squatter(6)", start: null, name: "My study", titles, moves: ["c3", "d4"],
    branches: [{ at: 1, moves: ["e5"] }], comments: written(tree).comments,
  });
});

test("the games of a file are listed, each with its own text", () => {
  const file = "# all\r\nGame: kalah(6,4)\r\nFirst: Ann\r\nSecond: Bob\r\nResult: first +8\r\n\r\n"
    + "3 6 2\r\n1\r\n\r\nGame: squatter(6)\r\n\r\n# none yet\r\n";
  const games = gamesIn(file);
  assert.deepEqual(games.map(({ about }) => about), [
    "1. Ann – Bob · kalah(6,4) · first +8 · 4 moves", "2. squatter(6) · 0 moves"]);
  assert.match(games[1]?.text ?? "", /^Game: squatter\(6\)\n/);
  assert.deepEqual(gamesIn("3 6 2"), []);
});
