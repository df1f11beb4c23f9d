/**
 * What lies on square boards. White pieces are round and Black's are square tiles, so that shape
 * tells them apart as well as shade; stones that fall are all round, and Yellow's have a hole.
 */

import { s } from "../common/dom.js";
import { CELL } from "./layout.js";

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("../common/types.js").Colour} Colour */

/**
 * @param {Colour} colour
 * @param {Point} at
 * @param {{dead?: boolean, line?: boolean}} [how] a dead piece stands in enemy territory: smaller,
 *   and crossed out; one in a winning line is marked
 * @returns {SVGElement}
 */
export function piece(colour, at, { dead = false, line = false } = {}) {
  const radius = CELL * (dead ? 0.25 : 0.37);
  const shapes = [1, 0.62].map((part, index) => (
    shape(colour, at, radius * part, index === 0 ? "piece-body" : "piece-ring")));
  const cross = dead && s("path", { class: "piece-cross", d: crossPath(at, radius * 0.5) });
  const mark = line && s("circle", { class: "piece-line", cx: at.x, cy: at.y, r: radius * 1.14 });
  const names = ["piece", colour, dead && "dead"].filter(Boolean).join(" ");
  return s("g", { class: names }, ...shapes, cross, mark);
}

/**
 * @param {Colour} colour
 * @param {Point} at
 * @param {number} radius
 * @param {string} name
 */
function shape(colour, { x, y }, radius, name) {
  if (colour !== "black") return s("circle", { class: name, cx: x, cy: y, r: radius });
  const half = radius * 0.92;
  return s("rect", {
    class: name, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: half * 0.42,
  });
}

/**
 * @param {Point} at
 * @param {number} arm
 */
export function crossPath({ x, y }, arm) {
  const span = 2 * arm;
  return `M${x - arm} ${y - arm}l${span} ${span}M${x - arm} ${y + arm}l${span} ${-span}`;
}

/**
 * The square under a cell.
 * @param {import("./layout.js").Place} place
 * @param {string} name
 */
export function square(place, name) {
  return s("rect", {
    class: name, x: place.x - place.width / 2, y: place.y - place.height / 2,
    width: place.width, height: place.height,
  });
}
