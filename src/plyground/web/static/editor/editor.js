/** The page that sets up positions. The server says whether a game could go on from them. */

import { post, query } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { gameOptions, loadCatalogue } from "../common/catalogue.js";
import { byId, h, setText } from "../common/dom.js";
import { capital } from "../common/format.js";
import { askPosition, usualGame } from "../common/positions.js";
import { applied, boardOf, setupOf, setupRequest, toolsFor } from "./setup.js";
import { notify, report, wireButton } from "../common/site.js";

/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {import("./setup.js").Tool} Tool */

/**
 * @typedef {object} Editor
 * @property {Setup} setup
 * @property {Position} shape the last valid position: it lends its shape to what is drawn
 * @property {Tool} tool
 * @property {{valid: boolean, text: string | null, message: string | null,
 *   cell: string | null} | null} verdict none while the server is asked
 */

/** @type {Editor | null} */
let state = null;

const view = new BoardView(byId("board", HTMLElement), { onCell: (id) => paint(id) });
const text = byId("text", HTMLTextAreaElement);
let asked = new AbortController();

/**
 * Begin with a position, which is valid.
 * @param {Position} position
 */
function begin(position) {
  const tool = toolsFor(position)[0]?.tool ?? "empty";
  state = {
    setup: setupOf(position), shape: position, tool,
    verdict: { valid: true, text: position.text, message: null, cell: null },
  };
  byId("table", HTMLElement).hidden = false;
  const column = byId("board-column", HTMLElement);
  column.classList.toggle("houses-board", position.board.kind === "houses");
  column.classList.toggle("square-board", position.board.kind !== "houses");
  makeChoices(position);
  render();
}

