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
 * @property {"square" | "round" | "hexagon"} [shape]
 */

/**
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Place[]} places row by row
 * @property {(Point & {text: string})[]} coordinates the letters and numbers around the board
 * @property {Place[]} [fixed] where there is something to see and nothing to choose
 * @property {boolean} [free] whether cells of different rows lie in no common columns
 */

/**
 * @typedef {object} Shape how a board is turned to fit its reader
 * @property {boolean} flipped seen from the other side
 * @property {boolean} tall for narrow screens; square boards ignore it
 */

export const CELL = 60;
export const MARGIN = 26; // above and at the left, for letters and numbers
export const EDGE = 4; // below and at the right

/** @param {number} length */
export function range(length) {
  return Array.from({ length }, (_, index) => index);
}

/**
 * Rows and columns of cells, in the order in which the server lists them, with the letters of their
 * names above and the numbers at the left. On an upright board, which is never turned, stones fall
 * into columns: those have numbers.
 * @param {{columns: number, rows: number, cells: {id: string}[], upright?: boolean}} board
 * @param {Shape} shape
 * @returns {Layout}
 */
export function gridLayout({ columns, rows, cells, upright = false }, { flipped }) {
  const ids = cells.map(({ id }) => id);
  if (flipped && !upright) ids.reverse();
  const middle = (/** @type {number} */ index) => MARGIN + (index + 0.5) * CELL;
  const places = ids.map((id, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return { id, row, column, x: middle(column), y: middle(row), width: CELL, height: CELL };
  });
  const coordinates = [
    ...places.slice(0, columns).map(({ id, column, x }) => (
      { text: upright ? String(column + 1) : id.replace(/[0-9]+/, ""), x, y: MARGIN / 2 })),
    ...places.filter(({ column }) => column === 0 && !upright).map(({ id, y }) => (
      { text: id.replace(/[a-z]+/, ""), x: MARGIN / 2, y })),
  ];
  const length = (/** @type {number} */ count) => MARGIN + count * CELL + EDGE;
  return { width: length(columns), height: length(rows), places, coordinates };
}

/**
 * The cell that an arrow key leads to: the nearest one that way in the same line, if there is one.
 * On a board without columns, up and down lead to the nearest cell of the next row.
 * @param {Pick<Layout, "places" | "free">} layout
 * @param {Place} from
 * @param {string} key
 * @returns {Place | undefined}
 */
export function neighbour({ places, free }, from, key) {
  const row = places.filter((place) => place.row === from.row);
  const column = free ? nearestOfRows(places, from)
    : places.filter((place) => place.column === from.column);
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

/**
 * The place in each row that lies nearest to a column.
 * @param {Place[]} places row by row
 * @param {Place} from
 */
function nearestOfRows(places, from) {
  /** @type {Map<number, Place>} */
  const nearest = new Map();
  for (const place of places) {
    const known = nearest.get(place.row);
    if (!known || Math.abs(place.x - from.x) < Math.abs(known.x - from.x)) {
      nearest.set(place.row, place);
    }
  }
  return [...nearest.values()];
}
