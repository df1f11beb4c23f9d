/**
 * Where things lie: plain numbers, no drawing. A picture has its own units; the page scales it.
 *
 * Every place of a board is also a cell of a grid (`row`, `column`, as the eye sees them), which is
 * what arrow keys and screen readers walk on.
 */

/** @typedef {{x: number, y: number}} Point */

/**
 * @typedef {object} Place
 * @property {string} id what the server calls it: `c3`, or `s3` and `south` in Kalah
 * @property {number} row
 * @property {number} column
 * @property {number} x its middle
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {Point} [count] where the number of its seeds stands
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Place[]} places row by row
 * @property {(Point & {text: string})[]} coordinates the letters and numbers around the board
 */

/**
 * @typedef {object} Shape how a board is turned to fit its reader
 * @property {boolean} flipped seen from the other side
 * @property {boolean} tall for narrow screens; square boards ignore it
 */

export const CELL = 60;
const MARGIN = 26; // above and at the left, for letters and numbers
const EDGE = 4; // below and at the right

/** @param {number} index */
export function letter(index) {
  return String.fromCharCode("a".charCodeAt(0) + index);
}

/** @param {number} length */
export function range(length) {
  return Array.from({ length }, (_, index) => index);
}

/**
 * A board of n by n cells, with letters above and numbers at the left.
 * @param {number} size
 * @param {Shape} shape
 * @returns {Layout}
 */
export function squareLayout(size, { flipped }) {
  const width = MARGIN + size * CELL + EDGE;
  const seen = (/** @type {number} */ index) => (flipped ? size - 1 - index : index);
  const middle = (/** @type {number} */ index) => MARGIN + (index + 0.5) * CELL;
  const places = range(size).flatMap((row) => range(size).map((column) => ({
    id: `${letter(seen(column))}${seen(row) + 1}`,
    row, column, x: middle(column), y: middle(row), width: CELL, height: CELL,
  })));
  const coordinates = range(size).flatMap((index) => [
    { text: letter(seen(index)), x: middle(index), y: MARGIN / 2 },
    { text: String(seen(index) + 1), x: MARGIN / 2, y: middle(index) },
  ]);
  return { width, height: width, places, coordinates };
}

/**
 * The cell that an arrow key leads to: the nearest one that way in the same line, if there is one.
 * @param {Place[]} places
 * @param {Place} from
 * @param {string} key
 * @returns {Place | undefined}
 */
export function neighbour(places, from, key) {
  const row = places.filter((place) => place.row === from.row);
  const column = places.filter((place) => place.column === from.column);
  switch (key) {
    case "ArrowLeft": return row.filter((place) => place.column < from.column).at(-1);
    case "ArrowRight": return row.find((place) => place.column > from.column);
    case "ArrowUp": return column.filter((place) => place.row < from.row).at(-1);
    case "ArrowDown": return column.find((place) => place.row > from.row);
    case "Home": return row[0];
    case "End": return row.at(-1);
    default: return undefined;
  }
}
