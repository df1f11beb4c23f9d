/** Positions of a game, which only the server can work out. */

import { post } from "./api.js";
import { movesTo } from "../analyse/tree.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").PlayedMove} PlayedMove */

/** The game that is meant where none is named: every page says it. */
export function usualGame() {
  return document.documentElement.dataset.game ?? "";
}

/**
 * @typedef {object} Seen
 * @property {Position} position
 * @property {PlayedMove | null} last the move that led there, with its events
 */

/**
 * @param {{game: string, start: string | null, moves: string[]}} asked
 * @returns {Promise<{game: string, moves: PlayedMove[], last: PlayedMove | null,
 *   position: Position}>}
 */
export function askPosition({ game, start, moves }) {
  return post("/api/positions", { game, start, moves });
}

/**
 * The same for a game with variations.
 * @param {{game: string, start: string | null, moves: string[],
 *   branches: {at: number, moves: string[]}[]}} asked
 * @returns {Promise<import("./types.js").Replayed>}
 */
export function askTree({ game, start, moves, branches }) {
  return post("/api/positions", { game, start, moves, ...(branches.length ? { branches } : {}) });
}

/**
 * The position at a node, asked for if it was not looked at before.
 * @param {{game: string, start: string | null, tree: import("../analyse/tree.js").Tree,
 *   seen: ReadonlyMap<number, Seen>}} line
 * @param {number} id
 * @returns {Promise<Seen>}
 */
export async function lookAt({ game, start, tree, seen }, id) {
  const known = seen.get(id);
  if (known) return known;
  const { position, last } = await askPosition({ game, start, moves: movesTo(tree, id) });
  return { position, last };
}
