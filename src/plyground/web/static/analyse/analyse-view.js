/** Draws what the analysis page knows. */

import { gradesInOrder } from "./analysis.js";
import { GRADES } from "./grades.js";
import { byId, h, setText } from "../common/dom.js";
import { capital } from "../common/format.js";
import { renderHeatNote } from "./heat-note.js";
import { asksStill, renderLesson } from "./lesson.js";
import { bestMarks, renderBar, renderLines, scoreOf } from "./lines-view.js";
import { playerBar, sideBelow } from "../common/player-bar.js";
import { renderReview, renderSummary } from "./review.js";
import { legend } from "./score-text.js";
import { renderSteps } from "../common/steps.js";
import { renderTree } from "./tree-view.js";
import { mainLine, nodeAt } from "./tree.js";
import { page } from "../common/links.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("../common/types.js").Side} Side */

/** @type {Record<string, string>} what the way back is called, by the beginning of its address */
const BACK = {
  game: "Back to the game", tournaments: "Back to the tournament",
  "class/rounds": "Back to the round", "class/team": "Back to your team",
};

/**
 * @typedef {object} Actions
 * @property {(moves: string[]) => void} play
 * @property {(id: number) => void} go
 * @property {(side: Side) => void} learn
 * @property {() => void} show
 * @property {() => void} next
 * @property {() => void} end
 */

/**
 * @param {import("../common/board-view.js").BoardView} view
 * @param {Analysis} now
 * @param {Analysis | null} before what was drawn last; nothing for another game
 * @param {Actions} actions
 */
export function renderAnalysis(view, now, before, actions) {
  const position = now.seen.get(now.at)?.position;
  if (!position) return;
  const changed = (/** @type {keyof Analysis} */ part) => now[part] !== before?.[part];
  renderEngine(view, now, position, actions);
  if (now.explained && changed("explained")) void renderWhy(now.explained, position);
  renderPlayers(view.flipped, now, position);
  renderChoices(position, actions);
  renderReviewOf(now, changed("summary"), position.names, actions);
  if (changed("lesson")) renderLesson(now.lesson, position.move_name, actions);
  renderButtons(now, position);
  renderComment(now);
  renderReason(now);
  if (changed("tree") || changed("at") || changed("graded")) {
    renderTree(byId("moves", HTMLElement), now, actions.go); // last: it measures the page
  }
}

/**
 * @param {NonNullable<Analysis["explained"]>} explained
 * @param {Position} position
 */
async function renderWhy({ explanation }, position) {
  const { whyView } = await import("./why.js");
  byId("why-body", HTMLElement).replaceChildren(...whyView(explanation, position));
}

/**
 * What the engine says, unless a learner is to find it.
 * @param {import("../common/board-view.js").BoardView} view
 * @param {Analysis} now
 * @param {Position} position
 * @param {Actions} actions
 */
function renderEngine(view, now, position, actions) {
  const working = now.engine && !asksStill(now.lesson);
  renderBar(scoreOf(position, bestScore(now)), view.flipped);
  renderLines(position.over ? null : now.info, { on: working, over: position.over }, actions.play);
  view.decorate({
    heat: renderHeat(now, position, working),
    marks: now.marks && working ? bestMarks(now.info, position) : [],
  });
}

/**
 * The heat map, with a word about it.
 * @param {Analysis} now
 * @param {Position} position
 * @param {boolean} working whether the engine is
 */
function renderHeat({ at, explained, heat: wanted, info, lesson }, position, working) {
  const on = wanted && !asksStill(lesson);
  const heat = on && explained?.at === at ? explained.heat : [];
  const best = working ? info?.lines[0]?.move : undefined;
  renderHeatNote(on ? { heat, best } : null, position);
  return heat;
}

/**
 * What is known of the present position: by the engine now, or by an earlier review.
 * @param {Analysis} now
 */
function bestScore({ info, graded, at }) {
  return info?.lines[0]?.score ?? graded.get(at)?.score;
}

/**
 * @param {boolean} flipped
 * @param {Analysis} now
 * @param {Position} position
 */
function renderPlayers(flipped, { titles, info }, position) {
  const sides = [sideBelow(position, !flipped), sideBelow(position, flipped)];
  for (const [index, side] of sides.entries()) {
    const title = titles?.[side] ?? null;
    byId(index ? "player-near" : "player-far", HTMLElement).replaceChildren(
      playerBar(position, side, { title, thinking: false, time: null }));
  }
  setText(byId("status", HTMLElement), capital(position.status));
  const counted = info?.lines.some(({ score }) => score.margin !== null) ?? false;
  setText(byId("legend", HTMLElement), info?.lines.length ? legend(position, counted) : "");
}

/** Why the last move was bad, unless a learner is to find it. @param {Analysis} now */
function renderReason({ graded, at, lesson }) {
  const move = graded.get(at)?.move;
  const box = byId("reason", HTMLElement);
  box.hidden = !move?.why || lesson !== null;
  setText(box, move?.why ? `${capital(GRADES[move.grade].name)}. ${move.why}` : "");
}

/** @param {Analysis} now */
function renderComment({ tree, at, origin }) {
  const field = byId("comment", HTMLTextAreaElement);
  const { comment } = nodeAt(tree, at);
  // What is being written may end in a space.
  if (field.value.trim() !== comment) field.value = comment;
  const back = byId("origin", HTMLAnchorElement);
  back.hidden = origin === null;
  back.href = page(`/${origin ?? ""}`);
  const from = Object.keys(BACK).find((start) => origin?.startsWith(start)) ?? "game";
  setText(back, BACK[from] ?? "");
}

/**
 * Moves that name no cell are buttons.
 * @param {Position} position
 * @param {Actions} actions
 */
function renderChoices(position, { play }) {
  const moves = position.legal.filter(({ to }) => to === undefined);
  const box = byId("choices", HTMLElement);
  if (box.dataset.moves === moves.map(({ move }) => move).join(" ")) return;
  box.dataset.moves = moves.map(({ move }) => move).join(" ");
  box.replaceChildren(...moves.map(({ move, label }) => (
    h("button", { type: "button", onclick: () => play([move]) }, capital(label)))));
}

/**
 * @param {Analysis} now
 * @param {boolean} summed whether the summary is another one
 * @param {Record<Side, string>} names
 * @param {Actions} actions
 */
function renderReviewOf(now, summed, names, { learn }) {
  const graded = gradesInOrder(now);
  renderReview({
    graded, summary: now.summary, running: now.reviewing,
    at: nodeAt(now.tree, now.at).ply, last: mainLine(now.tree).length,
  });
  if (!summed) return;
  if (now.summary) renderSummary(now.summary, graded, names, learn);
  else byId("summary", HTMLElement).replaceChildren();
}

/**
 * @param {Analysis} now
 * @param {Position} position
 */
function renderButtons(now, position) {
  for (const name of /** @type {const} */ (["engine", "marks", "heat"])) {
    byId(name, HTMLButtonElement).setAttribute("aria-pressed", String(now[name]));
  }
  const { parent, children } = nodeAt(now.tree, now.at);
  byId("remove", HTMLButtonElement).disabled = parent === null;
  byId("play-here", HTMLButtonElement).disabled = position.over;
  byId("undo", HTMLButtonElement).hidden = now.deleted?.after !== now.tree;
  renderSteps(parent !== null, children.length > 0);
}
