/** The page that all see: ladder, rounds, announcements. */

import { get } from "../common/api.js";
import { byId, h, setText } from "../common/dom.js";
import { plural, sentence } from "../common/format.js";
import { report } from "../common/site.js";
import { eloText } from "./format.js";

/** @typedef {import("../common/types.js").ClassView} ClassView */
/** @typedef {import("../common/types.js").Entered} Entered */

const EVERY = 4000; // milliseconds
const CLASSES = ["", "", "number version"]; // of the columns; the others are numbers

/** @type {Entered} */
let me = { staff: false, team: null };

/** @param {ClassView} view */
function show(view) {
  document.title = `${view.name} · plyground`;
  setText(byId("heading", HTMLElement), view.name);
  const parts = [view.title, `${plural(view.games, "game")} on the ladder`];
  if (view.deadline) parts.push(`uploads until ${view.deadline}`);
  if (view.paused) parts.push("the ladder is paused");
  setText(byId("class-status", HTMLElement), parts.join(" · "));
  const problem = byId("class-problem", HTMLElement);
  setText(problem, view.problem ? sentence(`No more games are played: ${view.problem}`) : "");
  problem.hidden = !view.problem;
  byId("notices", HTMLElement).replaceChildren(...view.notices.map(({ text }) => (
    h("p", { class: "notice good notice-text" }, text))));
  showLadder(view.ladder);
  showRounds(view);
}

/** @param {ClassView["ladder"]} rows */
function showLadder(rows) {
  const heads = ["", "Team", "Version", "Elo", "Games"];
  byId("no-ladder", HTMLElement).hidden = rows.some(({ rank }) => rank !== null);
  byId("ladder", HTMLTableElement).replaceChildren(
    h("caption", { class: "visually-hidden" }, "Ladder"),
    h("thead", {}, h("tr", {}, ...heads.map((text, index) => (index === 0
      ? h("td", {}) : h("th", { scope: "col", class: CLASSES[index] ?? "number" }, text))))),
    h("tbody", {}, ...rows.map((row) => h("tr", { class: rowClass(row) },
      h("td", { class: "number soft" }, row.rank ?? ""),
      h("th", { scope: "row" }, row.name),
      h("td", { class: "number version" }, row.version === null ? "staff" : `v${row.version}`),
      h("td", { class: "number" }, eloText(row.elo)),
      h("td", { class: "number" }, row.first ? `${row.games} (${row.first} first games left)`
        : row.games)))));
}

/** @param {ClassView["ladder"][number]} row */
function rowClass(row) {
  if (row.rank === null) return "staff";
  return row.name === me.team ? "own" : null;
}

/** @param {ClassView} view */
function showRounds({ rounds, planned }) {
  byId("no-rounds", HTMLElement).hidden = rounds.length > 0;
  byId("rounds", HTMLElement).replaceChildren(...rounds.map((round) => (
    h("li", { class: "cup" }, h("a", { href: `/class/rounds/${round.tournament}` },
      h("b", {}, `${round.name} (${round.kind.replace("-", " ")})`)),
    h("span", { class: "soft small" }, [round.due, round.status,
      plural(round.games, "game"), round.winner ? `winner: ${round.winner}` : ""]
      .filter((part) => part).join(", "))))));
  byId("planned", HTMLElement).replaceChildren(...planned.filter(({ next }) => next).map((plan) => (
    h("li", {}, `${plan.name} (${plan.kind.replace("-", " ")}): ${plan.next}`))));
}

function showDoors() {
  const doors = byId("doors", HTMLElement);
  const link = (/** @type {string} */ path, /** @type {string} */ text) => (
    h("a", { class: "button", href: path }, text));
  doors.replaceChildren(me.team ? link("/class/team", "Your team") : "",
    me.staff ? link("/class/staff", "Staff") : "",
    me.team || me.staff ? "" : link("/class/join", "Join"));
}

async function look() {
  show(await get("/api/class"));
}

async function start() {
  me = await get("/api/class/me");
  showDoors();
  await look();
  // Not all at the same moment: a class has many pages open.
  const every = EVERY + 1000 * Math.random();
  setInterval(() => { if (!document.hidden) look().catch(() => {}); }, every);
}

start().catch(report);
