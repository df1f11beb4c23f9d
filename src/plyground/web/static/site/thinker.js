/** The worker that thinks, as the page sees it: one task at a time; a stop costs the worker. */

import { engineModule } from "./data.js";

export class Stopped extends Error {}

export class Thinker {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    this.wide = false; // whether the worker's engine is that of wide boards
    /** @type {{id: number, resolve: (result: any) => void, reject: (problem: Error) => void,
     *   onReport: (report: any) => void} | null} */
    this.task = null;
    this.count = 0;
  }

  /**
   * @param {{line: {wide: boolean}} & Record<string, unknown>} task see worker.js
   * @param {(report: any) => void} [onReport]
   * @returns {Promise<any>}
   */
  async think(task, onReport) {
    this.stop();
    const id = ++this.count;
    const worker = await this.#ready(task.line.wide);
    if (id !== this.count) throw new Stopped();
    return new Promise((resolve, reject) => {
      this.task = { id, resolve, reject, onReport: onReport ?? (() => {}) };
      worker.postMessage({ ...task, id, live: Boolean(onReport) });
    });
  }

  /** End what it works on; the next task begins without what it has remembered. */
  stop() {
    this.count += 1;
    if (!this.task) return;
    this.worker?.terminate();
    this.worker = null;
    this.task.reject(new Stopped());
    this.task = null;
  }

  /** @param {boolean} wide */
  async #ready(wide) {
    if (this.worker && this.wide === wide) return this.worker;
    const module = await engineModule(wide);
    this.worker?.terminate();
    this.worker = null;
    this.wide = wide;
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ module });
    worker.addEventListener("message", ({ data }) => this.#hear(data));
    worker.addEventListener("error", ({ message }) => this.#fail(message));
    this.worker = worker;
    return worker;
  }

  /** @param {{id: number, report?: any, result?: any, problem?: string}} message */
  #hear({ id, report, result, problem }) {
    const { task } = this;
    if (!task || task.id !== id) return;
    if (report) {
      task.onReport(report);
      return;
    }
    this.task = null;
    if (problem === undefined) task.resolve(result);
    else task.reject(new Error(problem));
  }

  /** @param {string} why */
  #fail(why) {
    this.worker = null;
    this.task?.reject(new Error(`The engine has failed. ${why}`));
    this.task = null;
  }
}
