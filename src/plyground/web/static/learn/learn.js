/** A tutorial: steps on the board. The server has listed the moves that reach each goal. */

import { get } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { cellsOfMove } from "../board/events.js";
import { byId, h, setText } from "../common/dom.js";
import { capital } from "../common/format.js";
import { askPosition } from "../common/positions.js";
import { recall, remember } from "../common/settings.js";
import { report, wireButton } from "../common/site.js";
import { say } from "../common/verdict.js";

/** @typedef {import("../common/types.js").TutorialStep} Step */
/** @typedef {import("../common/types.js").Position} Position */

const family = byId("table", HTMLElement).dataset.family ?? "";
const view = new BoardView(byId("board", HTMLElement), { onMove: ({ move }) => void play(move) });

/** @type {{steps: Step[], at: number, done: Set<number>, position: Position | null}} */
const state = { steps: [], at: 0, done: readDone(), position: null };

/** @returns {Record<string, number[]>} the steps that were done, by family */
function stored() {
  try {
    const found = JSON.parse(recall("tutorials") ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @returns {Set<number>} */
function readDone() {
  const found = stored()[family];
  return new Set(Array.isArray(found) ? found : []);
}

/** @param {number} at */
async function go(at) {
  const step = state.steps[at];
  if (!step) return;
  const { position, last } = await askPosition(step);
  Object.assign(state, { at, position });
  const column = byId("board-column", HTMLElement);
  column.classList.toggle("houses-board", position.board.kind === "houses");
  column.classList.toggle("square-board", position.board.kind !== "houses");
  say("", "");
  render();
  const drawn = view.show(position, { legal: position.legal, last: cellsOfMove(last?.events) });
  byId("table", HTMLElement).hidden = false;
  await drawn;
}

/** @param {string} move */
async function play(move) {
  const step = state.steps[state.at];
  if (!step || !state.position) return;
  const { position, last } = await askPosition({ ...step, moves: [...step.moves, move] });
  const right = step.accepted.includes(move);
  if (right) {
    state.done.add(state.at);
    remember("tutorials", JSON.stringify({ ...stored(), [family]: [...state.done] }));
  }
  render();
  say(right ? step.done : `${capital(last?.announce ?? "")} That is not it yet. Try again.`.trim(),
    right ? "good" : "bad");
  await view.show(position, { last: cellsOfMove(last?.events) }, last?.events);
  // What was wrong is taken back, so that the next try begins where this one did.
  if (!right) await view.show(state.position, { legal: state.position.legal });
}

function hint() {
  const step = state.steps[state.at];
  const move = state.position?.legal.find(({ move: each }) => (
    each === (step?.hint ?? step?.accepted[0])));
  if (!move) return;
  const cells = [move.from, move.to].flatMap((cell) => cell ?? []);
  view.decorate({ marks: cells.map((cell) => ({ cells: [cell], text: "?", style: "played" })) });
  say(`Hint: ${move.label}.`, "");
}

function render() {
  const { steps, at, done } = state;
  const step = steps[at];
  if (!step) return;
  setText(byId("step-title", HTMLElement), `${at + 1}. ${step.title}`);
  setText(byId("step-text", HTMLElement), step.text);
  byId("previous", HTMLButtonElement).disabled = at === 0;
  const next = byId("next", HTMLButtonElement);
  next.disabled = at + 1 === steps.length;
  next.classList.toggle("primary", done.has(at));
  byId("steps", HTMLElement).replaceChildren(...steps.map(({ title }, index) => h("li", {},
    h("button", {
      type: "button", class: done.has(index) && "done", "aria-current": index === at && "step",
      "aria-label": `Step ${index + 1}: ${title}${done.has(index) ? ", done" : ""}`,
      onclick: () => { read(index).catch(report); },
    }, index + 1))));
}

/** Go to a step and read it from its title on. @param {number} at */
async function read(at) {
  await go(at);
  byId("step-title", HTMLElement).focus();
}

async function begin() {
  state.steps = (await get(`/api/tutorial/${family}`)).steps;
  const first = state.steps.findIndex((_, index) => !state.done.has(index));
  await go(Math.max(first, 0));
}

wireButton("previous", "previous", () => read(state.at - 1));
wireButton("hint", "hint", hint);
wireButton("next", "next", () => read(state.at + 1));
begin().catch((problem) => {
  const failed = byId("problem", HTMLElement);
  failed.hidden = false;
  setText(failed, problem.message);
});
