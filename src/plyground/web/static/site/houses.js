/** Houses and stores: what the engine says of them, for a board; see the game's view.py. */

/** @typedef {import("./names.js").Values} Values */
/** @typedef {Record<string, any>} Told */

const SEATS = ["south", "north"];
const STAGES = ["opening", "reply", "later"];

/** @param {number} count */
const seedsText = (count) => `${count} seed${count === 1 ? "" : "s"}`;

/** @param {Values} values */
function rules(values) {
  const yes = (/** @type {string} */ name) => Number(values[name] === "yes");
  return [
    Number(values.houses), Number(values.seeds),
    ["opposite", "always", "never"].indexOf(values.capture ?? ""),
    ["owner", "none", "last_mover", "empty_side"].indexOf(values.sweep ?? ""),
    yes("swap"), yes("first_extra_turn"), Number(values.end === "mover_empty"),
    yes("majority_ends"), yes("skip_origin"),
  ];
}

/** Whether the board needs the engine of wide boards. @param {Values} values */
export const isWide = (values) => Number(values.houses) > 7;

/**
 * What the engine begins with.
 * @param {Values} values
 * @param {string | null} start
 */
export function numbers(values, start) {
  const houses = Number(values.houses);
  const side = [...Array(houses).fill(Number(values.seeds)), 0];
  if (start === null) return [...rules(values), ...side, ...side, 0, 0, 0];
  const [south = "", north = "", turn = "", ...rights] = start.trim().split(/\s+/);
  const counts = [south, north].map((word) => word.split(/[,/]/).map(Number));
  const fits = counts.every((each) => each.length === houses + 1 && each.every(Number.isInteger));
  const total = counts.flat().reduce((sum, each) => sum + each, 0);
  if (!fits || !SEATS.includes(turn) || total > (houses <= 7 ? 255 : 511)) {
    throw new Error("This is not a position of this game.");
  }
  const stage = STAGES.findIndex((each) => rights.includes(each));
  return [...rules(values), ...counts.flat(), Number(turn === "north"),
    Number(rights.includes("swapped")), stage < 0 ? 2 : stage];
}

/**
 * @param {Values} _values
 * @param {Told} told
 * @param {number} side
 */
export const sideName = (_values, told, side) => SEATS[side ^ Number(told.swapped)] ?? "";

/**
 * @param {Values} values
 * @param {Told} told
 */
export function text(values, told) {
  const side = (/** @type {number[]} */ counts) => (
    `${counts.slice(0, -1).join(",")}/${counts.at(-1)}`);
  const words = [side(told.south), side(told.north), sideName(values, told, told.turn)];
  if (told.stage < 2) words.push(STAGES[told.stage] ?? "");
  if (told.swapped) words.push("swapped");
  return words.join(" ");
}

/**
 * @param {Values} values
 * @param {Told} told
 */
export function board(values, told) {
  const houses = Number(values.houses);
  const cells = SEATS.flatMap((seat) => told[seat].slice(0, houses).map(
    (/** @type {number} */ seeds, /** @type {number} */ i) => ({
      id: `${seat[0]}${i + 1}`, seat, house: i + 1, seeds,
      label: `${seat} house ${i + 1}, ${seedsText(seeds)}`,
    })));
  const stores = SEATS.map((seat) => {
    const seeds = told[seat][houses];
    return { id: seat, seat, seeds, label: `${seat} store, ${seedsText(seeds)}` };
  });
  return { kind: "houses", houses, cells, stores };
}

/**
 * @param {Values} _values
 * @param {Told} told
 * @returns {[string, number][]}
 */
export const counts = (_values, told) => SEATS.map((seat) => [seat, told[seat].at(-1)]);

/**
 * @param {Values} values
 * @param {Told} told
 * @param {string} move
 */
export function legal(values, told, move) {
  if (move === "swap") {
    return {
      move, label: "swap sides (take South's position)",
      help: "Instead of answering South's first move you may take it over: you sit at South from "
        + "now on, and your opponent moves next, as North.",
    };
  }
  const seat = sideName(values, told, told.turn);
  const seeds = told[seat][Number(move) - 1];
  return { move, to: `${seat[0]}${move}`, label: `sow house ${move}, ${seedsText(seeds)}` };
}

/**
 * The share of the seeds that nobody has gathered yet.
 * @param {Values} _values
 * @param {Told} told
 */
export function left(_values, told) {
  const all = [...told.south, ...told.north].reduce((sum, each) => sum + each, 0);
  return (all - told.south.at(-1) - told.north.at(-1)) / all;
}
