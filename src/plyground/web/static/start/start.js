/** The start page: a new game, and the visitor's own ones. */

import { post } from "../common/api.js";
import { BoardView } from "../common/board-view.js";
import { loadCatalogue } from "../common/catalogue.js";
import { byId, h, setText } from "../common/dom.js";
import { capital, sentence, variantTitle } from "../common/format.js";
import { gameName, needsToken, newGame } from "./new-game.js";
import { showOwnGames } from "./own-games.js";
import { recall } from "../common/settings.js";
import { report } from "../common/site.js";
import { invite } from "../common/inviting.js";
import { page } from "../common/links.js";

/** @typedef {import("../common/types.js").Catalogue} Catalogue */
/** @typedef {import("../common/types.js").Family} Family */
/** @typedef {import("../common/types.js").Parameter} Parameter */

const form = byId("new-game", HTMLFormElement);
const preset = byId("preset", HTMLSelectElement);

/** @type {Catalogue | null} */
let catalogue = null;
/** The rules of variants that are in no list. @type {Map<string, Record<string, string>>} */
const custom = new Map();
let beginning = false; // a game: one press begins one

/** @param {string} name */
function chosen(name) {
  const input = form.querySelector(`input[name="${name}"]:checked`);
  return input instanceof HTMLInputElement ? input.value : "";
}

/** @param {string} id */
function valueOf(id) {
  return byId(id, HTMLInputElement).value.trim();
}

/** @returns {Family | undefined} */
function family() {
  return catalogue?.families.find(({ name }) => name === chosen("family"));
}

function showFamily() {
  const here = family();
  if (!here) return;
  const rules = byId("rules", HTMLAnchorElement);
  rules.href = page(`/rules/${here.name}`);
  setText(rules, `Rules of ${here.title}`);
  preset.replaceChildren(...here.presets.map(({ game, title }) => (
    h("option", { value: game }, title))));
  byId("custom", HTMLElement).hidden = here.parameters.length === 0;
  byId("parameters", HTMLElement).replaceChildren(...here.parameters.map(parameterField));
  showVariant();
  setText(byId("side-first", HTMLElement), `${capital(here.names[0] ?? "first")} (moves first)`);
  setText(byId("side-second", HTMLElement), `${capital(here.names[1] ?? "second")} (moves second)`);
}

/** @param {Parameter} parameter */
function parameterField({ name, default: usual, words, least, most, meaning }) {
  const id = `parameter-${name}`;
  const input = least === null
    ? h("select", { id, name }, ...words.map((word) => (
      h("option", { value: word, selected: word === usual }, word.replaceAll("_", " ")))))
    : h("input", { id, name, type: "text", value: usual, autocomplete: "off",
      placeholder: [...words, `${least} to ${most}`].join(", ") });
  input.addEventListener("change", usesParameters);
  return h("div", { class: "field" },
    h("label", { for: id }, capital(name.replaceAll("_", " "))), input,
    h("span", { class: "soft small" }, meaning));
}

/** The fields of the rules say what the chosen variant is. */
function showVariant() {
  const values = family()?.presets.find(({ game }) => game === preset.value)?.values
    ?? custom.get(preset.value) ?? {};
  for (const [name, value] of Object.entries(values)) {
    const field = document.getElementById(`parameter-${name}`);
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.value = value;
    }
  }
}

/** A changed parameter makes another variant: one of the list, or one that is added to it. */
function usesParameters() {
  const here = family();
  if (!here) return;
  const fields = byId("parameters", HTMLElement).querySelectorAll("input, select");
  /** @type {Record<string, string>} */
  const values = {};
  for (const field of fields) {
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      values[field.name] = field.value.trim();
    }
  }
  const name = gameName(here, values);
  if (![...preset.options].some(({ value }) => value === name)) {
    custom.set(name, values);
    preset.append(h("option", { value: name }, variantTitle(here.title, name)));
  }
  preset.value = name;
}

function showMode() {
  const mode = chosen("mode");
  byId("computer", HTMLElement).hidden = mode !== "computer";
  byId("your-side", HTMLElement).hidden = mode !== "computer" && mode !== "invite";
  byId("inviting", HTMLElement).hidden = mode !== "invite";
  byId("watchers", HTMLElement).hidden = mode !== "watch";
  const players = mode === "watch" ? [valueOf("watch-first"), valueOf("watch-second")]
    : mode === "computer" ? [valueOf("spec")] : [];
  const hosted = catalogue?.hosted ?? [];
  byId("token-field", HTMLElement).hidden = !players.some((spec) => needsToken(spec, hosted));
}

