/** Mouse and finger on a board: which cell they touch, and pieces that are dragged. */

const THRESHOLD = 6; // pixels: less is a click

/**
 * The id of the cell that an event happened in.
 * @param {EventTarget | null} target
 */
export function cellOf(target) {
  const element = target instanceof Element ? target.closest("[data-cell]") : null;
  return element?.getAttribute("data-cell") ?? null;
}

/**
 * Let a piece be moved by pressing on it and letting go on another square. The board captures the
 * pointer meanwhile, so that the click which ends a drag belongs to no cell.
 * @param {import("./board.js").Board} board
 */
export function addDragging(board) {
  /** @type {{id: string, x: number, y: number, lifted: SVGElement | null} | null} */
  let drag = null;

  board.svg.addEventListener("pointerdown", (event) => {
    const id = cellOf(event.target);
    const movable = id !== null && board.state.legal.some(({ from }) => from === id);
    if (movable && event.button === 0) drag = { id, x: event.x, y: event.y, lifted: null };
  });

  board.svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [right, down] = [event.x - drag.x, event.y - drag.y];
    if (!drag.lifted && Math.hypot(right, down) > THRESHOLD) {
      board.svg.setPointerCapture(event.pointerId);
      board.select(drag.id);
      drag.lifted = board.lift(drag.id);
    }
    const scale = 1 / (board.svg.getScreenCTM()?.a ?? 1);
    drag.lifted?.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
  });

  // A finger that moves a piece must not scroll the page; anywhere else on the board it may.
  board.svg.addEventListener("touchmove", (event) => {
    if (drag && event.cancelable) event.preventDefault();
  }, { passive: false });

  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const { id, lifted } = drag;
    drag = null;
    if (!lifted) return;
    const under = event.type === "pointerup" ? document.elementFromPoint(event.x, event.y) : null;
    drop(board, { from: id, to: cellOf(under) }, lifted);
  };
  board.svg.addEventListener("pointerup", end);
  board.svg.addEventListener("pointercancel", end);
}

/**
 * A piece that may go there stays there until the server has answered.
 * @param {import("./board.js").Board} board
 * @param {{from: string, to: string | null}} move
 * @param {SVGElement} lifted
 */
function drop(board, { from, to }, lifted) {
  const legal = board.state.legal.some((move) => move.from === from && move.to === to);
  const [start, end] = [board.placeOf(from), board.placeOf(to ?? "")];
  if (to === null || !legal || !start || !end) {
    board.settle();
    board.select(null);
    return;
  }
  lifted.setAttribute("transform", `translate(${end.x - start.x} ${end.y - start.y})`);
  board.dropped = to;
  board.choose(to);
}
