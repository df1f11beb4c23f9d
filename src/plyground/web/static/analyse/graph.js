/** The evaluation over a whole game, as a curve between the two sides. */

import { s } from "../common/dom.js";

const WIDTH = 600;
const HEIGHT = 120;

/** @typedef {{ply: number, chance: number, grade: string | null}} Point */

/**
 * Where a ply lies, from left to right.
 * @param {number} ply
 * @param {number} last
 */
export function plyX(ply, last) {
  return last === 0 ? 0 : (ply / last) * WIDTH;
}

/**
 * The ply that lies closest to a part of the width.
 * @param {number} part 0 to 1
 * @param {number} last
 */
export function plyAt(part, last) {
  return Math.min(last, Math.max(0, Math.round(part * last)));
}

/**
 * The outline of what belongs to the first side: below the curve of its chances.
 * @param {Point[]} points
 * @param {number} last
 */
export function areaPath(points, last) {
  const [first] = points;
  const end = points.at(-1);
  if (!first || !end) return "";
  const curve = points.map(({ ply, chance }) => (
    `${round(plyX(ply, last))} ${round((1 - chance) * HEIGHT)}`)).join("L");
  return `M${round(plyX(first.ply, last))} ${HEIGHT}L${curve}`
    + `L${round(plyX(end.ply, last))} ${HEIGHT}Z`;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * @param {SVGSVGElement} svg
 * @param {Point[]} points
 * @param {{at: number, last: number}} where the current and the last ply
 */
export function renderGraph(svg, points, { at, last }) {
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  const marks = points
    .filter(({ grade }) => grade === "blunder" || grade === "mistake")
    .map(({ ply, chance, grade }) => s("line", {
      class: `graph-mark ${grade}`, x1: plyX(ply, last), x2: plyX(ply, last),
      y1: Math.max(0, (1 - chance) * HEIGHT - 12), y2: Math.min(HEIGHT, (1 - chance) * HEIGHT + 12),
    }));
  svg.replaceChildren(
    s("rect", { class: "graph-second", width: WIDTH, height: HEIGHT }),
    s("path", { class: "graph-first", d: areaPath(points, last) }),
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    ...marks,
    s("line", { class: "graph-now", x1: plyX(at, last), x2: plyX(at, last), y1: 0, y2: HEIGHT }));
}
