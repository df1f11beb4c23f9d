/** How good moves were: what the server sends, and the signs that stand for it. */

/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("../common/types.js").Grade} Grade */
/** @typedef {import("../common/types.js").GradedMessage} Graded */

/** @type {Record<Grade, {name: string, many: string, sign: string}>} */
export const GRADES = {
  best: { name: "best move", many: "best moves", sign: "★" },
  good: { name: "good move", many: "good moves", sign: "" },
  inaccuracy: { name: "inaccuracy", many: "inaccuracies", sign: "?!" },
  mistake: { name: "mistake", many: "mistakes", sign: "?" },
  blunder: { name: "blunder", many: "blunders", sign: "??" },
  forced: { name: "forced", many: "forced moves", sign: "" },
};

/** What there is to learn from. */
const TO_LEARN = new Set(["inaccuracy", "mistake", "blunder"]);

/**
 * The moves of a side that could have been better, in order.
 * @param {Iterable<Graded>} graded
 * @param {Side} side
 */
export function mistakesOf(graded, side) {
  return [...graded]
    .filter(({ move }) => move !== null && move.side === side && TO_LEARN.has(move.grade))
    .sort((one, other) => one.ply - other.ply);
}
