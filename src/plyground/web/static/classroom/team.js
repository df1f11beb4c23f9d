/**
 * A team's own page: its uploads with their checks, and its games. Staff see it as well, with
 * `?team=ID`, and can have games played again.
 */

import { ApiError, get, post } from "../common/api.js";
import { byId, h, setText } from "../common/dom.js";
import { ago, plural, sentence } from "../common/format.js";
import { announce, notify, report } from "../common/site.js";
import { analysisLink, positionCommand, reasonText } from "./format.js";

/** @typedef {import("../common/types.js").TeamView} TeamView */
/** @typedef {import("../common/types.js").VersionEntry} VersionEntry */
/** @typedef {import("../common/types.js").OwnGame} OwnGame */

const EVERY = 4000; // milliseconds
const SOON = 1000; // while a check is waited for

const STAFF = "/api/class/staff";
const asked = new URLSearchParams(location.search).get("team");

/** @type {string} */
let shown = "";
/** @type {Map<number, string>} */
const verdicts = new Map();

/** @param {TeamView} view */
function show(view) {
  document.title = `${view.name} · plyground`;
  setText(byId("heading", HTMLElement), view.name);
  const notice = byId("team-notice", HTMLElement);
  notice.hidden = !view.stopped;
  setText(notice, asked ? "This team is stopped." : "Staff have stopped your team. Ask them why.");
  setText(byId("file-help", HTMLElement), `At most ${view.megabytes} MB. `
    + `${plural(view.uploads_left, "upload")} left for today.`);
  setText(byId("command", HTMLElement), view.command);
  tellVerdicts(view.versions);
  // What is open must stay open: only what has changed is drawn again.
  const now = JSON.stringify(view);
  if (now === shown) return;
  shown = now;
  showVersions(view.versions);
  showGames(view);
}

/** @param {VersionEntry[]} versions */
function tellVerdicts(versions) {
  for (const { number, status, verdict } of versions) {
    const before = verdicts.get(number);
    verdicts.set(number, status);
    if (before === "checking" && status !== "checking") announce(verdict);
  }
}

/** @param {VersionEntry[]} versions */
function showVersions(versions) {
  byId("no-versions", HTMLElement).hidden = versions.length > 0;
  const open = openDetails("versions");
  byId("versions", HTMLElement).replaceChildren(...versions.map((version) => (
    h("li", { class: "card" },
      h("div", { class: "version-head" }, h("b", {}, `Version ${version.number}`),
        h("span", { class: `sign ${version.status}` }, version.plays ? "plays" : version.status),
        h("span", { class: "soft small" }, h("a", { href: fileLink(version), download: true },
          version.file), `, ${ago(version.time, new Date())}`),
        version.status === "valid" && !version.plays && !asked && h("button", { type: "button",
          onclick: () => { bringBack(version.number).catch(report); } }, "Let it play")),
      h("p", {}, version.verdict),
      version.cases.length > 0 && h("details", { "data-key": `v${version.number}`,
        open: open.has(`v${version.number}`) },
      h("summary", {}, "Report"), h("pre", {}, reportText(version.cases))))))); 
}

/** @param {VersionEntry} version */
function fileLink({ number }) {
  return asked ? `${STAFF}/uploads/${encodeURIComponent(asked)}/${number}`
    : `/api/class/uploads/${number}/file`;
}

/** @param {VersionEntry["cases"]} cases */
function reportText(cases) {
  const printed = [...new Set(cases.map(({ details }) => details).filter((text) => text))];
  return [
    ...cases.map(({ case: name, problem }) => (
      problem === null ? `✓ ${name}` : `✗ ${name}\n    ${problem}`)),
    ...printed.map((text) => `\nIt printed on its standard error:\n${text}`),
  ].join("\n");
}

/** @param {string} id */
function openDetails(id) {
  const found = byId(id, HTMLElement).querySelectorAll("details[open]");
  return new Set([...found].map((each) => each.getAttribute("data-key")));
}

