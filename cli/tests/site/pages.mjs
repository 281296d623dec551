// Each page: its size, links, colours, scripts, and what it is on paper.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { extname, join, relative } from "node:path";
import { it } from "node:test";

import { axe, pages, grammars, folder, browser, open, troubles, visit, checker } from "./site.mjs";

it("shows every page without an error, each diagram with a size, nothing wider than the screen, and at most twelve screens on a phone", async () => {
  let diagrams = 0;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  page.on("pageerror", (error) => troubles.push(error.message));
  for (const path of pages(folder)) {
    await page.goto(open(path));
    // The widest only for pages of the first level: the others are like each other.
    for (const width of path.includes("/") ? [320, 390, 1280] : [320, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
      const { wide, screens } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { wide: scrollWidth - innerWidth, screens: scrollHeight / innerHeight };
      });
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide at ${width}`);
      assert.ok(width !== 390 || screens <= 12, `${path} has ${screens} screens`);
    }
    const found = await page.evaluate(() => {
      const sizes = [...document.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect());
      return { count: sizes.length, empty: sizes.filter(({ width, height }) => width < 20 || height < 10).length };
    });
    diagrams += found.count;
    assert.equal(found.empty, 0, path);
  }
  await context.close();
  assert.ok(diagrams > 400, `${diagrams} diagrams`);
  assert.deepEqual(troubles, []);
});

it("shows all columns of the tables at 1,280 pixels, and on paper", async () => {
  for (const path of ["matrix.html", "characters.html", "differences.html"]) {
    const page = await visit(path, { viewport: { width: 1280, height: 900 } });
    const over = () => page.evaluate(() => [...document.querySelectorAll(".scroll")].map((box) => box.scrollWidth - box.clientWidth));
    assert.ok((await over()).every((pixels) => pixels <= 0), `${path}: ${await over()}`);
    // A4 across, without its margins.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 1046, height: 720 });
    const right = await page.evaluate(() => Math.max(...[...document.querySelectorAll("table th, table td")].map((cell) => cell.getBoundingClientRect().right)));
    assert.ok(right <= 1046, `${path}: ${right}`);
    assert.equal(await page.locator("search").isVisible(), false);
    await page.context().close();
  }
});

it("hides nothing that an address names, below a head or a column", async () => {
  const page = await visit("differences.html#rfc1738-rfc3986", { viewport: { width: 700, height: 600 } });
  const covered = () => page.evaluate(() => {
    const target = document.querySelector(":target").getBoundingClientRect();
    const [row] = document.querySelectorAll("table thead tr");
    return target.top < row.getBoundingClientRect().bottom - 1;
  });
  assert.equal(await covered(), false);
  await page.goto(open("matrix.html#l-hostname"));
  assert.equal(await covered(), false);
  // Scrolled aside, the first column has its own head.
  const head = await page.evaluate(() => {
    const box = document.querySelector(".scroll");
    box.scrollIntoView();
    box.scrollLeft = 200;
    const { left, top } = box.getBoundingClientRect();
    return document.elementFromPoint(left + 20, top + 10).closest("th").textContent;
  });
  assert.equal(head, "production");
  await page.context().close();
});

it("has no text in a diagram that leaves its box", async () => {
  const page = await visit("grammar/rfc1738.html");
  const outside = await page.evaluate(() =>
    [...document.querySelectorAll("svg g.terminal, svg g.nonterminal")]
      .filter((group) => {
        const [box, text] = ["rect", "text"].map((name) => group.querySelector(name).getBoundingClientRect());
        return text.width > box.width || text.left < box.left || text.right > box.right;
      })
      .map((group) => group.textContent));
  assert.deepEqual(outside, []);
});

/**
 * What a page has for axe, apart from its words, a line each: each kind of element within its parent, and whether there are several; the
 * order of headings; and whether ids are unique and references lead to them.
 */
const shape = () => {
  const attribute = ({ name, value }) => (value ? name : `${name}=`);
  const kind = (element) =>
    [element.tagName, element.getAttribute("class"), element.role, !element.textContent.trim(), ...[...element.attributes].map(attribute).sort()].join(" ");
  const kinds = new Map();
  for (const element of document.querySelectorAll("html *")) {
    const within = `${kind(element.parentElement)} > ${kind(element)}`;
    kinds.set(within, kinds.has(within));
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => tagName);
  const steps = new Set(levels.map((level, at) => `${levels[at - 1]} ${level}`));
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const unique = new Set(ids);
  const references = ["aria-labelledby", "aria-describedby", "aria-controls", "for", "headers"].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)].flatMap((element) => element.getAttribute(name).split(/\s+/)));
  const lines = [...[...kinds].map(([kind, several]) => `${kind} ${several}`), ...steps];
  if (unique.size !== ids.length) lines.push(`ids are not unique: ${location.pathname}`);
  if (!references.every((id) => unique.has(id))) lines.push(`a reference leads nowhere: ${location.pathname}`);
  return lines;
};

for (const colorScheme of ["light", "dark"]) {
  it(`has nothing that axe finds, ${colorScheme}`, async () => {
    const some = ["index.html#check=http%3A%2F%2Fh%2F~a%20b%0Anews%3Aa", "check.html#check=ftp%3A%2F%2Fa!%40a%2F", "check.html#check=%25", "compare.html#rfc1738&rfc3986", "compare.html#rfc1738:host&rfc3986:host", "characters.html#c7E", "findings.html#of-rfc1738"];
    const all = [...some, ...(colorScheme === "light" ? pages(folder) : ["matrix.html", "differences.html", "findings.html", "grammar/rfc1738.html", "grammar/rfc3986.html", "lineage/hostname.html", "lineage/digit.html"])];
    const told = [];
    // A page of which every part is in others has no faults that those have not.
    const seen = new Set();
    // Axe is put into the page, which the page's own policy would not let in.
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, colorScheme, bypassCSP: true });
    // Two pages at a time: each keeps one processor busy.
    const next = all.values();
    const look = async () => {
      const page = await context.newPage();
      for (const path of next) {
        await page.goto("about:blank");
        await page.goto(open(path));
        await page.evaluate(async () => {
          if (typeof Checker === "object") await Checker.ready;
          if (typeof Compare === "object") await Compare.ready;
        });
        const own = await page.evaluate(shape);
        if (own.every((line) => seen.has(line))) continue;
        own.forEach((line) => seen.add(line));
        await page.evaluate(axe.default.source);
        const { violations } = await page.evaluate(() => window.axe.run({ preload: false, resultTypes: ["violations"], selectors: false }));
        told.push(...violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0].html.slice(0, 200)} (${nodes.length})`));
      }
    };
    await Promise.all([look(), look()]);
    await context.close();
    assert.deepEqual(told, []);
  });
}

