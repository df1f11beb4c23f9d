/** The list of studies: save, open, rename, delete with undo, download. */

import { post } from "../common/api.js";
import { h } from "../common/dom.js";
import { ago } from "../common/format.js";
import { icon } from "../common/icons.js";
import { announce, notify, report } from "../common/site.js";
import { openedFromRecord, studyText } from "./study-file.js";
import { dropStudy, keepStudy, studies } from "./study-store.js";

/** @typedef {import("./analysis.js").Analysis} Analysis */
/** @typedef {import("./analysis.js").Opened} Opened */
/** @typedef {import("./study-store.js").Study} Study */

/**
 * @typedef {object} Desk
 * @property {() => Analysis | null} now
 * @property {(opened: Opened) => Promise<void>} open
 * @property {(study: string) => void} named the analysis is kept as this study from now on
 */

const NOT_KEPT = "This browser keeps nothing when the page is closed. Download the study instead.";

/**
 * @param {HTMLElement} body is filled
 * @param {Desk} desk
 */
export function showStudies(body, desk) {
  const list = h("ul", { class: "studies" });
  const name = h("input",
    { id: "study-name", type: "text", maxlength: "80", autocomplete: "off", required: true });
  name.value = studies().find(({ id }) => id === desk.now()?.study)?.name ?? "";
  const form = h("form", { class: "stack" },
    h("div", { class: "field" }, h("label", { for: "study-name" }, "Name of this study"), name),
    h("div", { class: "controls" },
      h("button", { class: "small-button primary", type: "submit" }, "Save study"),
      h("button", { class: "small-button", type: "button",
        onclick: () => download(desk.now(), name.value) }, "Download")));
  const open = (/** @type {Study} */ study) => {
    openStudy(study, desk).then(() => { name.value = study.name; }, report);
  };
  const fill = () => list.replaceChildren(...studies().map((study) => studyRow(study, open)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(desk, name.value.trim());
    fill();
  });
  fill();
  body.replaceChildren(form, list, h("p", { class: "soft small" },
    "Studies are kept in this browser. A downloaded study can be opened again as a file."));
}

/**
 * @param {Desk} desk
 * @param {string} name
 */
function save(desk, name) {
  const now = desk.now();
  if (!now || !name) return;
  const id = now.study ?? crypto.getRandomValues(new Uint32Array(2)).join("");
  const updated = new Date().toISOString();
  const kept = keepStudy({ id, name, updated, text: studyText(now, name) });
  desk.named(id);
  notify(kept ? "Study saved." : NOT_KEPT, kept ? "note" : "problem");
}

/**
 * @param {Analysis | null} now
 * @param {string} name
 */
function download(now, name) {
  if (!now) return;
  const url = URL.createObjectURL(new Blob([studyText(now, name.trim())], { type: "text/plain" }));
  const file = (name.trim() || "study").replace(/[^\p{L}\p{N} _-]/gu, "_");
  h("a", { href: url, download: `${file}.games` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/**
 * @param {Study} study
 * @param {Desk} desk
 */
async function openStudy({ id, text }, desk) {
  const { games } = await post("/api/records", { text });
  if (games[0]) await desk.open({ ...openedFromRecord(games[0]), at: 0, study: id });
}

/**
 * @param {Study} study
 * @param {(study: Study) => void} onOpen
 * @returns {HTMLLIElement}
 */
function studyRow(study, onOpen) {
  const row = h("li", { class: "study" });
  const show = (/** @type {string} */ focus) => {
    fillRow();
    row.querySelector(`.${focus}`)?.dispatchEvent(new Event("focus"));
    const there = row.querySelector(`.${focus}`);
    if (there instanceof HTMLElement) there.focus();
  };
  const fillRow = () => row.replaceChildren(
    h("button", { class: "quiet study-open", type: "button", onclick: () => onOpen(study) },
      h("b", {}, study.name), h("span", { class: "soft small" }, ago(study.updated, new Date()))),
    h("button", { class: "small-button study-rename", type: "button",
      "aria-label": `Rename ${study.name}`, onclick: rename }, "Rename"),
    h("button", { class: "quiet icon study-delete", type: "button",
      "aria-label": `Delete ${study.name}`, onclick: forget }, icon("trash")));
  const rename = () => {
    const field = h("input",
      { type: "text", maxlength: "80", value: study.name, "aria-label": "New name" });
    row.replaceChildren(h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      study = { ...study, name: field.value.trim() || study.name };
      keepStudy(study);
      show("study-rename");
    } }, field, h("button", { class: "small-button", type: "submit" }, "OK")));
    field.select();
  };
  const forget = () => {
    dropStudy(study.id);
    announce("Study deleted.");
    const undo = h("button", { class: "small-button", type: "button",
      "aria-label": `Undo: keep ${study.name}`, onclick: () => {
        keepStudy(study);
        announce("Study kept.");
        show("study-delete");
      } }, "Undo");
    row.replaceChildren(h("span", { class: "soft" }, `${study.name}: deleted`), undo);
    undo.focus();
  };
  fillRow();
  return row;
}
