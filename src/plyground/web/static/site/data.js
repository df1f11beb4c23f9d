/** The files that the site was made with: the games and their numbers, networks, the engine. */

/** @typedef {Record<string, any>} GameFamily one of `families` in data/games.json */

const folder = new URL("../../data/", import.meta.url);

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * @param {string} name
 * @param {(response: Response) => Promise<any>} read
 */
function load(name, read) {
  let found = kept.get(name);
  if (!found) {
    found = fetch(new URL(name, folder)).then((response) => {
      if (!response.ok) throw new Error(`${name} is missing from this site.`);
      return read(response);
    });
    kept.set(name, found);
    found.catch(() => kept.delete(name));
  }
  return found;
}

/** @returns {Promise<{catalogue: any, families: GameFamily[]}>} */
export const games = () => load("games.json", (response) => response.json());

/** The games that have puzzles. @returns {Promise<any>} */
export const puzzleSets = () => load("puzzles.json", (response) => response.json());

/** @param {string} name */
export const puzzles = (name) => load(`${name}.puzzles`, (response) => response.json());

/** @param {string} family */
export const tutorial = (family) => load(`${family}.tutorial.json`, (response) => response.json());

/**
 * What scores of a game lead to, see scores.js.
 * @param {string} name
 */
export const table = (name) => load(`${name}.json`, (response) => response.json());

/**
 * @param {string} name
 * @returns {Promise<Uint8Array>}
 */
export const net = (name) => (
  load(name, async (response) => new Uint8Array(await response.arrayBuffer())));

/**
 * The engine; boards that need more than 64 bits have one of their own.
 * @param {boolean} [wide]
 * @returns {Promise<WebAssembly.Module>}
 */
export const engineModule = (wide = false) => load(wide ? "wide.wasm" : "engine.wasm",
  async (response) => WebAssembly.compile(await response.arrayBuffer()));
