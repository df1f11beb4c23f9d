/**
 * A study as a record file: variations and comments are headers, so that every reader of records
 * can read its game. Pure.
 */

import { numbered } from "./address.js";
import { written } from "./branches.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Opened} Opened */

/**
 * @param {Pick<Analysis, "game" | "start" | "titles" | "tree">} now
 * @param {string} name
 */
export function studyText({ game, start, titles, tree }, name) {
  const { moves, branches, comments } = written(tree);
  const headers = [
    ["Game", game], ["Start", start ?? ""], ["Study", name],
    ["First", titles?.first ?? ""], ["Second", titles?.second ?? ""],
    ...Object.entries(comments).map(([number, text]) => [`Comment ${number}`, escaped(text)]),
    ...branches.map(({ at, moves: line }, index) => (
      [`Variation ${index + 1}`, `${at}: ${line.join(" ")}`])),
  ].filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`);
  return `${[...headers, "", moves.join(" ")].join("\n").trimEnd()}\n`;
}

/**
 * What to open, from a game as the server has read it.
 * @param {import("../common/types.js").ReadRecord} record
 * @returns {Opened & {name: string}}
 */
export function openedFromRecord({ game, start, moves, headers }) {
  const under = (/** @type {string} */ word) => Object.entries(headers).flatMap(([key, value]) => {
    const [, number] = new RegExp(`^${word} (\\d{1,5})$`).exec(key) ?? [];
    return number === undefined ? [] : [{ number: Number(number), value }];
  }).sort((one, other) => one.number - other.number);
  const { First: first, Second: second, Study: name = "" } = headers;
  return {
    game, start, moves, name,
    branches: numbered(under("Variation").map(({ value }) => value)).map(([at, line]) => (
      { at, moves: line.split(" ").filter((move) => move) })),
    comments: Object.fromEntries(under("Comment").map(({ number, value }) => (
      [number, unescaped(value)]))),
    titles: first || second ? { first: first ?? "?", second: second ?? "?" } : null,
  };
}

/** A header is one line. @param {string} text */
function escaped(text) {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** @param {string} text */
function unescaped(text) {
  return text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));
}

/**
 * The games of a record file, each with its own text and a line about it.
 * @param {string} text
 * @returns {{text: string, about: string}[]}
 */
export function gamesIn(text) {
  const parts = text.replaceAll("\r\n", "\n").split(/^(?=[ \t]*Game[ \t]*:)/m)
    .filter((part) => /^[ \t]*Game[ \t]*:/.test(part));
  return parts.map((part, index) => ({ text: part, about: `${index + 1}. ${aboutGame(part)}` }));
}

/** @param {string} text of one game */
function aboutGame(text) {
  const header = (/** @type {string} */ key) => (
    new RegExp(`^[ \\t]*${key}[ \\t]*:[ \\t]*(.*?)[ \\t]*$`, "m").exec(text)?.[1] ?? "");
  const [first, second] = [header("First"), header("Second")];
  const moves = text.split("\n").filter((line) => !/[:#]/.test(line)).join(" ").split(/\s+/)
    .filter((move) => move).length;
  return [
    header("Study"), first || second ? `${first || "?"} – ${second || "?"}` : "",
    header("Game"), header("Result"), `${moves} ${moves === 1 ? "move" : "moves"}`,
  ].filter((part) => part).join(" · ");
}
