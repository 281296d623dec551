// The site and the browser that the tests share, and the answers of the program.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const program = process.env.URI_LINEAGE ?? join(root, "target/debug/uri-lineage");
export const list = readFileSync(join(root, "tests/data/urls-1990s.txt"));

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const playwright = await import("playwright-core").catch(() => null);
export const axe = await import("axe-core").catch(() => null);
const missing = [
  !browserPath && "Chromium is not installed",
  !(playwright && axe) && "the packages of package.json are not installed",
  !existsSync(program) && `${program} is not built`,
].filter(Boolean);
export const skip = missing.length > 0 && `skipped: ${missing.join("; ")}`;
if (skip) console.log(`THE SITE WAS NOT TRIED IN A BROWSER: ${missing.join("; ")}`);

export const pages = (folder) =>
  readdirSync(folder, { recursive: true }).map(String).filter((path) => path.endsWith(".html")).sort();

/** Chance that comes out the same each time (mulberry32). */
export const chance = (seed) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};

/** The records that a command writes for each line. */
export const records = (command, text) => {
  const run = spawnSync(program, [command, "-g", "all", "--format", "jsonl", "--no-progress"], { input: text, maxBuffer: 1 << 30 });
  assert.ok(run.status === 0 || run.status === 1, String(run.stderr));
  return String(run.stdout).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
};

/** The number of grammars. */
export const grammars = skip ? 0 : Object.keys({ ...records("check", "a:b")[0].accepted, ...records("check", "a:b")[0].refused }).length;

/** What the program says of each line: the accepting productions and the offsets of refusals. */
export const judged = (text) => {
  return records("check", text).map(({ line, accepted, refused }) => ({
    line,
    accepted,
    refused: Object.fromEntries(Object.entries(refused).map(([id, { offset }]) => [id, offset])),
  }));
};

export let folder;
export let browser;
export let open;
export const troubles = [];

/** A page of the site; whatever goes wrong on it is kept. */
export const visit = async (path, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const told = (what) => troubles.push(`${path}: ${what}`);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && told(message.text()));
  page.on("pageerror", (error) => told(error.message));
  page.on("requestfailed", (request) => told(`${request.url()} failed`));
  page.on("dialog", (dialog) => {
    told(`a dialog says ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || told(`asks for ${request.url()}`));
  await page.goto(open(path));
  return page;
};

export const checker = async (hash = "") => {
  const page = await visit(`check.html${hash}`);
  await page.evaluate(() => Checker.ready);
  return page;
};

/** What the page's automaton says of the lines of a text, in the program's form. */
export const checked = (page, bytes) =>
  page.evaluate(async (text) => {
    const { automaton } = await (await Checker.ready).load();
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    return Automaton.lines(bytes).map(({ line, bytes: url }) => {
      const verdicts = Automaton.check(automaton, url);
      const of = (has, value) =>
        Object.fromEntries(verdicts.filter((one) => "production" in one === has).map((one) => [one.id, value(one)]));
      return { line, accepted: of(true, (one) => one.production), refused: of(false, (one) => one.offset) };
    });
  }, Buffer.from(bytes).toString("base64"));

/** Makes the site and opens the browser. */
export const prepare = async () => {
  folder = mkdtempSync(join(tmpdir(), "uri-lineage-site-"));
  execFileSync(program, ["site", folder, "--no-progress"]);
  open = (path) => pathToFileURL(folder).href + "/" + path;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  browser = await playwright.chromium.launch({ executablePath: browserPath, args });
};

/** Closes the browser and removes the site. Nothing must have gone wrong on any page. */
export const finish = async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(troubles, []);
};
