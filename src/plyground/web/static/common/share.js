/** Sharing: a link that holds the game, and files to keep. */

import { query } from "./api.js";
import { copyFrom } from "./copy.js";
import { h } from "./dom.js";
import { movesText } from "./format.js";
import { icon } from "./icons.js";
import { report } from "./site.js";

/**
 * @typedef {object} Shared
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string} [record] where its record is, if not made from the moves
 */

const PNG_SCALE = 2; // sharp on dense screens

/** @param {Shared} shared */
function parameters({ game, start, moves }) {
  return query({ game, start, moves: movesText(moves) });
}

/**
 * A link to the analysis of a game, at its last move.
 * @param {Shared} shared
 */
export function shareLink(shared) {
  return `${location.origin}/analyse${parameters(shared)}`;
}

/** @param {Shared} shared */
export function openShare(shared) {
  const link = h("input",
    { id: "share-link", type: "text", readonly: true, value: shareLink(shared) });
  const files = parameters(shared);
  const dialog = h("dialog", { class: "share-dialog stack", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, "Share"),
    h("div", { class: "field" }, h("label", { for: "share-link" }, "Link to this game"), link),
    h("div", { class: "controls" }, h("button",
      { type: "button", class: "primary", onclick: () => copyFrom(link) }, "Copy link")),
    h("h3", {}, "Downloads"),
    h("div", { class: "controls" },
      download(shared.record ?? `/api/record${files}`, "plyground.games", "Record"),
      download(`/api/picture.svg${files}`, "plyground.svg", "Picture (SVG)"),
      h("button", { type: "button", onclick: () => savePng(`/api/picture.svg${files}`) },
        "Picture (PNG)"),
      shared.moves.length > 0
        && download(`/api/replay.svg${files}`, "plyground-replay.svg", "Animated replay")),
    h("form", { method: "dialog", class: "controls" }, h("button", {}, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {string} href
 * @param {string} name
 * @param {string} text
 */
function download(href, name, text) {
  return h("a", { class: "button", href, download: name }, icon("share"), text);
}

/** @param {string} path */
async function savePng(path) {
  try {
    const blob = await pngOf(await (await fetch(path)).text());
    const url = URL.createObjectURL(blob);
    h("a", { href: url, download: "plyground.png" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  } catch (problem) {
    report(problem);
  }
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pngOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (
      blob ? resolve(blob) : reject(new Error("The picture could not be created."))));
  });
}
