/**
 * What the page's address asks to analyse, asked for at once: the position and the first lines are
 * on their way while the rest of the page is still being loaded.
 */

import { openedFrom } from "./address.js";
import { openAnalysis } from "./analysis.js";
import { movesToNumber } from "./branches.js";
import { get } from "../common/api.js";
import { usualGame } from "../common/positions.js";
import { LiveAnalysis, searchOf } from "./engine.js";

/** @typedef {import("./analysis.js").Opened} Opened */

export const engine = new LiveAnalysis();

/** @returns {Promise<Opened>} */
async function asked() {
  // What is too long for an address is kept beside it.
  const search = new URLSearchParams(history.state?.address ?? location.search);
  const { id, ...opened } = openedFrom(search, usualGame());
  if (id === null) return opened;
  const game = await get(`/api/games/${encodeURIComponent(id)}`);
  const { first, second } = game.players;
  const opponent = first.human ? second.spec : second.human ? first.spec : null;
  return {
    ...opened, game: game.game, start: game.start,
    moves: game.moves.map((/** @type {{move: string}} */ { move }) => move),
    titles: { first: first.title, second: second.title },
    origin: `game/${id}`,
    opponent: game.you.length ? opponent : null,
  };
}

async function look() {
  const opened = await asked();
  const { moves, branches = [], at = moves.length } = opened;
  const { game, start } = opened;
  const here = movesToNumber({ moves, branches }, at) ?? moves;
  engine.start(searchOf({ game, start, moves: here }));
  return openAnalysis(opened);
}

export const firstLook = look();
firstLook.catch(() => {}); // whoever waits for it is told, but may not be there yet
