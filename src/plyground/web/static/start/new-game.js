/** What the form of a new game means: from its fields to what the server is asked. Pure. */

/** @typedef {import("../common/types.js").Family} Family */

/**
 * @typedef {object} Choice
 * @property {string} game
 * @property {"computer" | "invite" | "friend" | "watch"} mode
 * @property {string} opponent
 * @property {"first" | "second"} side
 * @property {[string, string]} watched
 * @property {string} clock such as `300+5`
 */

/**
 * The name of a game with parameters: that of a usual variant with these, or one that names those
 * that differ from their defaults.
 * @param {Family} family
 * @param {Record<string, string>} values
 */
export function gameName({ name, parameters, presets }, values) {
  const valueOf = (/** @type {import("../common/types.js").Parameter} */ parameter) => (
    values[parameter.name] ?? parameter.default);
  const usual = presets.find((preset) => parameters.every((each) => (
    valueOf(each) === preset.values[each.name])));
  if (usual) return usual.game;
  const given = parameters
    .filter((parameter) => valueOf(parameter) !== parameter.default)
    .map((parameter) => `${parameter.name}=${values[parameter.name]}`);
  return given.length ? `${name}(${given.join(",")})` : name;
}

/**
 * The body of a request for a new game.
 * @param {Choice} choice
 */
export function newGame({ game, mode, opponent, side, watched, clock }) {
  const [initial, increment] = clock.split("+").map(Number);
  const seats = {
    computer: side === "first" ? ["human", opponent] : [opponent, "human"],
    friend: ["human", "human"],
    invite: ["human", "human"],
    watch: watched,
  }[mode];
  return {
    game, first: seats[0], second: seats[1],
    clock: clock ? { initial, increment } : null,
  };
}

/**
 * Whether a player runs a program on the server, so that a token is needed.
 * @param {string} spec
 * @param {string[]} hosted
 */
export function needsToken(spec, hosted) {
  return hosted.includes(spec.trim().split(":")[0] ?? "");
}
