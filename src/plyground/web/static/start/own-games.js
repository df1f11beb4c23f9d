/**
 * The visitor's own games. A deleted one stays in the list with "Undo" until the page is left: only
 * then is it gone for good.
 */

import { get, remove } from "../common/api.js";
import { byId, h } from "../common/dom.js";
import { ago, plural } from "../common/format.js";
import { icon } from "../common/icons.js";
import { announce } from "../common/site.js";
import { page } from "../common/links.js";

/** @typedef {import("../common/types.js").Summary} Summary */

const KEY = "deleted-games"; // those to be deleted, should the page be left before they are

/** @type {Set<string>} */
const deleted = new Set();

export async function showOwnGames() {
  const gone = remembered();
  const list = byId("own-games", HTMLElement);
  const { games: listed } = await get("/api/games")
    .finally(() => list.removeAttribute("aria-busy"));
  const games = listed.filter((/** @type {Summary} */ { id }) => !gone.has(id));
  for (const { id } of listed) if (gone.has(id)) remove(`/api/games/${id}`).catch(() => {});
  byId("no-games", HTMLElement).hidden = games.length > 0;
  list.replaceChildren(...games.map((/** @type {Summary} */ game) => {
    const row = h("li");
    showGame(row, game);
    return row;
  }));
  addEventListener("pagehide", () => {
    for (const id of deleted) remove(`/api/games/${id}`, { keepalive: true }).catch(() => {});
  });
}

/**
 * @param {HTMLLIElement} row
 * @param {Summary} game
 */
function showGame(row, game) {
  const { first, second } = game.players;
  const state = game.result?.text ?? (game.your_turn ? "your move" : "running");
  row.className = `own-game${game.your_turn ? " your-turn" : ""}`;
  row.replaceChildren(
    h("a", { href: page(`/game/${game.id}`) },
      h("b", {}, game.title),
      h("span", { class: "small" }, `${first} – ${second}, ${plural(game.moves, "move")}`),
      h("span", { class: "soft small" }, `${state} · ${ago(game.updated, new Date())}`)),
    h("button", { class: "quiet icon", type: "button",
      "aria-label": `Delete ${game.title}, ${first} – ${second}`,
      onclick: () => forget(row, game) }, icon("trash")));
}

/**
 * @param {HTMLLIElement} row
 * @param {Summary} game
 */
function forget(row, game) {
  deleted.add(game.id);
  keep();
  const undo = h("button", { type: "button", "aria-label": `Undo: keep ${game.title}`,
    onclick: () => {
      deleted.delete(game.id);
      keep();
      showGame(row, game);
      row.querySelector("button")?.focus();
      announce("Game kept.");
    } }, "Undo");
  row.className = "own-game deleted";
  row.replaceChildren(h("span", { class: "soft" }, `${game.title}: deleted`), undo);
  undo.focus();
  announce("Game deleted.");
}

/** @returns {Set<string>} */
function remembered() {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...deleted]));
  } catch {
    // Then only the last moment of the page deletes them.
  }
}
