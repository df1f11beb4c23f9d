/** How each kind of event looks while it happens. */

import { s } from "../common/dom.js";
import { applyEvent } from "./events.js";
import { heap } from "./houses-layout.js";
import { seedAt } from "./houses.js";

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").BoardEvent} BoardEvent */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./motion.js").Motion} Motion */

/**
 * @template {BoardEvent["type"]} Type
 * @typedef {Extract<BoardEvent, {type: Type}>} EventOf
 */

/** Milliseconds for one thing; those ending in -ing for all of its kind together. */
const TIME = {
  hop: 150, sowing: 1500, take: 420, place: 180, step: 230, pulse: 240, fill: 260, filling: 650,
  vanish: 280, ring: 420, shrinking: 800, corner: 260,
};

const POP = [{ transform: "scale(0.3)", opacity: 0 }, { transform: "none", opacity: 1 }];
const PULSE = [{ transform: "none" }, { transform: "scale(1.14)" }, { transform: "none" }];
const TURN = [{ transform: "scaleX(0.05)" }, { transform: "none" }];
const VANISH = [
  { transform: "none", opacity: 1 },
  { transform: "scale(0.2) rotate(40deg)", opacity: 0 },
];

/**
 * From above the board to its place.
 * @param {number} height
 * @returns {Keyframe[]}
 */
function fallFrom(height) {
  return [{ transform: `translateY(${-height}px)`, easing: "ease-in" }, { transform: "none" }];
}

/**
 * @template {BoardEvent["type"]} Type
 * @typedef {(motion: Motion, event: EventOf<Type>, data: BoardData) => Promise<void>} Show
 */

/**
 * How each type of event is shown, on the board as it was before; the caller then puts the board
 * after it.
 * @type {{[Type in BoardEvent["type"]]?: Show<Type>}}
 */
export const SHOWS = {
  lift: async (motion, { at }) => { motion.origin = at; },
  sowing: sow,
  capture: gather,
  sweep: gather,
  placement: async (motion, event, data) => {
    const below = motion.board.placeOf(event.at);
    const falls = data.kind === "grid" && data.upright && below;
    motion.board.update({ data: applyEvent(data, event) });
    motion.onSound("place");
    await contents(motion, [event.at], falls ? fallFrom(below.y) : POP, TIME.place);
  },
  step,
  change,
  line: async (motion, event, data) => {
    motion.board.update({ data: applyEvent(data, event) });
    await contents(motion, event.cells, PULSE, 2 * TIME.pulse);
  },
  enclosure: async (motion, event, data) => {
    await contents(motion, event.loop, PULSE, TIME.pulse);
    motion.board.update({ data: applyEvent(data, event) });
    motion.onSound("capture");
    const wait = Math.min(60, TIME.filling / event.cells.length);
    await Promise.all(event.cells.map((id, index) => (
      motion.run(motion.board.cells.get(id)?.ground, POP, TIME.fill, index * wait))));
  },
  elimination: async (motion, { at, by }) => {
    await contents(motion, by, PULSE, TIME.pulse);
    motion.onSound("capture");
    await contents(motion, [at], VANISH, TIME.vanish);
  },
  shrink: async (motion, { cells }) => {
    motion.onSound("shrink");
    const wait = TIME.shrinking / cells.length;
    await Promise.all(cells.map((id, index) => (
      motion.run(motion.board.cells.get(id)?.element, VANISH, TIME.ring, index * wait))));
  },
  corner: async (motion, event, data) => {
    await contents(motion, [event.at], VANISH, TIME.vanish);
    motion.board.update({ data: applyEvent(data, event) });
    await motion.run(motion.board.cells.get(event.at)?.ground, POP, TIME.corner);
  },
};

/**
 * @param {Motion} motion
 * @param {string[]} ids
 * @param {Keyframe[]} frames
 * @param {number} time
 */
async function contents(motion, ids, frames, time) {
  await Promise.all(ids.map((id) => motion.run(motion.board.cells.get(id)?.content, frames, time)));
}

/**
 * A hand goes round with the seeds and leaves one in each house.
 * @type {Show<"sowing">}
 */
