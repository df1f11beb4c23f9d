/** The page of one game: play it, or watch it. */

import { BoardView } from "../common/board-view.js";
import { cellsOfMove, tracesOf } from "../board/events.js";
import { byId, h, setText } from "../common/dom.js";
import { capital, clockText, placeText } from "../common/format.js";
import { BEGIN, nearSide, reduce, shown, timeLeft } from "./game-state.js";
import { Live } from "../common/live.js";
import { playerBar, sideBelow } from "../common/player-bar.js";
import { lookAt } from "../common/positions.js";
import { announce, notify, report, wireButton } from "../common/site.js";
import { playSound } from "../common/sounds.js";
import { renderSteps, wireSteps } from "../common/steps.js";
import { renderTree } from "../analyse/tree-view.js";
import { stepFrom, treeOf } from "../analyse/tree.js";
import { comeBack, friendStatus, isApart, renderFriend, tellFriend, wireFriend } from "./friend.js";
import { renderWatching } from "./watch.js";
import { gameHere, page } from "../common/links.js";

/** @typedef {import("../common/types.js").ErrorMessage} ErrorMessage */
/** @typedef {import("../common/types.js").Game} Game */
/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("./game-state.js").GameState} GameState */
/** @typedef {import("./game-state.js").Shown} Shown */

const NOT_CONNECTED = "Not connected. Trying to reach the server again.";
/** Wishes about how a game is shown. */
const DIRECTING = new Set(["pause", "go", "step", "speed"]);

const id = gameHere();

let state = BEGIN;
let wanted = 0; // the ply that was asked for last: of several answers this one counts

await comeBack(id);
const live = new Live(`/ws/games/${encodeURIComponent(id)}`, (message) => {
  dispatch({ ...message, now: Date.now() });
}, (status) => {
  dispatch({ type: "connection", status });
});

const view = new BoardView(byId("board", HTMLElement), {
  onMove: playMove,
  onSelect: (targets) => announce(
    `Selected. It can move to ${targets.map(({ to }) => to).join(", ")}.`),
});

/** @param {{move: string}} chosen */
function playMove({ move }) {
  view.finish();
  const sent = live.send({ type: "move", move, version: state.game?.version });
  if (!sent) notify(NOT_CONNECTED, "problem");
}

/**
 * Send a wish. Those that change a game say in which state of it they were made.
 * @param {string} type
 * @param {object} [more]
 */
function send(type, more = {}) {
  if (state.past !== null && (type === "step" || type === "go")) dispatch({ type: "present" });
  const version = DIRECTING.has(type) ? {} : { version: state.game?.version };
  const sent = live.send({ type, ...version, ...more });
  if (!sent) notify(NOT_CONNECTED, "problem");
}

/** @param {import("./game-state.js").Action} action */
function dispatch(action) {
  const before = state;
  state = reduce(state, action);
  if (state.missed) live.restart();
  render(before);
  if (action.type === "hint") announce(`Hint: ${action.why}`);
  if (action.type === "error") complain(action);
}

/** Say what is wrong, unless the state that follows says it. @param {ErrorMessage} error */
function complain({ code, message }) {
  view.board?.settle();
  if (code !== "stale") notify(message, "problem");
}

/** @param {GameState} before */
function render(before) {
  const { game } = state;
  byId("lost", HTMLElement).hidden = !(game && state.connection === "lost");
  byId("missing", HTMLElement).hidden = state.connection !== "gone";
  byId("table", HTMLElement).hidden = !game;
  const now = shown(state);
  if (!game || !now) return;
  if (!before.game) begin(game);
  renderBoard(game, now, before);
  renderPlayers(game, now);
  renderStatus(game, now);
  renderChoices(game);
  renderMoves(game, now);
  renderControls(game);
  renderWatching(game, send);
  renderFriend(game, send);
  if (before.game && game !== before.game) tellNews(game, before.game);
}

/** @param {Game} game */
function begin(game) {
  const title = `${game.players.first.title} – ${game.players.second.title}`;
  document.title = `${title} · ${game.position.title} · plyground`;
  setText(byId("title", HTMLElement), `${game.position.title}: ${title}`);
  byId("rules", HTMLAnchorElement).href = page(`/rules/${game.position.family}`);
  byId("board-column", HTMLElement).classList.add(
    game.position.board.kind === "houses" ? "houses-board" : "square-board");
  view.flipped = nearSide(game) !== sideBelow(game.position, false);
}

