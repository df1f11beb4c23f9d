/** Tokens of modules for tests: a JSON list of sources goes in, a list of token lists comes out. */

import { parse } from "acorn";
import { text } from "node:stream/consumers";

/** @param {string} source */
function tokens(source) {
  /** @type {any[]} */
  const found = [];
  parse(source, { ecmaVersion: "latest", sourceType: "module", onToken: found });
  return found.map(({ type, value }) => [type.label, String(value?.pattern ?? value)]);
}

const sources = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(sources.map(tokens)));
