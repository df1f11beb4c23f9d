/** The page of staff: queue, teams, rounds, export, similar uploads. */

import { ApiError, get, post, remove } from "../common/api.js";
import { byId, h, setText } from "../common/dom.js";
import { ago, plural, sentence } from "../common/format.js";
import { notify, report } from "../common/site.js";

/** @typedef {import("../common/types.js").StaffView} StaffView */
/** @typedef {import("../common/types.js").ClassView} ClassView */
/** @typedef {import("../common/types.js").SimilarPair} SimilarPair */

const EVERY = 3000; // milliseconds
const BASE = "/api/class/staff";
const EXPORTS = ["standings", "rounds", "games", "reports", "results"];

let paused = false;
let shown = "";

/**
 * @param {StaffView} view
 * @param {ClassView} all
 */
function show(view, all) {
  paused = view.paused;
  setText(byId("pause", HTMLElement), paused ? "Resume the ladder" : "Pause the ladder");
  setText(byId("queue", HTMLElement), [
    `${plural(view.waiting, "upload")} to check`,
    view.playing.length ? "in progress:" : "no games are running",
  ].join(" · "));
  showPlaying(view.playing);
  const problem = byId("class-problem", HTMLElement);
  setText(problem, view.problem ? sentence(`No more games are played: ${view.problem}`) : "");
  problem.hidden = !view.problem;
  // The focus must stay where it is: only what has changed is drawn again.
  const now = JSON.stringify([view.teams, all.rounds, all.planned, all.notices]);
  if (now === shown) return;
  shown = now;
  showTeams(view.teams);
  showRounds(all);
  byId("notices", HTMLElement).replaceChildren(...all.notices.map(({ id, text }) => (
    h("li", {}, text, " ", action("Remove", () => remove(`${BASE}/notices/${id}`))))));
}

/**
 * A button that does something and shows what came of it.
 * @param {string} text
 * @param {() => Promise<any>} act
 */
function action(text, act) {
  return h("button", { type: "button", class: "small", onclick: () => {
    act().then((answer) => { showKeys(answer?.keys); return look(); }).catch(report);
  } }, text);
}

/**
 * What is being done. An entry stays the same element, so that the focus stays where it is.
 * @param {StaffView["playing"]} playing
 */
function showPlaying(playing) {
  const list = byId("playing", HTMLElement);
  const before = new Map([...list.children].map((each) => [each.getAttribute("data-id"), each]));
  for (const { id, title, seconds, stops } of playing) {
    const time = before.get(id)?.querySelector(".seconds") ?? h("span", { class: "soft seconds" });
    setText(time, ` ${plural(Math.round(seconds), "second")} `);
    if (!before.delete(id)) {
      list.append(h("li", { "data-id": id }, title, time,
        stops && action("Stop", () => post(`${BASE}/playing/${id}/stop`, {}))));
    }
  }
  for (const over of before.values()) over.remove();
}

/** @param {StaffView["teams"]} teams */
function showTeams(teams) {
  const heads = ["Team", "Version", "Uploads", "Last", ""];
  byId("teams", HTMLTableElement).replaceChildren(
    h("caption", { class: "visually-hidden" }, "Teams"),
    h("thead", {}, h("tr", {}, ...heads.map((text) => (
      text ? h("th", { scope: "col" }, text) : h("td", {}))))),
    h("tbody", {}, ...teams.map((team) => {
      const about = (/** @type {string} */ act) => post(`${BASE}/teams/${team.id}`, { do: act });
      return h("tr", {}, h("th", { scope: "row" },
        h("a", { href: `/class/team?team=${team.id}` }, team.name), team.members
        && h("span", { class: "soft small" }, ` ${team.members}`)),
      h("td", {}, team.stopped ? "stopped" : team.version === null ? "–" : `v${team.version}`),
      h("td", { class: "number" }, team.uploads),
      h("td", { class: "small" }, team.last ? ago(team.last, new Date()) : ""),
      h("td", {}, h("div", { class: "team-buttons" },
        action(team.stopped ? "Admit" : "Stop", () => about(team.stopped ? "admit" : "stop")),
        action("New key", () => about("key")),
        team.uploads > 0 && action("Check again", () => about("check")))));
    })));
}

