/** Copying what stands in a field. */

import { notify } from "./site.js";

/** @param {HTMLInputElement} field */
export async function copyFrom(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    notify("Link copied.");
  } catch {
    notify("Press Ctrl+C to copy the selected link.");
  }
}
