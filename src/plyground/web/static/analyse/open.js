/** Opening another game in the analysis: from its start, or from a record that is pasted. */

import { post } from "../common/api.js";
import { gameOptions, loadCatalogue } from "../common/catalogue.js";
import { byId, setText } from "../common/dom.js";
import { sentence } from "../common/format.js";

/** @typedef {import("./analysis.js").Opened} Opened */

/** Fill the form when somebody looks at it; again if the games did not come. */
export async function fillOpen() {
  const games = byId("open-game", HTMLSelectElement);
  if (!byId("open", HTMLDetailsElement).open || games.options.length) return;
  games.replaceChildren(...gameOptions(await loadCatalogue()));
}

/**
 * Open what the form asks for.
 * @param {(opened: Opened) => Promise<void>} onOpen
 */
export async function submitOpen(onOpen) {
  const text = byId("open-text", HTMLTextAreaElement);
  const problem = byId("open-problem", HTMLElement);
  problem.hidden = true;
  try {
    const game = byId("open-game", HTMLSelectElement).value;
    const record = text.value.trim();
    await onOpen(record ? await fromRecord(text.value) : { game, start: null, moves: [] });
    text.value = "";
    byId("open", HTMLDetailsElement).open = false;
  } catch (error) {
    setText(problem, sentence(error instanceof Error ? error.message : String(error)));
    problem.hidden = false;
  }
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
