/** Analysis in this browser: lines while the engine thinks, exact results, grades, explanations. */

import { opened, positionView, replayed, rulesEngine, SIDES, winnerOf }
  from "./positions.js";
import { Stopped, Thinker } from "./thinker.js";
import { scorer } from "./scores.js";
import { settingsFor } from "./levels.js";

/** @typedef {import("./positions.js").Opened} Opened */

const SOLVER_MB = 8;
const QUICK_NODES = 10_000;
/** After how many seconds of search the solver is asked, for how many nodes. */
const SOLVERS = /** @type {const} */ ([[0.1, QUICK_NODES], [2, 200_000]]);
const GRADE_NODES = 100_000;
const GRADES = /** @type {const} */ (["best", "good", "inaccuracy", "mistake", "blunder"]);
const LIMITS = [0, 0.05, 0.1, 0.2]; // of the loss, for each grade but the last
const NOISE = 0.02; // a loss that small is the judge's own error
const LEAST_STAKE = 0.05; // of a whole game: below that it says nothing about the player
const STAKE_LIMIT = { nodes: 5_000, seconds: 1 };

const NOTHING = {
  depth: 0, selective_depth: 0, nodes: 0, seconds: 0, nodes_per_second: 0, lines: [], exact: false,
};

/** @typedef {import("./scores.js").Scorer} Scorer */

/**
 * What a report of the engine says, with what was searched before it.
 * @param {any} found
 * @param {{seconds: number, nodes: number}} before
 * @param {Scorer} scores
 */
function infoOf(found, before, scores) {
  const seconds = before.seconds + found.microseconds / 1e6;
  const nodes = before.nodes + found.nodes;
  const lines = found.lines.filter((/** @type {any} */ { bound }) => bound)
    .map((/** @type {any} */ { moves, score, bound }) => (
      { move: moves[0], moves, score: scores.scoreOf(score, bound, nodes) }));
  return {
    depth: found.depth, selective_depth: found.selective_depth, nodes, seconds,
    nodes_per_second: Math.round(nodes / Math.max(seconds, 1e-6)), lines,
    exact: found.lines[0]?.bound === 3 && Math.abs(found.lines[0].score) > 20_000,
  };
}

/**
 * Exact lines, best first, each as far as the search before saw it.
 * @param {any} solved
 * @param {any} known
 * @param {{scores: Scorer, lines: number}} how
 */
function exactInfo(solved, known, { scores, lines }) {
  const seen = new Map(known.lines.map((/** @type {any} */ line) => [line.move, line.moves]));
  const [best] = solved.moves;
  seen.set(best, solved.moves);
  const margins = new Map(solved.each
    .filter((/** @type {any} */ { lower, upper }) => lower === upper)
    .map((/** @type {any} */ { move, lower }) => [move, lower]));
  margins.set(best, solved.lower);
  const order = [...margins].sort(([a, one], [b, other]) => (
    other - one || Number(!seen.has(a)) - Number(!seen.has(b))));
  const found = order.slice(0, lines).map(([move, margin]) => (
    { move, moves: seen.get(move) ?? [move], score: scores.exact(margin) }));
  return { ...known, lines: found, exact: true };
}

/** One page's analysis: a new task ends the one before. */
export class Analyst {
  /** @param {(message: any) => void} send */
  constructor(send) {
    this.send = send;
    this.thinker = new Thinker();
    this.running = 0;
  }

  /** @param {any} message */
  async obey(message) {
    if (message.type === "ping") {
      this.send({ type: "pong" });
      return;
    }
    this.close();
    if (message.type === "stop") return;
    try {
      await (message.type === "start" ? this.#search(message) : this.#review(message));
    } catch (problem) {
      if (!(problem instanceof Stopped)) throw problem;
    }
  }

  close() {
    this.running += 1;
    this.thinker.stop();
  }

  /** @param {any} message */
  async #search(message) {
    const { id, lines = 1, seconds = 10 } = message;
    const mine = this.running;
    const { game, told } = await replayed(message);
    const scores = await scorer(game, told);
    const tell = (/** @type {any} */ info, /** @type {boolean} */ done) => {
      if (mine === this.running) this.send({ type: "info", id, done, ...info });
    };
    if (told.over) {
      tell({ ...NOTHING, exact: true }, true);
      return;
    }
    const settings = await settingsFor(game, { lines });
    const solvers = [...SOLVERS];
    let known = /** @type {any} */ (NOTHING);
    while (known.seconds < seconds && !known.exact && mine === this.running) {
      const before = known;
      const until = Math.min(solvers[0]?.[0] ?? seconds, seconds);
      const limit = { seconds: Math.max(until - before.seconds, 0.01) };
      const found = await this.thinker.think({ line: game.line, settings, limit }, (report) => {
        if (report.lines.some((/** @type {any} */ { bound }) => bound)) {
          tell(infoOf(report, before, scores), false);
        }
      });
      const info = infoOf(found, before, scores);
      known = { ...info, seconds: Math.max(info.seconds, before.seconds + 0.01) };
      const next = known.exact ? undefined : solvers.shift();
      if (next) {
        const solve = { nodes: next[1], megabytes: SOLVER_MB, each: true };
        const solved = await this.thinker.think({ line: game.line, solve });
        if (solved.each) known = exactInfo(solved, known, { scores, lines });
      }
    }
    tell(known, true);
  }

