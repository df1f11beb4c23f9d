/** Names of games with parameters, read and written as `games/names.py` does. */

/** @typedef {import("./data.js").GameFamily} GameFamily */
/** @typedef {Record<string, string>} Values */

/**
 * @param {GameFamily} family
 * @param {Values} given
 * @returns {Values}
 */
function complete({ parameters }, given) {
  return Object.fromEntries(parameters.map((/** @type {any} */ each) => (
    [each.name, given[each.name] ?? each.default])));
}

/**
 * @param {any} parameter
 * @param {string} value
 */
function checked({ name, words, least, most }, value) {
  if (words.includes(value)) return value;
  const number = Number(value);
  if (least !== null && /^\d{1,9}$/.test(value) && number >= least && number <= most) {
    return String(number);
  }
  const choices = [...words, ...(least === null ? [] : [`a whole number ${least} to ${most}`])];
  throw new Error(`${name}=${value} is not valid; expected ${choices.join(" or ")}`);
}

/**
 * @param {GameFamily[]} families
 * @param {string} name
 * @returns {{family: GameFamily, values: Values, game: string}}
 */
export function readName(families, name) {
  const match = /^([a-z][a-z0-9_-]*)(?:\(([^()]*)\))?$/.exec(name.replaceAll(/\s/g, ""));
  const word = match?.[1] ?? "";
  const family = families.find((each) => each.name === word || word in each.aliases);
  if (!match || !family) throw new Error(`Game “${name}” not found.`);
  const given = { ...family.aliases[word] };
  const places = family.parameters.filter((/** @type {any} */ { positional }) => positional);
  (match[2] ? match[2].split(",") : []).forEach((part, place) => {
    const [key = "", value] = part.includes("=") ? part.split("=") : [places[place]?.name, part];
    const parameter = family.parameters.find((/** @type {any} */ each) => each.name === key);
    if (!parameter) throw new Error(`${name}: there is no parameter ${key}`);
    given[key] = checked(parameter, value ?? "");
  });
  const values = complete(family, given);
  return { family, values, game: canonical(family, values) };
}

/**
 * @param {GameFamily} family
 * @param {Values} values
 */
export function canonical(family, values) {
  for (const [alias, its] of Object.entries(family.aliases)) {
    const same = complete(family, /** @type {Values} */ (its));
    if (Object.entries(values).every(([key, value]) => same[key] === value)) return alias;
  }
  const words = family.parameters.filter((/** @type {any} */ { positional }) => positional)
    .map((/** @type {any} */ { name }) => values[name]);
  words.push(...changed(family, values).map(({ name }) => `${name}=${values[name]}`));
  return words.length ? `${family.name}(${words.join(",")})` : family.name;
}

/**
 * @param {GameFamily} family
 * @param {Values} values
 * @returns {any[]}
 */
function changed({ parameters }, values) {
  return parameters.filter((/** @type {any} */ { name, positional, default: usual }) => (
    !positional && values[name] !== usual));
}

/**
 * @param {GameFamily} family
 * @param {Values} values
 */
export function title(family, values) {
  const name = canonical(family, values);
  if (name in family.aliases) return titled(name);
  if (name === family.competition) return family.title;
  const size = family.size.replaceAll(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */
    key) => values[key] ?? "");
  const rules = changed(family, values).map((each) => `${each.name}: ${values[each.name]}`);
  return [[family.title, size].filter((each) => each).join(" "), ...rules].join(", ")
    .replaceAll("_", " ");
}

/** @param {string} name */
function titled(name) {
  return name.replaceAll("-", " ").replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The name without rules that leave the board as it is: what tables and networks are called by.
 * @param {GameFamily} family
 * @param {Values} values
 */
export function boardName(family, values) {
  const left = Object.fromEntries(Object.entries(values).filter(([key]) => (
    !family.ignored.includes(key))));
  return canonical(family, complete(family, left));
}
