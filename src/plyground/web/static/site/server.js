/** The server in the page: the same paths, messages and answers, see docs/web-api.md. */

import { begin, find, remove, Session, stateOf, summaries } from "./sessions.js";
import { games, puzzles, puzzleSets, tutorial } from "./data.js";
import { positionAnswer } from "./positions.js";

const analysis = () => import("./analysis.js");
const NOT_HERE = "This needs plyground on your computer.";

/** @param {{text: string}} wish with a record file */
function records({ text }) {
  const found = text.split(/^(?=Game:)/m).filter((/** @type {string} */ part) => (
    part.startsWith("Game:"))).map((/** @type {string} */ part) => {
    const [head = "", body = ""] = part.split(/\n\s*\n/);
    const headers = Object.fromEntries(head.split("\n").filter((line) => line.includes(":"))
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
    const { Game: game, Start: start = null, ...others } = headers;
    const moves = body.trim().split(/\s+/).filter((word) => word && !/^\d+\.$/.test(word));
    return { game, start, moves, headers: others, result: null };
  });
  return { games: found };
}

/** @type {[string, RegExp, (body: any, id: string) => unknown][]} */
const ROUTES = [
  ["GET", /^\/api\/catalogue$/, async () => (await games()).catalogue],
  ["POST", /^\/api\/games$/, async (wish) => stateOf(await begin(wish))],
  ["GET", /^\/api\/games$/, () => summaries()],
  ["GET", /^\/api\/games\/(\w+)$/, (_, id) => {
    const game = find(id);
    return game ? stateOf(game) : undefined;
  }],
  ["DELETE", /^\/api\/games\/(\w+)$/, (_, id) => {
    remove(id);
    return null;
  }],
  ["POST", /^\/api\/positions$/, positionAnswer],
  ["POST", /^\/api\/analyse$/, async (wish) => (await analysis()).explainAnswer(wish)],
  ["POST", /^\/api\/grade$/, async (wish) => (await analysis()).gradeMove(wish)],
  ["POST", /^\/api\/records$/, records],
  ["GET", /^\/api\/puzzles$/, puzzleSets],
  ["GET", /^\/api\/puzzles\/([\w-]+)$/, (_, name) => puzzles(name)],
  ["GET", /^\/api\/tutorial\/([\w-]+)$/, (_, family) => tutorial(family)],
];

/**
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
function refused(status, code, message) {
  return Response.json({ error: { code, message } }, { status });
}

/**
 * @param {string} path
 * @param {RequestInit} how
 * @returns {Promise<Response>}
 */
export async function respond(path, { method = "GET", body }) {
  const [name = ""] = path.split("?");
  for (const [verb, pattern, answer] of ROUTES) {
    const match = verb === method ? pattern.exec(name) : null;
    if (!match) continue;
    try {
      const wish = typeof body === "string" ? JSON.parse(body) : {};
      const found = await answer(wish, match[1] ?? "");
      if (found === undefined) return refused(404, "not_found", "Game not found.");
      return found === null ? new Response(null, { status: 204 }) : Response.json(found);
    } catch (problem) {
      return refused(400, "error", problem instanceof Error ? problem.message : String(problem));
    }
  }
  return refused(404, "not_found", NOT_HERE);
}

/**
 * @param {string} path
 * @param {(message: any) => void} send
 */
export async function serve(path, send) {
  if (path === "/ws/analysis") {
    const { Analyst } = await analysis();
    return new Analyst(send);
  }
  const stored = find(path.split("/").at(-1) ?? "");
  if (!stored) throw new Error("Game not found.");
  const session = new Session(stored, send);
  setTimeout(() => void session.tell());
  return session;
}
