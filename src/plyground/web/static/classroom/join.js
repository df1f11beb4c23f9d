/**
 * Joining: the key comes behind the # of a link, which browsers do not send. It is exchanged for a
 * cookie, and disappears from the address and the history.
 */

import { post } from "../common/api.js";
import { byId, setText } from "../common/dom.js";
import { sentence } from "../common/format.js";

/** @param {string} key */
async function enter(key) {
  const problem = byId("problem", HTMLElement);
  problem.hidden = true;
  try {
    const { staff } = await post("/api/class/enter", { key });
    location.replace(staff ? "/class/staff" : "/class/team");
  } catch (error) {
    setText(problem, sentence(error instanceof Error ? error.message : String(error)));
    problem.hidden = false;
  }
}

const key = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (key) void enter(key);
byId("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void enter(byId("key", HTMLInputElement).value.trim());
});