/**
 * @param {Game} game
 * @param {Shown} now
 * @param {GameState} before
 */
function renderBoard(game, now, before) {
  const present = state.past === null;
  const legal = present && game.can.includes("move") ? game.position.legal : [];
  const marks = [...tracesOf(now.last?.events), ...hintMarks(legal)];
  const was = shown(before);
  if (!was || isNews(game, before)) {
    const forward = was !== null && was.ply + 1 === now.ply;
    const last = cellsOfMove(now.last?.events);
    void view.show(now.position, { legal, last, marks }, forward ? now.last?.events : []);
  } else if (state.hint !== before.hint) view.decorate({ marks });
  byId("board-column", HTMLElement).classList.toggle("past", !present);
}

/**
 * Whether the board has to show something else; not for a move that comes in behind the past.
 * @param {Game} game
 * @param {GameState} before
 */
function isNews({ version, can }, { past, game }) {
  const isFree = game?.can.includes("move") === can.includes("move");
  return state.past !== past || (past === null && (game?.version !== version || !isFree));
}

/** @param {import("../common/types.js").LegalMove[]} legal */
function hintMarks(legal) {
  const hint = legal.find(({ move }) => move === state.hint?.move);
  const cells = hint ? [hint.from, hint.to].filter((cell) => cell !== undefined) : [];
  return cells.length ? [{ cells, text: "!", style: "hint" }] : [];
}

/**
 * @param {Game} game
 * @param {Shown} now
 */
function renderPlayers(game, { position }) {
  const near = sideBelow(position, view.flipped);
  const far = near === "first" ? "second" : "first";
  for (const [place, side] of /** @type {const} */ ([["near", near], ["far", far]])) {
    byId(`player-${place}`, HTMLElement).replaceChildren(playerBar(position, side, {
      title: game.players[side].title,
      thinking: game.thinking === side,
      away: game.players[side].present === false && !game.seat?.secret,
      time: timeLeft(state, side, Date.now()),
      over: game.result !== null && state.past === null,
    }));
  }
}

function tick() {
  for (const clock of document.querySelectorAll(".clock[data-side]")) {
    const side = /** @type {Side} */ (clock.getAttribute("data-side"));
    const time = timeLeft(state, side, Date.now());
    if (time === null) continue;
    setText(clock, clockText(time));
    clock.classList.toggle("low", time < 20);
  }
}

/** @param {Game} game */
function statusText(game) {
  if (game.result) return game.result.text;
  if (game.problem) return `The game cannot go on. ${game.problem}`;
  const friendly = friendStatus(game);
  if (friendly) return friendly;
  const { turn, names } = game.position;
  if (turn === null) return "";
  const name = capital(names[turn]);
  if (game.thinking) return `${name} is thinking…`;
  return game.you.length === 1 && game.can.includes("move") ? "Your move" : `${name} to move`;
}

/**
 * @param {Game} game
 * @param {Shown} now
 */
function renderStatus(game, { position: { board }, ply, last }) {
  const status = statusText(game);
  setText(byId("status", HTMLElement), state.past === null ? status : `Now: ${status}`);
  byId("status", HTMLElement).classList.toggle("over", game.result !== null);
  byId("verdict", HTMLElement).classList.toggle("card", game.result !== null);
  setText(byId("happened", HTMLElement), last?.announce ?? "");
  byId("past", HTMLElement).hidden = state.past === null;
  setText(byId("past-text", HTMLElement), ply === 0 ? "Start position"
    : `After move ${ply} of ${game.moves.length}`);
  setText(byId("phase", HTMLElement), ("note" in board && board.note) || "");
  setText(byId("hint-text", HTMLElement), state.hint ? `Hint: ${state.hint.why}` : "");
}

/** Moves that name no cell are buttons. @param {Game} game */
function renderChoices(game) {
  const choices = state.past === null && game.can.includes("move")
    ? game.position.legal.filter(({ to }) => to === undefined) : [];
  setText(byId("choice-help", HTMLElement), choices.map(({ help }) => help ?? "").join(" "));
  byId("choices", HTMLElement).replaceChildren(...choices.map(({ move, label }) => (
    h("button", { class: "primary", type: "button", onclick: () => playMove({ move }) },
      capital(label)))));
}

