/** Scores for people: a chance to win and a margin to expect, from the first side's view. Pure. */

import { capital, signed } from "../common/format.js";

/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("../common/types.js").Score} Score */

const BOUNDS = { exact: "", lower: "≥ ", upper: "≤ " };

/**
 * The score of a line: `71 % (draw 12 %) · +3.2`. What the numbers mean is said once, by `legend`.
 * @param {Score} score
 */
export function scoreLine({ text, margin, chances, proven, bound }) {
  if (proven) return `${BOUNDS[bound]}${capital(text)}`;
  const [win, draw] = [chances.win, chances.draw].map((chance) => Math.round(100 * chance));
  const drawn = draw ? ` (draw ${draw} %)` : "";
  const ahead = margin === null ? "" : ` · ${signed(margin, 1)}`;
  return `${BOUNDS[bound]}${win} %${drawn}${ahead}`;
}

/**
 * What the numbers of the lines mean.
 * @param {Pick<Position, "names" | "margin_unit">} position
 * @param {boolean} counted whether there are margins
 */
export function legend({ names, margin_unit: unit }, counted) {
  const first = capital(names.first);
  const margin = counted ? ` · expected final margin${unit ? ` in ${unit}` : ""}` : "";
  return `For ${first}: chance to win${margin}`;
}

/**
 * A score for those who listen to the page.
 * @param {Score} score
 */
export function scoreWords({ words, bound }) {
  return `${{ exact: "", lower: "at least ", upper: "at most " }[bound]}${words}`;
}

/**
 * A score in the width of the bar: the margin to expect, or the better side's chance to win.
 * @param {Score} score
 */
export function shortScore({ margin, chances, proven }) {
  if (proven && margin === null) return proven.winner === null ? "=" : "win";
  if (margin === null) return `${Math.round(100 * Math.max(chances.win, chances.loss))}%`;
  return margin === 0 ? "0" : Math.abs(margin).toFixed(Math.abs(margin) < 9.95 ? 1 : 0);
}
