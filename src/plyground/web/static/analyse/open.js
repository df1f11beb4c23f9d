/** Opening another game in the analysis: from its start, or from a record that is pasted. */

import { post } from "../common/api.js";
import { gameOptions, loadCatalogue } from "../common/catalogue.js";
import { byId, setText } from "../common/dom.js";
import { sentence } from "../common/format.js";

/** @typedef {import("./analysis.js").Opened} Opened */

/**
 * Fill the form, and make it work, when somebody looks at it; again if the games did not come.
 * @param {(opened: Opened) => Promise<void>} onOpen
 */
export async function wireOpen(onOpen) {
  const box = byId("open", HTMLDetailsElement);
  const games = byId("open-game", HTMLSelectElement);
  const text = byId("open-text", HTMLTextAreaElement);
  const problem = byId("open-problem", HTMLElement);

  if (!box.open || games.options.length) return;
  byId("open-form", HTMLFormElement).onsubmit = async (event) => {
    event.preventDefault();
    problem.hidden = true;
    try {
      await onOpen(text.value.trim() ? await fromRecord(text.value)
        : { game: games.value, start: null, moves: [] });
      text.value = "";
      box.open = false;
    } catch (error) {
      setText(problem, sentence(error instanceof Error ? error.message : String(error)));
      problem.hidden = false;
    }
  };
  games.replaceChildren(...gameOptions(await loadCatalogue()));
}

/**
 * The last game of a record.
 * @param {string} text
 * @returns {Promise<Opened>}
 */
async function fromRecord(text) {
  const { games } = await post("/api/records", { text });
  const found = games.at(-1);
  if (!found) throw new Error("This record has no game. It needs a line that starts with “Game:”.");
  const { First: first, Second: second } = found.headers;
  return {
    game: found.game, start: found.start, moves: found.moves,
    titles: first && second ? { first, second } : null,
  };
}
