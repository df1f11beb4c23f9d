/**
 * Shows moves as they happen, event by event. Moves wait for each other; `finish` jumps to the end,
 * for somebody who goes on before the show is over.
 */

import { applyEvent } from "./events.js";
import { SHOWS } from "./shows.js";

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").BoardEvent} BoardEvent */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").BoardState} BoardState */
/** @typedef {"seed" | "place" | "capture" | "shrink"} Sound */

const MOST_WAITING = 2; // moves; with more, the show is too slow for the game

export class Motion {
  /**
   * @param {Board} board
   * @param {(sound: Sound) => void} [onSound]
   */
  constructor(board, onSound = () => {}) {
    this.board = board;
    this.onSound = onSound;
    this.speed = 1;
    /** Where the seeds in the hand come from. @type {string | null} */
    this.origin = null;
    /** The board after the move. @type {BoardData | null} */
    this.goal = null;
    this.waiting = 0;
    this.skipping = false;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** Those that hold their last picture until the event is over. @type {Animation[]} */
    this.ended = [];
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
  }

  /** Whether there is anything to see: nobody looks, or wants motion, or has time for it. */
  get moves() {
    return !this.skipping && !this.reduced.matches && this.waiting < MOST_WAITING
      && document.visibilityState === "visible";
  }

  /**
   * @param {BoardData} before
   * @param {BoardEvent[]} events
   * @param {() => Partial<BoardState>} after what to show in the end
   */
  play(before, events, after) {
    this.waiting += 1;
    this.last = this.last.then(async () => {
      this.waiting -= 1;
      if (events.length && this.moves) {
        this.board.update({ data: before, legal: [], last: [], marks: [], heat: [] });
        this.goal = after().data ?? before;
        let data = before;
        for (const [index, event] of events.entries()) {
          const shows = /** @type {import("./shows.js").Show<any> | undefined} */ (
            SHOWS[event.type]);
          const show = this.moves ? shows?.(this, event, data) : null;
          // A piece that is placed is there at once: only what it does has to be waited for.
          if (event.type !== "placement" || index < events.length - 1) await show;
          data = event.type === "change" ? this.goal ?? data : applyEvent(data, event);
          this.board.update({ data });
          for (const animation of this.ended.splice(0)) animation.cancel();
        }
      }
      this.board.settle();
      this.board.update(after());
    });
    return this.last;
  }

  /** Jump to the end of everything that is shown or waits to be. */
  finish() {
    if (!this.skipping) {
      this.skipping = true;
      for (const animation of this.running) animation.finish();
      this.last = this.last.then(() => { this.skipping = false; });
    }
    return this.last;
  }

  /**
   * @param {Element | undefined} element
   * @param {Keyframe[]} frames
   * @param {number} time in milliseconds
   * @param {number} [delay]
   */
  async run(element, frames, time, delay = 0) {
    if (!element || this.skipping) return;
    const holds = frames.at(-1)?.transform !== "none"; // other than the board draws it
    const animation = element.animate(frames, {
      duration: time / this.speed, delay: delay / this.speed, easing: "ease-in-out",
      fill: holds ? "both" : "backwards",
    });
    this.running.add(animation);
    await animation.finished;
    this.running.delete(animation);
    if (holds) this.ended.push(animation);
  }
}
