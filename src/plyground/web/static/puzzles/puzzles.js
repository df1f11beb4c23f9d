/** The page of puzzles. They come from the server as a file; its rules say what is legal. */

import { get, post } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { cellsOfMove } from "../board/events.js";
import { byId, h, setText } from "../common/dom.js";
import { capital, plural } from "../common/format.js";
import { ownMistakes } from "../common/own-mistakes.js";
import { askPosition, usualGame } from "../common/positions.js";
import { recall, remember } from "../common/settings.js";
import { announce, report, wireButton } from "../common/site.js";
import { say } from "../common/verdict.js";
import {
  dailyNumber, dayOf, GOALS, nextNumber, readProgress, streak, withSolved,
} from "./choose.js";

/** @typedef {import("../common/types.js").Puzzle} Puzzle */
/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("../common/types.js").PuzzleSet} PuzzleSet */
/** @typedef {import("./choose.js").Progress} Progress */
/** @typedef {"daily" | "any" | "mistakes"} Kind */

/**
 * @typedef {object} Asked
 * @property {Kind} kind
 * @property {string} game
 * @property {number} number
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} line best play, which begins with the solution
 * @property {string} goal
 * @property {number | null} difficulty
 * @property {string | null} played the mistake that was made here
 * @property {Position} position
 * @property {"asking" | "wrong" | "solved" | "shown"} stage
 * @property {number} help hints given, and wrong answers
 */

/** @type {Asked | null} */
let state = null;
/** @type {Map<string, Puzzle[]>} */
const known = new Map();
/** @type {Progress} */
let progress = readProgress(recall("puzzles"));
const view = new BoardView(byId("board", HTMLElement), { onMove: ({ move }) => void answer(move) });
const chosen = byId("game", HTMLSelectElement);

/** @param {string} stem */
async function puzzlesOf(stem) {
  const found = known.get(stem) ?? (await get(`/api/puzzles/${stem}`)).puzzles;
  known.set(stem, found);
  return /** @type {Puzzle[]} */ (found);
}

function gameName() {
  return chosen.selectedOptions[0]?.dataset.game ?? usualGame();
}

/** @param {Kind} kind */
async function ask(kind) {
  if (kind === "mistakes") return askMistake(state?.kind === "mistakes" ? state.number : 0);
  const stem = chosen.value;
  const puzzles = await puzzlesOf(stem);
  const number = kind === "daily" ? dailyNumber(dayOf(new Date()), puzzles.length)
    : nextNumber(puzzles, progress, stem, state?.number);
  const puzzle = puzzles[number - 1];
  if (!puzzle) return;
  await show({
    kind, number, game: gameName(), start: puzzle.position, moves: puzzle.moves,
    line: puzzle.line, goal: GOALS[puzzle.goal], difficulty: puzzle.difficulty, played: null,
  });
}

/** @param {number} index */
async function askMistake(index) {
  const all = ownMistakes();
  const one = all[index % Math.max(all.length, 1)];
  if (!one) {
    byId("table", HTMLElement).hidden = false;
    say("Review one of your games on the analysis page: its mistakes become puzzles here.", "");
    return;
  }
  const { game, start, moves, line, played } = one;
  await show({
    kind: "mistakes", number: index % all.length + 1, game, start, moves, line, played,
    goal: "Find a better move.", difficulty: null,
  });
}

/** @param {Omit<Asked, "position" | "stage" | "help">} asked */
async function show(asked) {
  const { position, last } = await askPosition(asked);
  state = { ...asked, position, stage: "asking", help: 0 };
  const column = byId("board-column", HTMLElement);
  column.classList.toggle("houses-board", position.board.kind === "houses");
  column.classList.toggle("square-board", position.board.kind !== "houses");
  const drawn = view.show(position, { legal: position.legal, last: cellsOfMove(last?.events) });
  render();
  byId("table", HTMLElement).hidden = false;
  await drawn;
  announce(byId("task", HTMLElement).textContent ?? "");
}

/** What a move is called: "house 3". @param {string | undefined} move */
function named(move) {
  return (state?.position.move_name ?? "{}").replace("{}", move ?? "");
}

/** @param {string} move */
async function answer(move) {
  if (!state || state.stage === "solved" || state.stage === "shown") return;
  const asked = state;
  if (await isRight(asked, move)) {
    await finish("solved", move);
    return;
  }
  state = { ...asked, stage: "wrong", help: asked.help + 1 };
  view.board?.settle();
  render();
  say(`${capital(named(move))} is not it. Try again.`, "bad");
}

