import assert from "node:assert/strict";
import { test } from "node:test";

import {
  ago, capital, clockText, plural, sentence, short, signed, variantTitle,
} from "#static/common/format.js";
import { query } from "#static/common/api.js";
import { sideBelow } from "#static/common/player-bar.js";

test("clocks show minutes, hours, and tenths at the end", () => {
  assert.equal(clockText(247.9), "4:07");
  assert.equal(clockText(9.87), "0:09.8");
  assert.equal(clockText(10), "0:10");
  assert.equal(clockText(3725), "1:02:05");
  assert.equal(clockText(-3), "0:00.0");
});

test("numbers have signs, units and plurals", () => {
  assert.equal(signed(1.256), "+1.26");
  assert.equal(signed(-0.5), "−0.50");
  assert.equal(signed(-0.001), "0.00");
  assert.equal(signed(120.4, 0), "+120");
  assert.equal(short(999), "999");
  assert.equal(short(512_345), "512 k");
  assert.equal(short(3_440_000), "3.4 M");
  assert.equal(plural(1, "move"), "1 move");
  assert.equal(plural(0, "move"), "0 moves");
  assert.equal(plural(2, "inaccuracy", "inaccuracies"), "2 inaccuracies");
});

test("times are told from now", () => {
  const now = new Date("2026-01-31T12:00:00Z");
  assert.equal(ago("2026-01-31T11:59:50Z", now), "just now");
  assert.equal(ago("2026-01-31T11:59:00Z", now), "1 minute ago");
  assert.equal(ago("2026-01-31T09:00:00Z", now), "3 hours ago");
  assert.equal(ago("2026-01-28T12:00:00Z", now), "3 days ago");
});

test("variants have titles", () => {
  assert.equal(variantTitle("Kalah", "kalah"), "Kalah");
  assert.equal(variantTitle("Kalah", "kalah(houses=5,skip_origin=yes)"),
    "Kalah (houses: 5, skip origin: yes)");
  assert.equal(capital("south"), "South");
});

test("a query leaves out what is not there", () => {
  assert.equal(query({ game: "kalah(6,4)", start: null, moves: "", ply: 0 }),
    "?game=kalah%286%2C4%29&ply=0");
  assert.equal(query({ start: undefined }), "");
});

test("messages are sentences, and files keep their names", () => {
  assert.equal(sentence("it is not your turn"), "It is not your turn.");
  assert.equal(sentence("why?"), "Why?");
  assert.equal(sentence("nim.py, line 3: KeyError: 4"), "nim.py, line 3: KeyError: 4.");
});

test("the side at the bottom follows seats and flips", () => {
  const usual = { names: { first: "south", second: "north" } };
  const swapped = { names: { first: "north", second: "south" } };
  assert.deepEqual([sideBelow(usual, false), sideBelow(usual, true)], ["first", "second"]);
  assert.deepEqual([sideBelow(swapped, false), sideBelow(swapped, true)], ["second", "first"]);
  const colours = { names: { first: "white", second: "black" } };
  assert.deepEqual([sideBelow(colours, false), sideBelow(colours, true)], ["first", "second"]);
});