async function sow(motion, { path }, data) {
  const { board } = motion;
  const seeds = heap(Math.min(path.length, 19), 1).map(({ x, y }, index) => (
    seedAt({ x: 11 * x, y: 11 * y }, undefined, index)));
  const hand = s("g", { class: "hand" }, ...seeds);
  const hop = Math.min(TIME.hop, TIME.sowing / path.length);
  let from = board.placeOf(motion.origin ?? "");
  let now = data;
  board.motion.append(hand);
  for (const [index, id] of path.entries()) {
    const to = board.placeOf(id);
    if (!from || !to || !motion.moves) break;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    await motion.run(hand, [frameAt(from), frameAt(middle, 1.15), frameAt(to)], hop);
    hand.setAttribute("transform", `translate(${to.x} ${to.y})`);
    if (path.length - index <= seeds.length) seeds.pop()?.remove();
    now = applyEvent(now, { type: "sowing", path: [id] });
    motion.board.update({ data: now });
    motion.onSound("seed");
    from = to;
  }
  hand.remove();
}

/**
 * The seeds of several houses fly into a store at once.
 * @param {Motion} motion
 * @param {EventOf<"capture" | "sweep">} event
 * @param {BoardData} data
 */
async function gather(motion, event, data) {
  const { board } = motion;
  const store = board.placeOf(event.store);
  motion.onSound("capture");
  const flying = event.cells.map((id) => {
    const place = board.placeOf(id);
    const seeds = board.cells.get(id)?.content.querySelector(".seeds")?.cloneNode(true);
    if (!place || !store || !(seeds instanceof SVGGElement)) return null;
    board.motion.append(seeds);
    const target = `translate(${store.x - place.x}px, ${store.y - place.y}px)`;
    const frames = [{ transform: "none" }, { transform: target }];
    return motion.run(seeds, frames, TIME.take).then(() => seeds.remove());
  });
  motion.board.update({ data: applyEvent(data, { ...event, seeds: 0 }) });
  await Promise.all(flying);
}

/**
 * A piece slides, or jumps; one that was dragged there is there already.
 * @type {Show<"step">}
 */
async function step(motion, event, data) {
  const { board } = motion;
  const [start, end] = [board.placeOf(event.start), board.placeOf(event.to)];
  const dropped = board.dropped === event.to;
  motion.board.update({ data: applyEvent(data, event) });
  motion.onSound("place");
  board.settle();
  if (!start || !end || dropped) return;
  const lifted = board.lift(event.to);
  const back = { x: start.x - end.x, y: start.y - end.y };
  const half = { x: back.x / 2, y: back.y / 2 };
  const frames = [back, half, { x: 0, y: 0 }].map((point, index) => (
    frameAt(point, index === 1 && event.over ? 1.3 : 1)));
  await motion.run(lifted, frames, TIME.step);
  board.settle();
}

/**
 * The difference of two boards: pieces vanish, slide, come or turn into others, all at once.
 * @type {Show<"change">}
 */
async function change(motion, { moved, placed, turned, gone }) {
  const { board, goal } = motion;
  await contents(motion, gone, VANISH, TIME.vanish);
  const paths = moved.map(([start = "", end = ""]) => ({ start: board.placeOf(start), end }));
  const dropped = board.dropped;
  if (goal) board.update({ data: goal });
  motion.onSound(gone.length || turned.length ? "capture" : "place");
  board.settle();
  const upright = goal !== null && "upright" in goal && goal.upright;
  const slides = paths.filter(({ end }) => end !== dropped).map(({ start, end }) => {
    const place = board.placeOf(end);
    if (!start || !place) return null;
    const frames = [frameAt({ x: start.x - place.x, y: start.y - place.y }), { transform: "none" }];
    return motion.run(board.cells.get(end)?.content, frames, TIME.step);
  });
  const comes = placed.map((id) => {
    const below = board.placeOf(id);
    const frames = upright && below ? fallFrom(below.y) : POP;
    return motion.run(board.cells.get(id)?.content, frames, TIME.place);
  });
  await Promise.all([...slides, ...comes, contents(motion, turned, TURN, TIME.fill)]);
}

/**
 * @param {Point} point
 * @param {number} [scale]
 * @returns {Keyframe}
 */
function frameAt({ x, y }, scale = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}
