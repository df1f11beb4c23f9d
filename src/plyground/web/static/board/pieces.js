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
 * A piece that the author of a game describes.
 * @param {import("../common/types.js").DrawnPiece} piece
 * @param {import("./layout.js").Place} place
 * @param {boolean} [marked]
 */
export function drawnPiece({ colour, shape: form, text }, place, marked = false) {
  const { x, y, width, height } = place;
  const radius = 0.37 * Math.min(width, height);
  const mark = marked && s("circle", { class: "piece-line", cx: x, cy: y, r: radius * 1.2 });
  const words = text && s("text", {
    class: "piece-text", x, y, "font-size": radius * (text.length > 1 ? 0.8 : 1.1) }, text);
  return s("g", { class: `piece ${colour} ${form}` },
    ...formed(form, place, radius), words, mark);
}

/**
 * @param {string} form
 * @param {import("./layout.js").Place} place
 * @param {number} radius
 * @returns {SVGElement[]}
 */
function formed(form, { x, y, width, height }, radius) {
  const at = { x, y };
  switch (form) {
    case "ring": return [s("circle", {
      class: "piece-stroke", cx: x, cy: y, r: radius * 0.86, "stroke-width": radius * 0.3 })];
    case "cross": return [s("path", {
      class: "piece-stroke", d: crossPath(at, radius * 0.8), "stroke-width": radius * 0.3 })];
    case "up":
    case "down": return [s("polygon", {
      class: "piece-body", points: triangle(at, radius * 1.1, form === "down" ? 1 : -1) })];
    case "bar": {
      const [long, wide] = [0.88 * Math.max(width, height), 0.5 * Math.min(width, height)];
      const [across, down] = width >= height ? [long, wide] : [wide, long];
      return [s("rect", {
        class: "piece-body", x: x - across / 2, y: y - down / 2, width: across, height: down,
        rx: wide / 2 })];
    }
    default: return [1, 0.62].map((part, index) => shape(form === "tile" ? "black" : "white", at,
      radius * part, index === 0 ? "piece-body" : "piece-ring"));
  }
}

/**
 * @param {Point} at
 * @param {number} radius
 * @param {number} way 1 for a corner below
 */
function triangle({ x, y }, radius, way) {
  return [0, 1, 2].map((corner) => {
    const angle = (way * Math.PI) / 2 + (corner * 2 * Math.PI) / 3;
    return `${x + radius * Math.cos(angle)},${y + radius * (Math.sin(angle) - 0.2 * way)}`;
  }).join(" ");
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
 * The outline of a cell, some way inside it.
 * @param {import("./layout.js").Place} place
 * @param {Record<string, string>} about
 * @param {number} inset
 * @param {number} round of the corners of a square
 */
export function outline({ x, y, width, height, shape: form }, about, inset, round) {
  const [across, down] = [width - 2 * inset, height - 2 * inset];
  if (form === "hexagon") {
    const corners = [[0, -0.5], [0.5, -0.25], [0.5, 0.25], [0, 0.5], [-0.5, 0.25], [-0.5, -0.25]];
    const points = corners.map(([right = 0, below = 0]) => (
      `${x + right * across},${y + below * down}`));
    return s("polygon", { ...about, points: points.join(" ") });
  }
  const rx = form === "round" ? Math.min(across, down) / 2 : round;
  const box = { x: x - across / 2, y: y - down / 2, width: across, height: down };
  return s("rect", { ...about, ...box, rx });
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