  /** @param {any} message */
  async #review(message) {
    const { id, moves, nodes = 60_000 } = message;
    const mine = this.running;
    const graded = [];
    let before = null;
    for (let ply = 0; ply <= moves.length; ply += 1) {
      const asked = { ...message, moves: moves.slice(0, ply) };
      const judged = await judge(this.thinker, asked, { nodes });
      let move = null;
      if (before) {
        const earlier = { ...message, moves: moves.slice(0, ply - 1) };
        move = await this.#graded(earlier, moves[ply - 1], before, nodes);
        graded.push({ ...move, stake: await stakeOf(this.thinker, earlier) });
      }
      if (mine !== this.running) return;
      const { score, line, exact } = judged;
      this.send({ type: "graded", id, ply, of: moves.length, score, best: line[0] ?? null, line,
        exact, move });
      before = judged;
    }
    this.send({ type: "review", id, ...summary(graded) });
  }

  /**
   * @param {any} asked before the move
   * @param {string} move
   * @param {Judged} before
   * @param {number} nodes
   */
  async #graded(asked, move, before, nodes) {
    const after = await judgeMove(this.thinker, { asked, move, before, nodes });
    const [word, loss] = grade(before, move, after);
    const { turn, name } = before;
    return {
      ply: asked.moves.length + 1, move, side: SIDES[turn], name, grade: word, loss,
      best: before.line[0] ?? null, best_line: before.line,
      why: null,
    };
  }
}

/** @typedef {{score: any, line: string[], exact: boolean, depth: number, turn: number,
 *   name: string, choices: number}} Judged */

/**
 * Solve a position if that is easy, or else search it.
 * @param {Thinker} thinker
 * @param {any} asked
 * @param {{nodes: number, depth?: number}} limit
 * @returns {Promise<Judged>}
 */
async function judge(thinker, asked, { nodes, depth = 0 }) {
  const { game, told } = await replayed(asked);
  const scores = await scorer(game, told);
  const about = {
    turn: told.turn, name: game.view.sideName(game.values, told, told.turn),
    choices: told.legal.length, depth: 0,
  };
  if (told.over) {
    const margin = told.turn === 0 ? told.margin : -told.margin;
    return { ...about, score: scores.exact(margin), line: [], exact: true };
  }
  const solve = { nodes: QUICK_NODES, megabytes: 1, each: false };
  const solved = await thinker.think({ line: game.line, solve });
  if (solved.lower === solved.upper) {
    return { ...about, score: scores.exact(solved.lower), line: solved.moves, exact: true };
  }
  const settings = await settingsFor(game);
  const limit = { nodes, depth, seconds: 5 };
  const found = await thinker.think({ line: game.line, settings, limit });
  const [best] = found.lines;
  return {
    ...about, score: scores.scoreOf(best.score, best.bound, nodes), line: best.moves,
    exact: Math.abs(best.score) > 20_000, depth: found.depth,
  };
}

/**
 * Judge the position after a move by a search that ends where that before it did.
 * @param {Thinker} thinker
 * @param {{asked: any, move: string, before: Judged, nodes: number}} what
 */
async function judgeMove(thinker, { asked, move, before, nodes }) {
  const next = { ...asked, moves: [...asked.moves, move] };
  const { told } = await replayed(next);
  const used = told.turn === before.turn ? 0 : 1; // moving again costs no depth
  const depth = before.depth ? Math.max(before.depth - used, 1) : 0;
  return judge(thinker, next, { nodes, depth });
}

/**
 * How much a move decides: what the best one wins over the mean of all, 0 to 1.
 * @param {Thinker} thinker
 * @param {any} asked
 */
async function stakeOf(thinker, asked) {
  const { game, told } = await replayed(asked);
  if (told.legal.length < 2) return 0;
  const scores = await scorer(game, told);
  const settings = await settingsFor(game, { lines: told.legal.length });
  const found = await thinker.think({ line: game.line, settings, limit: STAKE_LIMIT });
  const chances = found.lines.filter((/** @type {any} */ { bound }) => bound === 3)
    .map((/** @type {any} */ { score, bound }) => {
      const { chance } = scores.scoreOf(score, bound, found.nodes);
      return told.turn === 0 ? chance : 1 - chance;
    });
  let sum = 0;
  for (const chance of chances) sum += chance;
  return chances.length ? Math.max(...chances) - sum / chances.length : 0;
}

/**
 * @param {Judged} before
 * @param {string} move
 * @param {Judged} after
 * @returns {[string, number]}
 */
