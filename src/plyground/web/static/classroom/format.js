/** Texts that the pages of a class share. Pure functions. */

import { query } from "../common/api.js";
import { movesText } from "../common/format.js";

/**
 * A rating with its error: `1523 ± 40`.
 * @param {import("../common/types.js").Elo | null} elo
 */
export function eloText(elo) {
  if (!elo || elo.value === null) return "–";
  const value = Math.round(elo.value);
  if (elo.low === null || elo.high === null) return `${value} (few games)`;
  return `${value} ± ${Math.round((elo.high - elo.low) / 2)}`;
}

/**
 * The address of the analysis of a game, and of the review of one side's mistakes.
 * @param {{game: string, start: string | null, moves: string[], first: string, second: string}}
 *   played
 * @param {string} [review]
 */
export function analysisLink({ game, start, moves, first, second }, review) {
  return `/analyse${query({
    game, start, moves: movesText(moves), ply: 0, first, second, review, from: "class/team",
  })}`;
}

/**
 * The command that sets up the position in which an agent failed.
 * @param {{game: string, position: string | null}} played
 */
export function positionCommand({ game, position }) {
  return position === null ? null : `plyground play '${game}' --position '${position}'`;
}

/** @type {Record<string, string>} */
const REASONS = {
  end: "play", illegal: "an illegal move", crash: "a crash", output: "too much output",
  startup: "a failed start", adjudicated: "a decision of staff",
};

/**
 * Why a game was lost, after "by": `2 by an illegal move`.
 * @param {string} reason
 */
export const reasonText = (reason) => REASONS[reason] ?? reason;
