/** What a page says about an answer, beside its board. */

import { byId, setText } from "./dom.js";

/**
 * @param {string} text nothing hides it
 * @param {"" | "good" | "bad"} kind
 */
export function say(text, kind) {
  const verdict = byId("verdict", HTMLElement);
  verdict.className = `notice ${kind}`.trim();
  verdict.hidden = text === "";
  setText(verdict, text);
}
