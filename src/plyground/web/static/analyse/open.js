/** Opening another game in the analysis: from its start, or from a record, pasted or in a file. */

import { post } from "../common/api.js";
import { gameOptions, loadCatalogue } from "../common/catalogue.js";
import { byId, h, setText } from "../common/dom.js";
import { plural, sentence } from "../common/format.js";
import { announce } from "../common/site.js";
import { gamesIn, openedFromRecord } from "./study-file.js";

/** @typedef {import("./analysis.js").Opened} Opened */
/** @typedef {(opened: Opened) => Promise<void>} Open */

const MOST_LISTED = 100; // games at once; more are found by their names
const FEW = 10; // for which no search field is needed

/** Fill the form when somebody looks at it; again if the games did not come. */
export async function fillOpen() {
  const games = byId("open-game", HTMLSelectElement);
  if (!byId("open", HTMLDetailsElement).open || games.options.length) return;
  games.replaceChildren(...gameOptions(await loadCatalogue()));
}

/**
 * Open what the form asks for.
 * @param {Open} onOpen
 */
export function submitOpen(onOpen) {
  const { value } = byId("open-text", HTMLTextAreaElement);
  const game = byId("open-game", HTMLSelectElement).value;
  return told(() => (value.trim() ? openText(value, onOpen)
    : opened({ game, start: null, moves: [] }, onOpen)));
}

/**
 * Open the file that was chosen.
 * @param {Open} onOpen
 */
export function submitFile(onOpen) {
  const [file] = byId("open-file", HTMLInputElement).files ?? [];
  return told(async () => { if (file) await openText(await file.text(), onOpen); });
}

/** Do something, and say what is wrong with it. @param {() => Promise<void>} work */
async function told(work) {
  const problem = byId("open-problem", HTMLElement);
  problem.hidden = true;
  try {
    await work();
  } catch (error) {
    setText(problem, sentence(error instanceof Error ? error.message : String(error)));
    problem.hidden = false;
  }
}

/**
 * Open the game of a record, or let the reader choose one of several.
 * @param {string} text
 * @param {Open} onOpen
 */
async function openText(text, onOpen) {
  const games = gamesIn(text);
  if (games.length > 1) listGames(games, onOpen);
  else await openRecord(text, onOpen);
}

/**
 * @param {string} text of one game
 * @param {Open} onOpen
 */
async function openRecord(text, onOpen) {
  const { games } = await post("/api/records", { text });
  const found = games.at(-1);
  if (!found) throw new Error("This record has no game. It needs a line that starts with “Game:”.");
  await opened(openedFromRecord(found), onOpen);
}

/**
 * @param {Opened} wanted
 * @param {Open} onOpen
 */
async function opened(wanted, onOpen) {
  await onOpen(wanted);
  byId("open-text", HTMLTextAreaElement).value = "";
  byId("open-file", HTMLInputElement).value = "";
  byId("open-list", HTMLElement).replaceChildren();
  byId("open", HTMLDetailsElement).open = false;
}

/**
 * @param {{text: string, about: string}[]} games
 * @param {Open} onOpen
 */
function listGames(games, onOpen) {
  const list = h("ol", { class: "open-games" });
  const count = h("p", { class: "soft small" });
  const fill = (/** @type {string} */ wanted) => {
    const found = games.filter(({ about }) => about.toLowerCase().includes(wanted.toLowerCase()));
    const more = found.length > MOST_LISTED ? ` The first ${MOST_LISTED} are listed.` : "";
    setText(count, `${plural(found.length, "game")}. Choose one.${more}`);
    list.replaceChildren(...found.slice(0, MOST_LISTED).map(({ text, about }) => h("li", {},
      h("button", { class: "quiet", type: "button",
        onclick: () => void told(() => openRecord(text, onOpen)) }, about))));
  };
  const search = h("input", { type: "search", "aria-label": "Search these games",
    placeholder: "Name, game or result", oninput: () => fill(search.value) });
  fill("");
  byId("open-list", HTMLElement).replaceChildren(count,
    ...(games.length > FEW ? [search] : []), list);
  announce(`${plural(games.length, "game")}. Choose one.`);
  list.querySelector("button")?.focus();
}
