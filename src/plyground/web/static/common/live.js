/**
 * A WebSocket that comes back: after a lost connection it tries again, soon at first, then more
 * patiently. What was to be sent meanwhile is lost; the state that comes with the new connection
 * says how things stand.
 */

import { connect } from "./transport.js";

const FIRST_WAIT = 300; // milliseconds
const LONGEST_WAIT = 8000;
const PING_EVERY = 25_000;
const FINAL = new Set([4404, 4403]); // no such game; not from here

/** @typedef {"connecting" | "open" | "lost" | "gone"} LiveStatus */

export class Live {
  /**
   * @param {string} path
   * @param {(message: any) => void} onMessage
   * @param {(status: LiveStatus) => void} [onStatus]
   */
  constructor(path, onMessage, onStatus = () => {}) {
    this.path = path;
    this.onMessage = onMessage;
    this.onStatus = onStatus;
    this.wait = FIRST_WAIT;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    setInterval(() => this.send({ type: "ping" }), PING_EVERY);
    addEventListener("online", () => this.#retry());
    this.#connect();
  }

  #connect() {
    this.onStatus("connecting");
    const socket = connect(this.path);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onStatus("open");
    });
    socket.addEventListener("message", ({ data }) => this.onMessage(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      if (FINAL.has(code)) {
        this.onStatus("gone");
        return;
      }
      this.onStatus("lost");
      setTimeout(() => this.#retry(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    });
  }

  #retry() {
    const open = this.socket?.readyState;
    if (!this.closed && open !== WebSocket.OPEN && open !== WebSocket.CONNECTING) this.#connect();
  }

  /**
   * @param {object} message
   * @returns {boolean} whether it could be sent
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Connect anew, for a fresh state. */
  restart() {
    this.socket?.close();
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