function grade(before, move, after) {
  if (before.choices === 1) return ["forced", 0];
  if (move === before.line[0]) return ["best", 0];
  const points = (/** @type {Judged} */ { score }) => (
    before.turn === 0 ? score.chance : 1 - score.chance);
  let loss = points(before) - points(after);
  if (before.exact && after.exact && before.score.value === after.score.value) loss = 0;
  else if (loss <= 0) loss = 0.001;
  const place = LIMITS.findIndex((most) => loss <= most);
  return [GRADES[place < 0 ? 4 : place] ?? "blunder", Number(Math.min(loss, 1).toFixed(4))];
}

/** @param {any[]} graded */
function summary(graded) {
  const of = (/** @type {string} */ side) => graded.filter((one) => one.side === side);
  const accuracy = (/** @type {string} */ side) => {
    const total = (/** @type {"loss" | "stake"} */ what, least = 0) => of(side)
      .filter((one) => one[what] > least).reduce((sum, one) => sum + one[what], 0);
    const atStake = total("stake");
    if (atStake < LEAST_STAKE) return null;
    return Number((100 * Math.max(1 - total("loss", NOISE) / atStake, 0)).toFixed(1));
  };
  const counts = (/** @type {string} */ side) => Object.fromEntries(GRADES.map((word) => (
    [word, of(side).filter((one) => one.grade === word).length])));
  return {
    accuracy: { first: accuracy("first"), second: accuracy("second") },
    counts: { first: counts("first"), second: counts("second") },
  };
}

/** The answer to POST /api/grade. @param {any} wish */
export async function gradeMove(wish) {
  const thinker = new Thinker();
  const asked = { ...wish, moves: wish.moves ?? [] };
  const before = await judge(thinker, asked, { nodes: GRADE_NODES });
  const after = await judgeMove(thinker, { asked, move: wish.move, before, nodes: GRADE_NODES });
  thinker.stop();
  const [word, loss] = grade(before, wish.move, after);
  return {
    move: wish.move, grade: word, loss, score: after.score, best: before.line[0] ?? null,
    best_score: before.score, line: before.line, refutation: [wish.move, ...after.line],
  };
}

/** The answer to POST /api/analyse: what the evaluation is made of. @param {any} wish */
export async function explainAnswer(wish) {
  const asked = { ...wish, start: wish.position ?? null };
  const { game, told } = await replayed(asked);
  const position = positionView(game, told);
  const scores = await scorer(game, told);
  const rest = { position, move: null, exact: false, depth: 0, nodes: 0, seconds: 0, lines: [] };
  if (told.over) {
    const margin = winnerOf(told) === null ? 0 : told.turn === 0 ? told.margin : -told.margin;
    return { ...rest, score: scores.exact(margin), explanation: null, heat: [] };
  }
  const engine = await rulesEngine(game.line);
  const settings = await settingsFor(await opened(asked), { megabytes: 1 });
  engine.replay(game.line);
  engine.configure(settings);
  const value = engine.evaluate();
  const explanation = {
    side: SIDES[told.turn], value: value / 100, expected: scores.expected(value),
    ...featuresOf(game, engine.features(), { value: value / 100, settings }),
    correction: null, places: [],
  };
  const heat = heatOf(game, engine, { value, position, told });
  return { ...rest, score: scores.scoreOf(value, 3, 1), explanation, heat };
}

/**
 * @param {Opened} game
 * @param {any} counted
 * @param {{value: number, settings: {numbers: number[], net: any}}} what
 */
function featuresOf({ family }, counted, { value, settings }) {
  const part = counted.millionths / 1e6;
  const many = family.features.length;
  const weights = settings.numbers.slice(9);
  const of = (/** @type {number} */ phase, /** @type {number} */ i) => (
    weights[phase * many + i] ?? 0);
  const known = /** @type {{name: string, meaning: string}[]} */ (family.features);
  const features = known.map(({ name, meaning }, i) => {
    const [from, to] = [of(counted.from, i), of(counted.to, i)];
    const weight = from + (to - from) * part;
    const [own, opponent] = [counted.own[i], counted.opponent[i]];
    return { name, meaning, own, opponent, weight, contribution: weight * (own - opponent) };
  });
  if (settings.net) {
    const sum = features.reduce((all, { contribution }) => all + contribution, 0);
    features.push({ name: "network", meaning: "what the network adds", own: 0, opponent: 0,
      weight: 1, contribution: value - sum });
  }
  return { phase: family.phases[part >= 0.5 ? counted.to : counted.from], features };
}

/**
 * What the best move on each cell does to the evaluation.
 * @param {Opened} game
 * @param {import("./engine.js").Engine} engine
 * @param {{value: number, position: any, told: any}} now
 */
function heatOf(game, engine, { value, position, told }) {
  const best = new Map();
  for (const { move, to } of position.legal) {
    const after = engine.replay({ ...game.line, moves: [...game.line.moves, move] });
    if (!to || after.over) continue;
    const score = after.turn === told.turn ? engine.evaluate() : -engine.evaluate();
    const gain = (score - value) / 100;
    if (!best.has(to) || gain > best.get(to).gain) best.set(to, { move, cell: to, gain });
  }
  return [...best.values()];
}
