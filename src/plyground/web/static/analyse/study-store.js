/** The studies that this browser keeps. */

import { recall, remember } from "../common/settings.js";

const KEY = "studies";

/**
 * @typedef {object} Study
 * @property {string} id
 * @property {string} name
 * @property {string} updated an ISO time
 * @property {string} text a record file
 */

/** @returns {Study[]} the latest first */
export function studies() {
  try {
    const found = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/**
 * Keep a study, instead of one with the same id.
 * @param {Study} study
 * @returns {boolean} whether the browser keeps it after this page
 */
export function keepStudy(study) {
  return store([study, ...studies().filter(({ id }) => id !== study.id)]);
}

/** @param {string} wanted */
export function dropStudy(wanted) {
  return store(studies().filter(({ id }) => id !== wanted));
}

/** @param {Study[]} list */
function store(list) {
  return remember(KEY, JSON.stringify(list));
}
