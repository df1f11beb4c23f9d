/**
 * How pages reach whoever knows the rules: the server that they came from, or, in a static site,
 * the engine in the page itself (site/server.js). Requests and answers are the same.
 */

/** The folder of the static site, as every page of it says; undefined on a server. */
const site = globalThis.document?.documentElement.dataset.site;

/**
 * @param {string} path
 * @param {RequestInit} how
 * @returns {Promise<Response>}
 */
export async function request(path, how) {
  if (site === undefined) return fetch(path, how);
  const { respond } = await import("../site/server.js");
  return respond(path, how);
}

/**
 * @param {string} path
 * @returns {WebSocket}
 */
export function connect(path) {
  if (site !== undefined) return /** @type {any} */ (new LocalSocket(path));
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return new WebSocket(url);
}

/** A socket to the engine in the page. */
class LocalSocket extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {Promise<{obey: (message: any) => Promise<void>, close: () => void}>} */
    this.other = import("../site/server.js").then(({ serve }) => (
      serve(path, (message) => this.#emit("message", { data: JSON.stringify(message) }))));
    this.other.then((other) => {
      if (this.readyState === WebSocket.CLOSED) {
        other.close();
        return;
      }
      this.readyState = WebSocket.OPEN;
      this.#emit("open", {});
    }, () => this.#emit("close", { code: 4404 }));
  }

  /** @param {string} type @param {Record<string, unknown>} values */
  #emit(type, values) {
    this.dispatchEvent(Object.assign(new Event(type), values));
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    this.other.then((other) => other.obey(message)).catch((/** @type {unknown} */ problem) => {
      const said = problem instanceof Error ? problem.message : String(problem);
      const { id, ref } = message;
      const answer = { type: "error", code: "error", message: said, id, ref };
      this.#emit("message", { data: JSON.stringify(answer) });
    });
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    void this.other.then((other) => other.close());
    this.#emit("close", { code: 1000 });
  }
}
