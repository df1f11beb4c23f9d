/**
 * A board on the page: draws what it is told, and says which of the legal moves was chosen by
 * mouse, finger or keyboard. It knows no rules.
 *
 * The picture is an SVG that screen readers see as a grid: one cell at a time can be reached by
 * Tab, arrow keys walk, Enter chooses.
 */

import { s, setAttribute } from "../common/dom.js";
import { kindOf } from "./kinds.js";
import { neighbour } from "./layout.js";
import { drawHeat, drawMark } from "./marks.js";
import { outline } from "./pieces.js";
import { addDragging, cellOf } from "./pointer.js";

/** @typedef {import("../common/types.js").BoardData} BoardData */
/** @typedef {import("../common/types.js").LegalMove} LegalMove */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Shape} Shape */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./marks.js").Heat} Heat */

/**
 * @typedef {object} BoardState
 * @property {BoardData} data
 * @property {Shape} shape
 * @property {string} label what screen readers call the board
 * @property {LegalMove[]} legal the moves that may be chosen; none on a board to look at
 * @property {string[]} last the cells of the last move
 * @property {Mark[]} marks
 * @property {Heat[]} heat
 * @property {string | null} selected where a move of two steps begins
 */

/**
 * @typedef {object} Cell
 * @property {SVGGElement} element
 * @property {SVGGElement} ground
 * @property {SVGGElement} content
 * @property {string} groundKey
 * @property {string} contentKey
 */

/**
 * @typedef {object} Listeners
 * @property {(move: LegalMove) => void} [onMove] a legal move was chosen
 * @property {(cell: string) => void} [onCell] any cell was chosen: for an editor
 * @property {(targets: LegalMove[]) => void} [onSelect] a piece was picked up, with where it may go
 * @property {boolean} [picture] nothing to choose: a picture for screen readers, not a grid
 */

/** @type {Omit<BoardState, "data">} */
const NOTHING = {
  shape: { flipped: false, tall: false }, label: "Board",
  legal: [], last: [], marks: [], heat: [], selected: null,
};

