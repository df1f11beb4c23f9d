import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const STATIC = fileURLToPath(new URL("../../../src/plyground/web/static", import.meta.url));
const HTML = fileURLToPath(new URL("../../../src/plyground/web/pages/html", import.meta.url));
const FILES = readdirSync(STATIC, { recursive: true }).map(String)
  .filter((name) => statSync(join(STATIC, name)).isFile());
const GAMES = fileURLToPath(new URL("../../../src/plyground/games", import.meta.url));
const RULES = readdirSync(GAMES).filter((name) => existsSync(join(GAMES, name, "rules.html")));
const PAGES = readdirSync(HTML).map(String)
  .filter((name) => !name.endsWith("shell.html") && name !== "rules.html")
  .concat(RULES.map((name) => `rules.html of ${name}`));

// What the static site begins besides: its pages, its workers, and each game's view by its name.
const SITE = ["boot", "worker", "keeper", "columns", "houses", "shrinking", "territory"]
  .map((name) => `site/${name}.js`);

/** @param {string} name */
const read = (name) => readFileSync(join(STATIC, name), "utf8");

/** A page much as it is sent: the shell, filled. @param {string} page */
function pageOf(page) {
  const [name = "", game = ""] = page.split(" of ");
  const [head = "", ...content] = readFileSync(join(HTML, name), "utf8").split("\n\n");
  const rules = game && readFileSync(join(GAMES, game, "rules.html"), "utf8");
  const shell = name.startsWith("embed") ? "embed-shell.html" : "shell.html";
  return readFileSync(join(HTML, shell), "utf8")
    .replace("<!-- head -->", () => head)
    .replace("<!-- content -->", () => content.join("\n\n"))
    .replace("{{rules}}", () => rules);
}

/** @param {string} text @param {RegExp} pattern */
const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/**
 * A module and everything that it imports, now or later.
 * @param {string} name
 * @param {Set<string>} [found]
 */
function modulesOf(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const imports = all(
    read(name), /(?:^(?:import|export)[^;]*? from |(?:await|=>) import\()"(\.[^"]+)"/gms);
  for (const path of imports) {
    modulesOf(relative(STATIC, join(STATIC, dirname(name), path)), found);
  }
  return found;
}

test("every page has a title and words for it", () => {
  assert.ok(PAGES.length >= 7, PAGES.join(" "));
  for (const page of PAGES) {
    const [head = ""] = pageOf(page).split("</head>");
    assert.match(head, /<title>[^<]+ · plyground<\/title>/, page);
    assert.match(head, /<meta name="description" content="[^"]{10,}">/, page);
  }
});

for (const page of PAGES) {
  test(`${page} has no inline code or style, and what it names is there`, () => {
    const text = pageOf(page);
    assert.doesNotMatch(text, /<style|\sstyle=|\son\w+=|<script(?![^>]* src=)/);
    const named = all(text, /(?:src|href)="\/static\/([^"]+)"/g);
    assert.ok(named.length >= 5);
    for (const name of named) assert.ok(existsSync(join(STATIC, name)), name);
    assert.equal(all(text, /(<h1)/g).length, 1);
    const ids = all(text, /\sid="([^"]+)"/g);
    assert.equal(new Set(ids).size, ids.length, "ids are given once");
    for (const label of all(text, /<label[^>]* for="([^"]+)"/g)) {
      assert.ok(ids.includes(label), label);
    }
  });

  test(`${page} has every element that its modules look for`, () => {
    const text = pageOf(page);
    const [script = ""] = all(text, /<script type="module" src="\/static\/([^"]+)"/g);
    const ids = new Set(all(text, /\sid="([^"]+)"/g));
    const wanted = [...modulesOf(script)].flatMap((name) => all(read(name), /byId\("([^"]+)"/g));
    assert.deepEqual(wanted.filter((id) => !ids.has(id)), []);
  });
}

test("nothing comes from elsewhere", () => {
  const texts = [...FILES.map((name) => [name, read(name)]),
    ...PAGES.map((name) => [name, pageOf(name)])];
  for (const [name, text = ""] of texts) {
    const addresses = all(text, /(https?:\/\/[^\s"'`<)]+)/g)
      .filter((address) => !address.startsWith("http://www.w3.org/"));
    assert.deepEqual(addresses, [], name);
  }
});

test("no module is left over, and no module turns text into markup", () => {
  const used = new Set([...PAGES.flatMap((page) => (
    all(pageOf(page), /src="\/static\/([^"]+\.js)"/g).flatMap((name) => [...modulesOf(name)]))),
  ...SITE.flatMap((name) => [...modulesOf(name)])]);
  const types = new Set(["common/types.js"]);
  for (const name of FILES.filter((each) => each.endsWith(".js"))) {
    assert.ok(used.has(name) || types.has(name), `${name} is used by no page`);
    assert.doesNotMatch(read(name), /(inner|outer|insertAdjacent)HTML|document\.write|eval\(/);
  }
});

test("the first page is small", () => {
  const text = pageOf("start.html");
  const [script = ""] = all(text, /<script type="module" src="\/static\/([^"]+)"/g);
  // A server's page never asks for the engine of the static site.
  const modules = [...modulesOf(script)].filter((name) => !name.startsWith("site/"));
  const files = new Set([...all(text, /(?:src|href)="\/static\/([^"]+)"/g), ...modules]);
  const bytes = [...files].reduce((sum, name) => sum + read(name).length, text.length);
  assert.ok(bytes < 200_000, `${bytes} bytes`);
});