/** @param {ClassView} all */
function showRounds({ rounds, planned }) {
  byId("rounds", HTMLElement).replaceChildren(
    ...planned.map(({ name, next }) => h("li", {}, `${name}${next ? `, next: ${next}` : ""} `,
      action("Begin now", () => post(`${BASE}/rounds`, { name })))),
    ...rounds.map((round) => h("li", {},
      h("a", { href: `/class/rounds/${round.tournament}` }, `${round.name}, ${round.due}`),
      ` ${round.status} `,
      round.status === "running"
        && action("Stop", () => post(`${BASE}/rounds/${round.run}/stop`, {})))));
}

/** @param {Record<string, string> | undefined} keys */
function showKeys(keys) {
  if (!keys || !Object.keys(keys).length) return;
  const box = byId("keys", HTMLElement);
  box.hidden = false;
  box.replaceChildren(h("p", {}, "These links are shown only now:"),
    h("pre", { tabindex: "0" }, Object.entries(keys).map(([team, key]) => (
      `${team},${location.origin}/class/join#${key}`)).join("\n")));
}

/** @param {SimilarPair} pair */
function pairView({ left, right, share, passages }) {
  return h("details", { class: "card" },
    h("summary", {}, `${left} and ${right}: ${Math.round(100 * share)} % of the shorter one`),
    ...passages.map((passage) => h("div", { class: "side-by-side" },
      h("div", {}, h("p", { class: "small soft" }, `${left}: ${passage.left_lines}`),
        h("pre", { tabindex: "0" }, passage.left)),
      h("div", {}, h("p", { class: "small soft" }, `${right}: ${passage.right_lines}`),
        h("pre", { tabindex: "0" }, passage.right)))));
}

async function compare() {
  const { pairs } = await get(`${BASE}/similar`);
  byId("similar", HTMLElement).replaceChildren(...(pairs.length ? pairs.map(pairView)
    : [h("p", {}, "No similar uploads found.")]));
}

/**
 * @param {string} form
 * @param {() => Promise<any>} act
 */
function wireForm(form, act) {
  byId(form, HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    act().then((answer) => {
      showKeys(answer?.keys);
      notify("Done");
      return look();
    }).catch(report);
  });
}

async function look() {
  const [view, all] = await Promise.all([get(BASE), get("/api/class")]);
  show(view, all);
}

async function start() {
  try {
    await look();
  } catch (error) {
    if (error instanceof ApiError && error.code === "staff") location.replace("/class/join");
    throw error;
  }
  setInterval(() => { if (!document.hidden) look().catch(() => {}); }, EVERY);
}

byId("exports", HTMLElement).append(...EXPORTS.flatMap((what) => ["csv", "json"].map((ending) => (
  h("a", { class: "button", href: `${BASE}/export/${what}.${ending}`, download: true },
    `${what}.${ending}`)))));
byId("compare", HTMLButtonElement).addEventListener("click", () => { compare().catch(report); });
byId("pause", HTMLButtonElement).addEventListener("click", () => {
  post(`${BASE}/ladder`, { paused: !paused }).then(look).catch(report);
});
wireForm("round-form", () => post(`${BASE}/rounds`, {
  name: byId("round-name", HTMLInputElement).value.trim(),
  kind: kind.value,
  pairs: Number(byId("round-pairs", HTMLInputElement).value),
  rounds: Number(byId("round-rounds", HTMLInputElement).value) || null,
}));
const kind = byId("round-kind", HTMLSelectElement);
kind.addEventListener("change", () => {
  const rounds = byId("round-rounds", HTMLInputElement);
  rounds.disabled = kind.value !== "swiss";
  if (rounds.disabled) rounds.value = "";
});
wireForm("teams-form", () => post(`${BASE}/teams`, {
  csv: byId("csv", HTMLTextAreaElement).value,
}));
wireForm("notice-form", async () => {
  await post(`${BASE}/notices`, { text: byId("notice", HTMLTextAreaElement).value });
  byId("notice-form", HTMLFormElement).reset();
});
wireForm("rerun-form", () => {
  const game = byId("rerun", HTMLInputElement).value;
  return post(`${BASE}/games/${game}/rerun`, {});
});
start().catch(report);
