/** What this browser remembers; it works, forgetfully, where nothing may be stored. */

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @returns {boolean} whether it lasts: else only this page knows it
 */
export function remember(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
