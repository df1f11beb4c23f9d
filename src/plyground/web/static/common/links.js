/** Addresses of pages: as the server has them, or as files of a static site. */

const site = globalThis.document?.documentElement.dataset.site;

/** Whether there is no server, which would draw pictures and write files. */
export const isSite = site !== undefined;

/**
 * Where a page is: `/game/ID`, `/analyse?moves=1`, `/rules/NAME` or `/`. In a static site they are
 * files beside each other: `game.html?id=ID`, `analyse.html?moves=1`, `rules-NAME.html`.
 * @param {string} path
 */
export function page(path) {
  if (site === undefined) return path;
  const { pathname, searchParams } = new URL(path, "page:/");
  const [, kind = "", name] = pathname.split("/");
  if (kind === "game" && name) searchParams.set("id", name);
  const file = name && kind !== "game" ? `${kind}-${name}` : kind || "index";
  const search = searchParams.size ? `?${searchParams}` : "";
  return `${site}${file}.html${search}`;
}

/**
 * Which page of the header's list an address belongs to: "rules" for the rules of every game.
 * @param {string} path
 */
export function section(path) {
  if (site === undefined) return path.split("/")[1] ?? "";
  const [, kind = ""] = /([a-z]*)[^/]*$/.exec(path) ?? [];
  return kind === "index" ? "" : kind;
}

/** The game of a page to play. */
export function gameHere() {
  const query = new URLSearchParams(location.search).get("id");
  return (site === undefined ? location.pathname.split("/").at(-1) : query) ?? "";
}
