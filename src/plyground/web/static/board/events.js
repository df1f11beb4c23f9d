/**
 * What the events of a move do to a board. The server decides what happens; here it is only drawn,
 * one event after the other.
 */

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").BoardEvent} BoardEvent */
/** @typedef {import("../common/types.js").HousesBoard} HousesBoard */
/** @typedef {import("../common/types.js").GridBoard} GridBoard */
/** @typedef {import("../common/types.js").Square} Square */
/** @typedef {import("../common/types.js").Colour} Colour */

/**
 * The board after an event. Labels stay as they were: the server's next position brings new ones.
 * @param {BoardData} board
 * @param {BoardEvent} event
 * @returns {BoardData}
 */
export function applyEvent(board, event) {
  if (board.kind === "houses") return sown(board, event);
  // What the author of a game describes is drawn whole: it comes with the next position.
  return board.kind === "grid" ? changed(board, event) : board;
}

/**
 * The cells that a move is remembered by: where it began and where it ended.
 * @param {BoardEvent[] | undefined} events
 * @returns {string[]}
 */
export function cellsOfMove(events = []) {
  for (const event of events) {
    if (event.type === "lift" || event.type === "placement") return [event.at];
    if (event.type === "step") return [event.start, event.to];
    if (event.type === "change") return event.at;
  }
  return [];
}

/** What a move did, to be marked until the next one. @type {Record<string, string>} */
const TRACES = { landed: "last seed", captured: "captured", vanished: "gone" };

/**
 * Marks for what a move did: where its last seed fell, what was captured, which squares are gone.
 * @param {BoardEvent[] | undefined} events
 * @returns {import("./marks.js").Mark[]}
 */
export function tracesOf(events = []) {
  return events.flatMap((event) => {
    switch (event.type) {
      case "sowing": return traces("landed", "•", event.path.slice(-1));
      case "capture": return traces("captured", "×", event.cells);
      case "elimination": return traces("captured", "×", [event.at]);
      case "enclosure": return traces("captured", "", event.cells);
      case "shrink": return [
        ...traces("vanished", "", event.cells), ...traces("captured", "×", event.pieces)];
      default: return [];
    }
  });
}

/**
 * @param {keyof typeof TRACES} style
 * @param {string} text
 * @param {string[]} cells
 */
function traces(style, text, cells) {
  return cells.map((cell) => ({ cells: [cell], text, style, words: TRACES[style] }));
}

/**
 * @param {HousesBoard} board
 * @param {BoardEvent} event
 * @returns {HousesBoard}
 */
function sown(board, event) {
  switch (event.type) {
    case "lift": return withSeeds(board, { [event.at]: () => 0 });
    case "sowing": return event.path.reduce(
      (before, id) => withSeeds(before, { [id]: (seeds) => seeds + 1 }), board);
    case "capture":
    case "sweep": return withSeeds(board, {
      ...Object.fromEntries(event.cells.map((id) => [id, () => 0])),
      [event.store]: (seeds) => seeds + event.seeds,
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
    case "placement": return withPiece(board, event.at, event.side);
    case "step": return withPiece(withCells(board, [event.start], empty), event.to, event.side);
    case "enclosure": return withCells(board, event.cells, (cell) => owned(cell, event.side));
    case "line": return withCells(board, event.cells, (cell) => ({ ...cell, line: true }));
    case "elimination": return withCells(board, [event.at], empty);
    case "shrink": return withCells(board, event.cells, ({ id, label }) => (
      { id, label, state: "gone" }));
    case "corner": return withCells(board, [event.at], ({ id, label }) => (
      { id, label, state: "corner" }));
    default: return board;
  }
}

/**
 * @param {GridBoard} board
 * @param {string} id
 * @param {string} side
 */
function withPiece(board, id, side) {
  return withCells(board, [id], (cell) => ({ ...cell, piece: /** @type {Colour} */ (side) }));
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
 * @param {string} side
 * @returns {Square}
 */
function owned({ dead: _dead, ...cell }, side) {
  const owner = /** @type {Colour} */ (side);
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
