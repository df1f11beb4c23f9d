/**
 * A puzzle on a page of another site: that of the day, or the one with a `number`. Like the other
 * embedded pages it sends no cookie and stores nothing: not even that it was solved.
 */

import { cellsOfMove } from "../board/events.js";
import { get, withoutCookies } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { byId, h, setText } from "../common/dom.js";
import { capital } from "../common/format.js";
import { askPosition } from "../common/positions.js";
import { dailyNumber, dayOf, GOALS } from "../puzzles/choose.js";

/** @typedef {import("../common/types.js").Puzzle} Puzzle */
/** @typedef {import("../common/types.js").PuzzleSet} PuzzleSet */

withoutCookies();

const search = new URLSearchParams(location.search);
const view = new BoardView(byId("board", HTMLElement), { onMove: ({ move }) => {
  answer(move).catch(fail);
} });

/** @type {{game: string, puzzle: Puzzle, moveName: string, solved: boolean} | null} */
let state = null;

/** @param {string} text */
function say(text) {
  setText(byId("place", HTMLElement), text);
}

/** @param {unknown} problem */
function fail(problem) {
  say(problem instanceof Error ? problem.message : String(problem));
}

async function begin() {
  const asked = search.get("game");
  const { games } = await get("/api/puzzles");
  const set = games.find((/** @type {PuzzleSet} */ { name, game, family }) => (
    asked === null || [name, game, family].includes(asked)));
  if (!set) throw new Error(`There are no puzzles of ${asked}.`);
  const { puzzles } = await get(`/api/puzzles/${set.name}`);
  const number = Number(search.get("number")) || dailyNumber(dayOf(new Date()), puzzles.length);
  const puzzle = puzzles[number - 1];
  if (!puzzle) {
    throw new Error(`Puzzle ${number} does not exist. The last one is ${puzzles.length}.`);
  }
  const found = await askPosition({ game: set.game, start: puzzle.position, moves: puzzle.moves });
  const { position, last } = found;
  state = { game: set.game, puzzle, moveName: position.move_name, solved: false };
  document.title = `Puzzle: ${set.title} · plyground`;
  const mover = capital(position.turn ? position.names[position.turn] : "");
  const goal = GOALS[/** @type {Puzzle} */ (puzzle).goal];
  setText(byId("task", HTMLElement), `${mover} to move. ${goal}`);
  byId("whole", HTMLAnchorElement).href = `/puzzles?game=${encodeURIComponent(set.name)}`;
  await view.show(position, { legal: position.legal, last: cellsOfMove(last?.events) });
  const choices = position.legal.filter(({ to }) => to === undefined);
  byId("board", HTMLElement).after(...choices.map(({ move, label }) => h("button",
    { type: "button", onclick: () => void answer(move).catch(fail) }, capital(label))));
}

/** @param {string} move */
async function answer(move) {
  if (!state || state.solved) return;
  const { game, puzzle, moveName } = state;
  const named = capital(moveName.replace("{}", move));
  if (move !== puzzle.line[0]) {
    view.board?.settle();
    say(`${named} is not the solution. Try again.`);
    return;
  }
  state = { ...state, solved: true };
  const { position, last } = await askPosition(
    { game, start: puzzle.position, moves: [...puzzle.moves, move] });
  say(`${named} is right.`);
  await view.show(position, { last: cellsOfMove(last?.events) }, last?.events);
}

begin().catch(fail);
