/** Tournaments: a list, a form to begin one, and live standings and boards of one. */

import { get, post, remove } from "../common/api.js";
import { gameOptions, loadCatalogue } from "../common/catalogue.js";
import { byId, h, setText } from "../common/dom.js";
import { ago, capital, plural, sentence, signed } from "../common/format.js";
import { icon } from "../common/icons.js";
import { Live } from "../common/live.js";
import { replay, resultText, showBoards } from "../common/live-boards.js";
import { announce, report } from "../common/site.js";
import { needsToken } from "../start/new-game.js";

/** @typedef {import("../common/types.js").Tournament} Cup */
/** @typedef {import("../common/types.js").TableRow} TableRow */

/** Where the games of a tournament begin, by the source of its openings. */
const OPENINGS = {
  start: "Every game begins at the start position.",
  random: "The two games of a pair begin with the same random moves, so that engines which always "
    + "play alike still play different games. Each player has each side once.",
  book: "The two games of a pair begin with the same moves of the opening book. "
    + "Each player has each side once.",
  fair: "The two games of a pair begin in the same position, which gives both sides equal "
    + "chances. Each player has each side once.",
};

const STARTING_PLAYERS = ["pvs:level=2", "pvs:level=4", "pvs:level=6"];

async function showList() {
  const { tournaments } = await get("/api/tournaments");
  byId("empty", HTMLElement).hidden = tournaments.length > 0;
  byId("list", HTMLElement).replaceChildren(...tournaments.map((
    /** @type {import("../common/types.js").TournamentEntry} */ cup) => (
    h("li", { class: "cup" }, h("a", { href: `/tournaments/${cup.id}` }, h("b", {}, cup.title)),
      h("span", { class: "soft small" },
        `${cup.status}, ${gamesText(cup)}, ${ago(cup.started, new Date())}`)))));
}

async function fillForm() {
  const catalogue = await loadCatalogue();
  byId("game", HTMLSelectElement).replaceChildren(...gameOptions(catalogue));
  const players = byId("players", HTMLTextAreaElement);
  players.value = STARTING_PLAYERS.join("\n");
  players.addEventListener("input", () => {
    byId("token-field", HTMLElement).hidden = !playersOf(players)
      .some((spec) => needsToken(spec, catalogue.hosted));
  });
}

/** @param {HTMLTextAreaElement} field */
function playersOf({ value }) {
  return value.split("\n").map((player) => player.trim()).filter((player) => player);
}

async function begin() {
  const players = playersOf(byId("players", HTMLTextAreaElement));
  const token = byId("token-field", HTMLElement).hidden ? ""
    : byId("token", HTMLInputElement).value.trim();
  const pairs = Number(byId("pairs", HTMLInputElement).value);
  const problem = byId("form-problem", HTMLElement);
  try {
    const cup = await post("/api/tournaments",
      { game: byId("game", HTMLSelectElement).value, players, pairs },
      { token: token || undefined });
    location.assign(`/tournaments/${cup.id}`);
  } catch (error) {
    setText(problem, sentence(error instanceof Error ? error.message : String(error)));
    problem.hidden = false;
  }
}

/** @param {Cup} cup */
function showCup(cup) {
  document.title = `${cup.title} · plyground`;
  setText(byId("heading", HTMLElement), capital(cup.title));
  setText(byId("cup-status", HTMLElement), `${gamesText(cup)}, ${cup.status}`);
  setText(byId("cup-openings", HTMLElement),
    OPENINGS[/** @type {keyof typeof OPENINGS} */ (cup.openings)] ?? "");
  const problem = byId("cup-problem", HTMLElement);
  setText(problem, cup.problem ? sentence(cup.problem) : "");
  problem.hidden = !cup.problem;
  showStandings(cup.standings);
  showBoards(cup.boards);
  byId("recent", HTMLElement).replaceChildren(...cup.recent.map((game) => (
    h("li", {}, h("button", { class: "quiet", type: "button",
      onclick: () => { replay(cup.id, game.id, "tournaments").catch(report); } },
    `${game.first} – ${game.second}: ${resultText(game.result)}`),
    h("span", { class: "soft small" }, plural(game.moves, "move"))))));
  byId("stop", HTMLButtonElement).hidden = !(cup.own && cup.status === "running");
}

/** @param {{games: number, total: number | null}} cup */
function gamesText({ games, total }) {
  return total === null ? plural(games, "game") : `${games} of ${plural(total, "game")}`;
}

/** @param {TableRow[]} standings */
function showStandings(standings) {
  const heads = ["", "Player", "Points", "Games", "Won", "Drawn", "Lost", "Elo"];
  byId("standings", HTMLTableElement).replaceChildren(
    h("caption", { class: "visually-hidden" }, "Standings"),
    h("thead", {}, h("tr", {}, ...heads.map((text, index) => (index === 0
      ? h("td", {}) : h("th", { scope: "col", class: index > 1 && "number" }, text))))),
    h("tbody", {}, ...standings.map((each) => h("tr", {},
      h("td", { class: "number soft" }, each.rank),
      h("th", { scope: "row", class: "mono" }, each.player),
      ...[each.points, each.games, each.wins, each.draws, each.losses].map((value) => (
        h("td", { class: "number" }, value))),
      h("td", { class: "number" }, eloText(each.elo))))));
}

/** @param {TableRow["elo"]} elo */
function eloText(elo) {
  if (!elo || elo.value === null) return "–";
  const edge = (/** @type {number | null} */ value) => (value === null ? "?" : signed(value, 0));
  return `${signed(elo.value, 0)} (${edge(elo.low)} to ${edge(elo.high)})`;
}

/** @param {string} id */
function watchCup(id) {
  byId("list-page", HTMLElement).hidden = true;
  byId("cup-page", HTMLElement).hidden = false;
  let over = false;
  const live = new Live(`/ws/tournaments/${encodeURIComponent(id)}`, (message) => {
    if (message.type !== "tournament") return;
    showCup(message);
    if (!over && message.status !== "running") announce(`Tournament ${message.status}.`);
    over = message.status !== "running";
  }, (status) => {
    if (status === "gone") setText(byId("cup-status", HTMLElement), "Tournament not found.");
  });
  const stop = byId("stop", HTMLButtonElement);
  stop.prepend(icon("trash"));
  stop.addEventListener("click", () => {
    remove(`/api/tournaments/${id}`).then(() => live.restart()).catch(report);
  });
}

const id = location.pathname.split("/")[2];
if (id) watchCup(id);
else {
  showList().catch(report);
  fillForm().catch(report);
  byId("form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
}
