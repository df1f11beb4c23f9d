/**
 * What an evaluation is made of: every feature × its weight = its contribution, and what a network
 * adds, cell by cell.
 */

import { h, s } from "../common/dom.js";
import { capital, signed } from "../common/format.js";

/** @typedef {import("../common/types.js").Explained} Explanation */

const MOST_CELLS = 10; // of the network: the others matter less

/**
 * @param {Explanation | null} explanation
 * @param {import("../common/types.js").Position} position
 * @returns {Node[]}
 */
export function whyView(explanation, { names, over }) {
  if (!explanation) {
    const reason = over ? "The game is over." : "This game names no features, so there is nothing "
      + "to show. Its author can add a method features().";
    return [h("p", { class: "soft" }, reason)];
  }
  const { side, value, expected, features } = explanation;
  const rows = [...features].sort((one, other) => (
    Math.abs(other.contribution) - Math.abs(one.contribution)));
  const largest = Math.max(0.01, ...rows.map(({ contribution }) => Math.abs(contribution)));
  const telling = rows.filter(({ contribution }) => Number(contribution.toFixed(2)) !== 0);
  const silent = rows.slice(telling.length).map(({ name }) => name.replaceAll("_", " "));
  return [
    h("p", {}, "Score before search: ", h("b", {}, signed(value)), ` for ${capital(names[side])}`,
      h("br"), h("span", { class: "soft" }, `Expected: ${expected}`)),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Features" },
      h("table", { class: "why-table small" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Feature"),
          h("th", { scope: "col", class: "number" }, "You − opponent"),
          h("th", { scope: "col", class: "number" }, "Weight"),
          h("th", { scope: "col", class: "number" }, "Effect"))),
        h("tbody", {}, ...telling.map((row) => featureRow(row, largest))))),
    h("p", { class: "soft small silent", hidden: silent.length === 0 },
      `No effect here: ${silent.join(", ")}.`),
    ...networkView(explanation),
  ];
}

/**
 * @param {Explanation} explanation
 * @returns {Node[]}
 */
function networkView({ correction, places }) {
  if (correction === null) return [];
  const rows = [...places].sort((one, other) => (
    Math.abs(other.contribution) - Math.abs(one.contribution))).slice(0, MOST_CELLS);
  const largest = Math.max(0.01, ...rows.map(({ contribution }) => Math.abs(contribution)));
  return [
    h("p", {}, "The network adds ", h("b", {}, signed(correction)),
      ". It would add less by this much if it did not see a cell:"),
    h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Network" },
      h("table", { class: "why-table small" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Cell"),
          h("th", { scope: "col", class: "number" }, "Effect"))),
        h("tbody", {}, ...rows.map(({ cell, contribution }) => h("tr", {},
          h("td", {}, cell),
          effect(contribution, largest)))))),
  ];
}

/**
 * @param {number} contribution
 * @param {number} largest
 */
function effect(contribution, largest) {
  return h("td", { class: "number" }, h("div", { class: "contribution" },
    h("b", {}, signed(contribution)), bar(contribution / largest)));
}

/**
 * @param {Explanation["features"][number]} feature
 * @param {number} largest
 */
function featureRow({ meaning, name, own, opponent, weight, contribution }, largest) {
  return h("tr", {},
    h("td", {}, capital(name.replaceAll("_", " ")), h("br"), h("span", { class: "soft" }, meaning)),
    h("td", { class: "number" }, `${own} − ${opponent}`),
    h("td", { class: "number" }, signed(weight)),
    effect(contribution, largest));
}

/**
 * A bar to the right for what is gained, to the left for what is lost.
 * @param {number} part −1 to 1
 */
function bar(part) {
  const width = Math.abs(part) * 50;
  return s("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: part >= 0 ? "gain" : "loss", x: part >= 0 ? 50 : 50 - width, y: 0, width,
      height: 8 }),
    s("line", { class: "zero", x1: 50, x2: 50, y1: 0, y2: 8 }));
}