/** @param {TeamView} view */
function showGames({ games, losses }) {
  byId("no-games", HTMLElement).hidden = games.length > 0;
  const lost = losses.map(({ reason, games: count }) => (
    `${count} by ${reasonText(reason)}`));
  setText(byId("losses", HTMLElement), lost.length ? `Lost: ${lost.join(", ")}.` : "");
  const open = openDetails("games");
  byId("games", HTMLTableElement).replaceChildren(
    h("caption", { class: "visually-hidden" }, "Your games"),
    h("thead", {}, h("tr", {}, ...["Game", "Opponent", "Result", ""].map((text) => (
      text ? h("th", { scope: "col" }, text) : h("td", {}))))),
    h("tbody", {}, ...games.flatMap((game) => gameRows(game, open))));
}

/**
 * A game, and below it why it was lost.
 * @param {OwnGame} game
 * @param {Set<string | null>} open
 */
function gameRows(game, open) {
  const how = game.reason === "end" ? "" : ` (${reasonText(game.reason)})`;
  return [
    h("tr", {},
      h("td", { class: "soft small" }, `${game.round ?? "ladder"} #${game.id}, v${game.version}`),
      h("td", {}, game.opponent), h("td", {}, `${game.result}${how}`),
      h("td", { class: "small" }, h("a", { href: analysisLink(game) }, "Replay"), " ",
        h("a", { href: analysisLink(game, game.side) }, asked ? "Review" : "Review my mistakes"),
        " ", asked !== null && h("button", { type: "button", class: "small",
          onclick: () => { playAgain(game.id).catch(report); } }, "Play again"))),
    ...(game.note || game.stderr ? [whyRow(game, open)] : []),
  ];
}

/**
 * @param {OwnGame} game
 * @param {Set<string | null>} open
 */
function whyRow(game, open) {
  const key = `g${game.id}`;
  const command = positionCommand(game);
  const failed = game.result === "lost" && !["end", "adjudicated"].includes(game.reason);
  return h("tr", { class: "why" }, h("td", { colspan: 4 },
    h("details", { "data-key": key, open: open.has(key) },
      h("summary", {}, failed ? "Why" : "Details"),
      game.note && h("p", {}, sentence(game.note)),
      game.stderr && h("pre", {}, game.stderr),
      failed && command && h("p", {}, "The position: ", h("code", {}, command)))));
}

/** @param {number} game */
async function playAgain(game) {
  await post(`${STAFF}/games/${game}/rerun`, {});
  notify(`Game ${game} is played again.`);
  await look();
}

/** @param {number} number */
async function bringBack(number) {
  await post(`/api/class/uploads/${number}/play`, {});
  await look();
}

async function upload() {
  const file = byId("file", HTMLInputElement).files?.[0];
  if (!file) return;
  const problem = byId("problem", HTMLElement);
  problem.hidden = true;
  const values = new URLSearchParams({ name: file.name, run: byId("run", HTMLInputElement).value });
  const response = await fetch(`/api/class/uploads?${values}`, { method: "POST", body: file });
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    const text = answer?.error?.message ?? `The server responded with status ${response.status}.`;
    setText(problem, sentence(text));
    problem.hidden = false;
    return;
  }
  byId("form", HTMLFormElement).reset();
  announce(answer.verdict);
  await look();
}

async function look() {
  const path = asked ? `${STAFF}/teams/${encodeURIComponent(asked)}` : "/api/class/team";
  const view = await get(path);
  show(view);
  return view;
}

async function watch() {
  let wait = EVERY;
  try {
    if (!document.hidden) {
      const { versions } = await look();
      if (versions[0]?.status === "checking") wait = SOON;
    }
  } catch (error) {
    if (error instanceof ApiError && ["key", "staff"].includes(error.code)) {
      location.replace("/class/join");
      return;
    }
  }
  setTimeout(() => { void watch(); }, wait);
}

for (const own of document.querySelectorAll("[data-own]")) {
  if (asked && own instanceof HTMLElement) own.hidden = true;
}
byId("staff", HTMLElement).hidden = !asked;
byId("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  upload().catch(report);
});
byId("leave", HTMLButtonElement).addEventListener("click", () => {
  post("/api/class/leave", {}).then(() => location.assign("/class")).catch(report);
});
void watch();
