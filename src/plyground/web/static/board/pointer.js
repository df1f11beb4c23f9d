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
  /** @type {{id: string, x: number, y: number, moving: boolean} | null} */
  let drag = null;

  board.svg.addEventListener("pointerdown", (event) => {
    const id = cellOf(event.target);
    const movable = id !== null && board.state.legal.some(({ from }) => from === id);
    if (movable && event.button === 0) drag = { id, x: event.x, y: event.y, moving: false };
  });

  board.svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [right, down] = [event.x - drag.x, event.y - drag.y];
    if (!drag.moving && Math.hypot(right, down) > THRESHOLD) {
      drag.moving = true;
      board.svg.setPointerCapture(event.pointerId);
      board.select(drag.id);
    }
    if (!drag.moving) return;
    const scale = 1 / (board.svg.getScreenCTM()?.a ?? 1);
    const content = board.cells.get(drag.id)?.content;
    content?.classList.add("dragged");
    content?.setAttribute("transform", `translate(${right * scale} ${down * scale})`);
  });

  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const { id, moving } = drag;
    drag = null;
    if (!moving) return;
    const dropped = event.type === "pointerup" ? document.elementFromPoint(event.x, event.y) : null;
    const target = cellOf(dropped);
    board.cells.get(id)?.content.classList.remove("dragged");
    drop(board, id, target);
  };
  board.svg.addEventListener("pointerup", end);
  board.svg.addEventListener("pointercancel", end);
}

/**
 * A piece that may go there stays there until the server has answered.
 * @param {import("./board.js").Board} board
 * @param {string} id
 * @param {string | null} target
 */
function drop(board, id, target) {
  const legal = board.state.legal.some(({ from, to }) => from === id && to === target);
  const [start, end] = [board.placeOf(id), board.placeOf(target ?? "")];
  board.settle();
  if (target === null || !legal || !start || !end) {
    board.select(null);
    return;
  }
  const shift = `translate(${end.x - start.x} ${end.y - start.y})`;
  board.cells.get(id)?.content.setAttribute("transform", shift);
  board.dropped = target;
  board.choose(target);
}
