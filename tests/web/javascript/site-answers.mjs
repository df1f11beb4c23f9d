/**
 * Answers of a static site for its tests: node site-answers.mjs FOLDER reads requests as JSON lines
 * and prints an answer for each. Not a test itself.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";

const [folder = ""] = process.argv.slice(2);
const home = pathToFileURL(`${folder}/`);

globalThis.fetch = async (/** @type {any} */ file) => (
  new Response(await readFile(new URL(String(file)))));

const { engineModule } = await import(new URL("static/site/data.js", home).href);
const { Engine } = await import(new URL("static/site/engine.js", home).href);
const { opened } = await import(new URL("static/site/positions.js", home).href);
const { settingsFor } = await import(new URL("static/site/levels.js", home).href);
const { respond } = await import(new URL("static/site/server.js", home).href);

/** @param {any} asked */
async function searched({ line, limit, lines, solve }) {
  const game = await opened(line);
  const engine = await Engine.open(await engineModule(game.line.wide));
  engine.replay(game.line);
  if (solve) return engine.solve(solve);
  engine.configure(await settingsFor(game, { lines }));
  return engine.search(limit);
}

for await (const text of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(text);
  const answer = asked.path
    ? await (await respond(asked.path, { method: "POST", body: JSON.stringify(asked.body) })).json()
    : await searched(asked);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
