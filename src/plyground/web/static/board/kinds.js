/** The kinds of boards. What a kind knows is how things look; no kind knows a rule. */

import { drawn, text } from "./drawn.js";
import { grid } from "./grid.js";
import { houses } from "./houses.js";

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Shape} Shape */

/**
 * @typedef {object} Drawing
 * @property {string} key what the picture depends on: it is drawn again when this changes
 * @property {() => SVGElement[]} draw
 */

/**
 * @template {BoardData} Data
 * @typedef {object} Kind
 * @property {(board: Data, shape: Shape) => Layout} layout
 * @property {(board: Data) => Data["cells"]} cells every cell, with its label
 * @property {(layout: Layout, board: Data) => SVGElement[]} backdrop what lies under everything,
 *   always the same
 * @property {(cell: Data["cells"][number], place: Place) => Drawing} ground a cell when it is empty
 * @property {(cell: Data["cells"][number], place: Place) => Drawing} content what lies in a cell
 * @property {(board: Data, layout: Layout) => SVGElement[]} decor lines over the cells
 */

/**
 * @template {BoardData} Data
 * @param {Data} board
 * @returns {Kind<Data>}
 */
export function kindOf(board) {
  return /** @type {Kind<any>} */ ({ houses, grid, drawn, text }[board.kind]);
}
