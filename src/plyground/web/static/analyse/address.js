/** The address of an analysis: it holds the game with its variations and comments. Pure. */

import { written } from "./branches.js";
import { movesIn, movesText } from "../common/format.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Opened} Opened */
/** @typedef {import("./branches.js").Branch} Branch */

export const MOST_SHARED = 2000; // characters of a link: longer ones are cut by some programs
// Where one may come from, and go back to.
const ORIGIN = /^(?:(?:game|tournaments|class\/rounds)\/[\w-]{1,40}|class\/team)$/;

/**
 * @param {Pick<Analysis, "game" | "start" | "tree" | "at" | "titles" | "opponent" | "origin"
 *   | "study">} now
 * @returns {string} the query of the address, everything in it
 */
export function addressOf({ game, start, tree, at, titles, opponent, origin, study }) {
  const { moves, branches, comments, ids } = written(tree);
  const number = ids.indexOf(at);
  return `?${new URLSearchParams([
    ["game", game], ["start", start ?? ""], ["moves", moves.length ? movesText(moves) : ""],
    ...branches.map((branch) => ["branch", branchText(branch)]),
    ...Object.entries(comments).map(([of, text]) => ["comment", `${of}:${text}`]),
    [number > moves.length ? "at" : "ply", String(number)],
    ["first", titles?.first ?? ""], ["second", titles?.second ?? ""],
    ["opponent", opponent ?? ""], ["from", origin ?? ""], ["study", study ?? ""],
  ].filter(([, value]) => value))}`;
}

/**
 * A link to share: without variations and comments where these would make it too long.
 * @param {Pick<Analysis, "game" | "start" | "tree" | "at" | "titles">} now
 * @returns {{query: string, whole: boolean}}
 */
export function shareQuery({ game, start, tree, at, titles }) {
  const nobody = { opponent: null, origin: null, study: null };
  const query = addressOf({ game, start, tree, at, titles, ...nobody });
  if (query.length <= MOST_SHARED) return { query, whole: true };
  const search = new URLSearchParams(query);
  for (const name of ["branch", "comment", "at"]) search.delete(name);
  const { branches, comments } = written(tree);
  const whole = branches.length === 0 && Object.keys(comments).length === 0;
  return { query: `?${search}`, whole };
}

/** @param {Branch} branch */
function branchText({ at, moves }) {
  return `${at}:${movesText(moves)}`;
}

/**
 * What the address of the page says.
 * @param {URLSearchParams} search
 * @param {string} [usual] the game where it names none
 * @returns {Opened & {id: string | null}}
 */
export function openedFrom(search, usual = "") {
  const [first, second, from] = ["first", "second", "from"].map((name) => search.get(name));
  const at = search.get("at") ?? search.get("ply");
  return {
    id: search.get("id"),
    game: search.get("game") ?? usual,
    start: search.get("start"),
    moves: movesIn(search.get("moves") ?? ""),
    branches: numbered(search.getAll("branch")).map(([number, text]) => (
      { at: number, moves: movesIn(text) })),
    comments: Object.fromEntries(numbered(search.getAll("comment"))),
    titles: first && second ? { first, second } : null,
    opponent: search.get("opponent"),
    study: search.get("study"),
    origin: from && ORIGIN.test(from) ? from : null,
    ...(at !== null && /^\d+$/.test(at) ? { at: Number(at) } : {}),
  };
}

/**
 * Texts such as `3:a word`, by their numbers.
 * @param {string[]} texts
 * @returns {[number, string][]}
 */
export function numbered(texts) {
  return texts.flatMap((text) => {
    const found = /^(\d{1,5}):(.*)$/su.exec(text);
    return found ? [/** @type {[number, string]} */ ([Number(found[1]), found[2] ?? ""])] : [];
  });
}