it("works from any folder of a server, and asks nobody else", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
  const server = createServer((request, response) => {
    const path = join(folder, relative("/some/where", new URL(request.url, "http://x").pathname));
    if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] }).end(readFileSync(path));
  });
  // A failure must not keep it alive.
  server.unref();
  await new Promise((go) => server.listen(0, "127.0.0.1", go));
  const base = `http://127.0.0.1:${server.address().port}/some/where/`;
  const context = await browser.newContext();
  const page = await context.newPage();
  const elsewhere = [];
  page.on("request", (request) => request.url().startsWith(base) || request.url().startsWith("blob:") || elsewhere.push(request.url()));
  page.on("response", (response) => response.status() === 404 && elsewhere.push(`404 ${response.url()}`));
  const sizes = [];
  page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length, () => 0)));
  await page.goto(`${base}index.html`, { waitUntil: "networkidle" });
  // Before one types, the page is light.
  const loaded = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(loaded > 10_000 && loaded < 150_000, `${loaded} bytes`);
  await page.goto(`${base}index.html#check=http%3A%2F%2Fa%2F`);
  await page.waitForFunction(() => document.querySelectorAll("#verdicts .documents a").length > 0);
  assert.equal(await page.locator("#verdicts .documents a").count(), grammars);
  await page.goto(`${base}compare.html#rfc1738:host&rfc3986:host`);
  await page.waitForFunction(() => document.getElementById("result").textContent.includes("causes"));
  await page.goto(`${base}grammar/rfc1738.html`);
  await page.click("text=all generations of hostport");
  assert.match(page.url(), /\/some\/where\/lineage\/hostport\.html#/);
  assert.deepEqual(elsewhere.filter((url) => !url.endsWith("favicon.ico")), []);
  await context.close();
  server.close();
});

