/**
 * Boards that the author of a game describes: cells anywhere, pieces of some shapes and colours.
 * And positions without a board: lines of text.
 */

import { s } from "../common/dom.js";
import { CELL, EDGE, MARGIN } from "./layout.js";
import { drawnPiece, outline } from "./pieces.js";

/** @typedef {import("../common/types.js").DrawnBoard} DrawnBoard */
/** @typedef {import("../common/types.js").DrawnCell} DrawnCell */
/** @typedef {import("../common/types.js").TextBoard} TextBoard */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */

const SMALLEST = 420; // the longer side of a board
const LINE = 20; // of text
const LETTER = 9.7;

/** @type {import("./kinds.js").Kind<DrawnBoard>} */
export const drawn = {
  layout: drawnLayout,
  cells: (board) => board.cells,
  backdrop: (layout, board) => board.cells.filter(({ fixed }) => fixed)
    .flatMap((cell) => {
      const place = layout.fixed?.find(({ id }) => id === cell.id);
      return place ? [...ground(cell, place), ...content(cell, place)] : [];
    }),
  ground: (cell, place) => ({ key: cell.ground, draw: () => ground(cell, place) }),
  content: (cell, place) => ({
    key: cell.piece ? `${JSON.stringify(cell.piece)} ${cell.marked}` : "",
    draw: () => content(cell, place),
  }),
  decor: () => [],
};

/** @type {import("./kinds.js").Kind<TextBoard>} */
export const text = {
  layout: ({ lines }) => ({
    width: Math.max(24, ...lines.map((line) => line.length)) * LETTER + 24,
    height: Math.max(3, lines.length) * LINE + 24, places: [], coordinates: [],
  }),
  cells: () => [],
  backdrop: (layout) => [
    s("rect", { class: "paper", width: layout.width, height: layout.height, rx: 8 })],
  ground: () => ({ key: "", draw: () => [] }),
  content: () => ({ key: "", draw: () => [] }),
  decor: ({ lines }) => lines.map((line, index) => (
    s("text", { class: "text-line", x: 12, y: 12 + (index + 0.5) * LINE }, line))),
};

/**
 * Where the cells lie. Seen from the other side the board is turned by half, unless pieces fall;
 * texts at its left and above it stay there.
 * @param {DrawnBoard} board
 * @param {import("./layout.js").Shape} shape
 * @returns {Layout}
 */
export function drawnLayout({ cells, labels, upright = false }, { flipped }) {
  const left = Math.min(...cells.map(({ x, width }) => x - width / 2));
  const right = Math.max(...cells.map(({ x, width }) => x + width / 2));
  const top = Math.min(...cells.map(({ y, height }) => y - height / 2));
  const bottom = Math.max(...cells.map(({ y, height }) => y + height / 2));
  const margin = labels.length ? MARGIN : EDGE;
  const turned = flipped && !upright;
  // A small board is as large as others: lines and letters keep their size.
  const unit = Math.max(CELL, SMALLEST / Math.max(right - left, bottom - top));
  const at = (/** @type {{x: number, y: number}} */ { x, y }) => ({
    x: margin + (turned ? right - x : x - left) * unit,
    y: margin + (turned ? bottom - y : y - top) * unit,
  });
  const places = cells.map((cell) => ({
    id: cell.id, row: cell.row, column: 0, ...at(cell),
    width: cell.width * unit, height: cell.height * unit, shape: cell.shape,
  }));
  const seen = numbered(places.filter((_, index) => !cells[index]?.fixed), turned);
  return {
    width: margin + (right - left) * unit + EDGE, height: margin + (bottom - top) * unit + EDGE,
    places: seen, fixed: places.filter((_, index) => cells[index]?.fixed),
    coordinates: labels.map((label) => ({
      text: label.text,
      x: label.x < left ? margin / 2 : at(label).x, y: label.y < top ? margin / 2 : at(label).y,
    })),
    free: true,
  };
}

/**
 * Places in reading order, with their rows and columns.
 * @param {Place[]} places
 * @param {boolean} turned
 */
function numbered(places, turned) {
  const rows = Math.max(0, ...places.map(({ row }) => row));
  const inOrder = places
    .map((place) => ({ ...place, row: turned ? rows - place.row : place.row }))
    .sort((one, other) => one.row - other.row || one.x - other.x);
  let [row, column] = [-1, 0];
  return inOrder.map((place) => {
    column = place.row === row ? column + 1 : 0;
    row = place.row;
    return { ...place, column };
  });
}

/**
 * @param {DrawnCell} cell
 * @param {Place} place
 * @returns {SVGElement[]}
 */
function ground(cell, place) {
  const { x, y, width, height } = place;
  // What cannot be seen can still be clicked.
  const plot = outline(place, { class: `plot ${cell.ground}` }, 0, 0);
  const hole = cell.ground === "hole"
    && s("circle", { class: "opening", cx: x, cy: y, r: 0.39 * Math.min(width, height) });
  return hole ? [plot, hole] : [plot];
}

/**
 * @param {DrawnCell} cell
 * @param {Place} place
 */
function content(cell, place) {
  return cell.piece ? [drawnPiece(cell.piece, place, cell.marked)] : [];
}
