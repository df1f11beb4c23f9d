/**
 * One of the best lines: its score, and its moves, each of which can be clicked to play up to it.
 * Tab leads to the first move, arrow keys to the others.
 */

import { h, setText } from "../common/dom.js";
import { scoreLine, scoreWords } from "./score-text.js";

/** @typedef {import("../common/types.js").ScoredLine} Line */

/**
 * @param {(moves: string[]) => void} onPlay
 * @returns {HTMLLIElement}
 */
export function emptyLine(onPlay) {
  const moves = h("span", { class: "line-moves", role: "toolbar" });
  const more = h("button", {
    type: "button", class: "line-more quiet", "aria-expanded": "false", "aria-label": "Whole line",
  }, "▾");
  const item = h("li", { class: "line", hidden: true },
    h("span", { class: "line-number" }), h("span", { class: "line-score", "aria-hidden": "true" }),
    h("span", { class: "visually-hidden" }), moves, more);
  moves.addEventListener("click", (event) => {
    const at = buttonsOf(moves).indexOf(/** @type {any} */ (event.target));
    if (at >= 0) onPlay(buttonsOf(moves).slice(0, at + 1).map((each) => each.textContent ?? ""));
  });
  moves.addEventListener("keydown", (event) => walk(moves, event));
  more.addEventListener("click", () => {
    const open = item.classList.toggle("open");
    more.setAttribute("aria-expanded", String(open));
  });
  return item;
}

/**
 * @param {HTMLLIElement} item
 * @param {Line} line
 * @param {number} number
 */
export function fillLine(item, { moves, score }, number) {
  const [badge, short, words, list] = [...item.children];
  if (!badge || !short || !words || !list) return;
  setText(badge, String(number));
  setText(short, scoreLine(score));
  setText(words, `${scoreWords(score)}. `);
  list.setAttribute("aria-label", `Moves of line ${number}`);
  const buttons = buttonsOf(list);
  for (const [index, move] of moves.entries()) {
    const button = buttons[index];
    if (button) setText(button, move);
    else list.append(moveButton(move, index));
  }
  for (const button of buttons.slice(moves.length)) button.remove();
}

/**
 * @param {string} move
 * @param {number} index
 */
function moveButton(move, index) {
  return h("button", { type: "button", class: "line-move", tabindex: index ? "-1" : "0" }, move);
}

/** @param {Element} list */
function buttonsOf(list) {
  return /** @type {HTMLButtonElement[]} */ ([...list.children]);
}

/**
 * @param {Element} list
 * @param {KeyboardEvent} event
 */
function walk(list, event) {
  const buttons = buttonsOf(list);
  const at = buttons.indexOf(/** @type {any} */ (event.target));
  const there = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[there[/** @type {keyof typeof there} */ (event.key)] ?? -1];
  if (!next) return;
  for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
  next.focus();
  event.preventDefault();
}
