import assert from "node:assert/strict";
import { test } from "node:test";

import { applyEvent, cellsOfMove } from "#static/board/events.js";

/** @typedef {import("#static/common/types.js").HousesBoard} HousesBoard */
/** @typedef {import("#static/common/types.js").GridBoard} GridBoard */
/** @typedef {import("#static/common/types.js").BoardEvent} BoardEvent */

/** @type {HousesBoard} */
const HOUSES = {
  kind: "houses", houses: 2,
  cells: ["s1", "s2", "n1", "n2"].map((id) => (
    { id, seat: id.startsWith("s") ? "south" : "north", seeds: 2, label: id })),
  stores: [{ id: "south", seat: "south", seeds: 0, label: "" },
    { id: "north", seat: "north", seeds: 0, label: "" }],
};

/** @type {GridBoard} */
const GRID = {
  kind: "grid", columns: 2, rows: 2,
  cells: ["a1", "b1", "a2", "b2"].map((id) => ({ id, state: "free", label: id })),
};

/** @param {...BoardEvent} events */
function seedsAfter(...events) {
  const board = /** @type {HousesBoard} */ (events.reduce(applyEvent, HOUSES));
  return Object.fromEntries([...board.cells, ...board.stores].map(({ id, seeds }) => [id, seeds]));
}

/** @param {...BoardEvent} events */
function squaresAfter(...events) {
  const board = /** @type {GridBoard} */ (events.reduce(applyEvent, GRID));
  return Object.fromEntries(board.cells.map(({ id, label: _label, ...rest }) => [id, rest]));
}

test("seeds are lifted, sown one by one, and taken", () => {
  assert.deepEqual(
    seedsAfter({ type: "lift", at: "s1", seeds: 2 }, { type: "sowing", path: ["s2", "south"] }),
    { s1: 0, s2: 3, n1: 2, n2: 2, south: 1, north: 0 });
  assert.deepEqual(
    seedsAfter({
      type: "capture", last: "s2", cells: ["s2", "n1"], store: "south", seeds: 4,
    }),
    { s1: 2, s2: 0, n1: 0, n2: 2, south: 4, north: 0 });
});

test("a lap around the board sows a house twice", () => {
  assert.equal(seedsAfter({ type: "sowing", path: ["s1", "s2", "s1"] }).s1, 4);
});

test("enclosed enemies die, own pieces do not, and land changes its owner", () => {
  const placed = /** @type {BoardEvent[]} */ ([
    { type: "placement", at: "a1", side: "white" }, { type: "placement", at: "b1", side: "black" },
    { type: "enclosure", side: "white", loop: [], cells: ["a1", "b1", "a2"], recaptured: [] },
  ]);
  assert.deepEqual(squaresAfter(...placed), {
    a1: { state: "land", piece: "white", owner: "white" },
    b1: { state: "land", piece: "black", owner: "white", dead: true },
    a2: { state: "land", owner: "white" },
    b2: { state: "free" },
  });
  const back = squaresAfter(...placed, {
    type: "enclosure", side: "black", loop: [], cells: ["b1"], recaptured: ["b1"],
  });
  assert.deepEqual(back.b1, { state: "land", piece: "black", owner: "black" });
});

test("pieces step, are eliminated, and go with the ring", () => {
  const stepped = /** @type {BoardEvent[]} */ ([
    { type: "placement", at: "a1", side: "white" },
    { type: "step", start: "a1", to: "b2", side: "white", over: "b1" },
  ]);
  assert.deepEqual(squaresAfter(...stepped).b2, { state: "free", piece: "white" });
  assert.deepEqual(squaresAfter(...stepped).a1, { state: "free" });
  const eliminated = squaresAfter(
    ...stepped, { type: "elimination", at: "b2", side: "white", by: [] });
  assert.deepEqual(eliminated.b2, { state: "free" });
  const shrunk = squaresAfter(...stepped,
    { type: "shrink", cells: ["a1", "b2"], pieces: ["b2"] },
    { type: "corner", at: "b1", lost: null });
  assert.deepEqual(shrunk.b2, { state: "gone" });
  assert.deepEqual(shrunk.b1, { state: "corner" });
});

test("what changes nothing on the board leaves it as it is", () => {
  for (const event of /** @type {BoardEvent[]} */ ([
    { type: "swap" }, { type: "pass", side: "white" }, { type: "extra-turn", side: "south" },
    { type: "phase", phase: "moving" },
  ])) {
    assert.equal(applyEvent(HOUSES, event), HOUSES);
    assert.equal(applyEvent(GRID, event), GRID);
  }
});

test("a move is remembered by where it began and ended", () => {
  assert.deepEqual(cellsOfMove([{ type: "lift", at: "s3", seeds: 4 }]), ["s3"]);
  assert.deepEqual(
    cellsOfMove([{ type: "step", start: "a1", to: "b1", side: "white", over: null }]),
    ["a1", "b1"]);
  assert.deepEqual(cellsOfMove([{ type: "swap" }]), []);
  assert.deepEqual(cellsOfMove(), []);
});
