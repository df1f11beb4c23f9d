/** Square boards: pieces, captured land, corners, and a ring that is about to go. */

import { s } from "../common/dom.js";
import { CELL, gridLayout } from "./layout.js";
import { crossPath, piece, square } from "./pieces.js";

/** @typedef {import("../common/types.js").GridBoard} GridBoard */
/** @typedef {import("../common/types.js").Square} Square */
/** @typedef {import("../common/types.js").Colour} Colour */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

/** @type {import("./kinds.js").Kind<GridBoard>} */
export const grid = {
  layout: (board, shape) => {
    const layout = gridLayout(board, shape);
    const gone = new Set(board.cells.filter(({ state }) => state === "gone").map(({ id }) => id));
    const places = layout.places.filter(({ id }) => !gone.has(id));
    const fixed = layout.places.filter(({ id }) => gone.has(id));
    const coordinates = layout.coordinates.filter(({ x, y }) => (
      places.some((place) => place.x === x || place.y === y)));
    return { ...layout, places, fixed, coordinates };
  },
  cells: (board) => board.cells,
  backdrop: () => [],
  ground: (cell, place) => ({
    key: `${cell.state} ${cell.owner} ${cell.doomed}`,
    draw: () => ground(cell, place),
  }),
  content: (cell, place) => ({
    key: cell.piece ? `${cell.piece} ${cell.dead} ${cell.line}` : "",
    draw: () => (cell.piece ? [piece(cell.piece, place, cell)] : []),
  }),
  decor: (board, layout) => [
    ...landBorders(board, layout),
    ...shrinkFrame(board, layout),
  ],
};

/**
 * @param {Square} cell
 * @param {Place} place
 */
function ground(cell, place) {
  const shade = (place.row + place.column) % 2 ? "odd" : "even";
  const owner = cell.owner;
  /** @type {SVGElement[]} */
  const shapes = [square(place, `square ${shade} ${cell.state}${owner ? ` ${owner}` : ""}`)];
  if (cell.state === "hole") {
    shapes.push(s("circle", { class: "opening", cx: place.x, cy: place.y, r: CELL * 0.39 }));
  }
  if (owner) shapes.push(hatch(place, owner));
  if (cell.state === "corner") {
    shapes.push(s("path", { class: "corner-cross", d: crossPath(place, CELL * 0.2) }));
  }
  if (cell.doomed) shapes.push(square(place, "doomed"));
  return shapes;
}

/**
 * Land has a pattern besides its tint: White's is hatched, Black's dotted.
 * @param {Place} place
 * @param {Colour} owner
 */
function hatch({ x, y }, owner) {
  const third = CELL / 3;
  const dot = third * 0.9;
  const d = owner === "white"
    ? `M${x - third} ${y}L${x} ${y - third}M${x - third} ${y + third}L${x + third} ${y - third}`
      + `M${x} ${y + third}L${x + third} ${y}`
    : `M${x - dot} ${y - dot}h.01M${x + dot} ${y - dot}h.01`
      + `M${x - dot} ${y + dot}h.01M${x + dot} ${y + dot}h.01`;
  return s("path", { class: `hatch ${owner}`, d });
}

/**
 * A line around each side's land, just inside it, so that two neighbours show both.
 * @param {GridBoard} board
 * @param {Layout} layout
 */
function landBorders(board, layout) {
  const owners = new Map(board.cells.map(({ id, owner }) => [id, owner]));
  const ownerAt = new Map(layout.places
    .map(({ id, row, column }) => [`${row} ${column}`, owners.get(id)]));
  const near = CELL / 2 - 1.5;
  /** @type {Partial<Record<Colour, string>>} */
  const side = {};
  for (const { id, x, y, row, column } of layout.places) {
    const owner = owners.get(id);
    if (!owner) continue;
    const edges = [
      [row - 1, column, `M${x - near} ${y - near}h${2 * near}`],
      [row + 1, column, `M${x - near} ${y + near}h${2 * near}`],
      [row, column - 1, `M${x - near} ${y - near}v${2 * near}`],
      [row, column + 1, `M${x + near} ${y - near}v${2 * near}`],
    ];
    for (const [down, right, edge] of edges) {
      if (ownerAt.get(`${down} ${right}`) !== owner) side[owner] = (side[owner] ?? "") + edge;
    }
  }
  return Object.entries(side)
    .filter(([, d]) => d)
    .map(([owner, d]) => s("path", { class: `land-border ${owner}`, d }));
}

/**
 * A dashed line along what stays when the board shrinks.
 * @param {GridBoard} board
 * @param {Layout} layout
 */
function shrinkFrame(board, layout) {
  const doomed = new Set(board.cells.filter((cell) => cell.doomed).map(({ id }) => id));
  const staying = layout.places.filter(({ id }) => !doomed.has(id));
  if (doomed.size === 0 || staying.length === 0) return [];
  const x = Math.min(...staying.map((place) => place.x)) - CELL / 2;
  const y = Math.min(...staying.map((place) => place.y)) - CELL / 2;
  const width = Math.sqrt(staying.length) * CELL;
  return [s("rect", { class: "shrink-frame", x, y, width, height: width })];
}
