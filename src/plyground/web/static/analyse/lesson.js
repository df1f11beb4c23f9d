/** Learning from mistakes: at each one, the learner is asked for a better move. */

import { byId, h } from "../common/dom.js";
import { capital } from "../common/format.js";
import { GRADES } from "./grades.js";

/** @typedef {import("../common/types.js").GradedMessage} Graded */
/** @typedef {import("../common/types.js").Grade} Grade */
/** @typedef {import("../common/types.js").Side} Side */

/**
 * @typedef {object} Lesson
 * @property {Side} side
 * @property {Graded[]} mistakes
 * @property {number} index which of them is asked
 * @property {"asking" | "trying" | "solved" | "shown"} stage
 * @property {{move: string, grade: Grade} | null} tried the learner's last answer
 * @property {number} found how many were found
 */

/**
 * Whose mistakes an address asks to practise: `?learn=first`.
 * @param {URLSearchParams} search
 * @returns {Side | null}
 */
export function learnerIn(search) {
  const side = search.get("learn");
  return side === "first" || side === "second" ? side : null;
}

/**
 * @param {Side} side
 * @param {Graded[]} mistakes
 * @returns {Lesson}
 */
export function beginLesson(side, mistakes) {
  return { side, mistakes, index: 0, stage: "asking", tried: null, found: 0 };
}

/**
 * The learner has tried a move, and the server has graded it.
 * @param {Lesson} lesson
 * @param {string} move
 * @param {Grade} grade
 * @returns {Lesson}
 */
export function answered(lesson, move, grade) {
  const right = grade === "best" || grade === "good" || grade === "forced";
  return {
    ...lesson, tried: { move, grade }, stage: right ? "solved" : "trying",
    found: lesson.found + (right ? 1 : 0),
  };
}

/**
 * @param {Lesson} lesson
 * @returns {Lesson | null} the next question; nothing after the last
 */
export function nextQuestion(lesson) {
  if (lesson.index + 1 >= lesson.mistakes.length) return null;
  return { ...lesson, index: lesson.index + 1, stage: "asking", tried: null };
}

/**
 * Whether the learner is still to find something, so that nobody may give it away.
 * @param {Lesson | null} lesson
 */
export function asksStill(lesson) {
  return lesson !== null && (lesson.stage === "asking" || lesson.stage === "trying");
}

/**
 * @param {Lesson} lesson
 * @param {string} [moveName] how a move is called, with `{}` for its text
 */
export function lessonText({ mistakes, index, stage, tried }, moveName = "{}") {
  const played = mistakes[index]?.move;
  if (!played) return "";
  const named = (/** @type {string | undefined} */ move) => moveName.replace("{}", move ?? "");
  // A cell keeps its own letter: "a1 is a mistake", but "House 1 is a mistake".
  const begun = (/** @type {string | undefined} */ move) => (
    moveName === "{}" ? named(move) : capital(named(move)));
  const [best, ...then] = played.best_line.slice(0, 4);
  switch (stage) {
    case "solved": return `${begun(tried?.move)} is a ${name(tried?.grade)}.${because(played.why)}`;
    case "shown": return `Better: ${named(best)}${afterwards(then)}.${because(played.why)}`;
    case "trying": return `${begun(tried?.move)} is ${article(tried?.grade)}. Try again.`;
    default: return `${capital(played.name)} played ${named(played.move)}: `
      + `${article(played.grade)}. Find a better move.`;
  }
}

/** @param {string | null} why */
function because(why) {
  return why ? ` ${why}` : "";
}

/** @param {string[]} moves */
function afterwards(moves) {
  return moves.length ? ` (then ${moves.join(" ")})` : "";
}

/** @param {Grade | undefined} grade */
function name(grade) {
  return grade ? GRADES[grade].name : "";
}

/** @param {Grade | undefined} grade */
function article(grade) {
  return grade === "inaccuracy" ? "an inaccuracy" : `a ${name(grade)}`;
}

/**
 * @param {Lesson | null} lesson
 * @param {string} moveName
 * @param {{show: () => void, next: () => void, end: () => void}} actions
 */
export function renderLesson(lesson, moveName, { show, next, end }) {
  const box = byId("lesson", HTMLElement);
  box.hidden = !lesson;
  if (!lesson) return;
  const focused = box.contains(document.activeElement);
  const open = asksStill(lesson);
  const last = lesson.index + 1 === lesson.mistakes.length;
  const kind = { solved: " good", trying: " bad", asking: "", shown: "" }[lesson.stage];
  box.replaceChildren(
    h("h2", {}, `Mistake ${lesson.index + 1} of ${lesson.mistakes.length}`),
    h("p", { class: `notice${kind}` }, lessonText(lesson, moveName)),
    h("div", { class: "controls" },
      open && h("button", { type: "button", onclick: show }, "Show the best move"),
      h("button", { type: "button", class: !open && "primary", onclick: next },
        last ? "Finish" : open ? "Skip" : "Next"),
      h("button", { type: "button", onclick: end }, "Stop practising")));
  if (focused) box.querySelector("button")?.focus();
}