function showLevel() {
  const level = byId("level", HTMLInputElement);
  const about = catalogue?.levels.find((each) => String(each.level) === level.value);
  setText(byId("level-text", HTMLElement), level.value);
  if (about) {
    const rating = family()?.ratings[about.level - 1];
    const meaning = rating ? `about ${rating} Elo (random moves: 400)` : about.meaning;
    setText(byId("level-meaning", HTMLElement), capital(meaning));
    level.setAttribute("aria-valuetext", `${level.value}: ${meaning}`);
  }
}

async function play() {
  if (beginning) return;
  beginning = true;
  form.setAttribute("aria-busy", "true");
  const problem = byId("problem", HTMLElement);
  try {
    await ready; // else the form knows only one game
    const token = byId("token-field", HTMLElement).hidden ? "" : valueOf("token");
    const inviting = chosen("mode") === "invite";
    if (inviting && !valueOf("name")) throw new Error("Enter your name.");
    const { id } = await post("/api/games", wish(), { token: token || undefined });
    if (inviting) await invite(id, valueOf("name"), ownSide());
    location.assign(page(`/game/${id}`));
  } catch (error) {
    setText(problem, sentence(error instanceof Error ? error.message : String(error)));
    problem.hidden = false;
    rest();
  }
}

/** The form can be sent again. */
function rest() {
  beginning = false;
  form.removeAttribute("aria-busy");
}

/** @returns {"first" | "second"} */
function ownSide() {
  const side = chosen("side");
  return (side === "random" ? Math.random() < 0.5 : side === "first") ? "first" : "second";
}

function join() {
  location.assign(`/join#${encodeURIComponent(valueOf("join-code"))}`);
}

/** What the form asks for. */
function wish() {
  const level = byId("level", HTMLInputElement).value;
  return newGame({
    game: preset.value,
    mode: /** @type {import("./new-game.js").Choice["mode"]} */ (chosen("mode")),
    opponent: valueOf("spec") || `pvs:level=${level}`,
    side: ownSide(),
    watched: [valueOf("watch-first"), valueOf("watch-second")],
    clock: byId("clock", HTMLSelectElement).value,
  });
}

/** @param {Catalogue} catalogue */
async function showPictures({ families }) {
  await Promise.all(families.map(async ({ name, sample }) => {
    const host = document.querySelector(`[data-picture="${name}"]`);
    if (!host || !sample) return;
    const { position } = await post("/api/positions", sample);
    await new BoardView(host, { picture: true }).show(position);
  }));
}

async function begin() {
  catalogue = await loadCatalogue();
  const { levels, players } = catalogue;
  const wanted = new URLSearchParams(location.search).get("game")?.split("(")[0] ?? "";
  const card = form.querySelector(`input[name="family"][value="${CSS.escape(wanted)}"]`);
  // What was chosen while all this was on its way counts more than the address.
  const usual = form.querySelector('input[name="family"]:checked[checked]');
  if (card instanceof HTMLInputElement && usual) card.checked = true;
  byId("player-names", HTMLElement).replaceChildren(
    ...levels.map(({ spec, title }) => h("option", { value: spec }, title)),
    ...players.map(({ name, meaning }) => h("option", { value: name }, meaning)));
  showFamily();
  showLevel();
  showMode();
  showPictures(catalogue).catch(report);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void play();
});
byId("families", HTMLElement).addEventListener("change", () => {
  showFamily();
  showLevel();
});
form.addEventListener("change", showMode);
preset.addEventListener("change", showVariant);
byId("level", HTMLInputElement).addEventListener("input", showLevel);
byId("own-title", HTMLElement).tabIndex = -1;
addEventListener("pageshow", rest);
const ready = begin();
ready.catch(report);
showOwnGames().catch(report);
byId("name", HTMLInputElement).value = recall("name") ?? "";
const joining = byId("join", HTMLFormElement);
joining.addEventListener("submit", (event) => {
  event.preventDefault();
  join();
});
for (const each of [form, joining]) each.dataset.ready = "yes";
if (form.dataset.pressed) void play();
else if (joining.dataset.pressed) join();
