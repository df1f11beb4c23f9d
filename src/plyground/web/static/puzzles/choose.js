/** Which puzzle comes next, and what the browser remembers of those before. Pure functions. */

/** @typedef {import("../common/types.js").Puzzle} Puzzle */

/**
 * @typedef {object} Progress
 * @property {Record<string, number[]>} solved the numbers of the puzzles solved, by game
 * @property {Record<string, number>} level the difficulty to ask for next, by game
 * @property {string[]} days on which the puzzle of the day was solved, oldest first
 */

/** What a puzzle asks for. */
export const GOALS = {
  win: "Find the only move that wins.", draw: "Find the only move that saves the draw.",
};

/** @type {Progress} */
export const NO_PROGRESS = { solved: {}, level: {}, days: [] };

const DAY = 86_400_000;
const FIRST_LEVEL = 2.5;
const STEP_UP = 0.3;
const STEP_DOWN = 0.5;
const MOST_DAYS = 400;

/**
 * The day as everybody's calendar here says it: `2026-01-31`.
 * @param {Date} now
 */
export function dayOf(now) {
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {string} day */
function dayNumber(day) {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);
}

/**
 * The puzzle of the day: the same for everybody, and none comes again before all have come.
 * @param {string} day
 * @param {number} count of the puzzles
 */
export function dailyNumber(day, count) {
  // A step that shares no divisor with the count visits every number once.
  let step = Math.floor(count * 0.618) | 1;
  while (divisor(step, count) !== 1) step += 2;
  return ((dayNumber(day) * step) % count) + 1;
}

/**
 * @param {number} one
 * @param {number} other
 * @returns {number}
 */
function divisor(one, other) {
  return other === 0 ? one : divisor(other, one % other);
}

/**
 * The next puzzle: the one nearest to the level asked for among those not solved yet.
 * @param {Puzzle[]} puzzles
 * @param {Progress} progress
 * @param {string} game
 * @param {number | null} [shown] the number that is shown now
 */
export function nextNumber(puzzles, progress, game, shown = null) {
  const solved = new Set(progress.solved[game] ?? []);
  const wanted = progress.level[game] ?? FIRST_LEVEL;
  let best = null;
  let distance = Infinity;
  for (const [index, { difficulty }] of puzzles.entries()) {
    const far = Math.abs(difficulty - wanted);
    if (index + 1 !== shown && !solved.has(index + 1) && far < distance) {
      best = index + 1;
      distance = far;
    }
  }
  return best ?? (shown ?? 0) % puzzles.length + 1;
}

/**
 * Take note of a puzzle that was solved.
 * @param {Progress} progress
 * @param {{game: string, number: number, clean: boolean, day: string | null}} done `clean` without
 *   help; `day` if it was the puzzle of that day
 * @returns {Progress}
 */
export function withSolved(progress, { game, number, clean, day }) {
  const before = progress.solved[game] ?? [];
  const level = progress.level[game] ?? FIRST_LEVEL;
  const next = Math.min(Math.max(level + (clean ? STEP_UP : -STEP_DOWN), 1), 10);
  const old = day === null || progress.days.includes(day);
  const days = old ? progress.days : [...progress.days, day];
  return {
    solved: { ...progress.solved, [game]: before.includes(number) ? before : [...before, number] },
    level: before.includes(number) ? progress.level : { ...progress.level, [game]: next },
    days: days.slice(-MOST_DAYS),
  };
}

/**
 * How many days in a row, up to today or yesterday.
 * @param {string[]} days
 * @param {string} today
 */
export function streak(days, today) {
  const solved = new Set(days.map(dayNumber));
  let day = dayNumber(today);
  if (!solved.has(day)) day -= 1;
  let count = 0;
  while (solved.has(day - count)) count += 1;
  return count;
}

/**
 * What was stored; anything else is no progress.
 * @param {string | null} text
 * @returns {Progress}
 */
export function readProgress(text) {
  try {
    const { solved, level, days } = JSON.parse(text ?? "");
    return solved && level && Array.isArray(days) ? { solved, level, days } : NO_PROGRESS;
  } catch {
    return NO_PROGRESS;
  }
}
