/** The line beside a board that says who plays, how it stands, and how much time is left. */

import { h, s } from "./dom.js";
import { capital, clockText } from "./format.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").Side} Side */

/**
 * The side at the bottom of a board: players can swap sides, and boards can be flipped.
 * @param {Pick<Position, "names"> & Partial<Pick<Position, "board">>} position
 * @param {boolean} flipped
 * @returns {Side}
 */
export function sideBelow({ names, board }, flipped) {
  const first = board?.kind === "drawn" || board?.kind === "text"
    || (names.first !== "black" && names.first !== "north");
  return first === flipped ? "second" : "first";
}

/**
 * @param {Position} position
 * @param {Side} side
 * @param {{title: string | null, thinking: boolean, time: number | null, over?: boolean,
 *   away?: boolean}} player
 */
export function playerBar(position, side, { title, thinking, time, over = false, away = false }) {
  const name = position.names[side];
  const count = position.counts.find((each) => each.side === side);
  const turn = position.turn === side && !over;
  return h("div", { class: `player-line${turn ? " to-move" : ""}` },
    sideSign(name),
    h("span", { class: "player-name" }, title ?? capital(name),
      title !== null && title !== capital(name)
        && h("span", { class: "soft" }, ` · ${capital(name)}`)),
    h("span", { class: "player-state soft small" },
      stateText({ thinking, away, turn })),
    count && h("span", { class: "player-count numbers", title: count.unit },
      h("b", {}, count.count), h("span", { class: "soft small" }, ` ${count.unit}`)),
    time !== null && h("span", { class: `clock numbers${time < 20 ? " low" : ""}`,
      "data-side": side, role: "timer" }, clockText(time)));
}

/** @param {{thinking: boolean, away: boolean, turn: boolean}} player */
function stateText({ thinking, away, turn }) {
  if (thinking) return "thinking…";
  return away ? "away" : turn ? "to move" : "";
}

/**
 * A small picture of what a side plays with.
 * @param {string} name
 */
export function sideSign(name) {
  const triangles = { north: "M10 3l8 14H2z", south: "M10 17L2 3h16z" };
  const shape = name in triangles
    ? s("path", { d: triangles[/** @type {keyof typeof triangles} */ (name)] })
    : name === "black" || name === "second"
      ? s("rect", { x: 2.5, y: 2.5, width: 15, height: 15, rx: 4 })
      : s("circle", { cx: 10, cy: 10, r: 8 });
  const about = { viewBox: "0 0 20 20", class: `side-sign ${name}`, "aria-hidden": "true" };
  return s("svg", about, shape);
}