export class Board {
  /**
   * @param {Element} host is filled with the board
   * @param {BoardData} data
   * @param {Listeners} [listeners]
   */
  constructor(host, data, listeners = {}) {
    /** @type {BoardState} */
    this.state = { ...NOTHING, data };
    this.listeners = listeners;
    this.backdrop = s("g", { "aria-hidden": "true" });
    this.rows = s("g");
    this.decor = s("g", { class: "decor", "aria-hidden": "true" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.motion = s("g", { class: "motion", "aria-hidden": "true" });
    // Text is for reading: it has no cells, and its moves are buttons elsewhere.
    this.picture = (listeners.picture ?? false) || data.kind === "text";
    this.svg = s("svg", { role: this.picture ? "img" : "grid" },
      this.backdrop, this.rows, this.decor, this.marks, this.motion);
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Layout} */
    this.layout = { width: 1, height: 1, places: [], coordinates: [] };
    this.layoutKey = "";
    /** The cell that Tab leads to. @type {string | null} */
    this.active = null;
    /** Where a dragged piece was let go, until the server has said what comes of it. */
    this.dropped = /** @type {string | null} */ (null);
    if (!this.picture) this.#listen();
    host.replaceChildren(this.svg);
    this.update({});
  }

  /** Draw the board with these changes. @param {Partial<BoardState>} changes */
  update(changes) {
    this.state = { ...this.state, ...changes };
    const { selected, legal } = this.state;
    if (selected !== null && !legal.some(({ from }) => from === selected)) {
      this.state.selected = null;
    }
    const { data, shape, label } = this.state;
    const layout = kindOf(data).layout(data, shape);
    const size = [layout.width, layout.height];
    const key = JSON.stringify([data.kind, shape, size, layout.places.map(({ id }) => id)]);
    if (key !== this.layoutKey) this.#build(layout, key);
    this.svg.setAttribute("class", `board ${data.kind} ${"look" in data ? data.look : ""}`);
    const words = data.kind === "text" ? `${label}: ${data.lines.join(" / ")}` : label;
    this.svg.setAttribute("aria-label", words);
    this.#offerCell();
    const cells = new Map(kindOf(data).cells(data).map((cell) => [cell.id, cell]));
    for (const place of this.layout.places) this.#drawCell(place, cells.get(place.id));
    this.decor.replaceChildren(...kindOf(data).decor(data, layout));
    // Squares that are gone can still be marked.
    const seen = [...this.layout.places, ...this.layout.fixed ?? []];
    const marks = this.state.marks.map(
      (mark) => drawMark(mark, (id) => seen.find((place) => place.id === id)));
    this.marks.replaceChildren(
      ...drawHeat(this.state.heat, this.placeOf), ...marks.filter((mark) => mark !== null));
  }

  /**
   * Draw what lies in a cell above everything else, where it can be moved about.
   * @param {string} id
   */
  lift(id) {
    const content = this.cells.get(id)?.content;
    content?.setAttribute("visibility", "hidden");
    const copies = [...content?.childNodes ?? []].map((node) => node.cloneNode(true));
    const lifted = s("g", { class: "lifted" }, ...copies);
    this.motion.append(lifted);
    return lifted;
  }

  /** Put everything that was lifted back where it belongs. */
  settle() {
    this.dropped = null;
    for (const lifted of this.motion.querySelectorAll(".lifted")) lifted.remove();
    for (const { content } of this.cells.values()) content.removeAttribute("visibility");
  }

  /** @param {string} id */
  placeOf = (id) => this.layout.places.find((place) => place.id === id);

  /**
   * Make all cells anew: another size, another shape, or squares that have gone.
   * @param {Layout} layout
   * @param {string} key
   */
  #build(layout, key) {
    const focused = this.svg.contains(document.activeElement);
    this.layout = layout;
    this.layoutKey = key;
    this.svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.svg.style.setProperty("--ratio", String(layout.width / layout.height));
    const coordinates = layout.coordinates.map(({ text, x, y }) => (
      s("text", { class: "coordinate", x, y }, text)));
    const { data } = this.state;
    this.backdrop.replaceChildren(...kindOf(data).backdrop(layout, data), ...coordinates);
    this.cells.clear();
    const lines = new Map();
    for (const place of layout.places) {
      if (!lines.has(place.row)) lines.set(place.row, s("g", { role: !this.picture && "row" }));
      lines.get(place.row).append(this.#makeCell(place));
    }
    this.rows.replaceChildren(...lines.values());
    if (this.active === null || !this.cells.has(this.active)) {
      this.active = layout.places[0]?.id ?? null;
    }
    if (focused) this.focus(this.active);
  }

  /** Let Tab lead to something that can be played, unless somebody is on the board already. */
  #offerCell() {
    const playable = new Set(this.state.legal.map(({ from, to }) => from ?? to));
    if (this.svg.contains(document.activeElement) || playable.has(this.active ?? "")) return;
    this.active = this.layout.places.find(({ id }) => playable.has(id))?.id ?? this.active;
  }

  /** @param {Place} place */
  #makeCell(place) {
    const ground = s("g", { class: "ground" });
    const content = s("g", { class: "content" });
    const { x, y, width, height } = place;
    const houses = this.state.data.kind === "houses";
    const inset = houses ? 0 : 2.5; // so that the next square does not cover a ring
    const round = houses ? Math.min(width, height) / 2 : 4;
    const ring = (/** @type {string} */ name) => outline(place, { class: name }, inset, round);
    const dot = Math.max(3, 0.1 * Math.min(width, height));
    const role = !this.picture && "gridcell";
    const element = s("g", { class: "cell", role, "data-cell": place.id },
      ground, content, s("circle", { class: "dot", cx: x, cy: y, r: dot }),
      ring("last-ring"), ring("focus-halo"), ring("focus-ring"));
    // Not for all cells at once: an SVG that listens for focus becomes a tab stop of its own.
    if (!this.picture) element.addEventListener("focus", () => this.#activate(place.id));
    this.cells.set(place.id, { element, ground, content, groundKey: "-", contentKey: "-" });
    return element;
  }

