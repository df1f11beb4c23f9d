/** How well a whole game was played: progress, the curve, accuracy and counts. */

import { byId, h, setText } from "../common/dom.js";
import { capital, plural } from "../common/format.js";
import { GRADES, mistakesOf } from "./grades.js";
import { icon } from "../common/icons.js";

/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("../common/types.js").GradedMessage} Graded */
/** @typedef {import("../common/types.js").ReviewedMessage} Review */

/**
 * @typedef {object} ReviewState
 * @property {Graded[]} graded in order, as far as it has come
 * @property {Review | null} summary
 * @property {number} at the ply that is shown
 * @property {number} last
 * @property {boolean} running
 */

/** @param {ReviewState} state */
export function renderReview({ graded, summary, at, last, running }) {
  byId("graph-box", HTMLElement).hidden = graded.length === 0;
  byId("review-start", HTMLButtonElement).hidden = running || graded.length > 0 || last === 0;
  if (graded.length) {
    const points = graded.map(({ ply, score, move }) => (
      { ply, chance: score.chance, grade: move?.grade ?? null }));
    void drawGraph(points, { at, last });
    const scrub = byId("scrub", HTMLInputElement);
    scrub.max = String(last);
    scrub.value = String(at);
    const here = graded.find(({ ply }) => ply === at);
    scrub.setAttribute("aria-valuetext",
      `move ${at} of ${last}${here ? `, ${here.score.words}` : ""}`);
  }
  setText(byId("review-status", HTMLElement), statusText(graded.length, last, running, summary));
}

/**
 * @param {import("./graph.js").Point[]} points
 * @param {{at: number, last: number}} where
 */
async function drawGraph(points, where) {
  const { renderGraph } = await import("./graph.js");
  renderGraph(byId("graph", SVGSVGElement), points, where);
}

/**
 * @param {number} done
 * @param {number} last
 * @param {boolean} running
 * @param {Review | null} summary
 */
function statusText(done, last, running, summary) {
  if (running) return `Reviewing: ${done} of ${last + 1} positions…`;
  if (summary) return "Click the graph or move the slider to go to a move.";
  return last === 0 ? "Play some moves or open a game to review it."
    : "Grades every move and rates both sides.";
}

/**
 * @param {Review} summary
 * @param {Graded[]} graded
 * @param {Record<Side, string>} names
 * @param {(side: Side) => void} onLearn
 */
export function renderSummary(summary, graded, names, onLearn) {
  const sides = /** @type {const} */ (["first", "second"]);
  const learn = (/** @type {Side} */ side) => {
    const count = mistakesOf(graded, side).length;
    return h("td", {}, count > 0 && h("button", { type: "button", class: "small-button",
      onclick: () => onLearn(side) }, icon("learn"),
    h("span", {}, h("span", { class: "visually-hidden" }, `As ${names[side]}: `),
      plural(count, "mistake"))));
  };
  const kinds = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]);
  byId("summary", HTMLElement).replaceChildren(h("table", { class: "small summary-table" },
    h("caption", { class: "visually-hidden" }, "Accuracy and grades of both sides"),
    h("thead", {}, h("tr", {}, h("td"),
      ...sides.map((side) => h("th", { scope: "col" }, capital(names[side]))))),
    h("tbody", {},
      h("tr", {}, h("th", { scope: "row" }, "Accuracy"), ...sides.map((side) => (
        h("td", {}, h("span", { class: "accuracy" }, percent(summary.accuracy[side])))))),
      ...kinds.map((kind) => h("tr", {},
        h("th", { scope: "row" }, capital(GRADES[kind].many),
          h("span", { class: `grade ${kind}`, "aria-hidden": "true" }, ` ${GRADES[kind].sign}`)),
        ...sides.map((side) => h("td", {}, summary.counts[side][kind] ?? 0)))),
      h("tr", {}, h("th", { scope: "row" }, "Practise"), ...sides.map(learn)))));
}

/** @param {number | null} accuracy none where there was nothing to decide */
function percent(accuracy) {
  return accuracy === null ? "–" : `${Math.round(accuracy)} %`;
}

/**
 * @param {() => void} onStart
 * @param {(ply: number) => void} onGo
 */
export function wireReview(onStart, onGo) {
  const start = byId("review-start", HTMLButtonElement);
  start.prepend(icon("analyse"));
  start.addEventListener("click", onStart);
  const scrub = byId("scrub", HTMLInputElement);
  scrub.addEventListener("input", () => onGo(Number(scrub.value)));
  byId("graph", SVGSVGElement).addEventListener("click", async (event) => {
    const { left, width } = byId("graph", SVGSVGElement).getBoundingClientRect();
    const { plyAt } = await import("./graph.js");
    onGo(plyAt((event.clientX - left) / width, Number(scrub.max)));
  });
}
