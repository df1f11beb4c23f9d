/** Pieces and captured land, for a board; see the game's view.py. */

import { cellName, readRows, rowsOf } from "./grids.js";

/** @typedef {import("./names.js").Values} Values */
/** @typedef {Record<string, any>} Told */

const COLOURS = ["white", "black"];

/** @param {Values} values */
const size = (values) => Number(values.size);

/** @param {Values} values */
const blackFirst = (values) => Number(values.first === "black");

/** Whether the board needs the engine of wide boards. @param {Values} values */
export const isWide = (values) => Number(values.size) > 8;

/**
 * @param {Values} values
 * @param {string | null} start
 */
export function numbers(values, start) {
  const black = blackFirst(values);
  const many = size(values) ** 2;
  if (start === null) return [size(values), 0, black, ...Array(2 * many).fill(0)];
  const [pieces = "", owners = "", turn = ""] = start.trim().split(/\s+/);
  const grid = { height: size(values), symbols: "WBwb+-" };
  const rows = readRows(pieces, size(values), grid);
  const land = owners === "-" ? Array(many).fill(".")
    : readRows(owners, size(values), { ...grid, symbols: "WB." });
  if (!COLOURS.includes(turn)) throw new Error("This is not a position of this game.");
  const side = (/** @type {string} */ symbol) => {
    const colour = "WB".indexOf(symbol.toUpperCase());
    return colour < 0 ? 0 : (colour ^ black) + 1;
  };
  return [size(values), COLOURS.indexOf(turn) ^ black, black, ...rows.map(side),
    ...land.map(side)];
}

/**
 * @param {Values} values
 * @param {Told} _told
 * @param {number} side
 */
export const sideName = (values, _told, side) => COLOURS[side ^ blackFirst(values)] ?? "";

/**
 * Letters by cell: of pieces, and of the owners of land.
 * @param {Values} values
 * @param {Told} told
 */
function letters(values, told) {
  const of = (/** @type {string} */ number) => (
    number === "." ? "." : "WB"[(Number(number) - 1) ^ blackFirst(values)] ?? ".");
  const owners = [...told.owners].map(of);
  const pieces = [...told.pieces].map(of).map((piece, i) => {
    const owner = owners[i];
    if (piece === ".") return owner === "." ? "+" : "-";
    return owner === "." || owner === piece ? piece : piece.toLowerCase();
  });
  return { pieces, owners };
}

/**
 * @param {Values} values
 * @param {Told} told
 */
export function text(values, told) {
  const { pieces, owners } = letters(values, told);
  const rows = (/** @type {string[]} */ cells) => rowsOf(cells.join(""), size(values)).join("/");
  const land = owners.some((owner) => owner !== ".") ? rows(owners) : "-";
  return `${rows(pieces)} ${land} ${sideName(values, told, told.turn)}`;
}

/**
 * @param {string} id
 * @param {string} symbol
 * @param {string} owner
 */
function cell(id, symbol, owner) {
  const colour = { W: "white", B: "black" };
  const piece = colour[/** @type {"W" | "B"} */ (symbol.toUpperCase())];
  const dead = "wb".includes(symbol);
  const land = colour[/** @type {"W" | "B"} */ (owner)];
  const words = [id];
  if (piece) words.push(`${dead ? "dead " : ""}${piece} piece`);
  if (land) words.push(`${land} land`);
  if (words.length === 1) words.push("empty");
  return {
    id, state: owner === "." ? "free" : "land", ...(piece && { piece }),
    ...(dead && { dead: true }), ...(land && { owner: land }), label: words.join(", "),
  };
}

/**
 * @param {Values} values
 * @param {Told} told
 */
export function board(values, told) {
  const many = size(values);
  const { pieces, owners } = letters(values, told);
  const cells = pieces.map((piece, i) => (
    cell(cellName(i % many, Math.floor(i / many)), piece, owners[i] ?? ".")));
  return { kind: "grid", look: "plain", columns: many, rows: many, cells };
}

/**
 * @param {Values} values
 * @param {Told} told
 * @returns {[string, number][]}
 */
export const counts = (values, told) => COLOURS.map((colour, i) => (
  [colour, told.scores[i ^ blackFirst(values)]]));

/**
 * @param {Values} _values
 * @param {Told} _told
 * @param {string} move
 */
export const legal = (_values, _told, move) => ({ move, to: move, label: `place on ${move}` });

/**
 * @param {Values} _values
 * @param {Told} told
 */
export function left(_values, told) {
  const many = told.pieces.length;
  return [...told.pieces].filter((piece, i) => piece === "." && told.owners[i] === ".").length
    / many;
}
