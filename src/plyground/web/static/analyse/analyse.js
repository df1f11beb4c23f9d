/** The analysis page. */

import { addressOf, shareQuery } from "./address.js";
import { gradesInOrder, openAnalysis, played, withGrade } from "./analysis.js";
import { renderAnalysis } from "./analyse-view.js";
import { post } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { cellsOfMove } from "../board/events.js";
import { byId, setText } from "../common/dom.js";
import { LiveAnalysis, searchOf } from "./engine.js";
import { wireEngineSettings } from "./engine-settings.js";
import { engine, firstLook } from "./first-look.js";
import { placeText, sentence } from "../common/format.js";
import { mistakesOf } from "./grades.js";
import { answered, asksStill, beginLesson, learnerIn, lessonText, nextQuestion } from "./lesson.js";
import { lookAt } from "../common/positions.js";
import { wireReview } from "./review.js";
import { announce, notify, report, wireButton } from "../common/site.js";
import { wireSteps } from "../common/steps.js";
import { ROOT, mainLine, movesTo, nodeAt, stepFrom, withComment, without } from "./tree.js";
import { page } from "../common/links.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("../common/types.js").Side} Side */

const MOST_ADDRESS = 6000; // characters: more is too much for some servers on the way
const REVIEW_NODES = 60_000; // to spend on each position of a review

/** @type {Analysis | null} */
let state = null;

const view = new BoardView(byId("board", HTMLElement), { onMove: ({ move }) => void play([move]) });
const reviewer = new LiveAnalysis(receiveReview, (problem) => {
  set({ reviewing: false });
  report(problem);
});
engine.onAnswer = (info) => set({ info });
engine.onProblem = report;
let asked = new AbortController();
/** Whose mistakes the address asks for, until they are found. */
let learner = learnerIn(new URLSearchParams(location.search));

/** @param {Partial<Analysis>} changes */
function set(changes) {
  if (!state) return;
  const before = state;
  state = { ...state, ...changes };
  render(state, before);
}

/** @param {Promise<Analysis>} opening */
async function open(opening) {
  const next = await opening;
  reviewer.stop();
  state = next;
  const { title = next.game, board } = [...next.seen.values()][0]?.position ?? {};
  document.title = `${title} · Analyse · plyground`;
  setText(byId("title", HTMLElement), `Analysis of ${title}`);
  byId("board-column", HTMLElement).classList.toggle("houses-board", board?.kind === "houses");
  byId("board-column", HTMLElement).classList.toggle("square-board", board?.kind !== "houses");
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
  state = { ...state, at: id, explained: null, seen: new Map(state.seen).set(id, found) };
  state = { ...state, info: think(state) };
  void view.show(found.position, {
    legal: found.position.legal, last: cellsOfMove(found.last?.events),
  }, forward ? found.last?.events : []);
  byId("table", HTMLElement).hidden = false;
  hideFailure();
  explain();
  rememberPlace(state);
  render(state, here);
}

/** A game could be opened after all. */
function hideFailure() {
  const failed = byId("failed", HTMLElement);
  if (!failed.hidden) byId("panel", HTMLElement).append(byId("open", HTMLElement));
  failed.hidden = true;
}

/** Go to a node, and say what was played there. @param {number} id */
async function walkTo(id) {
  await go(id);
  if (state?.at === id) announce(placeText(nodeAt(state.tree, id).ply, state.seen.get(id)?.last));
}

