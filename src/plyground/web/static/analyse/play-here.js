/** Asks whom to play against, and on which side, before a game goes on from a position. */

import { post } from "../common/api.js";
import { loadCatalogue } from "../common/catalogue.js";
import { h } from "../common/dom.js";
import { capital } from "../common/format.js";
import { recall, remember } from "../common/settings.js";
import { report } from "../common/site.js";
import { page } from "../common/links.js";

/** @typedef {import("../common/types.js").Side} Side */

const USUAL = "pvs:level=3";
const FRIEND = "human";

/**
 * @typedef {object} Here
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {Record<Side, string>} names of the sides
 * @property {Side | null} turn
 * @property {string | null} opponent who was played against, if that is known
 */

/**
 * What the server is asked for.
 * @param {Pick<Here, "game" | "start" | "moves">} here
 * @param {Side} side
 * @param {string} opponent
 */
export function gameFrom({ game, start, moves }, side, opponent) {
  const [first, second] = side === "first" ? [FRIEND, opponent] : [opponent, FRIEND];
  return { game, start, moves, first, second };
}

/** @param {Here} here */
export async function openPlayHere(here) {
  const { levels } = await loadCatalogue();
  const usual = here.opponent ?? recall("opponent") ?? USUAL;
  const opponents = [
    ...levels.map(({ spec, title, meaning }) => ({ spec, text: `${title}: ${meaning}` })),
    { spec: FRIEND, text: "Two players, one device" },
  ];
  const known = opponents.some(({ spec }) => spec === usual);
  if (!known) opponents.unshift({ spec: usual, text: usual });
  const select = h("select", { id: "play-opponent" }, ...opponents.map(({ spec, text }) => (
    h("option", { value: spec, selected: spec === usual }, text))));
  const sides = h("fieldset", {}, h("legend", {}, "You play"),
    h("div", { class: "choices" }, .../** @type {const} */ (["first", "second"]).map((side) => (
      sideChoice(here, side)))));
  const form = h("form", { class: "stack" },
    h("h2", { id: "play-title" }, "Play from here"), sides,
    h("div", { class: "field" }, h("label", { for: "play-opponent" }, "Opponent"), select),
    h("div", { class: "controls" },
      h("button", { type: "submit", class: "primary" }, "Play"),
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
  const dialog = h("dialog", { class: "share-dialog", "aria-labelledby": "play-title" }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const side = new FormData(form).get("play-side") === "second" ? "second" : "first";
    begin(here, side, select.value).catch(report);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {Here} here
 * @param {Side} side
 */
function sideChoice({ names, turn }, side) {
  return h("label", { class: "choice" },
    h("input", { type: "radio", name: "play-side", value: side, checked: side === turn }),
    h("span", {}, `${capital(names[side])}${side === turn ? " (to move)" : ""}`));
}

/**
 * @param {Here} here
 * @param {Side} side
 * @param {string} opponent
 */
async function begin(here, side, opponent) {
  const { id } = await post("/api/games", gameFrom(here, side, opponent));
  remember("opponent", opponent);
  location.assign(page(`/game/${id}`));
}
