/** Games that are played in this browser: what the server's sessions are, with one player. */

import { Stopped, Thinker } from "./thinker.js";
import { endResult, opened, positionView, replayed, SIDES } from "./positions.js";
import { levelOf, limitFor, playerTitle, settingsFor, strengthOf } from "./levels.js";
import { scorer } from "./scores.js";
import { capital } from "./words.js";

const KEY = "site-games";
const MOST_KEPT = 50;
const HINT_SECONDS = 0.3;

/** @typedef {{id: string, game: string, start: string | null, moves: string[], players: string[],
 *   resigned: number | null, rematch: string | null, updated: string, version: number}} Stored */

/** @returns {Stored[]} */
function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Stored[]} games */
function keep(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST_KEPT)));
  } catch {
    // Then the game lasts as long as its page.
  }
}

/** @param {Stored} game */
function store(game) {
  game.updated = new Date().toISOString();
  keep([game, ...all().filter(({ id }) => id !== game.id)]);
}

/** @param {string} id */
export const remove = (id) => keep(all().filter((game) => game.id !== id));

/** @param {string} id */
export const find = (id) => all().find((game) => game.id === id) ?? null;

/** @param {string} spec */
const isHuman = (spec) => spec === "human";

/** @param {any} wish */
export async function begin(wish) {
  const players = [wish.first ?? "human", wish.second ?? "pvs:level=3"];
  for (const spec of players) if (!isHuman(spec)) levelOf(spec);
  if (wish.clock) throw new Error("There are no clocks here. Choose “No clock”.");
  if (!players.some(isHuman)) {
    throw new Error("Watching two engines needs plyground on your computer.");
  }
  const { game } = await opened(wish);
  const made = {
    id: crypto.randomUUID().replaceAll("-", "").slice(0, 12), game, start: wish.start ?? null,
    moves: wish.moves ?? [], players, resigned: null, rematch: null, updated: "", version: 0,
  };
  const { told } = await replayed(made);
  if (told.over) throw new Error("The game is over in this position. Begin from an earlier one.");
  store(made);
  return made;
}

/** @param {Stored} game */
function sidesOf({ players }) {
  return SIDES.filter((_, i) => isHuman(players[i] ?? ""));
}

/**
 * The game as the page shows it.
 * @param {Stored} stored
 * @param {number} [since]
 */
export async function stateOf(stored, since = 0) {
  const found = await replayed(stored);
  const { game, told, played } = found;
  const you = sidesOf(stored);
  const side = you.length === 1 ? SIDES.indexOf(/** @type {"first"} */ (you[0])) : null;
  const result = resigned(stored, found) ?? endResult(game, told, side);
  const over = result !== null;
  const position = positionView(game, told);
  const mine = !over && you.includes(/** @type {"first"} */ (SIDES[told.turn]));
  const can = [
    ...(mine ? ["move", "hint"] : []), over ? "rematch" : "resign",
    ...(lastOwnPly(stored, played) === null ? [] : ["take_back"]),
  ];
  return {
    id: stored.id, version: stored.version, game: stored.game, start: stored.start,
    players: Object.fromEntries(SIDES.map((each, i) => (
      [each, player(stored, i, position.names[each])]))),
    you, from: since, moves: played.slice(since), position, clock: null,
    status: over ? "over" : "running", result, thinking: over || mine ? null : SIDES[told.turn],
    watch: null, can, rematch: stored.rematch, offer: null, seat: null, problem: null,
  };
}

/**
 * @param {Stored} stored
 * @param {number} side
 * @param {string} name
 */
function player({ players }, side, name) {
  const spec = players[side] ?? "human";
  const both = players.every(isHuman);
  const people = both ? capital(name) : "You";
  const human = isHuman(spec);
  return { spec, title: human ? people : playerTitle(spec), human, present: null };
}

/**
 * @param {Stored} stored
 * @param {{game: import("./positions.js").Opened, told: any}} found
 */
function resigned(stored, { game, told }) {
  const { resigned: loser } = stored;
  if (loser === null) return null;
  const name = capital(game.view.sideName(game.values, told, 1 - loser));
  const alone = sidesOf(stored).length === 1;
  const text = alone ? "You resigned." : `${name} won: the opponent resigned.`;
  return { winner: SIDES[1 - loser] ?? null, reason: "resignation", margin: null, text };
}

/**
 * How many moves stay if the last one of a person is taken back.
 * @param {Stored} stored
 * @param {{side: string | undefined}[]} played
 */
