/** Inviting a friend to the other seat. */

import { post } from "./api.js";
import { remember } from "./settings.js";

/**
 * Invite somebody to the other seat of a game for two.
 * @param {string} id
 * @param {string} name
 * @param {string} side
 */
export async function invite(id, name, side) {
  await post(`/api/games/${id}/invitation`, { name, side });
  remember("name", name);
}