/**
 * A puzzle has one solution. Where you made a mistake, any good move is right.
 * @param {Asked} asked
 * @param {string} move
 */
async function isRight({ kind, game, start, moves, line }, move) {
  if (move === line[0]) return true;
  if (kind !== "mistakes") return false;
  const { grade } = await post("/api/grade", { game, start, moves, move });
  return grade === "best" || grade === "good";
}

/**
 * Play the solution on the board, and say it.
 * @param {"solved" | "shown"} stage
 * @param {string | undefined} move
 */
async function finish(stage, move) {
  if (!state || move === undefined) return;
  const { kind, game, start, moves, line, number, help } = state;
  const after = await askPosition({ game, start, moves: [...moves, move] });
  state = { ...state, stage };
  if (stage === "solved" && kind !== "mistakes") {
    const day = kind === "daily" ? dayOf(new Date()) : null;
    progress = withSolved(progress, { game: chosen.value, number, clean: help === 0, day });
    remember("puzzles", JSON.stringify(progress));
  }
  render();
  const rest = move === line[0] ? line.slice(1, 6) : [];
  const then = rest.length ? ` Then ${rest.join(" ")}.` : "";
  const told = stage === "solved" ? `${capital(named(move))} is right.` : `It was ${named(move)}.`;
  say(told + then, stage === "solved" ? "good" : "");
  await view.show(after.position, { last: cellsOfMove(after.last?.events) }, after.last?.events);
}

function hint() {
  if (!state || state.stage === "solved" || state.stage === "shown") return;
  const move = state.position.legal.find(({ move: each }) => each === state?.line[0]);
  const cell = move?.from ?? move?.to;
  state = { ...state, help: state.help + 1 };
  if (cell === undefined) say(`Look at ${named(state.line[0])}.`, "");
  else {
    view.decorate({ marks: [{ cells: [cell], text: "?", style: "played" }] });
    say(move?.from === undefined ? `Look at ${cell}.` : `Move the piece on ${cell}.`, "");
  }
}

function render() {
  if (!state) return;
  const { kind, number, position, goal, difficulty, stage, played } = state;
  const open = stage === "asking" || stage === "wrong";
  if (stage === "asking") say("", "");
  const mover = capital(position.turn ? position.names[position.turn] : "");
  setText(byId("task", HTMLElement), `${mover} to move. ${goal}`);
  byId("hint", HTMLButtonElement).disabled = !open;
  byId("show", HTMLButtonElement).disabled = !open;
  byId("daily", HTMLElement).setAttribute("aria-pressed", String(kind === "daily"));
  byId("mistakes", HTMLElement).setAttribute("aria-pressed", String(kind === "mistakes"));
  const which = {
    daily: "Puzzle of the day", any: `Puzzle ${number}`, mistakes: `Mistake ${number}`,
  };
  setText(byId("about", HTMLElement), difficulty === null
    ? `${which[kind]}: ${named(played ?? "")} was played here.`
    : `${which[kind]}, difficulty ${difficulty.toFixed(1)} of 10.`);
  const solved = progress.solved[chosen.value]?.length ?? 0;
  const days = streak(progress.days, dayOf(new Date()));
  setText(byId("record", HTMLElement),
    `${plural(solved, "puzzle")} solved · ${plural(days, "day")} in a row`);
}

async function begin() {
  const { games } = await get("/api/puzzles");
  chosen.replaceChildren(...games.map((/** @type {PuzzleSet} */ { name, game, title, count }) => (
    h("option", { value: name, "data-game": game }, `${title} (${count})`))));
  const asked = new URLSearchParams(location.search).get("game");
  const wanted = games.find((/** @type {PuzzleSet} */ { name, game, family }) => (
    asked === name || asked === game || asked === family));
  if (wanted) chosen.value = wanted.name;
  chosen.addEventListener("change", () => { ask("daily").catch(report); });
  await ask(new URLSearchParams(location.search).has("mistakes") ? "mistakes" : "daily");
}

wireButton("hint", "hint", hint);
wireButton("show", "check", () => finish("shown", state?.line[0]));
wireButton("next", "next", () => ask(state?.kind === "mistakes" ? "mistakes" : "any"));
wireButton("daily", "again", () => ask("daily"));
wireButton("mistakes", "learn", () => ask("mistakes"));
begin().catch((problem) => {
  const failed = byId("problem", HTMLElement);
  failed.hidden = false;
  setText(failed, problem.message);
});
