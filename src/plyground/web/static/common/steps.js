/** Going through a game: buttons below the board, and keys. */

import { byId } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("../analyse/tree.js").Step} Step */

/** @type {Record<string, {step: Step, picture: import("./icons.js").Icon}>} */
const BUTTONS = {
  "go-first": { step: "first", picture: "first" },
  "go-back": { step: "back", picture: "previous" },
  "go-on": { step: "on", picture: "next" },
  "go-last": { step: "last", picture: "last" },
};

/** @type {Record<string, Step>} */
const KEYS = {
  ArrowLeft: "back", ArrowUp: "back", ArrowRight: "on", ArrowDown: "on", Home: "first", End: "last",
};

/** @param {(step: Step) => void} onStep */
export function wireSteps(onStep) {
  for (const [id, { step, picture }] of Object.entries(BUTTONS)) {
    const button = byId(id, HTMLButtonElement);
    button.prepend(icon(picture));
    button.addEventListener("click", () => onStep(step));
  }
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey || !isOurs(event)) return;
    event.preventDefault();
    onStep(step);
  });
}

/**
 * Keys belong to what has the focus; where nothing has, the others scroll the page.
 * @param {KeyboardEvent} event
 */
function isOurs({ key, target }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("#moves, .steps")) return true;
  return target.matches("body, main") && (key === "ArrowLeft" || key === "ArrowRight");
}

/**
 * @param {boolean} back whether there is something before
 * @param {boolean} on whether there is something after
 */
export function renderSteps(back, on) {
  for (const [id, { step }] of Object.entries(BUTTONS)) {
    byId(id, HTMLButtonElement).disabled = step === "first" || step === "back" ? !back : !on;
  }
}
