/** Live analysis: one task at a time, begun again after a lost connection. */

import { engineSettings } from "./engine-settings.js";
import { Live } from "../common/live.js";

/** @typedef {{type: "start" | "review"} & Record<string, unknown>} Task */

const SECONDS = 30; // to think about one position
const MORE_SECONDS = 120; // and when asked to search deeper

/**
 * The task to search a position.
 * @param {{game: string, start: string | null, moves: string[]}} line
 * @returns {Task}
 */
export function searchOf({ game, start, moves }) {
  return { type: "start", game, start, moves, ...engineSettings(), seconds: SECONDS };
}

/** Whether two tasks ask for the same, if not for as long. @param {Task} one @param {Task} other */
function alike(one, other) {
  return JSON.stringify({ ...one, seconds: 0 }) === JSON.stringify({ ...other, seconds: 0 });
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
    if (!this.task || !alike(task, this.task)) this.start(task);
    return this.answer;
  }

  /** Go on with a search that has come to its end. The server remembers what it has found. */
  deeper() {
    if (!this.task || !this.done) return;
    Object.assign(this, { task: { ...this.task, seconds: MORE_SECONDS }, done: false });
    this.answer = { ...this.answer, done: false };
    this.#send();
    this.onAnswer(this.answer);
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
      this.answer = this.#latest(message);
      this.onAnswer(this.answer);
    }
  }

  /**
   * A search that goes on begins with small depths again: what is known is kept until it is there.
   * @param {any} message
   */
  #latest(message) {
    const deeper = this.answer && this.task?.seconds === MORE_SECONDS;
    const behind = deeper && !message.exact && message.depth < this.answer.depth;
    return behind ? { ...this.answer, done: message.done } : message;
  }

  #send() {
    if (!this.task || this.done) return;
    this.number += 1;
    this.live?.send({ ...this.task, id: this.number });
  }
}
