/** Copying what stands in a field. */

import { notify } from "./site.js";

/**
 * @param {HTMLInputElement} field
 * @param {string} [done] what is said then
 */
export async function copyFrom(field, done = "Link copied.") {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notify(done);
  } catch {
    notify("Press Ctrl+C to copy the selected text.");
  }
}
