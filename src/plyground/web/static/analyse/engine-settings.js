/** How the engine looks at a position: which one, with how many lines. The browser remembers it. */

import { byId } from "../common/dom.js";
import { recall, remember } from "../common/settings.js";

export const MOST_LINES = 5;
const USUAL_LINES = 3;
const KINDS = ["pvs", "mtdf", "mcts"];

/** @typedef {{engine: string, lines: number}} EngineSettings */

/** @returns {EngineSettings} */
export function engineSettings() {
  const lines = Number(recall("analysis-lines"));
  const kind = recall("analysis-engine") ?? "";
  return {
    engine: KINDS.includes(kind) ? kind : "pvs",
    lines: Number.isInteger(lines) && lines >= 1 && lines <= MOST_LINES ? lines : USUAL_LINES,
  };
}

/**
 * Show the settings, and tell when one is changed.
 * @param {() => void} onChange
 */
export function wireEngineSettings(onChange) {
  const [kind, lines] = [byId("engine-kind", HTMLSelectElement), byId("lines-count",
    HTMLSelectElement)];
  const { engine, lines: count } = engineSettings();
  kind.value = engine;
  lines.value = String(count);
  makeRoom();
  kind.addEventListener("change", () => {
    remember("analysis-engine", kind.value);
    onChange();
  });
  lines.addEventListener("change", () => {
    remember("analysis-lines", lines.value);
    makeRoom();
    onChange();
  });
}

/** The lines have their room before they come, so that nothing moves. */
function makeRoom() {
  byId("lines", HTMLElement).style.setProperty("--lines", String(engineSettings().lines));
}