it("lets no text become markup or script", async () => {
  const hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'onmouseover='alert(1)", "javascript:alert(1)", "&lt;b&gt;&amp;", "</textarea><svg/onload=alert(1)>",
    "http://a/<iframe srcdoc='<script>alert(1)</script>'>", "`${alert(1)}`", "\u202Ehttp://a/", "]]><!--", "__proto__", "constructor",
  ];
  const counted = (page) => page.evaluate(() => ["script", "img", "iframe", "svg", "object"].map((name) => document.getElementsByTagName(name).length));
  const checked = async (text) => {
    const page = await checker(`#check=${encodeURIComponent(`${text}\nnews:a`)}`);
    await page.waitForFunction(() => document.querySelectorAll("#verdicts section").length === 2);
    return page;
  };
  const clean = await checked("news:b");
  const usual = await counted(clean);
  await clean.context().close();
  for (const text of hostile) {
    const page = await checked(text);
    const elements = () => counted(page);
    assert.equal(await page.locator("#verdicts section").count(), 2, text);
    assert.deepEqual(await elements(), usual, text);
    await page.fill("#search", text);
    await page.keyboard.press("Enter");
    assert.deepEqual(await elements(), usual, text);
    const characters = await visit(`characters.html#${encodeURIComponent(text)}`);
    await characters.fill("#character", text.slice(0, 8));
    assert.deepEqual(troubles, []);
    await Promise.all([page, characters].map((one) => one.context().close()));
  }
});

it("can be read without scripts and on paper", async () => {
  const page = await visit("lineage/hostname.html", { javaScriptEnabled: false });
  assert.match(await page.innerText("main"), /rfc1738:hostname overlaps with rfc1630:hostname/);
  await page.context().close();
  // Parts of a page that need scripts say so, or are absent.
  const check = await visit("check.html", { javaScriptEnabled: false });
  assert.match(await check.innerText("main"), /The checker needs JavaScript/);
  const compare = await visit("compare.html", { javaScriptEnabled: false });
  assert.match(await compare.innerText("main"), /The choice needs JavaScript/);
  assert.equal(await compare.locator("form.pick").isVisible(), false);
  const findings = await visit("findings.html", { javaScriptEnabled: false });
  assert.equal(await findings.locator(".filters").isVisible(), false);
  // No field is dead.
  for (const path of ["index.html", "check.html", "filters.html", "parsers.html", "compare.html", "findings.html"]) {
    const dead = await visit(path, { javaScriptEnabled: false });
    assert.deepEqual(await dead.locator("input:visible, textarea:visible, select:visible, button:visible").count(), 0, path);
    // What needs no script is there: the first page answers a question.
    if (path === "index.html") assert.match(await dead.innerText("#summary"), /a browser goes to good\.example/);
    await dead.emulateMedia({ media: "print" });
    assert.equal(await dead.locator("header nav").isVisible(), false, path);
    await dead.context().close();
  }
  await Promise.all([check, compare, findings].map((one) => one.context().close()));
});

it("can be used with a finger", async () => {
  const page = await visit("index.html", { viewport: { width: 390, height: 844 } });
  const low = await page.locator("header a, .chip, ul.questions a, button:visible, #search").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));
  assert.deepEqual(low, []);
  for (const path of ["index.html", "check.html", "lineage/host.html", "differences.html", "characters.html", "matrix.html"]) {
    await page.goto(open(path));
    const small = await page.evaluate(() => [...document.querySelectorAll("main *")].filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "") && !one.closest("svg") && parseFloat(getComputedStyle(one).fontSize) < 12).map((one) => `${one.tagName} ${one.className} ${getComputedStyle(one).fontSize}`));
    assert.deepEqual([...new Set(small)], [], path);
  }
  await page.context().close();
});
