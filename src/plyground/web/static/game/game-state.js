/** A game as the page knows it: what the server said, and what the visitor has in hand. Pure. */

/** @typedef {import("../common/types.js").Game} Game */
/** @typedef {import("../common/types.js").StateMessage} StateMessage */
/** @typedef {import("../common/types.js").Side} Side */
/** @typedef {import("../common/types.js").PlayedMove} PlayedMove */
/** @typedef {import("../common/live.js").LiveStatus} LiveStatus */
/** @typedef {import("../common/positions.js").Seen} Seen */

/**
 * @typedef {object} GameState
 * @property {Game | null} game with all of its moves
 * @property {PlayedMove | null} fresh the move that was just made, to be shown happening
 * @property {boolean} missed whether moves are missing, so that a new connection is needed
 * @property {number | null} past after how many moves the game is looked at; null: as it is now
 * @property {ReadonlyMap<number, Seen>} seen earlier positions that were looked at, by ply
 * @property {LiveStatus} connection
 * @property {{move: string, why: string} | null} hint
 * @property {boolean} resigning whether the visitor has to confirm giving up
 * @property {number} received when the clock was right, in milliseconds
 */

/** @typedef {Seen & {ply: number}} Shown */

/** @type {GameState} */
export const BEGIN = {
  game: null, fresh: null, missed: false, past: null, seen: new Map(), connection: "connecting",
  hint: null, resigning: false, received: 0,
};

/**
 * What the server sends, and what the visitor does.
 * @typedef {(StateMessage & {now: number})
 *   | import("../common/types.js").Hint
 *   | import("../common/types.js").ErrorMessage
 *   | {type: "connection", status: LiveStatus}
 *   | {type: "resigning", on: boolean}
 *   | {type: "past", ply: number, seen: Seen}
 *   | {type: "present"}} Action
 */

/**
 * @param {GameState} state
 * @param {Action} action
 * @returns {GameState}
 */
export function reduce(state, action) {
  switch (action.type) {
    case "state": return withGame(state, action, action.now);
    case "hint": return { ...state, hint: { move: action.move, why: action.why }, fresh: null };
    case "connection": return {
      ...state, connection: connectionAfter(state.connection, action.status), fresh: null,
    };
    case "resigning": return { ...state, resigning: action.on, fresh: null };
    case "present": return { ...state, past: null, fresh: null };
    case "past": return {
      ...state, past: action.ply, seen: new Map(state.seen).set(action.ply, action.seen),
      resigning: false, fresh: null,
    };
    default: return state;
  }
}

/**
 * A lost connection stays lost until the server has said how things stand: only then does what the
 * visitor sees, and may do, hold again.
 * @param {LiveStatus} before
 * @param {LiveStatus} status
 * @returns {LiveStatus}
 */
function connectionAfter(before, status) {
  return before === "lost" && status !== "gone" ? "lost" : status;
}

/**
 * `moves` of a message replace everything from index `from` on.
 * @param {GameState} state
 * @param {Game} message
 * @param {number} now
 * @returns {GameState}
 */
function withGame(state, message, now) {
  const known = state.game?.moves ?? [];
  if (message.from > known.length) return { ...state, missed: true, fresh: null };
  const moves = [...known.slice(0, message.from), ...message.moves];
  const one = state.game !== null && message.from === known.length && message.moves.length === 1;
  const changed = state.game?.version !== message.version;
  const kept = commonPlies(known, moves);
  return {
    ...state,
    game: { ...message, from: 0, moves },
    fresh: one ? message.moves[0] ?? null : null,
    missed: false,
    connection: "open",
    past: isPast(state.past, kept, moves) ? state.past : null,
    seen: new Map([...state.seen].filter(([ply]) => ply <= kept)),
    hint: changed ? null : state.hint,
    resigning: state.resigning && message.can.includes("resign"),
    received: now,
  };
}

/**
 * Whether the place that was looked at is still one of the past.
 * @param {number | null} ply
 * @param {number} kept
 * @param {PlayedMove[]} moves
 */
function isPast(ply, kept, moves) {
  return ply !== null && ply <= kept && ply < moves.length;
}

/**
 * How many moves two lists begin with alike.
 * @param {PlayedMove[]} some
 * @param {PlayedMove[]} others
 */
function commonPlies(some, others) {
  const index = some.findIndex(({ move }, ply) => move !== others[ply]?.move);
  return index === -1 ? some.length : index;
}

/**
 * What the board shows: the game as it is, or as it was.
 * @param {GameState} state
 * @returns {Shown | null}
 */
export function shown({ game, past, seen }) {
  if (!game) return null;
  const earlier = past === null ? undefined : seen.get(past);
  return past !== null && earlier ? { ...earlier, ply: past }
    : { position: game.position, last: game.moves.at(-1) ?? null, ply: game.moves.length };
}

/**
 * Seconds left on a side's clock.
 * @param {GameState} state
 * @param {Side} side
 * @param {number} now in milliseconds
 */
export function timeLeft({ game, received }, side, now) {
  const clock = game?.clock;
  if (!clock) return null;
  return clock[side] - (clock.running === side ? (now - received) / 1000 : 0);
}

/**
 * The side at the bottom of the board: the visitor's, if it is one; else who moves first.
 * @param {Game} game
 * @returns {Side}
 */
export function nearSide(game) {
  return game.you.length === 1 && game.you[0] === "second" ? "second" : "first";
}
