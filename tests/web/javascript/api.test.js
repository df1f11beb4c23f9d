/** Requests to the server: the first one goes alone. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { get, post } from "#static/common/api.js";

/** A server that answers when it is told to. */
class SlowServer {
  constructor() {
    /** @type {string[]} */
    this.asked = [];
    /** @type {((response: Response) => void)[]} */
    this.answers = [];
  }

  /** @param {string} path */
  fetch(path) {
    this.asked.push(path);
    return new Promise((resolve) => { this.answers.push(resolve); });
  }

  /** Answer the request that has waited longest. */
  async answer() {
    this.answers.shift()?.(Response.json({}));
    await new Promise((resolve) => { setTimeout(resolve, 5); });
  }
}

test("the first request goes alone: its answer brings the one cookie", async () => {
  const server = new SlowServer();
  globalThis.fetch = /** @type {typeof fetch} */ ((path) => server.fetch(String(path)));
  const all = [get("/api/catalogue"), get("/api/games"), post("/api/positions", {})];
  await new Promise((resolve) => { setTimeout(resolve, 5); });
  assert.deepEqual(server.asked, ["/api/catalogue"]);
  await server.answer();
  assert.deepEqual(server.asked, ["/api/catalogue", "/api/games", "/api/positions"]);
  await server.answer();
  await server.answer();
  await Promise.all(all);
});