/**
 * @param {Game} game
 * @param {Shown} now
 */
function renderMoves({ moves }, { ply }) {
  const tree = treeOf(moves);
  renderTree(byId("moves", HTMLElement), { tree, at: ply, graded: new Map() }, (to) => void go(to));
  renderSteps(ply > 0, ply < moves.length);
}

/** Look at the game as it was after so many moves, or as it is. @param {number} ply */
async function go(ply) {
  const { game, seen } = state;
  if (!game) return;
  wanted = ply;
  const line = { game: game.game, start: game.start, tree: treeOf(game.moves), seen };
  const found = ply < game.moves.length ? await lookAt(line, ply).catch(report) : null;
  if (wanted !== ply || found === undefined) return;
  dispatch(found ? { type: "past", ply, seen: found } : { type: "present" });
  announce(found ? placeText(ply, found.last) : `Current position. ${statusText(game)}`);
}

/** @param {Game} game */
function renderControls(game) {
  const can = (/** @type {string} */ what) => game.can.includes(what);
  const playing = game.you.length > 0 && game.result === null && !game.seat?.secret;
  byId("playing", HTMLElement).hidden = !playing || state.resigning || state.past !== null;
  byId("resigning", HTMLElement).hidden = !state.resigning;
  byId("ended", HTMLElement).hidden = game.result === null;
  byId("take-back", HTMLButtonElement).disabled = !can("take_back");
  byId("ask-hint", HTMLButtonElement).disabled = !can("hint");
  byId("resign", HTMLButtonElement).disabled = !can("resign");
  byId("rematch", HTMLButtonElement).hidden = !can("rematch") && game.rematch === null;
  const asks = isApart(game);
  setText(byId("take-back-text", HTMLElement), asks ? "Ask to take back" : "Take back");
  setText(byId("rematch-text", HTMLElement),
    asks && !game.rematch ? "Offer a rematch" : "Rematch");
  const mistakes = byId("mistakes", HTMLAnchorElement);
  mistakes.hidden = game.you.length !== 1 || game.moves.length === 0;
  mistakes.href = page(`/analyse?id=${game.id}&learn=${game.you[0]}`);
  const place = state.past === null ? "" : `&ply=${state.past}`;
  byId("analyse", HTMLAnchorElement).href = page(`/analyse?id=${game.id}${place}`);
}

/**
 * @param {Game} game
 * @param {Game} before
 */
function tellNews(game, before) {
  tellFriend(game, before);
  if (state.fresh?.announce) announce(state.fresh.announce);
  else if (game.moves.length < before.moves.length) announce("Move taken back.");
  if (game.result && !before.result) {
    announce(game.result.text);
    playSound("end");
  }
  if (game.rematch && !before.rematch && game.you.length) {
    location.assign(page(`/game/${game.rematch}`));
  }
}

wireButton("take-back", "back", () => send("take_back"));
wireButton("ask-hint", "hint", () => send("hint"));
wireButton("resign", "flag", () => {
  dispatch({ type: "resigning", on: true });
  byId("resign-no", HTMLButtonElement).focus();
});
wireButton("resign-yes", "flag", () => send("resign"));
wireButton("resign-no", "back", () => {
  dispatch({ type: "resigning", on: false });
  byId("resign", HTMLButtonElement).focus();
});
wireButton("rematch", "again", () => {
  if (state.game?.rematch) location.assign(page(`/game/${state.game.rematch}`));
  else send("rematch");
});
wireButton("flip", "flip", () => {
  view.flip();
  const now = shown(state);
  if (state.game && now) renderPlayers(state.game, now);
});
wireButton("to-present", "last", () => void go(state.game?.moves.length ?? 0));
wireSteps((step) => {
  const now = shown(state);
  const target = now && stepFrom(treeOf(state.game?.moves), now.ply, step);
  if (target !== null && target !== now?.ply) void go(target);
});
wireButton("share", "share", async () => {
  if (!state.game) return;
  const { game, start, moves } = state.game;
  const { openShare } = await import("../common/share.js");
  openShare({
    game, start, moves: moves.map(({ move }) => move), record: `/api/games/${id}/record`,
  });
});
wireFriend(() => state.game, send);
setInterval(tick, 100);
