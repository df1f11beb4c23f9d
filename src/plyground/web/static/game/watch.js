/** Watching two players: pause, step, and how fast they go on. */

import { byId, setText } from "../common/dom.js";
import { icon } from "../common/icons.js";

/** @typedef {import("../common/types.js").Game} Game */
/** @typedef {(type: string, more?: object) => void} Send */

/** Seconds between moves, from slow to fast, as the slider goes. */
const PAUSES = [10, 5, 3, 2, 1, 0.5, 0.2, 0];

let wired = false;

/**
 * @param {Game} game
 * @param {Send} send
 */
export function renderWatching(game, send) {
  const box = byId("watching", HTMLElement);
  const watch = game.status === "running" ? game.watch : null;
  box.hidden = !watch;
  if (!watch) return;
  if (!wired) wire(send);
  const button = byId("pause", HTMLButtonElement);
  button.replaceChildren(icon(watch.paused ? "play" : "pause"), watch.paused ? "Resume" : "Pause");
  button.dataset.sends = watch.paused ? "go" : "pause";
  const speed = byId("speed", HTMLInputElement);
  if (document.activeElement !== speed) speed.value = String(speedOf(watch.pause));
  const words = pauseText(watch.pause);
  setText(byId("speed-text", HTMLElement), words);
  speed.setAttribute("aria-valuetext", words);
}

/** @param {Send} send */
function wire(send) {
  wired = true;
  const button = byId("pause", HTMLButtonElement);
  button.addEventListener("click", () => send(button.dataset.sends ?? "pause"));
  const step = byId("step", HTMLButtonElement);
  step.prepend(icon("step"));
  step.addEventListener("click", () => send("step"));
  const speed = byId("speed", HTMLInputElement);
  speed.max = String(PAUSES.length - 1);
  speed.addEventListener("input", () => send("speed", { pause: PAUSES[Number(speed.value)] }));
}

/**
 * The step of the slider that comes closest to a pause.
 * @param {number} pause
 */
export function speedOf(pause) {
  const distance = (/** @type {number} */ each) => Math.abs(each - pause);
  const closest = PAUSES.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  return PAUSES.indexOf(closest);
}

/** @param {number} pause */
function pauseText(pause) {
  return pause === 0 ? "no pause" : `${pause} s between moves`;
}