  /**
   * Draw a cell where it has changed, and describe it.
   * @param {Place} place
   * @param {BoardData["cells"][number] | undefined} cell
   */
  #drawCell(place, cell) {
    const drawn = this.cells.get(place.id);
    if (!drawn || !cell) return;
    const kind = kindOf(this.state.data);
    const ground = kind.ground(cell, place);
    if (ground.key !== drawn.groundKey) drawn.ground.replaceChildren(...ground.draw());
    const content = kind.content(cell, place);
    if (content.key !== drawn.contentKey) drawn.content.replaceChildren(...content.draw());
    Object.assign(drawn, { groundKey: ground.key, contentKey: content.key });
    const { names, words, source } = this.#aboutCell(place.id, cell.label);
    drawn.element.setAttribute("class", ["cell", ...names].join(" "));
    if (this.picture) return;
    drawn.element.setAttribute("aria-label", words.join(", "));
    const selected = source ? String(names.includes("selected")) : null;
    setAttribute(drawn.element, "aria-selected", selected);
    drawn.element.setAttribute("tabindex", place.id === this.active ? "0" : "-1");
  }

  /**
   * The classes of a cell, and what screen readers say of it.
   * @param {string} id
   * @param {string} label
   */
  #aboutCell(id, label) {
    const { legal, selected, last, marks } = this.state;
    const move = this.#moveTo(id);
    const target = move?.to === id;
    const source = legal.some(({ from }) => from === id);
    const flags = {
      target, also: move !== undefined && !target, source,
      selected: selected === id, last: last.includes(id),
    };
    const words = [
      label, target && "can be played", source && "can move", flags.last && "last move",
      ...marks.filter(({ cells }) => cells.at(-1) === id).map(({ text, words: said }) => (
        said ?? `marked ${text}`)),
    ].filter(Boolean);
    const names = Object.entries(flags).filter(([, on]) => on).map(([name]) => name);
    return { names, words, source };
  }

  #listen() {
    this.svg.addEventListener("click", (event) => {
      const id = cellOf(event.target);
      if (id !== null) this.choose(id);
    });
    this.svg.addEventListener("keydown", (event) => this.#onKey(event));
    addDragging(this);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const id = cellOf(event.target);
    const place = id === null ? undefined : this.placeOf(id);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.choose(place.id);
    else if (event.key === "Escape" && this.state.selected !== null) this.select(null);
    else {
      const next = neighbour(this.layout, place, event.key);
      if (!next) return;
      this.focus(next.id);
    }
    event.preventDefault();
  }

  /** @param {string} id */
  #activate(id) {
    const before = this.active === null ? undefined : this.cells.get(this.active);
    before?.element.setAttribute("tabindex", "-1");
    this.active = id;
    this.cells.get(id)?.element.setAttribute("tabindex", "0");
  }

  /** @param {string | null} id */
  focus(id) {
    if (id !== null) this.cells.get(id)?.element.focus();
  }

  /**
   * A cell was clicked, or Enter pressed on it: play there, or pick up what lies there.
   * @param {string} id
   */
  choose(id) {
    const { legal, selected } = this.state;
    this.listeners.onCell?.(id);
    const move = this.#moveTo(id);
    if (move) {
      this.select(null);
      this.listeners.onMove?.(move);
    } else this.select(selected !== id && legal.some(({ from }) => from === id) ? id : null);
  }

  /**
   * The legal move that ends in a cell or can be chosen by it, from what was picked up if it needs
   * that.
   * @param {string} id
   */
  #moveTo(id) {
    const { legal, selected } = this.state;
    return legal.find(({ from, to, also }) => (
      (to === id || also?.includes(id)) && (from === undefined || from === selected)));
  }

  /** @param {string | null} id */
  select(id) {
    if (id === this.state.selected) return;
    this.update({ selected: id });
    if (id !== null) this.listeners.onSelect?.(this.state.legal.filter(({ from }) => from === id));
  }
}
