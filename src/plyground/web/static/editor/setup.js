/** A board that is put together by hand: what lies where, before anybody has checked it. Pure. */

import { capital } from "../common/format.js";

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("../common/types.js").Colour} Colour */

/**
 * @typedef {object} Setup
 * @property {string} game
 * @property {string} turn the name of the side to move
 * @property {Record<string, number | Colour>} cells what lies in them; those not named are empty
 * @property {string} phase where the game has phases, else empty
 * @property {number | null} turns played in this phase; null for as few as possible
 */

/** @typedef {"add" | "take" | "empty" | Colour} Tool */

/**
 * The tools for a kind of board, with what they are called.
 * @param {Pick<Position, "board" | "names">} position
 * @returns {{tool: Tool, text: string}[]}
 */
export function toolsFor({ board, names }) {
  if (board.kind !== "houses" && board.kind !== "grid") return []; // only as text
  return board.kind === "houses"
    ? [{ tool: "add", text: "Add a seed" }, { tool: "take", text: "Remove a seed" },
      { tool: "empty", text: "Empty" }]
    : [...Object.values(names).map((name) => (
      { tool: /** @type {Colour} */ (name), text: `${capital(name)} piece` })),
    { tool: "empty", text: "Empty" }];
}

/**
 * @param {Position} position
 * @returns {Setup}
 */
export function setupOf({ game, board, turn, names }) {
  const cells = board.kind === "houses"
    ? [...board.cells, ...board.stores].map(({ id, seeds }) => [id, seeds])
    : board.kind !== "grid" ? []
      : board.cells.filter(({ piece }) => piece).map(({ id, piece }) => [id, piece]);
  return {
    game, cells: Object.fromEntries(cells), turn: names[turn ?? "first"],
    phase: (board.kind === "grid" && board.phase) || "",
    turns: (board.kind === "grid" && board.turns) || null,
  };
}

/**
 * Use a tool on a cell.
 * @param {Setup} setup
 * @param {string} id
 * @param {Tool} tool
 * @returns {Setup}
 */
export function applied(setup, id, tool) {
  const { [id]: before, ...others } = setup.cells;
  if (tool !== "add" && tool !== "take" && tool !== "empty") {
    // A second click takes the piece away again.
    return { ...setup, cells: before === tool ? others : { ...others, [id]: tool } };
  }
  const seeds = typeof before === "number" ? before : 0;
  const after = { add: seeds + 1, take: Math.max(0, seeds - 1), empty: 0 }[tool];
  return { ...setup, cells: after ? { ...others, [id]: after } : others };
}

/**
 * What the server is asked about a setup.
 * @param {Setup} setup
 */
export function setupRequest({ game, turn, cells, phase, turns }) {
  return phase ? { game, cells, phase, turns } : { game, cells, turn };
}

/**
 * The board of a setup, drawn into the shape of a board that was valid.
 * @param {Setup} setup
 * @param {BoardData} shape
 * @returns {BoardData}
 */
export function boardOf({ cells }, shape) {
  if (shape.kind === "houses") {
    const filled = (/** @type {import("../common/types.js").House} */ cell) => {
      const found = cells[cell.id];
      const seeds = typeof found === "number" ? found : 0;
      return { ...cell, seeds, label: `${cell.id}, ${seeds} seeds` };
    };
    return { ...shape, cells: shape.cells.map(filled), stores: shape.stores.map(filled) };
  }
  if (shape.kind !== "grid") return shape;
  return { ...shape, cells: shape.cells.map((cell) => squareOf(cell, cells[cell.id])) };
}

/**
 * @param {import("../common/types.js").Square} cell
 * @param {number | Colour | undefined} piece
 * @returns {import("../common/types.js").Square}
 */
function squareOf({ id, state }, piece) {
  const ground = state === "land" ? "free" : state;
  if (typeof piece !== "string") {
    return { id, state: ground, label: `${id}, ${ground === "corner" ? "corner" : "empty"}` };
  }
  return { id, state: ground, piece, label: `${id}, ${piece} piece` };
}
