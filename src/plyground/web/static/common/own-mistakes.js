/** Your own mistakes as puzzles: what a review found is kept in this browser. */

import { recall, remember } from "./settings.js";

/** @typedef {import("./types.js").GradedMessage} Graded */

/**
 * @typedef {object} OwnMistake
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves that led to the position
 * @property {string} played the mistake
 * @property {string[]} line better play
 */

const MOST = 100;
const WORTH = new Set(["mistake", "blunder"]);

/** @returns {OwnMistake[]} the latest first */
export function ownMistakes() {
  try {
    const found = JSON.parse(recall("mistakes") ?? "[]");
    return Array.isArray(found) ? found.filter(({ line }) => Array.isArray(line) && line[0]) : [];
  } catch {
    return [];
  }
}

/**
 * Keep the mistakes of a reviewed game, of both sides; those that are known stay once.
 * @param {{game: string, start: string | null}} line
 * @param {string[]} moves of the whole game
 * @param {Iterable<Graded>} graded
 */
export function rememberMistakes({ game, start }, moves, graded) {
  const found = [...graded].flatMap(({ ply, move }) => (
    move && WORTH.has(move.grade) && move.best_line.length
      ? [{ game, start, moves: moves.slice(0, ply - 1), played: move.move, line: move.best_line }]
      : []));
  const key = (/** @type {OwnMistake} */ each) => (
    JSON.stringify([each.game, each.start, each.moves]));
  const known = new Set(found.map(key));
  const all = [...found, ...ownMistakes().filter((each) => !known.has(key(each)))];
  remember("mistakes", JSON.stringify(all.slice(0, MOST)));
}