/** @param {string[]} moves one, or several of a line */
async function play(moves) {
  if (!state) return;
  view.finish();
  if (asksStill(state.lesson)) {
    await tryInLesson(state, moves[0] ?? "");
    return;
  }
  try {
    const next = await played(state, moves);
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

/**
 * Let the engine look at what is shown, unless it is to rest.
 * @param {Analysis} now
 * @returns {import("./lines-view.js").Info | null} what it has found already
 */
function think({ game, start, tree, at, engine: on, lesson, seen }) {
  if (on && !seen.get(at)?.position.over && !asksStill(lesson)) {
    return engine.pursue(searchOf({ game, start, moves: movesTo(tree, at) }));
  }
  engine.stop();
  return null;
}

/**
 * Change what the engine is to do here.
 * @param {Pick<Partial<Analysis>, "engine" | "lesson">} changes
 */
function rethink(changes) {
  if (state) set({ ...changes, info: think({ ...state, ...changes }) });
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
function rememberPlace(now) {
  const address = addressOf(now);
  const fits = address.length <= MOST_ADDRESS;
  // A tree that is too large for the address stays with this tab.
  const beside = fits ? null : { address };
  const kept = fits ? address : shareQuery(now).query;
  history.replaceState(beside, "", page(`/analyse${kept}`));
}

/** Keep what was written about the move that is shown. */
function comment() {
  if (!state) return;
  const text = byId("comment", HTMLTextAreaElement).value.trim();
  if (text === nodeAt(state.tree, state.at).comment) return;
  set({ tree: withComment(state.tree, state.at, text) });
  rememberPlace(state);
}

/** @param {any} message */
function receiveReview(message) {
  if (!state) return;
  if (message.type === "graded") set({ graded: withGrade(state, message) });
  else if (message.type === "review") {
    set({ summary: message, reviewing: false });
    keepMistakes(state).catch(report);
    announce("Review finished.");
    startLesson();
  }
}

/** Begin with the first mistake, where the address asks for it. */
function startLesson() {
  if (!state || !learner) return;
  const side = learner;
  learner = null;
  if (mistakesOf(gradesInOrder(state), side).length) learn(side);
  else notify("No mistakes were found.");
}

/** Mistakes become puzzles on the page of puzzles. @param {Analysis} now */
async function keepMistakes(now) {
  const { rememberMistakes } = await import("../common/own-mistakes.js");
  rememberMistakes(now, mainLine(now.tree).map(({ move }) => move ?? ""), gradesInOrder(now));
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
  ask(beginLesson(side, mistakesOf(gradesInOrder(state), side)));
  // It was asked for far below.
  byId("board-column", HTMLElement).scrollIntoView();
  byId("lesson", HTMLElement).focus({ preventScroll: true });
}

/** How the moves of this game are called. */
function moveName() {
  return state?.seen.get(state.at)?.position.move_name;
}

/** @param {import("./lesson.js").Lesson | null} lesson */
function ask(lesson) {
  const found = state?.lesson;
  rethink({ lesson });
  if (!lesson) {
    if (found) announce(`Practice finished: ${found.found} of ${found.mistakes.length} found.`);
    return;
  }
  announce(lessonText(lesson, moveName()));
  if (lesson.stage === "asking" && state) {
    const ply = (lesson.mistakes[lesson.index]?.ply ?? 1) - 1;
    void go(mainLine(state.tree)[ply - 1]?.id ?? ROOT);
  }
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
  play: (/** @type {string[]} */ moves) => void play(moves),
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
async function prune() {
  if (!state || state.at === ROOT) return;
  const before = state;
  const { tree, at, graded, summary } = before;
  const parent = nodeAt(tree, at).parent ?? ROOT;
  // First of all: meanwhile nobody may ask for a move that is gone.
  const found = await lookAt(before, parent);
  if (state?.tree !== tree || state.at !== at) return;
  const main = mainLine(tree).some(({ id }) => id === at);
  const after = without(tree, at);
  state = {
    ...state, tree: after, deleted: { after, before: { tree, at, graded, summary } }, lesson: null,
    seen: new Map(state.seen).set(parent, found),
    ...(main ? { graded: new Map(), summary: null, reviewing: false } : {}),
  };
  await go(parent, before);
  byId("undo", HTMLButtonElement).focus();
  announce("Deleted. Undo brings the moves back.");
}

/** Bring back what was deleted last. */
function undo() {
  if (state?.deleted?.after !== state?.tree || !state?.deleted) return;
  state = { ...state, ...state.deleted.before, deleted: null };
  void go(state.at, null).then(() => byId("remove", HTMLButtonElement).focus());
}

/** @param {import("./analysis.js").Opened} opened */
const openOther = (opened) => open(openAnalysis(opened));

async function offerGames() {
  const { fillOpen } = await import("./open.js");
  await fillOpen();
}

/** The form works as soon as it is there, also before its module has come. @param {Event} event */
async function openGame(event) {
  event.preventDefault();
  const { submitFile, submitOpen } = await import("./open.js");
  await (event.type === "change" ? submitFile : submitOpen)(openOther);
}

async function offerStudies() {
  if (!byId("studies", HTMLDetailsElement).open) return;
  const { showStudies } = await import("./studies.js");
  showStudies(byId("studies-body", HTMLElement), {
    now: () => state, open: openOther,
    named: (study) => {
      set({ study });
      if (state) rememberPlace(state);
    },
  });
}

async function share() {
  if (!state) return;
  const { game, start, tree, at, titles } = state;
  const { openShare } = await import("../common/share.js");
  const { query, whole } = shareQuery(state);
  openShare({
    game, start, moves: movesTo(tree, at), titles, at: nodeAt(tree, at).ply, link: query,
    line: mainLine(tree).map(({ move }) => move ?? ""),
    note: whole ? "" : "Variations and comments are left out, because the link would be too long. "
      + "Download the study to share everything.",
  });
}

async function playHere() {
  const position = state?.seen.get(state.at)?.position;
  if (!state || !position) return;
  const { game, start, tree, at, opponent } = state;
  const { names, turn } = position;
  const { openPlayHere } = await import("./play-here.js");
  await openPlayHere({ game, start, moves: movesTo(tree, at), names, turn, opponent });
}

wireSteps((step) => {
  const target = state && stepFrom(state.tree, state.at, step);
  if (target !== null && target !== state?.at) void walkTo(target);
});
wireButton("flip", "flip", () => { view.flip(); if (state) render(state, state); });
wireButton("engine", "analyse", () => rethink({ engine: !state?.engine }));
wireButton("deeper", "analyse", () => engine.deeper());
wireEngineSettings(() => rethink({}));
wireButton("marks", "check", () => set({ marks: !state?.marks }));
wireButton("heat", "heat", () => { set({ heat: !state?.heat }); explain(); });
wireButton("remove", "trash", prune);
wireButton("play-here", "play", playHere);
wireButton("undo", "back", undo);
wireButton("share", "share", share);
byId("comment", HTMLTextAreaElement).addEventListener("input", comment);
byId("why", HTMLDetailsElement).addEventListener("toggle", explain);
wireReview(review, (ply) => {
  if (state) void go(ply === 0 ? ROOT : mainLine(state.tree)[ply - 1]?.id ?? ROOT);
});
byId("open-form", HTMLFormElement).addEventListener("submit", (event) => {
  openGame(event).catch(report);
});
byId("open-file", HTMLInputElement).addEventListener("change", (event) => {
  openGame(event).catch(report);
});
byId("studies", HTMLDetailsElement).addEventListener("toggle", () => {
  offerStudies().catch(report);
});
byId("open", HTMLDetailsElement).addEventListener("toggle", () => { offerGames().catch(report); });

open(firstLook).then(() => {
  if (learner || new URLSearchParams(location.search).has("review")) review();
}).catch(async (problem) => {
  // Another game can be opened from here.
  const failed = byId("failed", HTMLElement);
  setText(byId("problem", HTMLElement), sentence(problem.message));
  failed.hidden = false;
  failed.append(byId("open", HTMLElement));
  byId("open", HTMLDetailsElement).open = true;
});
