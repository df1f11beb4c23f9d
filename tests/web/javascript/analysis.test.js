import assert from "node:assert/strict";
import { test } from "node:test";

import { heatNote } from "#static/analyse/heat-note.js";

const HEAT = [
  { move: "1", cell: "s1", gain: 0.5 }, { move: "2", cell: "s2", gain: 2 },
  { move: "3", cell: "s3", gain: 2 },
];

test("the heat map says where the search disagrees, and only there", () => {
  assert.match(heatNote(HEAT, "1", "house {}"), /prefers house 2, .*house 1 better/);
  for (const best of ["2", "3", undefined]) {
    assert.doesNotMatch(heatNote(HEAT, best, "house {}"), /prefers/);
  }
  assert.doesNotMatch(heatNote([], "1", "{}"), /prefers/);
});
