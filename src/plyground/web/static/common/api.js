/** Asking the server; docs/web-api.md describes what it answers. */

import { request } from "./transport.js";

/** The server said no, in one line for people. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * The first answer, with the cookie that makes this browser a visitor. Others are asked for after
 * it: two first requests would be two visitors, and the later cookie would replace the one that a
 * game was begun with.
 * @type {Promise<void> | null}
 */
let introduced = null;

/** @type {RequestCredentials} */
let credentials = "same-origin";

/** Ask as nobody from now on: no cookie is sent, and none is kept. */
export function withoutCookies() {
  credentials = "omit";
}

/**
 * @param {string} path
 * @param {RequestInit} how
 * @returns {Promise<any>}
 */
async function ask(path, how) {
  if (introduced) await introduced;
  const answered = request(path, { ...how, credentials });
  introduced ??= answered.then(() => {}, () => {});
  const response = await answered.catch((/** @type {unknown} */ problem) => {
    if (how.signal?.aborted) throw problem;
    throw new ApiError(0, "offline", "The server does not respond. Is plyground serve running?");
  });
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { code, message } = answer?.error ?? {};
  throw new ApiError(
    response.status, code ?? "error",
    message ?? `The server responded with status ${response.status}.`);
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export const get = (path, signal) => ask(path, signal ? { signal } : {});

/**
 * @param {string} path
 * @param {unknown} body
 * @param {{token?: string | undefined, signal?: AbortSignal}} [how]
 */
export function post(path, body, { token, signal } = {}) {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  return ask(path, {
    method: "POST", headers, body: JSON.stringify(body), ...(signal ? { signal } : {}),
  });
}

/**
 * @param {string} path
 * @param {{keepalive?: boolean}} [how] `keepalive`: also when the page is left now
 */
export const remove = (path, how = {}) => ask(path, { method: "DELETE", ...how });

/**
 * A query string from what is there.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => (
    value !== null && value !== undefined && value !== ""));
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length ? `?${search}` : "";
}
