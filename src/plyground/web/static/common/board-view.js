/** A board with its animation, turned to fit the screen and the reader. */

import { Board } from "../board/board.js";
import { Motion } from "../board/motion.js";
import { playSound } from "./sounds.js";

/** @typedef {import("./types.js").Position} Position */
/** @typedef {import("./types.js").BoardEvent} BoardEvent */
/** @typedef {import("../board/board.js").BoardState} BoardState */
/** @typedef {import("../board/board.js").Listeners} Listeners */

const NARROW = "(max-width: 640px) and (orientation: portrait)";

export class BoardView {
  /**
   * @param {Element} host
   * @param {Listeners} [listeners]
   */
  constructor(host, listeners = {}) {
    this.host = host;
    this.listeners = listeners;
    this.flipped = false;
    this.narrow = matchMedia(NARROW);
    /** @type {Board | null} */
    this.board = null;
    /** @type {Motion | null} */
    this.motion = null;
    /** What is drawn over the position that is shown. @type {Partial<BoardState>} */
    this.decoration = {};
    this.narrow.addEventListener("change", () => this.board?.update({ shape: this.shape }));
  }

  get shape() {
    return { flipped: this.flipped, tall: this.narrow.matches && !this.listeners.picture };
  }

  /**
   * Show a position; with `events`, the move that led to it happens on what was shown before.
   * @param {Position} position
   * @param {Partial<BoardState>} [more]
   * @param {BoardEvent[]} [events]
   * @returns {Promise<void>} when the show is over
   */
  async show(position, more = {}, events = []) {
    // Where seats are swapped the board is turned: who was near stays near.
    const swapped = this.shown?.game === position.game
      && this.shown.names.first !== position.names.first;
    if (swapped) this.flipped = !this.flipped;
    const state = {
      data: position.board,
      shape: this.shape,
      label: `${position.title}, ${position.status}`,
      legal: [], last: [], marks: [], heat: [],
      ...more,
    };
    this.decoration = {};
    if (!this.board || !this.motion) {
      this.board = new Board(this.host, position.board, this.listeners);
      this.motion = new Motion(this.board, playSound);
    }
    const before = this.shown?.board;
    this.shown = position;
    const after = () => ({ ...state, ...(this.shown === position ? this.decoration : {}) });
    if (before && events.length) await this.motion.play(before, events, after);
    else await this.motion.play(position.board, [], after);
  }

  /** Draw marks and the like over what is shown. @param {Partial<BoardState>} changes */
  decorate(changes) {
    this.decoration = { ...this.decoration, ...changes };
    this.board?.update(changes);
  }

  /** Jump to the end of the animation: somebody goes on before it is over. */
  finish() {
    void this.motion?.finish();
  }

  flip() {
    this.flipped = !this.flipped;
    this.board?.update({ shape: this.shape });
  }
}
