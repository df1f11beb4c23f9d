/**
 * Following an invitation: by its link, whose secret stands behind the # and so in no log, or by a
 * code that is typed.
 */

import { post } from "../common/api.js";
import { byId, setText } from "../common/dom.js";
import { capital, clockWords, sentence } from "../common/format.js";
import { recall, remember } from "../common/settings.js";

/** @typedef {import("../common/types.js").Invited} Invited */

const codeForm = byId("code-form", HTMLFormElement);
const nameForm = byId("name-form", HTMLFormElement);
const name = byId("name", HTMLInputElement);

let key = "";

/** @param {unknown} problem */
function complain(problem) {
  const box = byId("problem", HTMLElement);
  setText(box, sentence(problem instanceof Error ? problem.message : String(problem)));
  box.hidden = false;
}

/** Show what a link or a code invites to. @param {string} given */
async function look(given) {
  byId("problem", HTMLElement).hidden = true;
  /** @type {Invited} */
  const found = await post("/api/invitations", { key: given });
  if (found.yours || !found.open) {
    location.replace(`/game/${found.id}`);
    return;
  }
  key = given;
  const clock = found.clock ? clockWords(found.clock) : "no clock";
  setText(byId("invited", HTMLElement),
    `${found.host} invites you to a game of ${found.title}, ${clock}. `
    + `You play ${capital(found.side_name)} and move ${found.side}.`);
  codeForm.hidden = true;
  nameForm.hidden = false;
  name.value = recall("name") ?? "";
  name.focus();
}

async function join() {
  const { id } = await post("/api/invitations/join", { key, name: name.value });
  remember("name", name.value);
  location.assign(`/game/${id}`);
}

/** @param {unknown} problem */
function failed(problem) {
  codeForm.hidden = !nameForm.hidden;
  complain(problem);
}

function open() {
  const given = location.hash.slice(1);
  nameForm.hidden = true;
  codeForm.hidden = given !== "";
  if (given) look(given).catch(failed);
}

codeForm.addEventListener("submit", (event) => {
  event.preventDefault();
  look(byId("code", HTMLInputElement).value).catch(failed);
});
nameForm.addEventListener("submit", (event) => {
  event.preventDefault();
  join().catch(complain);
});
addEventListener("hashchange", open);
open();
