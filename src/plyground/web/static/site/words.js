/** Moves in events and sentences, as `games/effects.py` and `games/words.py` make them. */

/** @typedef {any[]} Effect its class and its fields, as the engine tells them */

/** The fields of each class; `s` marks those that are sides. @type {Record<string, string[]>} */
const FIELDS = {
  Lift: ["at", "seeds"], Sowing: ["path"], Capture: ["last", "cells", "store", "seeds"],
  Sweep: ["cells", "store", "seeds"], ExtraTurn: ["side"], Swap: [], Placement: ["at", "side"],
  Step: ["start", "to", "side", "over"], Elimination: ["at", "side", "by"],
  Enclosure: ["side", "loop", "cells", "recaptured"], Shrink: ["cells", "pieces"],
  Corner: ["at", "lost"], Phase: ["phase"], Pass: ["side"], Line: ["side", "cells"],
};
const SIDES = new Set(["side", "lost"]);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/**
 * @param {Effect[]} effects
 * @param {(side: number) => string} sideName
 * @returns {Record<string, any>[]}
 */
export function events(effects, sideName) {
  return effects.map(([kind, ...values]) => {
    const fields = (FIELDS[kind] ?? []).map((name, i) => (
      [name, SIDES.has(name) && values[i] !== null ? sideName(values[i]) : values[i]]));
    const type = kind === "ExtraTurn" ? "extra-turn" : kind.toLowerCase();
    return { ...Object.fromEntries(fields), type };
  });
}

/**
 * What a move does, in sentences.
 * @param {string} mover
 * @param {string} move
 * @param {Record<string, any>[]} told
 */
export function sentences(mover, move, told) {
  const shrink = told.findIndex(({ type }) => type === "shrink");
  const before = shrink < 0 ? told : told.slice(0, shrink);
  const said = [];
  for (let i = 0; i < before.length; i += 1) {
    const event = /** @type {Record<string, any>} */ (before[i]);
    if (event.type === "elimination") {
      if (before[i - 1]?.type !== "elimination") said.push(...eliminated(before.slice(i)));
    } else {
      const text = sentence(capital(mover), event, move);
      if (text) said.push(text);
    }
  }
  return shrink < 0 ? said : [...said, shrunk(told.slice(shrink))];
}

/**
 * @param {string} mover
 * @param {Record<string, any>} event
 * @param {string} move
 */
function sentence(mover, event, move) {
  /** @type {Record<string, () => string>} */
  const said = {
    lift: () => `${mover} sows house ${event.at.slice(1)}.`,
    capture: () => `${mover} captures ${counted(event.seeds, "seed")}.`,
    sweep: () => `${capital(event.store)} gets the ${counted(event.seeds, "seed")} left.`,
    "extra-turn": () => `The last seed falls into the store: ${mover} moves again.`,
    swap: () => "The players swap sides.",
    placement: () => (move === event.at ? `${mover} places on ${move}.`
      : `${mover} plays ${move}.`),
    step: () => `${mover} moves ${event.start} to ${event.to}.`,
    enclosure: () => {
      const back = event.recaptured.length
        ? `, ${event.recaptured.length} of them from the opponent` : "";
      return `${mover} captures ${counted(event.cells.length, "cell")}${back}.`;
    },
    phase: () => `The ${event.phase} phase begins.`,
    pass: () => `${mover} cannot move and passes.`,
    line: () => `${mover} completes a line.`,
  };
  return said[event.type]?.();
}

/** @param {Record<string, any>[]} rest which begins with the eliminations */
function eliminated(rest) {
  /** @type {Map<string, string[]>} */
  const lost = new Map();
  for (const { type, side, at } of rest) {
    if (type !== "elimination") break;
    lost.set(side, [...lost.get(side) ?? [], at]);
  }
  return [[...lost].map(([side, cells]) => `${capital(side)} loses ${listed(cells)}.`).join(" ")];
}

/** @param {Record<string, any>[]} rest */
function shrunk(rest) {
  let lost = 0;
  for (const { type, pieces, lost: side } of rest) {
    if (type === "shrink") lost += pieces.length;
    else if (type === "elimination" || (type === "corner" && side !== null)) lost += 1;
  }
  return `The board shrinks: ${lost ? counted(lost, "piece") : "no piece"} lost.`;
}

/** @param {string[]} words */
function listed(words) {
  return words.length < 3 ? words.join(" and ")
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