function lastOwnPly(stored, played) {
  const you = sidesOf(stored);
  return played.findLastIndex(({ side }) => you.includes(/** @type {"first"} */ (side))) < 0 ? null
    : played.findLastIndex(({ side }) => you.includes(/** @type {"first"} */ (side)));
}

/** @param {Stored} stored */
export async function summaryOf(stored) {
  const state = await stateOf(stored);
  return {
    id: stored.id, game: stored.game, title: state.position.title,
    players: { first: state.players.first?.title, second: state.players.second?.title },
    moves: stored.moves.length, status: state.status, your_turn: state.can.includes("move"),
    result: state.result, updated: stored.updated,
  };
}

export const summaries = async () => ({ games: await Promise.all(all().map(summaryOf)) });

/** One page with a game: it obeys the page's messages, and lets the engine move. */
export class Session {
  /**
   * @param {Stored} stored
   * @param {(message: any) => void} send
   */
  constructor(stored, send) {
    this.stored = stored;
    this.send = send;
    this.thinker = new Thinker();
    this.seed = Math.floor(Math.random() * 2 ** 31);
  }

  /** @param {number} [since] */
  async tell(since = 0) {
    this.send({ type: "state", ...await stateOf(this.stored, since) });
    void this.#goOn();
  }

  /** @param {any} message */
  async obey(message) {
    if (message.type === "ping") this.send({ type: "pong" });
    else if (message.version !== this.stored.version) await this.tell();
    else {
      const act = {
        move: () => this.#play(message.move), take_back: () => this.#takeBack(),
        resign: () => this.#resign(), rematch: () => this.#rematch(), hint: () => this.#hint(),
      }[/** @type {"move"} */ (message.type)];
      await act?.();
    }
  }

  close() {
    this.thinker.stop();
  }

  #changed() {
    this.stored.version += 1;
    store(this.stored);
  }

  /** @param {string} move */
  async #play(move) {
    const moves = [...this.stored.moves, move];
    await replayed({ ...this.stored, moves }); // which refuses what is illegal
    this.stored.moves = moves;
    this.#changed();
    await this.tell(moves.length - 1);
  }

  async #takeBack() {
    const { played } = await replayed(this.stored);
    const plies = lastOwnPly(this.stored, played);
    if (plies === null) return;
    this.thinker.stop();
    this.stored.moves = this.stored.moves.slice(0, plies);
    this.stored.resigned = null;
    this.#changed();
    await this.tell(plies);
  }

  async #resign() {
    this.thinker.stop();
    const { told } = await replayed(this.stored);
    const [only, ...more] = sidesOf(this.stored);
    this.stored.resigned = only && !more.length ? SIDES.indexOf(only) : told.turn;
    this.#changed();
    await this.tell(this.stored.moves.length);
  }

  async #rematch() {
    const { game, start, players } = this.stored;
    const [first, second] = players;
    const next = await begin({ game, start, first: second, second: first });
    this.stored.rematch = next.id;
    store(this.stored);
    await this.tell(this.stored.moves.length);
  }

  async #hint() {
    const { version } = this.stored;
    const { game, told } = await replayed(this.stored);
    const settings = await settingsFor(game, { megabytes: 4 });
    const limit = { seconds: HINT_SECONDS };
    const found = await this.thinker.think({ line: game.line, settings, limit });
    const [best] = found.lines;
    const moves = [...this.stored.moves, best.moves[0]];
    const { played } = await replayed({ ...this.stored, moves });
    const scores = await scorer(game, told);
    this.send({
      type: "hint", version, move: best.moves[0], line: best.moves,
      score: scores.scoreOf(best.score, best.bound, found.nodes), why: played.at(-1)?.announce,
    });
  }

  /** Let the engine move, if it is its turn. */
  async #goOn() {
    const { version } = this.stored;
    const state = await stateOf(this.stored);
    if (state.thinking === null) return;
    const spec = this.stored.players[state.thinking === "first" ? 0 : 1] ?? "";
    try {
      const move = await this.#chosen(spec);
      if (version === this.stored.version) await this.#play(move);
    } catch (problem) {
      if (problem instanceof Stopped) return;
      this.send({ type: "error", code: "error", message: String(problem) });
    }
  }

  /** @param {string} spec */
  async #chosen(spec) {
    const { game, told } = await replayed(this.stored);
    if (told.legal.length === 1) return told.legal[0];
    const weak = strengthOf(game.family.ladders[game.game] ?? game.family.usual_ladder,
      levelOf(spec));
    const settings = await settingsFor(game, { weak, seed: this.seed });
    const found = await this.thinker.think({ line: game.line, settings, limit: limitFor(weak) });
    return found.lines[0].moves[0];
  }
}
