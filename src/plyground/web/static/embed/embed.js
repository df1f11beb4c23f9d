/**
 * A board or a game on a page of another site. It shows and steps, and does nothing else: it sends
 * no cookie and stores nothing, so that a page around it cannot make a visitor do anything.
 */

import { openedFrom } from "../analyse/address.js";
import { mainLine, movesTo, ROOT, stepFrom, treeOf } from "../analyse/tree.js";
import { cellsOfMove } from "../board/events.js";
import { withoutCookies } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { byId, setText } from "../common/dom.js";
import { placeText } from "../common/format.js";
import { icon } from "../common/icons.js";
import { askPosition, lookAt, usualGame } from "../common/positions.js";
import { renderSteps, wireSteps } from "../common/steps.js";

const PAUSE = 1200; // milliseconds between two moves

withoutCookies();

const opened = openedFrom(new URLSearchParams(location.search), usualGame());
const view = new BoardView(byId("board", HTMLElement), { picture: true });
const auto = byId("auto", HTMLButtonElement);

/** @type {Map<number, import("../common/positions.js").Seen>} */
const seen = new Map();
let tree = treeOf();
let at = ROOT;
/** @type {number | undefined} */
let timer;

/** @param {number} id */
async function go(id) {
  const { game, start } = opened;
  const found = await lookAt({ game, start, tree, seen }, id);
  seen.set(id, found);
  const forward = tree.get(id)?.parent === at;
  at = id;
  renderSteps(at !== ROOT, stepFrom(tree, at, "on") !== at);
  setText(byId("place", HTMLElement), placeText(movesTo(tree, at).length, found.last));
  const last = cellsOfMove(found.last?.events);
  await view.show(found.position, { last }, forward ? found.last?.events : []);
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  auto.replaceChildren(icon("play"));
  auto.setAttribute("aria-pressed", "false");
}

function play() {
  if (stepFrom(tree, at, "on") === at) at = ROOT;
  auto.replaceChildren(icon("pause"));
  auto.setAttribute("aria-pressed", "true");
  const step = () => {
    const next = stepFrom(tree, at, "on");
    if (next === at) pause();
    else go(next).catch(fail);
  };
  timer = window.setInterval(step, PAUSE);
  step();
}

/** @param {unknown} problem */
function fail(problem) {
  pause();
  setText(byId("place", HTMLElement), problem instanceof Error ? problem.message : String(problem));
}

async function begin() {
  const { game, start, moves } = opened;
  const found = await askPosition({ game, start, moves });
  tree = treeOf(found.moves);
  const { title } = found.position;
  document.title = `${title} · plyground`;
  setText(byId("title", HTMLElement), title);
  byId("whole", HTMLAnchorElement).href = `/analyse${location.search}`;
  const stepped = location.pathname.endsWith("/replay");
  byId("steps", HTMLElement).hidden = !stepped;
  const end = mainLine(tree).at(-1)?.id ?? ROOT;
  seen.set(end, { position: found.position, last: found.last });
  at = end; // nothing moves on a page that has just been opened
  await go(stepped ? opened.at ?? ROOT : end);
}

wireSteps((step) => {
  pause();
  const target = stepFrom(tree, at, step);
  if (target !== at) go(target).catch(fail);
});
auto.addEventListener("click", () => (timer === undefined ? play() : pause()));
pause();
begin().catch(fail);
