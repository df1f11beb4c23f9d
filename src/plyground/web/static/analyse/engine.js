/** Live analysis: one task at a time, begun again after a lost connection. */

import { Live } from "../common/live.js";

/** @typedef {{type: "start" | "review"} & Record<string, unknown>} Task */

export const LINES = 3;
const SECONDS = 30; // to think about one position

/**
 * The task to search a position.
 * @param {{game: string, start: string | null, moves: string[]}} line
 * @returns {Task}
 */
export function searchOf({ game, start, moves }) {
  return { type: "start", game, start, moves, lines: LINES, seconds: SECONDS };
}

export class LiveAnalysis {
  /**
   * @param {(message: any) => void} [onAnswer] what comes for the present task
   * @param {(problem: string) => void} [onProblem]
   */
  constructor(onAnswer = () => {}, onProblem = () => {}) {
    this.onAnswer = onAnswer;
    this.onProblem = onProblem;
    this.number = 0;
    /** @type {Task | null} */
    this.task = null;
    this.done = false;
    /** The last one for the present task. @type {any} */
    this.answer = null;
    /** @type {Live | null} */
    this.live = null;
  }

  /** @param {Task} task */
  start(task) {
    Object.assign(this, { task, done: false, answer: null });
    if (this.live) this.#send();
    else this.live = this.#connect();
  }

  /**
   * Start a task, or stay with it.
   * @param {Task} task
   * @returns {any} the last answer, if there is one already
   */
  pursue(task) {
    if (JSON.stringify(task) !== JSON.stringify(this.task)) this.start(task);
    return this.answer;
  }

  stop() {
    if (this.task && !this.done) this.live?.send({ type: "stop" });
    this.task = null;
  }

  #connect() {
    return new Live("/ws/analysis", (message) => this.#hear(message), (status) => {
      if (status === "open") this.#send();
    });
  }

  /** @param {any} message */
  #hear(message) {
    const { id = null, type } = message;
    if (type === "error") {
      if (id === this.number) this.task = null;
      if (id === null || id === this.number) this.onProblem(message.message);
    } else if (id === this.number && this.task) {
      this.done = Boolean(message.done) || type === "review";
      this.answer = message;
      this.onAnswer(message);
    }
  }

  #send() {
    if (!this.task || this.done) return;
    this.number += 1;
    this.live?.send({ ...this.task, id: this.number });
  }
}