/** @param {Position} position */
function makeChoices(position) {
  const { setup, tool } = /** @type {Editor} */ (state);
  byId("tools", HTMLElement).replaceChildren(...toolsFor(position).map((each) => (
    choice("tool", each.tool, each.text, each.tool === tool))));
  byId("turns", HTMLElement).replaceChildren(...Object.values(position.names).map((name) => (
    choice("turn", name, capital(name), name === setup.turn))));
  const phased = setup.phase !== "";
  const painted = toolsFor(position).length > 0;
  byId("phase-field", HTMLElement).hidden = !phased;
  byId("turn-field", HTMLElement).hidden = phased || !painted;
  byId("tool-field", HTMLElement).hidden = !painted;
  byId("clear", HTMLElement).hidden = !painted;
  byId("phase", HTMLSelectElement).value = setup.phase;
  byId("turn-count", HTMLInputElement).value = String(setup.turns ?? "");
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 */
function choice(name, value, label, checked) {
  return h("label", { class: "choice" },
    h("input", { type: "radio", name, value, checked }), h("span", {}, label));
}

/** @param {string} id */
function paint(id) {
  if (state && toolsFor(state.shape).length) change(applied(state.setup, id, state.tool));
}

/** @param {Setup} setup */
function change(setup) {
  if (!state) return;
  state = { ...state, setup, verdict: null };
  render();
  void check(setupRequest(setup));
}

/**
 * Ask the server whether a setup, or a text, is a position.
 * @param {object} request
 * @returns {Promise<Position | null>}
 */
async function check(request) {
  asked.abort();
  asked = new AbortController();
  try {
    const { position, ...verdict } = await post("/api/setup", request, { signal: asked.signal });
    if (state) state = { ...state, verdict, shape: position ?? state.shape };
    render();
    return position;
  } catch (problem) {
    report(problem);
    return null;
  }
}

function render() {
  if (!state) return;
  const { setup, shape, verdict } = state;
  const valid = verdict?.valid ?? false;
  const board = valid ? shape.board : boardOf(setup, shape.board);
  const marks = verdict?.cell ? [{ cells: [verdict.cell], text: "!", style: "played" }] : [];
  void view.show({ ...shape, board, status: "set-up" }, { marks });
  renderVerdict(state, valid);
  renderLinks(valid, query({ game: setup.game, start: verdict?.text ?? null }));
  byId("play", HTMLButtonElement).disabled = !valid || shape.over;
}

/**
 * @param {Editor} now
 * @param {boolean} valid
 */
function renderVerdict({ verdict, shape }, valid) {
  const box = byId("verdict", HTMLElement);
  const [kind, words] = verdict === null ? ["", "Checking…"]
    : !valid ? ["bad", capital(verdict.message ?? "")]
      : shape.over ? ["", `Valid position. The game is over: ${shape.status}.`]
        : ["good", `Valid position. ${capital(shape.status)}.`];
  box.className = `notice ${kind}`;
  setText(box, words);
  if (verdict?.text && document.activeElement !== text) text.value = verdict.text;
}

/**
 * @param {boolean} valid
 * @param {string} address
 */
function renderLinks(valid, address) {
  for (const id of ["share", "copy"]) byId(id, HTMLButtonElement).disabled = !valid;
  const link = byId("analyse", HTMLAnchorElement);
  link.hidden = !valid;
  link.href = `/analyse${address}`;
  if (valid) history.replaceState(null, "", `/editor${address}`);
}

/** @param {Event} event */
function chosen(event) {
  const { target } = event;
  if (!state || !(target instanceof HTMLInputElement)) return;
  if (target.name === "tool") state = { ...state, tool: /** @type {Tool} */ (target.value) };
  else change({ ...state.setup, turn: target.value });
}

async function useText() {
  if (!state) return;
  const position = await check({ game: state.setup.game, text: text.value.trim() });
  if (position) begin(position);
}

/**
 * @param {string} game
 * @param {string | null} start
 */
async function open(game, start) {
  begin((await askPosition({ game, start, moves: [] })).position);
}

/**
 * @param {string} id
 * @param {import("../common/icons.js").Icon} picture
 * @param {(now: Editor) => void | Promise<void>} action
 */
function wire(id, picture, action) {
  wireButton(id, picture, () => state && action(state));
}

async function fillGames() {
  const games = byId("game", HTMLSelectElement);
  const search = new URLSearchParams(location.search);
  const here = search.get("game") ?? usualGame();
  const { families, ...catalogue } = await loadCatalogue();
  const readable = families.filter(({ setup }) => setup !== null);
  games.replaceChildren(...gameOptions({ ...catalogue, families: readable }));
  if (![...games.options].some(({ value }) => value === here)) {
    games.append(h("option", { value: here }, here));
  }
  games.value = here;
  games.addEventListener("change", () => { open(games.value, null).catch(report); });
  await open(here, search.get("start"));
}

byId("tools", HTMLElement).addEventListener("change", chosen);
byId("turns", HTMLElement).addEventListener("change", chosen);
byId("phase-field", HTMLElement).addEventListener("change", () => {
  if (!state) return;
  const { value } = byId("turn-count", HTMLInputElement);
  const turns = value === "" ? null : Number(value);
  change({ ...state.setup, phase: byId("phase", HTMLSelectElement).value, turns });
});
byId("text-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void useText();
});
wire("reset", "again", ({ setup }) => open(setup.game, null));
wire("clear", "trash", ({ setup }) => change({ ...setup, cells: {} }));
wire("flip", "flip", () => view.flip());
wire("copy", "share", async ({ verdict }) => {
  await navigator.clipboard.writeText(verdict?.text ?? "");
  notify("Text copied.");
});
wire("share", "share", async ({ setup, verdict }) => {
  const { openShare } = await import("../common/share.js");
  openShare({ game: setup.game, start: verdict?.text ?? null, moves: [] });
});
wire("play", "play", async ({ setup, verdict, shape: { names, turn } }) => {
  const { openPlayHere } = await import("../analyse/play-here.js");
  await openPlayHere(
    { game: setup.game, start: verdict?.text ?? null, moves: [], names, turn, opponent: null });
});

fillGames().catch((problem) => {
  const box = byId("problem", HTMLElement);
  setText(box, problem.message);
  box.hidden = false;
});
