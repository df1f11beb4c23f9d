/** Numbers and names for people. Pure functions. */

/**
 * A clock: `4:07`, and tenths in the last ten seconds.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/**
 * A time control: `5 minutes + 3 seconds per move`.
 * @param {{initial: number, increment: number}} clock
 */
export function clockWords({ initial, increment }) {
  const whole = initial % 60 === 0 ? plural(initial / 60, "minute") : plural(initial, "second");
  return increment ? `${whole} + ${plural(increment, "second")} per move` : whole;
}

/**
 * Moves in an address: with commas between, or with a semicolon behind each if they have commas.
 * @param {string[]} moves
 */
export function movesText(moves) {
  return moves.some((move) => move.includes(",")) ? `${moves.join(";")};` : moves.join(",");
}

/**
 * The moves in an address.
 * @param {string} text
 */
export function movesIn(text) {
  return text.split(text.includes(";") ? ";" : ",").filter((move) => move);
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A message as a sentence: errors of the engine begin small, and have no full stop; a file at the
 * beginning keeps its name.
 * @param {string} text
 */
export function sentence(text) {
  const begun = /^\S+\.py\b/.test(text) ? text : capital(text);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Where in a game one is, and what was played there.
 * @param {number} ply
 * @param {{announce?: string} | null} [last]
 */
export function placeText(ply, last) {
  return ply === 0 ? "Start position." : `Move ${ply}. ${last?.announce ?? ""}`.trim();
}

/**
 * Large numbers in short: `512 k`, `3.4 M`.
 * @param {number} count
 */
export function short(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 1e6) return `${Math.round(count / 1000)} k`;
  return `${(count / 1e6).toFixed(1)} M`;
}

/**
 * How long ago something was.
 * @param {string} when an ISO time
 * @param {Date} now
 */
export function ago(when, now) {
  const minutes = Math.round((now.getTime() - new Date(when).getTime()) / 60_000);
  if (!(minutes >= 1)) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${plural(hours, "hour")} ago`;
  return `${plural(Math.round(hours / 24), "day")} ago`;
}

/**
 * A number with its sign, and a real minus.
 * @param {number} value
 * @param {number} [digits]
 */
export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

/**
 * The name of a variant that is in no list: `Squatter (size: 9)`.
 * @param {string} title of the game
 * @param {string} game its name with parameters
 */
export function variantTitle(title, game) {
  const options = game.replace(/\)$/, "").split("(")[1] ?? "";
  if (!options) return title;
  return `${title} (${options.replaceAll(",", ", ").replaceAll("_", " ").replaceAll("=", ": ")})`;
}
