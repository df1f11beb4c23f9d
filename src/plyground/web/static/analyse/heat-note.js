/** What the heat map shows, in words: it looks no further than one move, and so it may be wrong. */

import { byId, setText } from "../common/dom.js";

/** @typedef {import("../common/types.js").Heat} Heat */
/** @typedef {import("../common/types.js").Position} Position */

const ABOUT = "Heat map: the change of the score by each move, before any search.";

/**
 * @param {Heat[]} heat
 * @param {string | undefined} best the first move of the best line, once there is one
 * @param {string} moveName how a move is called, with `{}` for its text
 */
export function heatNote(heat, best, moveName) {
  const top = heat.reduce((/** @type {Heat | null} */ most, each) => (
    most === null || each.gain > most.gain ? each : most), null);
  if (!top || best === undefined || top.move === best) return ABOUT;
  const named = (/** @type {string} */ move) => moveName.replace("{}", move);
  // Equal gains are no contradiction.
  if (heat.some(({ move, gain }) => move === best && gain === top.gain)) return ABOUT;
  return `${ABOUT} It prefers ${named(top.move)}, but the search found ${named(best)} better.`;
}

/**
 * @param {{heat: Heat[], best: string | undefined} | null} shown nothing while the map is off
 * @param {Position} position
 */
export function renderHeatNote(shown, { move_name: moveName }) {
  const note = byId("heat-note", HTMLElement);
  note.hidden = shown === null;
  if (shown) setText(note, heatNote(shown.heat, shown.best, moveName));
}
