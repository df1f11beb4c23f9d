/** What the analysis page knows: a tree of moves, where it is looked at, and what was found out. */

import { movesIn } from "../common/format.js";
import { askPosition } from "../common/positions.js";
import { ROOT, mainLine, movesTo, nodeAt, treeOf, withMove } from "./tree.js";

/** @typedef {import("../common/positions.js").Seen} Seen */
/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("../common/types.js").GradedMessage} Graded */

/**
 * @typedef {object} Analysis
 * @property {string} game
 * @property {string | null} start
 * @property {Record<Side, string> | null} titles of the players, if they are known
 * @property {string | null} opponent who was played against, if anybody
 * @property {import("./tree.js").Tree} tree
 * @property {number} at
 * @property {ReadonlyMap<number, Seen>} seen the positions that were looked at, by node
 * @property {import("../common/types.js").InfoMessage | null} info what the engine says about `at`
 * @property {{at: number, explanation: import("../common/types.js").Explained | null,
 *   heat: import("../common/types.js").Heat[]} | null} explained
 * @property {boolean} engine
 * @property {boolean} marks
 * @property {boolean} heat
 * @property {ReadonlyMap<number, Graded>} graded by node
 * @property {import("../common/types.js").ReviewedMessage | null} summary
 * @property {boolean} reviewing
 * @property {import("./lesson.js").Lesson | null} lesson
 */

/**
 * @typedef {object} Opened what to analyse
 * @property {string} game
 * @property {string | null} start
 * @property {string[]} moves
 * @property {number} [ply] where to begin; the end if not given
 * @property {Record<Side, string> | null} [titles]
 * @property {string | null} [opponent] the spec of whoever the visitor played against
 */

/**
 * Ask the server for a game, and make an analysis of it.
 * @param {Opened} opened
 * @returns {Promise<Analysis>}
 */
export async function openAnalysis({
  game, start, moves, ply, titles = null, opponent = null,
}) {
  const found = await askPosition({ game, start, moves });
  const tree = treeOf(found.moves);
  const line = mainLine(tree);
  const end = line.at(-1)?.id ?? ROOT;
  const wanted = line[(ply ?? moves.length) - 1]?.id ?? (ply === 0 ? ROOT : end);
  return {
    game: found.game, start, titles, opponent, tree, at: wanted,
    seen: new Map([[end, { position: found.position, last: found.last }]]),
    info: null, explained: null, engine: true, marks: true, heat: false,
    graded: new Map(), summary: null, reviewing: false, lesson: null,
  };
}

/**
 * Play a move where one is: the analysis with the tree that has it, standing behind it.
 * @param {Analysis} analysis
 * @param {string} move
 * @returns {Promise<Analysis>}
 */
export async function played(analysis, move) {
  const { game, start, tree, at, seen } = analysis;
  const found = await askPosition({ game, start, moves: [...movesTo(tree, at), move] });
  if (!found.last) throw new Error(`${move} was not played`);
  const grown = withMove(tree, at, found.last);
  return {
    ...analysis, ...grown, info: null,
    seen: new Map(seen).set(grown.at, { position: found.position, last: found.last }),
  };
}

/**
 * A grade that has come in belongs to the node of its ply on the main line.
 * @param {Analysis} analysis
 * @param {Graded} graded
 * @returns {ReadonlyMap<number, Graded>}
 */
export function withGrade({ tree, graded: before }, graded) {
  const node = graded.ply === 0 ? nodeAt(tree, ROOT) : mainLine(tree)[graded.ply - 1];
  return node ? new Map(before).set(node.id, graded) : before;
}

/**
 * The grades of the main line, in order.
 * @param {Analysis} analysis
 * @returns {Graded[]}
 */
export function gradesInOrder({ graded }) {
  return [...graded.values()].sort((one, other) => one.ply - other.ply);
}

/**
 * What the address of the page says.
 * @param {URLSearchParams} search
 * @param {string} [usual] the game where it names none
 * @returns {Opened & {id: string | null}}
 */
export function openedFrom(search, usual = "") {
  const ply = search.get("ply");
  return {
    id: search.get("id"),
    game: search.get("game") ?? usual,
    start: search.get("start"),
    moves: movesIn(search.get("moves") ?? ""),
    ...(ply !== null && /^\d+$/.test(ply) ? { ply: Number(ply) } : {}),
  };
}
