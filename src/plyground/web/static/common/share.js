/** Sharing: a link that holds the game, and files to keep. */

import { query } from "./api.js";
import { copyFrom } from "./copy.js";
import { h } from "./dom.js";
import { movesText } from "./format.js";
import { icon } from "./icons.js";
import { report } from "./site.js";
import { isSite, page } from "./links.js";

/**
 * @typedef {object} Shared
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string} [record] where its record is, if not made from the moves
 * @property {string[]} [line] the whole game, where `moves` lead only to what is shown
 * @property {string} [link] the query of the link, if not made from the moves
 * @property {number} [at] how many moves of the game were played in what is shown
 * @property {string} [note] what is to be known about the link
 * @property {{first: string, second: string} | null} [titles] the players' names
 */

const PNG_SCALE = 2; // sharp on dense screens

/** @param {Shared} shared */
function parameters({ game, start, moves }) {
  return query({ game, start, moves: movesText(moves) });
}

/**
 * The code that shows a game, or a board where nothing was played, on another site.
 * @param {Shared} shared
 */
export function embedCode({ game, start, moves, line = moves, at, titles }) {
  const kind = line.length ? "replay" : "board";
  const { first, second } = titles ?? {};
  const ply = line.length && at !== undefined ? at : null;
  const address = query({ game, start, moves: movesText(line), ply, first, second });
  const source = `${location.origin}/embed/${kind}${address}`.replaceAll("&", "&amp;");
  return `<iframe src="${source}" width="480" height="${line.length ? 600 : 560}" `
    + 'title="plyground" loading="lazy" style="border:0"></iframe>';
}

/** @param {Shared} shared */
export function openShare(shared) {
  const files = parameters(shared);
  const link = h("input", { id: "share-link", type: "text", readonly: true,
    value: new URL(page(`/analyse${shared.link ?? files}`), location.href).href });
  const code = h("input",
    { id: "share-embed", type: "text", readonly: true, value: embedCode(shared) });
  const whole = { ...shared, moves: shared.line ?? shared.moves };
  const dialog = h("dialog", { class: "share-dialog stack", "aria-labelledby": "share-title" },
    h("h2", { id: "share-title" }, "Share"),
    h("div", { class: "field" }, h("label", { for: "share-link" }, "Link to this game"), link),
    h("p", { class: "soft small", hidden: !shared.note }, shared.note),
    h("div", { class: "controls" }, h("button", { type: "button", class: "primary",
      onclick: () => copyFrom(link) }, "Copy link")),
    !isSite && h("div", { class: "field" },
      h("label", { for: "share-embed" }, "Code for a web page"), code),
    !isSite && h("div", { class: "controls" }, h("button", { type: "button",
      onclick: () => copyFrom(code, "Embed code copied.") }, "Copy embed code")),
    !isSite && h("h3", {}, "Downloads"),
    !isSite && h("div", { class: "controls" },
      download(shared.record ?? recordOf(whole), "plyground.games", "Record"),
      download(`/api/picture.svg${files}`, "plyground.svg", "Picture (SVG)"),
      h("button", { type: "button", onclick: () => savePng(`/api/picture.svg${files}`) },
        "Picture (PNG)"),
      whole.moves.length > 0
        && download(
          `/api/replay.svg${parameters(whole)}`, "plyground-replay.svg", "Animated replay")),
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

/** Where the record of a game is, with its players' names. @param {Shared} shared */
function recordOf({ game, start, moves, titles }) {
  const { first, second } = titles ?? {};
  return `/api/record${query({ game, start, moves: movesText(moves), first, second })}`;
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
