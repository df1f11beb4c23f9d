/** A round for the projector: standings, live boards, latest results, in large letters. */

import { byId, h, setText } from "../common/dom.js";
import { plural } from "../common/format.js";
import { Live } from "../common/live.js";
import { replay, resultText, showBoards } from "../common/live-boards.js";
import { announce, report } from "../common/site.js";

/** @typedef {import("../common/types.js").Tournament} Cup */

const LATEST = 8;
let over = false;

/** @param {Cup} cup */
function show(cup) {
  setText(byId("heading", HTMLElement), cup.title);
  document.title = `${cup.title} · plyground`;
  const games = cup.total === null ? plural(cup.games, "game")
    : `${cup.games} of ${plural(cup.total, "game")}`;
  setText(byId("cup-status", HTMLElement), `${games}, ${cup.status}`);
  const heads = ["", "Team", "Points", "Won", "Drawn", "Lost"];
  byId("standings", HTMLTableElement).replaceChildren(
    h("caption", { class: "visually-hidden" }, "Standings"),
    h("thead", {}, h("tr", {}, ...heads.map((text, index) => (index === 0
      ? h("td", {}) : h("th", { scope: "col", class: index > 1 && "number" }, text))))),
    h("tbody", {}, ...cup.standings.map((row) => h("tr", {},
      h("td", { class: "number soft" }, row.rank), h("th", { scope: "row" }, row.player),
      ...[row.points, row.wins, row.draws, row.losses].map((value) => (
        h("td", { class: "number" }, value)))))));
  showBoards(cup.boards);
  byId("recent", HTMLElement).replaceChildren(...cup.recent.slice(0, LATEST).map((game) => (
    h("li", {}, h("button", { class: "quiet", type: "button", title: "Replay",
      onclick: () => { replay(cup.id, game.id, "class/rounds").catch(report); } },
    `${game.first} – ${game.second}: ${resultText(game.result)}`),
      game.reason !== "end" && h("span", { class: "soft" }, ` ${game.reason}`)))));
  if (!over && cup.status !== "running") announce(`The round is ${cup.status}.`);
  over = cup.status !== "running";
}

const id = location.pathname.split("/")[3] ?? "";
new Live(`/ws/tournaments/${encodeURIComponent(id)}`, (message) => {
  if (message.type === "tournament") show(message);
}, (status) => {
  if (status === "gone") setText(byId("cup-status", HTMLElement), "Round not found.");
});
