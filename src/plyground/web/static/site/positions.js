/** Positions and moves as messages, as `web/shared/views.py` makes them from the same engine. */

import { engineModule, games } from "./data.js";
import { Engine } from "./engine.js";
import { readName, title } from "./names.js";
import { capital, events, sentences } from "./words.js";

/** @typedef {import("./names.js").Values} Values */
/** @typedef {import("./data.js").GameFamily} GameFamily */
/** @typedef {import("./engine.js").Told} Told */
/** @typedef {{game: string, start?: string | null, moves?: string[]}} Asked */
/**
 * @typedef {object} Opened a game that was asked for
 * @property {GameFamily} family
 * @property {Values} values
 * @property {string} game
 * @property {any} view the module that knows its board
 * @property {{family: number, wide: boolean, numbers: number[], moves: string[]}} line
 */

export const SIDES = /** @type {const} */ (["first", "second"]);

/** @type {Map<boolean, Promise<Engine>>} */
const rules = new Map(); // engines in the page itself, which only play moves

/**
 * @param {{wide: boolean}} line
 * @returns {Promise<Engine>}
 */
export function rulesEngine({ wide }) {
  const found = rules.get(wide) ?? engineModule(wide).then((module) => Engine.open(module));
  rules.set(wide, found);
  found.catch(() => rules.delete(wide));
  return found;
}

/**
 * @param {Asked} asked
 * @returns {Promise<Opened>}
 */
export async function opened({ game, start = null, moves = [] }) {
  const { family, values, game: name } = readName((await games()).families, game);
  const view = await import(`./${family.view}.js`);
  const numbers = view.numbers(values, start);
  const wide = view.isWide?.(values) ?? false;
  const line = { family: family.engine, wide, numbers, moves };
  return { family, values, game: name, view, line };
}

/**
 * All that there is to know of a line: the position at its end, and the moves that led there.
 * @param {Asked} asked
 */
export async function replayed(asked) {
  const game = await opened(asked);
  const engine = await rulesEngine(game.line);
  let told = engine.replay({ ...game.line, moves: [] });
  const played = [];
  for (const move of game.line.moves) {
    const place = told.legal.indexOf(move);
    if (place < 0) throw new Error(`${move} is not a legal move here.`);
    const effects = engine.effects(place);
    engine.call.play(place);
    const after = engine.position();
    played.push(moveView(game, { before: told, after, move, effects }, played.length + 1));
    told = after;
  }
  return { game, told, played };
}

/**
 * @param {Opened} game
 * @param {{before: Told, after: Told, move: string, effects: any[]}} step
 * @param {number} ply
 */
function moveView(game, { before, after, move, effects }, ply) {
  const nameOf = (/** @type {Told} */ told) => (/** @type {number} */ side) => (
    game.view.sideName(game.values, told, side));
  const name = nameOf(before)(before.turn);
  const told = events(effects, nameOf(before));
  const said = sentences(name, move, told);
  if (after.over) said.push(endText(game, after));
  return {
    ply, move, side: SIDES[before.turn], name, seconds: null, announce: said.join(" "),
    events: told,
  };
}

/** The side that has won: 0 or 1, null for nobody. @param {Told} told */
export function winnerOf({ over, margin }) {
  return !over || margin === 0 ? null : margin > 0 ? 0 : 1;
}

/**
 * @param {Opened} game
 * @param {Told} told
 * @returns {any}
 */
export function positionView({ family, values, game, view }, told) {
  const name = (/** @type {number} */ side) => view.sideName(values, told, side);
  const names = { first: name(0), second: name(1) };
  const winner = winnerOf(told);
  const over = winner === null ? "draw" : `${name(winner)} won`;
  return {
    game, title: title(family, values), family: family.name, text: view.text(values, told),
    turn: told.over ? null : SIDES[told.turn], names, over: told.over,
    winner: winner === null ? null : SIDES[winner], margin: told.over ? told.margin : null,
    status: told.over ? over : `${name(told.turn)} to move`,
    counts: view.counts(values, told).map((/** @type {[string, number]} */ [each, count]) => ({
      name: each, side: each === names.first ? "first" : "second", count,
      unit: unitOf(family, count),
    })),
    margin_unit: family.unit.split(" ")[0] ?? "", move_name: family.move_name,
    board: view.board(values, told),
    legal: told.over ? []
      : told.legal.map((/** @type {string} */ move) => view.legal(values, told, move)),
  };
}

/**
 * @param {GameFamily} family
 * @param {number} count
 */
function unitOf({ unit }, count) {
  const [noun = "", ...rest] = unit.split(" ");
  return [count === 1 ? noun.replace(/s$/, "") : noun, ...rest].join(" ");
}

/**
 * How a game ended on the board, to one of the players or to anybody.
 * @param {Opened} game
 * @param {Told} told
 * @param {number | null} [you]
 */
export function endText({ family, values, view }, told, you = null) {
  const winner = winnerOf(told);
  const counts = view.counts(values, told).map((/** @type {[string, number]} */ [, many]) => many);
  const counted = family.counts_margin && counts.length === 2;
  if (winner === null) return counted ? `Draw (${counts.join("–")}).` : "Draw.";
  const nameOf = (/** @type {number} */ side) => capital(view.sideName(values, told, side));
  const lost = you !== null && you !== winner;
  const said = lost ? "You lost" : `${you === winner ? "You" : nameOf(winner)} won`;
  if (counted) {
    const [low, high] = [Math.min(...counts), Math.max(...counts)];
    const score = lost ? `${low}–${high}` : `${high}–${low}`;
    return `${said} by ${Math.abs(told.margin)} (${score}).`;
  }
  const why = reasonOf(family, lost, you === null ? nameOf(1 - winner) : "the opponent");
  return why ? `${said}: ${why}.` : `${said}.`;
}

/**
 * @param {GameFamily} family
 * @param {boolean} lost
 * @param {string} opponent
 */
function reasonOf(family, lost, opponent) {
  return (lost ? family.lost : family.won).replace("the opponent", opponent);
}

/**
 * @param {Opened} game
 * @param {Told} told
 * @param {number | null} [you]
 */
export function endResult(game, told, you = null) {
  if (!told.over) return null;
  const winner = winnerOf(told);
  return {
    winner: winner === null ? null : SIDES[winner], reason: "end", margin: told.margin,
    text: endText(game, told, you),
  };
}

/** @param {any} played */
const entryOf = ({ ply, move, side, name }) => ({ ply, move, side, name });

/**
 * The moves of variations; each may begin after any move listed before.
 * @param {any} wish
 * @param {{move: string}[]} main
 */
async function branchesOf(wish, main) {
  const names = main.map(({ move }) => move);
  const places = [[], ...names.map((_, i) => names.slice(0, i + 1))]; // the moves to each
  const found = [];
  for (const { at, moves } of wish.branches ?? []) {
    const before = places[at] ?? [];
    const { played } = await replayed({ ...wish, moves: [...before, ...moves] });
    found.push(played.slice(before.length).map(entryOf));
    for (let i = 1; i <= moves.length; i += 1) places.push([...before, ...moves.slice(0, i)]);
  }
  return found;
}

/** The answer to POST /api/positions. @param {any} wish */
export async function positionAnswer(wish) {
  const { game, told, played } = await replayed(wish);
  const moves = played.map(entryOf);
  const branches = await branchesOf(wish, moves);
  return {
    game: game.game, start: wish.start ?? null, moves, branches, last: played.at(-1) ?? null,
    position: positionView(game, told), result: endResult(game, told),
  };
}
