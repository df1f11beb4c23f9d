/** Thinks in a thread of its own. Whoever wants it to stop ends it: a search cannot be asked. */

import { Engine } from "./engine.js";

/** @type {Engine | null} */
let engine = null;
/** @type {(report: any) => void} */
let tell = () => {};
let made = ""; // the settings of the engine that is there

/** @param {any} task */
function work(task) {
  if (!engine) throw new Error("The engine is still loading.");
  engine.replay(task.line);
  const { settings } = task;
  const wanted = JSON.stringify([task.line.family, settings?.numbers, settings?.key]);
  if (settings && wanted !== made) {
    engine.configure(settings);
    made = wanted;
  }
  if (task.solve) return engine.solve(task.solve);
  return engine.search(task.limit);
}

addEventListener("message", async ({ data }) => {
  if (data.module) {
    engine = await Engine.open(data.module, (report) => tell(report));
    return;
  }
  tell = (report) => {
    if (data.live) postMessage({ id: data.id, report });
  };
  try {
    postMessage({ id: data.id, result: work(data) });
  } catch (problem) {
    postMessage({ id: data.id, problem: String(problem instanceof Error ? problem.message
      : problem) });
  }
});
