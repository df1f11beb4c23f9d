/** Live analysis: one task at a time, begun again after a lost connection. */

import { Live } from "./live.js";

/** @typedef {{type: "start" | "review"} & Record<string, unknown>} Task */

export class Engine {
  /**
   * @param {(message: any) => void} onAnswer what comes for the present task
   * @param {(problem: string) => void} onProblem
   */
  constructor(onAnswer, onProblem) {
    this.number = 0;
    /** @type {Task | null} */
    this.task = null;
    this.live = new Live("/ws/analysis", (message) => {
      if (message.type === "error") {
        if (message.id === undefined || message.id === null || message.id === this.number) {
          onProblem(message.message);
        }
      } else if (message.id === this.number && this.task) {
        if (message.done || message.type === "review") this.task = null;
        onAnswer(message);
      }
    }, (status) => {
      if (status === "open") this.#send();
    });
  }

  /** @param {Task} task */
  start(task) {
    this.task = task;
    this.#send();
  }

  stop() {
    if (this.task) this.live.send({ type: "stop" });
    this.task = null;
  }

  #send() {
    if (!this.task) return;
    this.number += 1;
    this.live.send({ ...this.task, id: this.number });
  }
}
