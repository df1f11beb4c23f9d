/** What the analysis page knows: a tree of moves, where it is looked at, and what was found out. */

import { read } from "./branches.js";
import { askPosition, askTree } from "../common/positions.js";
import { ROOT, mainLine, movesTo, nodeAt, withMove } from "./tree.js";

/** @typedef {import("../common/positions.js").Seen} Seen */
/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("../common/types.js").GradedMessage} Graded */

/**
 * @typedef {object} Analysis
 * @property {string} game
 * @property {string | null} start
 * @property {Record<Side, string> | null} titles of the players, if they are known
 * @property {string | null} opponent who was played against, if anybody
 * @property {string | null} origin the page to go back to, such as `game/h4k2`
 * @property {string | null} study the id of the study that it is kept as
 * @property {{after: import("./tree.js").Tree, before: Partial<Analysis>} | null} deleted what can
 *   be had back, as long as nothing was changed since
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
 * @property {import("./branches.js").Branch[]} [branches]
 * @property {Record<number, string>} [comments] by the number of their move
 * @property {number} [at] the number of the move to begin at; the end of the game if not given
 * @property {Record<Side, string> | null} [titles]
 * @property {string | null} [opponent] the spec of whoever the visitor played against
 * @property {string | null} [origin] the page to go back to, such as `game/h4k2`
 * @property {string | null} [study] the id of the study that it is
 */

/**
 * Ask the server for a game, and make an analysis of it.
 * @param {Opened} opened
 * @returns {Promise<Analysis>}
 */
export async function openAnalysis({
  game, start, moves, branches = [], comments, at, titles = null, opponent = null, origin = null,
  study = null,
}) {
  const found = await askTree({ game, start, moves, branches });
  const lines = branches.map((branch, index) => (
    { at: branch.at, moves: found.branches[index] ?? [] }));
  const { tree, ids } = read(found.moves, lines, comments);
  const end = ids[moves.length] ?? ROOT;
  return {
    game: found.game, start, titles, opponent, origin, study, tree, at: ids[at ?? -1] ?? end,
    deleted: null,
    seen: new Map([[end, { position: found.position, last: found.last }]]),
    info: null, explained: null, engine: true, marks: true, heat: false,
    graded: new Map(), summary: null, reviewing: false, lesson: null,
  };
}

/**
 * Play moves where one is: the analysis with the tree that has them, standing behind the last.
 * @param {Analysis} analysis
 * @param {string[]} moves
 * @returns {Promise<Analysis>}
 */
export async function played(analysis, moves) {
  const { game, start, tree, at, seen } = analysis;
  const path = movesTo(tree, at);
  const found = await askPosition({ game, start, moves: [...path, ...moves] });
  let grown = { tree, at };
  for (const move of found.moves.slice(path.length)) grown = withMove(grown.tree, grown.at, move);
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
