/** Stones in columns, for a board; see the game's view.py. */

import { cellName, readRows, rowsOf } from "./grids.js";

/** @typedef {import("./names.js").Values} Values */
/** @typedef {Record<string, any>} Told */

const COLOURS = ["red", "yellow"];

/** @param {Values} values */
const size = ({ width, height }) => ({ width: Number(width), height: Number(height) });

/**
 * @param {Values} values
 * @param {string | null} start
 */
export function numbers(values, start) {
  const { width, height } = size(values);
  if (start === null) return [width, height, ...Array(width * height).fill(0)];
  const cells = readRows(start.trim().split(/\s+/)[0] ?? "", width, { height, symbols: ".RY" });
  return [width, height, ...cells.map((cell) => ".RY".indexOf(cell))];
}

/**
 * @param {Values} _values
 * @param {Told} _told
 * @param {number} side
 */
export const sideName = (_values, _told, side) => COLOURS[side] ?? "";

/** @param {Told} told */
const letters = ({ stones }) => stones.replaceAll("1", "R").replaceAll("2", "Y");

/**
 * @param {Values} values
 * @param {Told} told
 */
export function text(values, told) {
  return `${rowsOf(letters(told), size(values).width).join("/")} ${COLOURS[told.turn]}`;
}

/**
 * @param {Values} values
 * @param {Told} told
 */
export function board(values, told) {
  const { width, height } = size(values);
  const cells = [...told.stones].map((stone, i) => {
    const column = i % width;
    const row = height - 1 - Math.floor(i / width);
    const id = cellName(column, row);
    const words = `column ${column + 1}, row ${row + 1}`;
    if (stone === ".") return { id, state: "hole", label: `${words}, empty` };
    const piece = COLOURS[Number(stone) - 1];
    const label = `${words}, ${piece} stone`;
    return told.winning.includes(id)
      ? { id, state: "hole", piece, line: true, label: `${label}, in the winning line` }
      : { id, state: "hole", piece, label };
  });
  return { kind: "grid", look: "columns", columns: width, rows: height, cells, upright: true };
}

/** @returns {[string, number][]} */
export const counts = () => [];

/**
 * @param {Values} values
 * @param {Told} told
 * @param {string} move
 */
export function legal(values, told, move) {
  const { width, height } = size(values);
  const column = Number(move) - 1;
  const filled = [...told.stones].filter((stone, i) => i % width === column && stone !== ".");
  const also = [];
  for (let row = filled.length + 1; row < height; row += 1) also.push(cellName(column, row));
  return { move, to: cellName(column, filled.length), also, label: `column ${move}` };
}

/**
 * @param {Values} _values
 * @param {Told} told
 */
export function left(_values, { stones }) {
  return [...stones].filter((stone) => stone === ".").length / stones.length;
}
