/** Pieces on a board that shrinks; see the game's view.py. */

import { cellName, readRows, rowsOf } from "./grids.js";

/** @typedef {import("./names.js").Values} Values */
/** @typedef {Record<string, any>} Told */

const COLOURS = ["white", "black"];
const PLACEMENTS = 24;
const SHRINKS_AT = [128, 192];
const WARNING = 16; // turns

/**
 * @param {Values} values
 * @param {string | null} start
 */
export function numbers({ max_turns: most, double_pass_draws: draws }, start) {
  const rules = [Number(most) || 0, Number(draws === "yes")];
  if (start === null) return [...rules, 0, 0, 0, 0, ...Array(64).fill(0)];
  const [rows = "", phase, count = "", ...passes] = start.trim().split(/\s+/);
  const cells = readRows(rows, 8, { height: 8, symbols: "O@-X." });
  const turns = Number(count);
  if (!/^\d{1,5}$/.test(count) || !["placing", "moving"].includes(phase ?? "")) {
    throw new Error("This is not a position of this game.");
  }
  const gone = [0, 1, 2].findIndex((ring) => cells[9 * ring] === "X");
  return [...rules, Number(phase === "moving"), turns, Math.max(gone, 0), passes.length,
    ...cells.map((cell) => "O@".indexOf(cell) + 1)];
}

/**
 * @param {Values} _values
 * @param {Told} _told
 * @param {number} side
 */
export const sideName = (_values, _told, side) => COLOURS[side] ?? "";

/** @param {Told} told */
const phaseOf = ({ moving }) => (moving ? "moving" : "placing");

/**
 * @param {Values} _values
 * @param {Told} told
 */
export function text(_values, told) {
  const rows = rowsOf(told.squares, 8).join("/").replaceAll(" ", ".");
  return `${rows} ${phaseOf(told)} ${told.turns}${" pass".repeat(told.passes)}`;
}

/** What the next shrink removes, and in how many turns. @param {Told} told */
function clock(told) {
  const phase = told.over ? "completed" : phaseOf(told);
  const soon = told.shrink === null ? null : told.shrink - (phase === "moving" ? told.turns : 0);
  const near = soon !== null && soon <= WARNING && phase === "moving";
  return { phase, soon, doomed: near ? told.vanishing : [] };
}

/**
 * @param {Values} _values
 * @param {Told} told
 */
export function board(_values, told) {
  const { phase, soon, doomed } = clock(told);
  const cells = [...told.squares].map((symbol, i) => (
    square(cellName(i % 8, Math.floor(i / 8)), symbol, { soon, doomed })));
  return {
    kind: "grid", columns: 8, rows: 8, cells, phase, turns: told.turns,
    ...(soon === null ? {} : { shrink: { at: told.shrink, in: soon, squares: doomed } }),
    note: told.over ? "" : note(told),
  };
}

/** @param {Told} told */
function note(told) {
  const { phase, soon, doomed } = clock(told);
  if (phase === "placing") return `Placing: piece ${told.turns + 1} of ${PLACEMENTS}`;
  if (soon === null) return `Turn ${told.turns}: the board does not shrink any more`;
  if (!doomed.length) return `Turn ${told.turns}: the board shrinks after turn ${told.shrink}`;
  return soon === 1 ? "The edge disappears after this move!"
    : `The edge disappears in ${soon} turns`;
}

/**
 * @param {string} id
 * @param {string} symbol
 * @param {{soon: number | null, doomed: string[]}} clock
 */
function square(id, symbol, { soon, doomed }) {
  const state = symbol === "X" ? "corner" : symbol === " " ? "gone" : "free";
  const piece = COLOURS["O@".indexOf(symbol)];
  const ground = { corner: "corner", gone: "removed", free: "empty" }[state];
  const words = [id, piece ? `${piece} piece` : ground];
  const goes = doomed.includes(id);
  if (goes) words.push(`goes in ${soon} turn${soon === 1 ? "" : "s"}`);
  return {
    id, state, ...(piece && { piece }), ...(goes && { doomed: true }), label: words.join(", "),
  };
}

/**
 * @param {Values} _values
 * @param {Told} told
 * @returns {[string, number][]}
 */
export const counts = (_values, told) => COLOURS.map((colour, i) => [colour, told.pieces[i]]);

/**
 * @param {Values} _values
 * @param {Told} _told
 * @param {string} move
 */
export function legal(_values, _told, move) {
  if (move === "pass") {
    const help = "None of your pieces has a free square beside it or can jump.";
    return { move, label: "no legal move: pass", help };
  }
  const [start, target] = [move.slice(0, 2), move.slice(2)];
  return target ? { move, from: start, to: target, label: `${start} to ${target}` }
    : { move, to: start, label: `place on ${start}` };
}

/**
 * The share of the turns up to the last shrink that are still to be played.
 * @param {Values} _values
 * @param {Told} told
 */
export function left(_values, told) {
  const made = told.turns + (told.moving ? PLACEMENTS : 0);
  return Math.max(0, 1 - made / (PLACEMENTS + (SHRINKS_AT[1] ?? 0)));
}
