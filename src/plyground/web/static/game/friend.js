/** A game with a friend on another device: the invitation, who is there, and what is offered. */

import { post, remove } from "../common/api.js";
import { copyFrom } from "../common/copy.js";
import { byId, h, setText } from "../common/dom.js";
import { capital } from "../common/format.js";
import { invite } from "../common/inviting.js";
import { recall } from "../common/settings.js";
import { announce, notify, report, wireButton } from "../common/site.js";
import { isSite } from "../common/links.js";

/** @typedef {import("../common/types.js").Game} Game */
/** @typedef {import("../common/types.js").Offer} Offer */
/** @typedef {(type: string, more?: object) => void} Send */

const OFFERS = {
  draw: "a draw", take_back: "to take back the last move", rematch: "a rematch",
};

/** Whether two people play on two devices. @param {Game} game */
export function isApart({ players }) {
  return players.first.present !== null;
}

/** The side of the other person, for one of two. @param {Game} game */
function otherSide({ you }) {
  return you[0] === "first" ? "second" : "first";
}

/** What a watcher, or whoever waits for somebody, has to know. @param {Game} game */
export function friendStatus(game) {
  if (!isApart(game)) return null;
  if (game.seat?.secret) return "Waiting for your friend";
  const { first, second } = game.players;
  if (!game.you.length) {
    const turn = game.position.turn;
    const next = turn && !game.result ? ` ${game.players[turn].title} to move.` : "";
    return game.result ? null : `You are watching ${first.title} and ${second.title}.${next}`;
  }
  const { turn } = game.position;
  return turn && !game.result && !game.can.includes("move")
    ? `${game.players[turn].title} to move` : null;
}

/**
 * @param {Game} game
 * @param {Send} send
 */
export function renderFriend(game, send) {
  renderInvitation(game);
  renderOffer(game, send);
  const apart = isApart(game);
  const seated = game.you.length > 0;
  byId("offer-draw", HTMLButtonElement).hidden = !(apart && seated);
  byId("offer-draw", HTMLButtonElement).disabled = !game.can.includes("draw");
  byId("ask-hint", HTMLButtonElement).hidden = apart;
  const mayInvite = !isSite && !apart && game.you.length === 2 && game.result === null;
  byId("invite", HTMLButtonElement).hidden = !mayInvite;
  byId("table", HTMLElement).classList.toggle("apart", apart && seated);
  const other = game.players[otherSide(game)];
  const away = apart && seated && !game.seat?.secret && other.present === false;
  setText(byId("away", HTMLElement), away ? `${other.title} is away.` : "");
}

/** @param {Game} game */
function renderInvitation({ seat, id, position, you }) {
  const open = Boolean(seat?.secret);
  byId("invitation", HTMLElement).hidden = !open;
  byId("private", HTMLElement).hidden = !seat || open;
  if (seat) {
    byId("private-link", HTMLInputElement).value = `${location.origin}/game/${id}#${seat.key}`;
  }
  if (!open) return;
  byId("invitation-link", HTMLInputElement).value = `${location.origin}/join#${seat?.secret}`;
  setText(byId("invitation-code", HTMLElement), seat?.code ?? "");
  setText(byId("invitation-address", HTMLElement), location.host);
  const side = you[0] ? capital(position.names[you[0]]) : "";
  setText(byId("invitation-side", HTMLElement),
    `You play ${side}. The game begins when your friend is here.`);
  byId("invitation-local", HTMLElement).hidden = !/^(localhost|127\.|\[::1\])/.test(location.host);
}

/**
 * @param {Game} game
 * @param {Send} send
 */
function renderOffer(game, send) {
  const box = byId("offer", HTMLElement);
  const { offer } = game;
  box.hidden = !offer || !game.you.length;
  const key = offer ? `${offer.what} ${offer.by}` : "";
  if (box.hidden || box.dataset.offer === key) {
    if (box.hidden) delete box.dataset.offer;
    return;
  }
  box.dataset.offer = key;
  const own = offer !== null && offer.by === game.you[0];
  box.replaceChildren(h("p", {}, offerText(game)), h("div", { class: "controls" },
    !own && h("button", { type: "button", class: "primary", id: "accept",
      onclick: () => send("accept") }, "Accept"),
    h("button", { type: "button", id: "decline", onclick: () => send("decline") },
      own ? "Withdraw the offer" : "Decline")));
}

/** @param {Game} game */
export function offerText(game) {
  const { offer } = game;
  if (!offer) return "";
  const what = OFFERS[offer.what];
  const verb = offer.what === "take_back" ? "ask" : "offer";
  return offer.by === game.you[0] ? `You ${verb} ${what}. Waiting for the answer.`
    : `${game.players[offer.by].title} ${verb}s ${what}.`;
}

/**
 * Say what has changed between two people.
 * @param {Game} game
 * @param {Game} before
 */
export function tellFriend(game, before) {
  if (!isApart(game) || !game.you.length) return;
  const other = game.players[otherSide(game)];
  const was = before.players[otherSide(game)];
  if (before.seat?.secret && !game.seat?.secret) notify(`${other.title} has joined the game.`);
  else if (was.present !== other.present) {
    announce(`${other.title} is ${other.present ? "here" : "away"}.`);
  }
  if (isNewOffer(game, before)) announce(offerText(game));
  if (isDeclined(game, before)) notify(`${other.title} declined.`);
}

/**
 * @param {Game} game
 * @param {Game} before
 */
function isNewOffer({ offer, you }, before) {
  return offer !== null && offer.by !== you[0] && offer.what !== before.offer?.what;
}

/**
 * Whether the visitor's own offer has ended without anything coming of it.
 * @param {Game} game
 * @param {Game} before
 */
function isDeclined({ offer, you, version, rematch }, before) {
  const isSame = version === before.version && rematch === before.rematch;
  return isSame && !offer && before.offer !== null && before.offer.by === you[0];
}

/**
 * @param {() => Game | null} now
 * @param {Send} send
 */
export function wireFriend(now, send) {
  wireButton("offer-draw", "check", () => send("draw"));
  wireButton("invitation-copy", "share", () => copyFrom(byId("invitation-link", HTMLInputElement)));
  wireButton("private-copy", "share", () => copyFrom(byId("private-link", HTMLInputElement)));
  wireButton("withdraw", "trash", async () => {
    await remove(`/api/games/${now()?.id}/invitation`);
    notify("Invitation withdrawn. Its link and code lead nowhere now.");
  });
  wireButton("invite", "share", () => {
    const form = byId("invite-form", HTMLFormElement);
    form.hidden = false;
    const name = byId("invite-name", HTMLInputElement);
    name.value = recall("name") ?? "";
    name.focus();
  });
  byId("invite-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const name = byId("invite-name", HTMLInputElement).value;
    const side = byId("invite-side", HTMLSelectElement).value;
    invite(now()?.id ?? "", name, side).then(() => {
      byId("invite-form", HTMLFormElement).hidden = true;
    }).catch(report);
  });
}

/**
 * Take one's seat in this browser, by the key behind the # of a private link.
 * @param {string} id
 */
export async function comeBack(id) {
  const key = location.hash.slice(1);
  if (!key) return;
  history.replaceState(null, "", location.pathname);
  await post(`/api/games/${id}/seat`, { key }).catch(report);
}
