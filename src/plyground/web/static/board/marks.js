/** What is drawn over a board to talk about it: numbered moves, arrows, heat, rings. */

import { s } from "../common/dom.js";

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */

/**
 * @typedef {object} Mark
 * @property {string[]} cells one, or where an arrow begins and ends
 * @property {string} text
 * @property {string} style a class: `best-1` … `best-5`, `hint`, `better`, `played`, `captured`, …
 * @property {string | undefined} [words] for screen readers, instead of the text
 */

/** @typedef {Pick<import("../common/types.js").Heat, "cell" | "gain">} Heat */

/**
 * @param {Mark} mark
 * @param {(id: string) => Place | undefined} placeOf
 * @returns {SVGElement | null} nothing if a cell is not on the board
 */
export function drawMark(mark, placeOf) {
  const places = mark.cells.map(placeOf).filter((place) => place !== undefined);
  const last = places.at(-1);
  if (!last || places.length !== mark.cells.length) return null;
  const group = s("g", { class: `mark ${mark.style}` });
  const first = places[0];
  if (first && first !== last) group.append(arrow(first, last));
  else group.append(ring(last));
  if (mark.text) group.append(badge(last, mark.text));
  return group;
}

/** @param {Place} place */
function ring({ x, y, width, height }) {
  const inset = 4;
  return s("rect", {
    class: "mark-ring", x: x - width / 2 + inset, y: y - height / 2 + inset,
    width: width - 2 * inset, height: height - 2 * inset, rx: width / 2 - inset,
  });
}

/**
 * A number at a cell's upper right.
 * @param {Place} place
 * @param {string} text
 */
function badge({ x, y, width, height }, text) {
  const at = { x: x + width * 0.34, y: y - height * 0.34 };
  return s("g", {},
    s("circle", { class: "mark-badge", cx: at.x, cy: at.y, r: 12 }),
    s("text", { class: "mark-text", x: at.x, y: at.y }, text));
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function arrow(from, to) {
  return s("path", { class: "mark-arrow", d: arrowPath(from, to) });
}

/**
 * An arrow as an outline, from just outside one middle to just before the other.
 * @param {Point} from
 * @param {Point} to
 */
export function arrowPath(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const [half, head, tail, tip] = [4, 11, 16, length - 8];
  const neck = tip - 17;
  const outline = [[tail, half], [neck, half], [neck, head], [tip, 0],
    [neck, -head], [neck, -half], [tail, -half]];
  const points = outline.map(([forward = 0, aside = 0]) => {
    const x = from.x + along.x * forward - along.y * aside;
    const y = from.y + along.y * forward + along.x * aside;
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  });
  return `M${points.join("L")}Z`;
}

/**
 * What every move does to the evaluation at once: blue discs gain, orange squares lose.
 * @param {Heat[]} heat
 * @param {(id: string) => Place | undefined} placeOf
 * @returns {SVGElement[]}
 */
export function drawHeat(heat, placeOf) {
  const largest = Math.max(0.01, ...heat.map(({ gain }) => Math.abs(gain)));
  return heat.flatMap(({ cell, gain }) => {
    const place = placeOf(cell);
    if (!place) return [];
    const strength = Math.abs(gain) / largest;
    const radius = Math.min(place.width, place.height) * 0.36;
    const { x, y } = place;
    const shape = gain >= 0
      ? s("circle", { cx: x, cy: y, r: radius })
      : s("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 6 });
    shape.setAttribute("class", `heat-shape ${gain >= 0 ? "gain" : "loss"}`);
    shape.setAttribute("fill-opacity", (0.25 + 0.7 * strength).toFixed(2));
    const text = s("text", { class: "heat-text", x, y }, signed(gain));
    return [s("g", { class: "heat" }, shape, text)];
  });
}

/** @param {number} value */
function signed(value) {
  const text = Math.abs(value).toFixed(1);
  return text === "0.0" ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}
