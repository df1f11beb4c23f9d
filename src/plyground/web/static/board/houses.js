/** Boards of houses and stores: wood, pits and seeds. */

import { s } from "../common/dom.js";
import { heap, housesLayout } from "./houses-layout.js";
import { range } from "./layout.js";

/** @typedef {import("../common/types.js").HousesBoard} HousesBoard */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./houses-layout.js").HousesLayout} HousesLayout */

const SEED = 6.4; // a seed's radius where there is room
const STRETCH = 2.4; // of the heap in a store
const MOST_DRAWN = { house: 37, store: 91 }; // more are not drawn: the number beside them tells

/** @type {import("./kinds.js").Kind<HousesBoard>} */
export const houses = {
  layout: (board, shape) => housesLayout(board.houses, shape),
  cells: (board) => [...board.cells, ...board.stores],
  backdrop: (layout) => plank(/** @type {HousesLayout} */ (layout)),
  ground: (_cell, place) => ({ key: "", draw: () => [pit(place, 0), pit(place, 5)] }),
  content: ({ seeds }, place) => ({
    key: String(seeds),
    draw: () => [seedHeap(place, seeds), countText(place, seeds)],
  }),
  decor: () => [],
};

/** @param {Place} place */
function isStore(place) {
  return place.width !== place.height;
}

/** @param {HousesLayout} layout */
function plank({ wood }) {
  return [
    s("rect", { class: "wood-shadow", ...wood, y: wood.y + 3, rx: 44 }),
    s("rect", { class: "wood", ...wood, rx: 44 }),
    s("g", { class: "grain" }, ...range(11).map((index) => grainLine(wood, index + 1))),
  ];
}

/**
 * A line of the wood's grain, along its long side; near the edge it is cut shorter, to stay inside
 * the rounded corners.
 * @param {HousesLayout["wood"]} wood
 * @param {number} line
 */
function grainLine(wood, line) {
  const tall = wood.height > wood.width;
  const [long, short] = tall ? [wood.height, wood.width] : [wood.width, wood.height];
  const inset = 8 + 0.9 * Math.max(0, Math.abs(line - 6) - 2) ** 2;
  const across = (line * short) / 12;
  const wave = across + 5 * Math.sin(line * 2.4);
  const point = (/** @type {number} */ along, /** @type {number} */ over) => (
    tall ? `${wood.x + over} ${wood.y + along}` : `${wood.x + along} ${wood.y + over}`);
  return s("path", {
    d: `M${point(inset, across)}Q${point(long * 0.3, wave)} ${point(long / 2, across)}`
      + `T${point(long - inset, across)}`,
  });
}

/**
 * A hollow; the light falls from above, so a dark crescent under the upper rim makes it deep.
 * @param {Place} place
 * @param {number} inset
 */
function pit(place, inset) {
  const drop = inset * 0.8;
  return s("rect", {
    class: inset ? "pit-floor" : "pit",
    x: place.x - place.width / 2 + inset,
    y: place.y - place.height / 2 + inset + drop,
    width: place.width - 2 * inset,
    height: place.height - 2 * inset - drop,
    rx: Math.min(place.width, place.height) / 2 - inset,
  });
}

/**
 * @param {Place} place
 * @param {number} count
 */
function seedHeap(place, count) {
  const store = isStore(place);
  const stretch = store ? STRETCH : 1;
  const seeds = heap(Math.min(count, store ? MOST_DRAWN.store : MOST_DRAWN.house), stretch);
  const room = Math.min(place.width, place.height) / 2 - 6;
  const reach = Math.max(0, ...seeds.map(({ x, y }) => Math.hypot(x, y / stretch)));
  const spacing = Math.min(2.15 * SEED, room / (reach + 0.5));
  const radius = Math.min(SEED, spacing / 2.15 + 0.6);
  const angle = heapAngle(place);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return s("g", { class: "seeds" }, ...seeds.map(({ x, y }, index) => seedAt({
    x: place.x + spacing * (x * cosine - y * sine),
    y: place.y + 1.5 + spacing * (x * sine + y * cosine),
  }, radius, index)));
}

/**
 * Heaps are turned, each a little differently; in a store they lie along it.
 * @param {Place} place
 */
function heapAngle(place) {
  if (isStore(place)) return place.width > place.height ? Math.PI / 2 : 0;
  return 2.4 * place.column + 0.9 * place.row;
}

/**
 * One seed.
 * @param {Point} at
 * @param {number} [radius]
 * @param {number} [index] which of a heap: their shades differ
 */
export function seedAt({ x, y }, radius = SEED, index = 0) {
  return s("circle", { class: `seed shade-${((index * 7) % 5) % 3}`, cx: x, cy: y, r: radius });
}

/**
 * @param {Place} place
 * @param {number} count
 */
function countText(place, count) {
  const { x, y } = place.count ?? place;
  // On a tall board the count of a store stands beside it, where there is less room.
  const large = isStore(place) && place.height > place.width;
  const name = `count${large ? " of-store" : ""}${count === 0 ? " none" : ""}`;
  return s("text", { class: name, x, y }, count);
}
