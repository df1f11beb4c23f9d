/** What every page has: the header's switches, the announcer, and messages that pass. */

import { byId, h } from "./dom.js";
import { sentence } from "./format.js";
import { icon } from "./icons.js";
import { section } from "./links.js";
import { remember } from "./settings.js";
import { soundsOn, switchSounds } from "./sounds.js";

/** Say something to screen readers; what is said twice is read twice. @param {string} text */
export function announce(text) {
  const announcer = byId("announcer", HTMLElement);
  announcer.append(h("p", {}, text));
  while (announcer.childElementCount > 3) announcer.firstElementChild?.remove();
}

/**
 * Show a message for a while; problems stay longer.
 * @param {string} text
 * @param {"note" | "problem"} [kind]
 */
export function notify(text, kind = "note") {
  const box = byId("messages", HTMLElement);
  const said = sentence(text);
  const message = h("p", { class: `message ${kind}` }, said);
  box.replaceChildren(message);
  announce(said);
  setTimeout(() => message.remove(), kind === "problem" ? 9000 : 4000);
}

/**
 * Tell the visitor about a request that failed, unless it was given up on purpose.
 * @param {unknown} problem
 */
export function report(problem) {
  if (problem instanceof DOMException && problem.name === "AbortError") return;
  notify(problem instanceof Error ? problem.message : String(problem), "problem");
}

/**
 * Give a button its picture, and something to do.
 * @param {string} id
 * @param {import("./icons.js").Icon} picture
 * @param {() => unknown} action is told about if it fails, now or later
 */
export function wireButton(id, picture, action) {
  const button = byId(id, HTMLButtonElement);
  button.prepend(icon(picture));
  button.addEventListener("click", () => { Promise.resolve(action()).catch(report); });
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function startTheme() {
  const button = byId("theme", HTMLButtonElement);
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.append(icon("theme"));
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    remember("theme", theme);
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

function startSounds() {
  const button = byId("sounds", HTMLButtonElement);
  const show = () => {
    button.setAttribute("aria-pressed", String(soundsOn()));
    button.replaceChildren(icon(soundsOn() ? "sound" : "silent"));
  };
  button.addEventListener("click", () => {
    switchSounds(!soundsOn());
    show();
  });
  show();
}

function markCurrentPage() {
  const here = section(location.pathname);
  for (const link of document.querySelectorAll(".site-nav a")) {
    const there = section(link.getAttribute("href") ?? "");
    if (there === here) link.setAttribute("aria-current", "page");
  }
}

startTheme();
startSounds();
markCurrentPage();
