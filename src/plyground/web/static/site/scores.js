/** Scores for people, as `web/shared/scores.py` and `evaluation/calibration.py` make them. */

import { boardName } from "./names.js";
import { SIDES } from "./positions.js";
import { table } from "./data.js";

/** @typedef {import("./positions.js").Opened} Opened */
/** @typedef {import("./engine.js").Told} Told */
/** @typedef {{win: number, draw: number, loss: number}} Chances */
/** @typedef {{margin: number | null, chances: Chances}} Expectation */

const WIN = 20_000;
const MAX_MARGIN = 9_999;
const FAST_WIN = 32_000;
const BOUNDS = ["exact", "upper", "lower", "exact"];

/** @param {number} score */
export const isProven = (score) => Math.abs(score) > WIN;

/**
 * The knots around a value, each with its share.
 * @param {number[]} axis
 * @param {number} value
 * @returns {[number, number][]}
 */
function shares(axis, value) {
  if (axis.length === 1) return [[0, 1]];
  let place = axis.findIndex((knot) => knot > value) - 1;
  if (place < -1) place = axis.length - 2;
  place = Math.min(Math.max(place, 0), axis.length - 2);
  const [low = 0, high = 1] = axis.slice(place, place + 2);
  const part = Math.min(Math.max((value - low) / (high - low), 0), 1);
  return part ? [[place, 1 - part], [place + 1, part]] : [[place, 1]];
}

/**
 * @param {any} calibration
 * @param {{score: number, left: number, nodes: number}} what
 * @returns {Expectation}
 */
function read({ scores, left, nodes, curves }, what) {
  const at = shares(scores, what.score);
  const corners = shares(nodes.map(Math.log), Math.log(Math.max(what.nodes, 1))).flatMap(
    ([i, share]) => shares(left, what.left).map(([j, part]) => (
      /** @type {[number, number]} */ ([i * left.length + j, share * part]))));
  const value = (/** @type {string} */ name) => corners.reduce((sum, [corner, part]) => (
    sum + part * at.reduce((all, [i, share]) => all + share * curves[name][corner][i], 0)), 0);
  const [win, loss] = [value("win"), value("loss")];
  return {
    margin: curves.margin ? value("margin") : null,
    chances: { win, draw: Math.max(0, 1 - win - loss), loss },
  };
}

/**
 * What a score for the side to move lets it expect.
 * @param {any} calibration
 * @param {{score: number, left: number, nodes: number, counted: boolean}} what
 * @returns {Expectation}
 */
function expect(calibration, what) {
  if (isProven(what.score)) return certain(Math.sign(what.score) * marginOf(what.score), what);
  return read(calibration, what);
}

/** @param {number} score */
function marginOf(score) {
  const size = Math.abs(score);
  return size > WIN + MAX_MARGIN ? 1 : size - WIN;
}

/**
 * @param {number} margin
 * @param {{counted: boolean}} what
 * @returns {Expectation}
 */
function certain(margin, { counted }) {
  const chances = { win: Number(margin > 0), draw: Number(margin === 0), loss: Number(margin < 0) };
  return { margin: counted ? margin : null, chances };
}

/** @param {Chances} chances */
function percents({ win, draw, loss }) {
  const parts = [win, draw, loss].map((chance) => 100 * chance);
  const floors = parts.map(Math.floor);
  const order = [0, 1, 2].sort((a, b) => (
    ((parts[b] ?? 0) - (floors[b] ?? 0)) - ((parts[a] ?? 0) - (floors[a] ?? 0))
    || Number(a % 2 === 0) - Number(b % 2 === 0)));
  const missing = 100 - floors.reduce((sum, each) => sum + each, 0);
  for (const i of order.slice(0, missing)) floors[i] = (floors[i] ?? 0) + 1;
  return floors;
}

/** @param {number} number @param {number} places */
const rounded = (number, places) => Number(number.toFixed(places));

/** @param {Expectation} seen @returns {Expectation} */
function reversed({ margin, chances: { win, draw, loss } }) {
  return { margin: margin === null ? null : 0 - margin, chances: { win: loss, draw, loss: win } };
}

/** @param {Chances} chances */
const points = ({ win, draw }) => win + draw / 2;

/**
 * @param {Expectation} seen
 * @param {number} chance
 * @param {Record<string, unknown>} rest
 */
