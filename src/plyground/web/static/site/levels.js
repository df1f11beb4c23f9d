/** What players are: their specs, and what a level sees, as `players/levels.py` has it. */

import { boardName } from "./names.js";
import { net } from "./data.js";

/** @typedef {import("./positions.js").Opened} Opened */
/** @typedef {{nodes: number, blur: number, overlook: number}} Strength */

const FULL = 10;
const SECONDS = 1; // for a move, where nothing else limits
const MEGABYTES = 16;
const WEAK_MEGABYTES = 2;

/** @param {string} spec */
export function playerTitle(spec) {
  const [kind, options = ""] = spec.split(":");
  const [name, number = ""] = options.split("=");
  const known = kind === "pvs" && ["level", "elo"].includes(name ?? "") && /^\d+$/.test(number);
  return known ? `${(name ?? "").charAt(0).toUpperCase()}${name?.slice(1)} ${number}` : spec;
}

/**
 * The level of a player; throws if it is none that plays here.
 * @param {string} spec
 */
export function levelOf(spec) {
  const name = spec.trim();
  const level = Number(/^pvs:level=(\d+)$/.exec(name)?.[1] ?? (name === "pvs" && FULL));
  if (level >= 1 && level <= FULL) return level;
  throw new Error(`“${spec}” does not play here. Use pvs:level=1 to pvs:level=${FULL}; other `
    + "engines need plyground on your computer.");
}

/** @typedef {{elo: number} & Strength} Rung */

/**
 * The rungs between which a rating lies: those of one ply, or those of more.
 * @param {{elo: number[], nodes: number[], blur: number[], overlook: number[]}} ladder
 * @param {number} elo
 * @returns {[Rung, Rung]}
 */
function around(ladder, elo) {
  const rungs = /** @type {Rung[]} */ (ladder.elo.map((rating, i) => ({
    elo: rating, nodes: ladder.nodes[i], blur: ladder.blur[i], overlook: ladder.overlook[i],
  })));
  const deep = rungs.filter(({ nodes }) => nodes !== 1);
  const shallow = rungs.filter(({ nodes }) => nodes === 1);
  const some = !deep.length || elo <= (shallow.at(-1)?.elo ?? 0) ? shallow : deep;
  const found = some.findIndex((rung) => rung.elo >= elo);
  const place = found < 0 ? some.length : found;
  const above = Math.min(Math.max(place, 1), some.length - 1);
  const below = Math.max(Math.min(place, some.length - 1) - 1, 0);
  return /** @type {[Rung, Rung]} */ ([some[below], some[above]]);
}

/**
 * @param {{elo: number[], nodes: number[], blur: number[], overlook: number[]}} ladder
 * @param {number} level
 * @returns {Strength | null} null without limits
 */
export function strengthOf(ladder, level) {
  if (level === FULL) return null;
  const [low = 0, high = 0] = [ladder.elo[0], ladder.elo.at(-1)];
  const elo = low + (high - low) * (level - 1) / (FULL - 1);
  const [below, above] = around(ladder, elo);
  const part = above.elo === below.elo ? 0
    : Math.min(Math.max((elo - below.elo) / (above.elo - below.elo), 0), 1);
  const mean = (/** @type {number} */ one, /** @type {number} */ other) => (
    Math.round(one + part * (other - one)));
  const [least, most] = [Math.log(below.nodes), Math.log(above.nodes)];
  return {
    nodes: Math.max(Math.round(Math.exp(least + part * (most - least))), 1),
    blur: mean(below.blur, above.blur), overlook: mean(below.overlook, above.overlook),
  };
}

/**
 * What the engine is told: switches and sizes, then the weights, and the network if there is one.
 * @param {Opened} game
 * @param {{lines?: number, weak?: Strength | null, seed?: number, megabytes?: number}} [how]
 */
export async function settingsFor({ family, values }, how = {}) {
  const { lines, weak, seed, megabytes } = {
    lines: 1, weak: null, seed: 1, megabytes: MEGABYTES, ...how,
  };
  const file = family.nets[boardName(family, values)];
  // Without a network one still plays, by the plain weights.
  const found = file ? await net(file.name).catch(() => null) : null;
  const { blur, overlook } = weak ?? { blur: 0, overlook: 0 };
  const numbers = [
    Number(family.reductions), Number(family.pruning), Number(!weak), lines, overlook, seed,
    weak ? WEAK_MEGABYTES : megabytes, blur, found ? found.length : 0,
    ...(found ? file.weights : family.weights),
  ];
  return { numbers, net: found, key: found ? file.name : "" };
}

/** @param {Strength | null} weak */
export function limitFor(weak) {
  if (!weak) return { seconds: SECONDS };
  const { nodes } = weak;
  return nodes === 1 ? { depth: 1, seconds: SECONDS } : { nodes, seconds: SECONDS };
}
