import assert from "node:assert/strict";
import { test } from "node:test";

import { openedFrom } from "#static/analyse/address.js";
import { gameName, needsToken, newGame } from "#static/start/new-game.js";
import { applied, boardOf, setupOf, setupRequest } from "#static/editor/setup.js";
import { speedOf } from "#static/game/watch.js";

/** @type {any} */
const FAMILY = {
  name: "kalah",
  parameters: [{ name: "houses", default: "6" }, { name: "swap", default: "no" }],
  presets: [{ game: "kalah(6,4)", title: "", values: { houses: "6", swap: "no" } }],
};

/** @type {import("#static/start/new-game.js").Choice} */
const CHOICE = {
  game: "kalah(6,4)", mode: "computer", opponent: "pvs:level=3", side: "first",
  watched: ["random", "greedy"], clock: "",
};

test("a game's name holds the parameters that are not as usual", () => {
  assert.equal(gameName(FAMILY, { houses: "6", swap: "no" }), "kalah(6,4)");
  assert.equal(gameName({ ...FAMILY, presets: [] }, { houses: "6" }), "kalah");
  assert.equal(gameName(FAMILY, { houses: "7", swap: "yes" }), "kalah(houses=7,swap=yes)");
});

test("the form becomes a request", () => {
  assert.deepEqual(newGame(CHOICE),
    { game: "kalah(6,4)", first: "human", second: "pvs:level=3", clock: null });
  assert.deepEqual(newGame({ ...CHOICE, side: "second", clock: "300+5" }), {
    game: "kalah(6,4)", first: "pvs:level=3", second: "human",
    clock: { initial: 300, increment: 5 },
  });
  assert.equal(newGame({ ...CHOICE, mode: "friend" }).second, "human");
  assert.equal(newGame({ ...CHOICE, mode: "watch" }).first, "random");
});

test("players that run a program need a token", () => {
  assert.equal(needsToken(" file:agent.py", ["file", "ugi"]), true);
  assert.equal(needsToken("pvs:level=3", ["file", "ugi"]), false);
});

test("the address says what to analyse", () => {
  const opened = openedFrom(new URLSearchParams("game=squatter(6)&moves=c3,d4&ply=1"));
  assert.deepEqual([opened.game, opened.moves, opened.at], ["squatter(6)", ["c3", "d4"], 1]);
  assert.equal(openedFrom(new URLSearchParams("id=abc&ply=x")).at, undefined);
});

test("the slider has a step for every pause", () => {
  assert.equal(speedOf(10), 0);
  assert.equal(speedOf(0), 7);
  assert.equal(speedOf(0.9), speedOf(1));
});

/** @type {any} */
const GRID = {
  game: "squatter(3)", turn: "second", names: { first: "white", second: "black" },
  board: {
    kind: "grid", columns: 1, rows: 2,
    cells: [{ id: "a1", state: "free", piece: "white", label: "" },
      { id: "a2", state: "land", owner: "white", label: "" }],
  },
};

test("a setup holds what lies on the board, and a tool changes it", () => {
  const setup = setupOf(GRID);
  assert.deepEqual(setup.cells, { a1: "white" });
  assert.equal(setup.turn, "black");
  assert.deepEqual(applied(setup, "a2", "black").cells, { a1: "white", a2: "black" });
  assert.deepEqual(applied(setup, "a1", "white").cells, {}, "the same piece is taken away");
  assert.deepEqual(applied(setup, "a1", "empty").cells, {});
  assert.deepEqual(
    setupRequest(setup), { game: "squatter(3)", cells: { a1: "white" }, turn: "black" });
  assert.deepEqual(setupRequest({ ...setup, phase: "moving", turns: 3 }),
    { game: "squatter(3)", cells: { a1: "white" }, phase: "moving", turns: 3 });
});

test("seeds are added, taken and emptied, never below none", () => {
  /** @type {import("#static/editor/setup.js").Setup} */
  const setup = { game: "kalah", turn: "south", cells: { s1: 1 }, phase: "", turns: null };
  assert.deepEqual(applied(setup, "s1", "add").cells, { s1: 2 });
  assert.deepEqual(applied(setup, "s1", "take").cells, {});
  assert.deepEqual(applied(setup, "s2", "take").cells, { s1: 1 });
  assert.deepEqual(applied(setup, "s1", "empty").cells, {});
});

test("an unchecked setup is drawn without land", () => {
  const drawn = boardOf({ ...setupOf(GRID), cells: { a2: "black" } }, GRID.board);
  assert.deepEqual(drawn.cells, [
    { id: "a1", state: "free", label: "a1, empty" },
    { id: "a2", state: "free", piece: "black", label: "a2, black piece" },
  ]);
});
