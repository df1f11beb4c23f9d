/** The pages of rules: every picture is a real position, and its move can be shown. */

import { askPosition } from "../common/positions.js";
import { BoardView } from "../common/board-view.js";
import { cellsOfMove } from "../board/events.js";
import { h } from "../common/dom.js";
import { icon } from "../common/icons.js";
import { announce, report } from "../common/site.js";

/**
 * A figure names its `game`, perhaps a `start` and `moves` before the picture, and a `move` to
 * show; `targets` marks what may be played.
 * @param {HTMLElement} figure
 */
async function illustrate(figure) {
  const { game = "", start = null, move, targets } = figure.dataset;
  const moves = (figure.dataset.moves ?? "").split(",").filter((each) => each);
  const host = figure.querySelector(".board-host");
  if (!host) return;
  const before = await askPosition({ game, start, moves });
  const view = new BoardView(host, { picture: true });
  await view.show(before.position, targets === undefined ? {} : { legal: before.position.legal });
  if (move === undefined) return;
  const after = await askPosition({ game, start, moves: [...moves, move] });
  const button = h("button", { type: "button" }, icon("play"), "Show the move");
  button.addEventListener("click", async () => {
    await view.show(before.position);
    announce(after.last?.announce ?? "");
    const last = cellsOfMove(after.last?.events);
    await view.show(after.position, { last }, after.last?.events);
    button.replaceChildren(icon("again"), "Show again");
  });
  figure.querySelector(".controls")?.append(button);
}

for (const figure of document.querySelectorAll("figure[data-game]")) {
  if (figure instanceof HTMLElement) illustrate(figure).catch(report);
}
