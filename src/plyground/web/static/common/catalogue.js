/** The games and players that the server offers. */

import { get } from "./api.js";
import { h } from "./dom.js";

/**
 * @typedef {object} Parameter
 * @property {string} name
 * @property {string} default
 * @property {string[]} words
 * @property {number | null} least
 * @property {number | null} most
 * @property {string} meaning
 */

/**
 * @typedef {object} Family
 * @property {string} name
 * @property {string} title
 * @property {{game: string, title: string}[]} presets
 * @property {string[]} names
 * @property {Parameter[]} parameters
 */

/**
 * @typedef {object} Catalogue
 * @property {Family[]} families
 * @property {{level: number, spec: string, title: string, meaning: string}[]} levels
 * @property {{name: string, meaning: string}[]} players
 * @property {string[]} hosted
 */

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
