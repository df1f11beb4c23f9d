import assert from "node:assert/strict";
import { test } from "node:test";

import { housesLayout, heap } from "#static/board/houses-layout.js";
import { gridLayout, neighbour } from "#static/board/layout.js";

/**
 * @param {number} columns
 * @param {number} rows
 * @param {boolean} [upright]
 */
function gridOf(columns, rows, upright = false) {
  const cells = Array.from({ length: columns * rows }, (_, index) => (
    { id: `${"abcdefg"[index % columns]}${Math.floor(index / columns) + 1}` }));
  return { columns, rows, cells, upright };
}

const SHAPES = [false, true].flatMap((flipped) => [false, true].map((tall) => ({ flipped, tall })));
const BOARDS = SHAPES.flatMap((shape) => [
  { name: `squares ${JSON.stringify(shape)}`, layout: gridLayout(gridOf(7, 7), shape) },
  { name: `columns ${JSON.stringify(shape)}`, layout: gridLayout(gridOf(7, 6), shape) },
  ...[1, 6, 12].map((houses) => (
    { name: `${houses} houses ${JSON.stringify(shape)}`, layout: housesLayout(houses, shape) })),
]);

for (const { name, layout } of BOARDS) {
  test(`places of ${name} lie apart, inside, and in reading order`, () => {
    const cells = layout.places.map(({ row, column }) => row * 100 + column);
    assert.deepEqual(cells, [...new Set(cells)].sort((one, other) => one - other));
    assert.equal(new Set(layout.places.map(({ id }) => id)).size, layout.places.length);
    for (const one of layout.places) {
      assert.ok(one.x - one.width / 2 >= 0 && one.x + one.width / 2 <= layout.width);
      assert.ok(one.y - one.height / 2 >= 0 && one.y + one.height / 2 <= layout.height);
      for (const other of layout.places) {
        if (one === other) continue;
        const apart = Math.abs(one.x - other.x) >= (one.width + other.width) / 2
          || Math.abs(one.y - other.y) >= (one.height + other.height) / 2;
        assert.ok(apart, `${one.id} covers ${other.id}`);
      }
    }
  });

  test(`arrow keys lead from anywhere to anywhere on ${name}`, () => {
    const start = layout.places[0];
    assert.ok(start);
    const reached = new Set([start]);
    for (const place of reached) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const next = neighbour(layout, place, key);
        if (next) reached.add(next);
      }
    }
    assert.equal(reached.size, layout.places.length);
  });
}

/**
 * @param {string} id
 * @param {import("#static/board/layout.js").Layout} layout
 */
function at(id, layout) {
  const place = layout.places.find((each) => each.id === id);
  assert.ok(place, id);
  return place;
}

test("south sows to the right towards its store, and n1 is opposite its last house", () => {
  const layout = housesLayout(6, { flipped: false, tall: false });
  assert.ok(at("s1", layout).x < at("s6", layout).x && at("s6", layout).x < at("south", layout).x);
  assert.equal(at("n1", layout).x, at("s6", layout).x);
  assert.ok(at("n1", layout).y < at("s6", layout).y);
});

test("on a tall board the near side's store is at the bottom, flipped or not", () => {
  const tall = housesLayout(6, { flipped: false, tall: true });
  assert.ok(at("south", tall).y > at("s6", tall).y && at("s6", tall).y > at("s1", tall).y);
  assert.ok(at("s1", tall).x < at("n6", tall).x);
  const flipped = housesLayout(6, { flipped: true, tall: true });
  assert.ok(at("north", flipped).y > at("n6", flipped).y);
});

test("flipping a square board turns it by half", () => {
  const layout = gridLayout(gridOf(7, 7), { flipped: true, tall: false });
  assert.equal(layout.places[0]?.id, "g7");
  assert.equal(layout.places.at(-1)?.id, "a1");
  const texts = layout.coordinates.map(({ text }) => text);
  assert.deepEqual([texts[0], texts[7]], ["g", "7"]);
});

test("Home and End lead along the row, and other keys nowhere", () => {
  const layout = gridLayout(gridOf(5, 5), { flipped: false, tall: false });
  const from = layout.places[7];
  const corner = layout.places[0];
  assert.ok(from && corner);
  assert.equal(neighbour(layout, from, "Home")?.id, "a2");
  assert.equal(neighbour(layout, from, "End")?.id, "e2");
  assert.equal(neighbour(layout, from, "x"), undefined);
  assert.equal(neighbour(layout, corner, "ArrowUp"), undefined);
});

test("a heap has as many seeds as asked for, centred, none on another", () => {
  for (const count of [0, 1, 4, 37, 91]) {
    const seeds = heap(count, 2.4);
    assert.equal(seeds.length, count);
    for (const axis of /** @type {const} */ (["x", "y"])) {
      const mean = seeds.reduce((sum, seed) => sum + seed[axis], 0) / Math.max(1, count);
      assert.ok(Math.abs(mean) < 1e-9);
    }
    seeds.forEach((one, index) => seeds.slice(0, index).forEach((other) => {
      assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 0.99);
    }));
  }
});

test("a flipped grid is turned by half, an upright one never", () => {
  const [plain, flipped] = [false, true].map((each) => (
    gridLayout(gridOf(7, 6), { flipped: each, tall: false })));
  assert.ok(plain && flipped);
  assert.equal(at("a1", flipped).x, at("g6", plain).x);
  assert.equal(at("a1", flipped).y, at("g6", plain).y);
  assert.equal(flipped.coordinates[0]?.text, "g");
  const upright = gridLayout(gridOf(7, 6, true), { flipped: true, tall: false });
  assert.deepEqual(upright.places, plain.places);
  assert.equal(upright.coordinates.map(({ text }) => text).join(""), "1234567");
});
