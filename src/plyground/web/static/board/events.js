/**
 * What the events of a move do to a board. The server decides what happens; here it is only drawn,
 * one event after the other.
 */

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").BoardEvent} BoardEvent */
/** @typedef {import("../common/types.js").HousesBoard} HousesBoard */
/** @typedef {import("../common/types.js").GridBoard} GridBoard */
/** @typedef {import("../common/types.js").Square} Square */

/**
 * The board after an event. Labels stay as they were: the server's next position brings new ones.
 * @param {BoardData} board
 * @param {BoardEvent} event
 * @returns {BoardData}
 */
export function applyEvent(board, event) {
  return board.kind === "houses" ? sown(board, event) : changed(board, event);
}

/**
 * The cells that a move is remembered by: where it began and where it ended.
 * @param {BoardEvent[] | undefined} events
 * @returns {string[]}
 */
export function cellsOfMove(events = []) {
  for (const event of events) {
    if (event.type === "lift" || event.type === "place") return [event.at];
    if (event.type === "step") return [event.from, event.to];
  }
  return [];
}

/**
 * @param {HousesBoard} board
 * @param {BoardEvent} event
 * @returns {HousesBoard}
 */
function sown(board, event) {
  switch (event.type) {
    case "lift": return withSeeds(board, { [event.at]: () => 0 });
    case "sow": return event.path.reduce(
      (before, id) => withSeeds(before, { [id]: (seeds) => seeds + 1 }), board);
    case "take":
    case "sweep": return withSeeds(board, {
      ...Object.fromEntries(event.from.map((id) => [id, () => 0])),
      [event.to]: (seeds) => seeds + event.seeds,
    });
    default: return board;
  }
}

/**
 * @param {HousesBoard} board
 * @param {Record<string, (seeds: number) => number>} changes
 * @returns {HousesBoard}
 */
function withSeeds(board, changes) {
  const change = (/** @type {import("../common/types.js").House} */ cell) => {
    const to = changes[cell.id];
    return to ? { ...cell, seeds: to(cell.seeds) } : cell;
  };
  return { ...board, cells: board.cells.map(change), stores: board.stores.map(change) };
}

/**
 * @param {GridBoard} board
 * @param {BoardEvent} event
 * @returns {GridBoard}
 */
function changed(board, event) {
  switch (event.type) {
    case "place": return withCells(board, [event.at], (cell) => ({ ...cell, piece: event.piece }));
    case "step": return withCells(
      withCells(board, [event.from], empty), [event.to],
      (cell) => ({ ...cell, piece: event.piece }));
    case "enclose": return withCells(board, event.cells, (cell) => owned(cell, event.by));
    case "line": return withCells(board, event.cells, (cell) => ({ ...cell, line: true }));
    case "eliminate": return withCells(board, [event.at], empty);
    case "shrink": return withCells(board, event.squares, ({ id, label }) => (
      { id, label, state: "gone" }));
    case "corner": return withCells(
      withCells(board, event.removed, empty), [event.at],
      ({ id, label }) => ({ id, label, state: "corner" }));
    default: return board;
  }
}

/**
 * @param {Square} cell
 * @returns {Square}
 */
function empty({ piece: _piece, dead: _dead, ...rest }) {
  return rest;
}

/**
 * @param {Square} cell
 * @param {import("../common/types.js").Colour} owner
 * @returns {Square}
 */
function owned({ dead: _dead, ...cell }, owner) {
  const dead = cell.piece !== undefined && cell.piece !== owner;
  return { ...cell, state: "land", owner, ...(dead ? { dead } : {}) };
}

/**
 * @param {GridBoard} board
 * @param {string[]} ids
 * @param {(cell: Square) => Square} change
 * @returns {GridBoard}
 */
function withCells(board, ids, change) {
  const named = new Set(ids);
  return { ...board, cells: board.cells.map((cell) => (named.has(cell.id) ? change(cell) : cell)) };
}
