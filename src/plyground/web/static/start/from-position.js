/** A game from a position of the analysis or the editor: who plays it is chosen in the form. */

import { askPosition } from "../common/positions.js";
import { byId, setText } from "../common/dom.js";
import { capital, movesIn, plural } from "../common/format.js";

/** @typedef {{game: string, start: string | null, moves: string[]}} From */

/**
 * The position that an address names, if it names one.
 * @param {URLSearchParams} search
 * @returns {From | null}
 */
export function fromAddress(search) {
  const [game, start, moves] = [search.get("game"), search.get("start"), search.get("moves")];
  if (game === null || (start === null && moves === null)) return null;
  return { game, start, moves: movesIn(moves ?? "") };
}

/**
 * Say what is played from, instead of the choice of games; who is to move is the visitor.
 * @param {From} from
 * @param {HTMLFormElement} form
 */
export async function showPosition(from, form) {
  const { position } = await askPosition(from);
  for (const id of ["choose-game", "rules-of-game", "custom"]) byId(id, HTMLElement).hidden = true;
  byId("from-position", HTMLElement).hidden = false;
  const after = from.moves.length ? `, after ${plural(from.moves.length, "move")}` : "";
  setText(byId("new-title", HTMLElement), "Play from a position");
  setText(byId("from-text", HTMLElement),
    `${position.title}${after}. ${capital(position.status)}.`);
  for (const side of /** @type {const} */ (["first", "second"])) {
    setText(byId(`side-${side}`, HTMLElement),
      `${capital(position.names[side])}${position.turn === side ? " (to move)" : ""}`);
  }
  const side = form.querySelector(`input[name="side"][value="${position.turn ?? "first"}"]`);
  if (side instanceof HTMLInputElement) side.checked = true;
}
