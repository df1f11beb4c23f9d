/** The games and players that the server offers. */

import { get } from "./api.js";
import { h } from "./dom.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */

/** @returns {Promise<Catalogue>} */
export function loadCatalogue() {
  return get("/api/catalogue");
}

/**
 * Every usual game as an option of a list, by family.
 * @param {Catalogue} catalogue
 */
export function gameOptions({ families }) {
  return families.map(({ title, presets }) => h("optgroup", { label: title },
    ...presets.map((each) => h("option", { value: each.game }, `${title}: ${each.title}`))));
}
