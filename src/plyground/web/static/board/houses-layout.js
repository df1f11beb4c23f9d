/** Where the houses, stores and seeds of a Kalah board lie: plain numbers, no drawing. */

import { range } from "./layout.js";

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Shape} Shape */
/** @typedef {"south" | "north"} Seat */

/**
 * @typedef {import("./layout.js").Layout & {wood: Point & {width: number, height: number}}
 * } HousesLayout
 */

export const PIT = 35; // a pit's radius
const PITCH = 80; // from pit to pit along a row
const ROW_GAP = 88; // from row to row
const STORE = 70; // a store's width
const STORE_ROOM = 92;
const STRIP = 30; // bare wood outside the pits, where the counts stand
const PAPER = 26; // around the wood, for the numbers of the houses
const WOOD = ROW_GAP + 2 * (PIT + STRIP); // the wood's short side

/** Heights on the wide board, by seat. */
const ROWS = {
  north: { pit: PAPER + STRIP + PIT, count: PAPER + STRIP / 2, number: PAPER / 2 },
  south: {
    pit: PAPER + STRIP + PIT + ROW_GAP,
    count: PAPER + WOOD - STRIP / 2,
    number: PAPER + WOOD + PAPER / 2,
  },
};

/**
 * A Kalah board as it lies between two people, South below:
 *
 *              6  5  4  3  2  1                 North's store
 *     North's                   South's          South 1  6 North
 *              1  2  3  4  5  6                        …  …
 *                                                      6  1
 *                                                South's store
 *
 * A tall board is the wide one turned clockwise by a quarter, a flipped one by a half.
 * @param {number} houses
 * @param {Shape} shape
 * @returns {HousesLayout}
 */
export function housesLayout(houses, shape) {
  const full = { x: houses * PITCH + 2 * STORE_ROOM, y: WOOD + 2 * PAPER };
  const turn = turner(full, houses, shape);
  const seats = /** @type {const} */ (["north", "south"]);
  const places = seats.flatMap((seat) => seatPlaces(seat, houses, turn));
  places.sort((one, other) => one.row - other.row || one.column - other.column);
  const coordinates = seats.flatMap((seat) => range(houses).map((index) => ({
    text: String(index + 1),
    ...turn.point({ x: along(seat, index + 1, houses), y: ROWS[seat].number }),
  })));
  const wood = { x: shape.tall ? PAPER : 0, y: shape.tall ? 0 : PAPER };
  return {
    ...turn.size(full), places, coordinates,
    wood: { ...wood, ...turn.size({ x: full.x, y: WOOD }) },
  };
}

/**
 * @param {Seat} seat
 * @param {number} house
 * @param {number} houses
 */
function along(seat, house, houses) {
  return STORE_ROOM + (seat === "south" ? house - 0.5 : houses - house + 0.5) * PITCH;
}

/**
 * @param {Seat} seat
 * @param {number} houses
 * @param {ReturnType<typeof turner>} turn
 * @returns {import("./layout.js").Place[]}
 */
function seatPlaces(seat, houses, turn) {
  const south = seat === "south";
  const row = south ? 1 : 0;
  const storeX = south ? houses * PITCH + 1.5 * STORE_ROOM : STORE_ROOM / 2;
  const store = {
    id: seat,
    ...turn.cell({ row, column: south ? houses + 1 : 0 }),
    ...turn.point({ x: storeX, y: (ROWS.north.pit + ROWS.south.pit) / 2 }),
    ...turn.size({ x: STORE, y: ROW_GAP + 2 * PIT }),
    count: turn.point({ x: storeX, y: ROWS[seat].count }),
  };
  const pits = range(houses).map((index) => {
    const house = index + 1;
    const x = along(seat, house, houses);
    return {
      id: `${seat[0]}${house}`,
      ...turn.cell({ row, column: south ? house : houses + 1 - house }),
      ...turn.point({ x, y: ROWS[seat].pit }),
      ...turn.size({ x: 2 * PIT, y: 2 * PIT }),
      count: turn.point({ x, y: ROWS[seat].count }),
    };
  });
  return [store, ...pits];
}

/**
 * How points, sizes and grid cells of the wide board come to lie on a turned one.
 * @param {Point} full
 * @param {number} houses
 * @param {Shape} shape
 */
function turner(full, houses, { tall, flipped }) {
  return {
    point: (/** @type {Point} */ { x, y }) => {
      const seen = flipped ? { x: full.x - x, y: full.y - y } : { x, y };
      return tall ? { x: full.y - seen.y, y: seen.x } : seen;
    },
    size: (/** @type {Point} */ { x, y }) => (
      tall ? { width: y, height: x } : { width: x, height: y }),
    cell: (/** @type {{row: number, column: number}} */ { row, column }) => {
      const seen = flipped ? { row: 1 - row, column: houses + 1 - column } : { row, column };
      return tall ? { row: seen.column, column: 1 - seen.row } : seen;
    },
  };
}

/**
 * A heap of seeds: the `count` points of a hexagonal grid of spacing 1 that lie closest to the
 * middle of an ellipse `stretch` times as high as wide.
 * @param {number} count
 * @param {number} stretch
 * @returns {Point[]}
 */
export function heap(count, stretch) {
  const span = range(29).map((index) => index - 14);
  // A middle a little off the grid's own symmetry points breaks ties always the same way.
  const distance = (/** @type {Point} */ { x, y }) => Math.hypot(x - 0.26, (y - 0.21) / stretch);
  const points = span
    .flatMap((row) => span.map((column) => ({
      x: column + Math.abs(row % 2) / 2, y: row * Math.sqrt(0.75),
    })))
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, count);
  const mean = (/** @type {"x" | "y"} */ axis) =>
    points.reduce((sum, point) => sum + point[axis], 0) / Math.max(points.length, 1);
  const [x, y] = [mean("x"), mean("y")];
  return points.map((point) => ({ x: point.x - x, y: point.y - y }));
}