function whole({ margin, chances: { win, draw, loss } }, chance, rest) {
  return {
    margin: margin === null ? null : rounded(margin, 2),
    chances: { win: rounded(win, 4), draw: rounded(draw, 4), loss: rounded(loss, 4) },
    chance: rounded(chance, 4), ...rest,
  };
}

/** How scores of a position are told. */
export class Scorer {
  /**
   * @param {Opened} game
   * @param {Told} told
   * @param {any} calibration
   */
  constructor({ family, values, view }, told, calibration) {
    this.calibration = calibration;
    this.counted = family.counts_margin;
    this.left = view.left(values, told);
    this.unit = family.unit.split(" ")[0];
    this.sign = told.turn === 0 ? 1 : -1;
    this.names = [0, 1].map((side) => view.sideName(values, told, side));
  }

  /**
   * @param {number} score for the side to move
   * @param {number} [bound] as the engine counts them
   * @param {number} [nodes]
   */
  scoreOf(score, bound = 3, nodes = 100_000) {
    const swapped = this.sign < 0 && (bound === 1 || bound === 2) ? 3 - bound : bound;
    const word = BOUNDS[swapped] ?? "exact";
    if (isProven(score)) {
      const fast = Math.abs(score) > WIN + MAX_MARGIN;
      const margin = Math.sign(score) * this.sign * marginOf(score);
      return this.#proven(margin, fast ? FAST_WIN - Math.abs(score) : null, word);
    }
    const mine = this.#expect(score, nodes);
    const even = (points(mine.chances) + 1 - points(this.#expect(-score, nodes).chances)) / 2;
    const [seen, chance] = this.sign > 0 ? [mine, even] : [reversed(mine), 1 - even];
    return whole(seen, chance, {
      value: this.sign * score / 100, text: this.#text(seen), words: this.#words(seen),
      bound: word, proven: null,
    });
  }

  /** The score of a margin that is certain, for the side to move. @param {number} margin */
  exact(margin) {
    return this.#proven(this.sign * margin, null, null);
  }

  /** What a static evaluation lets the side to move expect. @param {number} score */
  expected(score) {
    return this.#text(this.#expect(score, 1));
  }

  /** @param {number} score @param {number} nodes */
  #expect(score, nodes) {
    const { left, counted, calibration } = this;
    return expect(calibration, { left, counted, nodes, score });
  }

  /** @param {number} margin @param {number | null} plies @param {string | null} bound */
  #proven(margin, plies, bound) {
    const winner = margin === 0 ? null : margin > 0 ? 0 : 1;
    const hasMargin = plies === null && this.counted;
    const how = hasMargin ? ` by ${Math.abs(margin)}` : plies === null ? "" : ` in ${plies}`;
    const text = winner === null ? "draw" : `${this.names[winner]} wins${how}`;
    const seen = certain(margin, this);
    return whole(seen, points(seen.chances), {
      value: hasMargin ? margin : null, text, words: text, bound: bound ?? "exact",
      proven: {
        winner: winner === null ? null : SIDES[winner],
        margin: hasMargin ? Math.abs(margin) : null, plies, solved: bound === null,
      },
    });
  }

  /** @param {number} margin */
  #marginText(margin) {
    const size = Math.abs(margin).toFixed(1);
    return `${size === "0.0" ? size : `${margin < 0 ? "−" : "+"}${size}`} ${this.unit}`;
  }

  /** @param {Expectation} seen */
  #text({ margin, chances }) {
    const parts = percents(chances).map((percent) => `${percent} %`).join(" / ");
    return margin === null ? parts : `${this.#marginText(margin)} · ${parts}`;
  }

  /** @param {Expectation} seen */
  #words({ margin, chances }) {
    const [win, draw, loss] = percents(chances);
    const [first, second] = this.names;
    const said = `${first} wins ${win} %, draw ${draw} %, ${second} wins ${loss} %`;
    if (margin === null) return said;
    const size = this.#marginText(Math.abs(margin)).replace("+", "");
    const ahead = `${margin > 0 ? first : second} ahead by ${size}`;
    return `${Math.abs(margin) < 0.05 ? "even" : ahead}: ${said}`;
  }
}

/**
 * @param {Opened} game
 * @param {Told} told
 */
export async function scorer(game, told) {
  const { family, values } = game;
  const own = family.tables[boardName(family, values)];
  return new Scorer(game, told, await table(own ?? family.usual_table));
}
