/** The analysis page. */

import {
  gradesInOrder, openAnalysis, openedFrom, played, withGrade,
} from "./analysis.js";
import { renderAnalysis } from "./analyse-view.js";
import { get, post, query } from "./api.js";
import { BoardView } from "./board-view.js";
import { cellsOfMove } from "./board/events.js";
import { byId, setText } from "./dom.js";
import { Engine } from "./engine.js";
import { gameTitle, placeText } from "./format.js";
import { mistakesOf } from "./grades.js";
import { icon } from "./icons.js";
import { answered, asksStill, beginLesson, lessonText, nextQuestion } from "./lesson.js";
import { LINES } from "./lines-view.js";
import { wireOpen } from "./open.js";
import { lookAt } from "./positions.js";
import { wireReview } from "./review.js";
import { openShare } from "./share.js";
import { announce, report } from "./site.js";
import { wireSteps } from "./steps.js";
import { ROOT, lineThrough, mainLine, movesTo, nodeAt, stepFrom, without } from "./tree.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Opened} Opened */
/** @typedef {import("./types.js").Side} Side */

const SECONDS = 30; // to think about one position
const REVIEW_NODES = 60_000; // to spend on each position of a review

/** @type {Analysis | null} */
let state = null;

const view = new BoardView(byId("board", HTMLElement), { onMove: ({ move }) => void play(move) });
const engine = new Engine((info) => set({ info }), report);
const reviewer = new Engine(receiveReview, (problem) => {
  set({ reviewing: false });
  report(problem);
});
let asked = new AbortController();

/** @param {Partial<Analysis>} changes */
function set(changes) {
  if (!state) return;
  const before = state;
  state = { ...state, ...changes };
  render(state, before);
}

/** @param {Opened} opened */
async function open(opened) {
  const next = await openAnalysis(opened);
  reviewer.stop();
  state = next;
  document.title = `${gameTitle(next.game)} · Analyse · plyground`;
  setText(byId("title", HTMLElement), `Analysis of ${gameTitle(next.game)}`);
  const board = [...next.seen.values()][0]?.position.board;
  byId("board-column", HTMLElement).classList.toggle("houses-board", board?.kind === "houses");
  byId("board-column", HTMLElement).classList.toggle("square-board", board?.kind === "grid");
  await go(next.at, null);
}

/**
 * Show a node; one move on is shown happening.
 * @param {number} id
 * @param {Analysis | null} [here] what is on the page
 */
async function go(id, here = state) {
  if (!state) return;
  const found = await lookAt(state, id).catch(report);
  if (!found || !state.tree.has(id)) return;
  const forward = here !== null && nodeAt(state.tree, id).parent === here.at;
  state = {
    ...state, at: id, info: null, explained: null, seen: new Map(state.seen).set(id, found),
  };
  void view.show(found.position, {
    legal: found.position.legal, last: cellsOfMove(found.last?.events),
  }, forward ? found.last?.events : []);
  byId("table", HTMLElement).hidden = false;
  byId("problem", HTMLElement).hidden = true;
  think();
  explain();
  rememberPlace(state);
  render(state, here);
}

/** Go to a node, and say what was played there. @param {number} id */
async function walkTo(id) {
  await go(id);
  if (state?.at === id) announce(placeText(nodeAt(state.tree, id).ply, state.seen.get(id)?.last));
}

/** @param {string} move */
async function play(move) {
  if (!state) return;
  if (asksStill(state.lesson)) {
    await tryInLesson(state, move);
    return;
  }
  try {
    const next = await played(state, move);
    const last = next.seen.get(next.at)?.last;
    // Meanwhile the engine or a review may have said more.
    state = { ...state, tree: next.tree, seen: next.seen };
    if (last?.announce) announce(last.announce);
    await go(next.at);
  } catch (problem) {
    view.board?.settle();
    report(problem);
  }
}

function think() {
  if (!state) return;
  const { game, start, tree, at, engine: on, lesson, seen } = state;
  if (!on || seen.get(at)?.position.over || asksStill(lesson)) engine.stop();
  else {
    engine.start({
      type: "start", game, start, moves: movesTo(tree, at), lines: LINES, seconds: SECONDS,
    });
  }
}

/** Ask why, if anybody looks at it. */
function explain() {
  if (!state || !(state.heat || byId("why", HTMLDetailsElement).open)) return;
  asked.abort();
  asked = new AbortController();
  const { at, game, start, tree } = state;
  const body = {
    game, position: start, moves: movesTo(tree, at), lines: 1, nodes: 1000, explain: true,
  };
  post("/api/analyse", body, { signal: asked.signal })
    .then(({ explanation, heat }) => set({ explained: { at, explanation, heat } }))
    .catch(report);
}

/** The address holds the game, so that a reload or a link leads back here. @param {Analysis} now */
function rememberPlace({ game, start, tree, at }) {
  const moves = lineThrough(tree, at).map(({ move }) => move).join(",");
  const address = query({ game, start, moves, ply: nodeAt(tree, at).ply });
  history.replaceState(null, "", `/analyse${address}`);
}

