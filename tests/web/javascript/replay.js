/**
 * Reads moves as JSON lines, each with the boards before and after it, and says where our events do
 * not lead from the one to the other. Run by tests/web/test_browser_events.py with real games.
 */

import { createInterface } from "node:readline";

import { applyEvent } from "#static/board/events.js";

/** @typedef {import("#static/common/types.js").BoardData} BoardData */

/**
 * What is seen on a board: events say nothing about labels or what goes next.
 * @param {BoardData} board
 */
function seen(board) {
  if (board.kind === "houses") {
    return [...board.cells, ...board.stores].map(({ id, seeds }) => `${id} ${seeds}`).join(", ");
  }
  if (board.kind !== "grid") return "";
  const squares = board.cells.map(({ id, state, piece, dead, owner }) => (
    [id, state, piece, dead && "dead", owner && `of ${owner}`].filter(Boolean).join(" ")));
  return squares.join(", ");
}

let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { game, move, before, events, after } = JSON.parse(line);
  const reached = seen(events.reduce(applyEvent, before));
  if (reached !== seen(after)) {
    process.stdout.write(`${game} ${move}:\n  ${reached}\n  ${seen(after)}\n`);
    process.exit(1);
  }
  count += 1;
}
process.stdout.write(`${count}\n`);
