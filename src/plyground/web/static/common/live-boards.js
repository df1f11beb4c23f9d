/** A tournament as one watches it: boards that are drawn again as they change, games to replay. */

import { get, query } from "./api.js";
import { BoardView } from "./board-view.js";
import { byId, h, setText } from "./dom.js";
import { movesText } from "./format.js";

/** @type {Map<string, {host: HTMLElement, view: BoardView}>} */
const shown = new Map();

/** @param {import("./types.js").LiveBoard[]} boards */
export function showBoards(boards) {
  byId("no-boards", HTMLElement).hidden = boards.length > 0;
  const keys = new Set(boards.map(({ key }) => key));
  for (const [key, { host }] of shown) {
    if (keys.has(key)) continue;
    host.remove();
    shown.delete(key);
  }
  for (const { key, first, second, position } of boards) {
    const { host, view } = shown.get(key) ?? addBoard(key);
    setText(/** @type {Element} */ (host.lastElementChild), `${first} – ${second}`);
    void view.show(position);
  }
}

/** @param {string} key */
function addBoard(key) {
  const picture = h("div", { class: "board-host" });
  const host = h("figure", { class: "live-board" }, picture, h("figcaption", { class: "small" }));
  const made = { host, view: new BoardView(picture, { picture: true }) };
  byId("boards", HTMLElement).append(host);
  shown.set(key, made);
  return made;
}

/** @param {string} result */
export function resultText(result) {
  return { first: "1 : 0", second: "0 : 1", draw: "½ : ½" }[result] ?? result;
}

/**
 * Open a game of a tournament in the analysis, which leads back to where it was opened.
 * @param {string} cup
 * @param {number} id
 * @param {"tournaments" | "class/rounds"} place
 */
export async function replay(cup, id, place) {
  const { game, start, moves, first, second } = await get(`/api/tournaments/${cup}/games/${id}`);
  location.assign(`/analyse${query({
    game, start, moves: movesText(moves), ply: 0, first, second, from: `${place}/${cup}`,
  })}`);
}
