/** The evaluation bar, the best lines, and their marks on the board. */

import { byId, h, setText } from "../common/dom.js";
import { short } from "../common/format.js";
import { emptyLine, fillLine } from "./line-view.js";
import { scoreWords, shortScore } from "./score-text.js";

/** @typedef {import("../common/types.js").InfoMessage} Info */
/** @typedef {import("../common/types.js").ScoredLine} Line */
/** @typedef {import("../common/types.js").Position} Position */
/** @typedef {import("../common/types.js").Score} Score */

/**
 * The score of a position: of its best line, or of its result.
 * @param {Position} position
 * @param {Score | undefined} best
 * @returns {Score | null}
 */
export function scoreOf(position, best) {
  if (!position.over) return best ?? null;
  const [win, loss] = [Number(position.winner === "first"), Number(position.winner === "second")];
  const draw = 1 - win - loss;
  return {
    value: position.margin, text: position.status, words: position.status,
    margin: position.margin, chances: { win, draw, loss }, chance: win + draw / 2,
    bound: "exact", proven: null,
  };
}

/**
 * @param {Score | null} score
 * @param {boolean} flipped
 */
export function renderBar(score, flipped) {
  const bar = byId("bar", HTMLElement);
  const chance = score?.chance ?? 0.5;
  byId("bar-first", HTMLElement).style.setProperty("--chance", String(chance));
  bar.classList.toggle("flipped", flipped);
  // The number stands at the end of who is better.
  const text = score ? shortScore(score) : "";
  setText(byId("bar-first-text", HTMLElement), chance >= 0.5 ? text : "");
  setText(byId("bar-second-text", HTMLElement), chance < 0.5 ? text : "");
  bar.setAttribute("aria-valuenow", String(Math.round(chance * 100)));
  bar.setAttribute("aria-valuetext", score ? scoreWords(score) : "not known yet");
}

/**
 * @param {Info | null} info
 * @param {{on: boolean, over: boolean}} how whether the engine is at work, and the game at its end
 * @param {(moves: string[]) => void} onPlay
 */
export function renderLines(info, { on, over }, onPlay) {
  const list = byId("lines", HTMLElement);
  const lines = on ? info?.lines ?? [] : [];
  while (list.childElementCount < lines.length) list.append(emptyLine(onPlay));
  for (const [index, item] of [...list.children].entries()) {
    const line = lines[index];
    if (!(item instanceof HTMLLIElement)) continue;
    item.hidden = !line;
    if (line) fillLine(item, line, index + 1);
  }
  const status = byId("engine-status", HTMLElement);
  status.replaceChildren(...(over ? ["The game is over."] : statusParts(info, on)));
  byId("deeper", HTMLButtonElement).disabled = over || !canGoOn(on ? info : null);
}

/** Whether a search has come to its end, and not to that of the game. @param {Info | null} info */
function canGoOn(info) {
  return info !== null && info.done && !info.exact;
}

/**
 * @param {Info | null} info
 * @param {boolean} on
 * @returns {(Node | string)[]}
 */
function statusParts(info, on) {
  if (!on) return ["Engine off"];
  if (!info) return ["Thinking…"];
  const words = `depth ${info.depth}, ${short(info.nodes)} nodes, `
    + `${short(info.nodes_per_second)} nodes/s`;
  return info.exact ? [h("span", { class: "exact" }, "exact"), ` ${words}`] : [words];
}

/**
 * Marks of the best moves: numbers, or arrows for moves of two steps.
 * @param {Info | null} info
 * @param {Position} position
 * @returns {import("../board/marks.js").Mark[]}
 */
export function bestMarks(info, position) {
  const marks = (info?.lines ?? []).map(({ move }, index) => {
    const legal = position.legal.find((each) => each.move === move);
    const cells = [legal?.from, legal?.to].filter((cell) => cell !== undefined);
    return { cells, text: String(index + 1), style: `best-${index + 1}` };
  });
  // The best one is drawn last, on top.
  return marks.filter(({ cells }) => cells.length).reverse();
}