/** @param {any} message */
function receiveReview(message) {
  if (!state) return;
  if (message.type === "graded") set({ graded: withGrade(state, message) });
  else if (message.type === "review") {
    set({ summary: message, reviewing: false });
    announce("The review is complete.");
  }
}

function review() {
  if (!state) return;
  const moves = mainLine(state.tree).map(({ move }) => move);
  set({ graded: new Map(), summary: null, reviewing: true });
  const { game, start } = state;
  reviewer.start({ type: "review", game, start, moves, nodes: REVIEW_NODES });
}

/** @param {Side} side */
function learn(side) {
  if (!state) return;
  const lesson = beginLesson(side, mistakesOf(gradesInOrder(state), side));
  ask(lesson);
}

/** @param {import("./lesson.js").Lesson | null} lesson */
function ask(lesson) {
  const found = state?.lesson;
  set({ lesson });
  if (!lesson) {
    if (found) announce(`The lesson is over: ${found.found} of ${found.mistakes.length} found.`);
    think();
    return;
  }
  announce(lessonText(lesson));
  if (lesson.stage === "asking" && state) {
    const ply = (lesson.mistakes[lesson.index]?.ply ?? 1) - 1;
    void go(mainLine(state.tree)[ply - 1]?.id ?? ROOT);
  } else think();
}

/**
 * @param {Analysis} here
 * @param {string} move
 */
async function tryInLesson(here, move) {
  if (!here.lesson) return;
  const { game, start, tree, at, lesson } = here;
  try {
    const { grade } = await post("/api/grade", { game, start, moves: movesTo(tree, at), move });
    ask(answered(lesson, move, grade));
  } catch (problem) {
    report(problem);
  }
}

/** What the view calls when something is chosen. */
const actions = {
  play: (/** @type {string} */ move) => void play(move),
  go: (/** @type {number} */ id) => void go(id),
  learn,
  show: () => { if (state?.lesson) ask({ ...state.lesson, stage: "shown" }); },
  next: () => { if (state?.lesson) ask(nextQuestion(state.lesson)); },
  end: () => ask(null),
};

/**
 * @param {Analysis} now
 * @param {Analysis | null} before
 */
function render(now, before) {
  renderAnalysis(view, now, before, actions);
}

/** Take a move and what follows it out of the tree. */
function prune() {
  if (!state || state.at === ROOT) return;
  const parent = nodeAt(state.tree, state.at).parent ?? ROOT;
  const main = mainLine(state.tree).some(({ id }) => id === state?.at);
  const before = state;
  state = {
    ...state, tree: without(state.tree, state.at), lesson: null,
    ...(main ? { graded: new Map(), summary: null, reviewing: false } : {}),
  };
  void go(parent, before);
}

async function playOn() {
  if (!state) return;
  const { game, start, tree, at } = state;
  const { id } = await post("/api/games", { game, start, moves: movesTo(tree, at) });
  location.assign(`/game/${id}`);
}

/**
 * @param {string} id
 * @param {import("./icons.js").Icon} picture
 * @param {() => void} action
 */
function wire(id, picture, action) {
  const button = byId(id, HTMLButtonElement);
  button.prepend(icon(picture));
  button.addEventListener("click", action);
}

wireSteps((step) => {
  const target = state && stepFrom(state.tree, state.at, step);
  if (target !== null && target !== state?.at) void walkTo(target);
});
wire("flip", "flip", () => { view.flip(); if (state) render(state, state); });
wire("engine", "analyse", () => { set({ engine: !state?.engine, info: null }); think(); });
wire("marks", "check", () => set({ marks: !state?.marks }));
wire("heat", "heat", () => { set({ heat: !state?.heat }); explain(); });
wire("remove", "trash", prune);
wire("play-here", "play", () => { playOn().catch(report); });
wire("share", "share", () => {
  if (state) openShare({ ...state, moves: movesTo(state.tree, state.at) });
});
byId("why", HTMLDetailsElement).addEventListener("toggle", explain);
wireReview(review, (ply) => {
  if (state) void go(ply === 0 ? ROOT : mainLine(state.tree)[ply - 1]?.id ?? ROOT);
});
wireOpen((opened) => open(opened));

async function begin() {
  const opened = openedFrom(new URLSearchParams(location.search));
  if (opened.id === null) return open(opened);
  const game = await get(`/api/games/${encodeURIComponent(opened.id)}`);
  const { first, second } = game.players;
  return open({
    ...opened, game: game.game, start: game.start,
    moves: game.moves.map((/** @type {{move: string}} */ { move }) => move),
    titles: { first: first.title, second: second.title },
  });
}

begin().catch((problem) => {
  const box = byId("problem", HTMLElement);
  setText(box, problem.message);
  box.hidden = false;
});
