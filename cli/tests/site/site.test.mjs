// The site in a real browser: what a reader sees and does.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { tmpdir } from "node:os";
import { extname, join, relative } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.URI_LINEAGE ?? join(root, "target/debug/uri-lineage");
const list = readFileSync(join(root, "tests/data/urls-1990s.txt"));

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const playwright = await import("playwright-core").catch(() => null);
const axe = await import("axe-core").catch(() => null);
const missing = [
  !browserPath && "Chromium is not installed",
  !(playwright && axe) && "the packages of package.json are not installed",
  !existsSync(program) && `${program} is not built`,
].filter(Boolean);
const skip = missing.length > 0 && `skipped: ${missing.join("; ")}`;
if (skip) console.log(`THE SITE WAS NOT TRIED IN A BROWSER: ${missing.join("; ")}`);

const pages = (folder) =>
  readdirSync(folder, { recursive: true }).map(String).filter((path) => path.endsWith(".html")).sort();

/** Chance that comes out the same each time (mulberry32). */
const chance = (seed) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};

/** The records that a command writes for each line. */
const records = (command, text) => {
  const run = spawnSync(program, [command, "-g", "all", "--format", "jsonl", "--no-progress"], { input: text, maxBuffer: 1 << 30 });
  assert.ok(run.status === 0 || run.status === 1, String(run.stderr));
  return String(run.stdout).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
};

/** The number of grammars. */
const grammars = skip ? 0 : Object.keys({ ...records("check", "a:b")[0].accepted, ...records("check", "a:b")[0].refused }).length;

/** What the program says of each line: the accepting productions and the offsets of refusals. */
const judged = (text) => {
  return records("check", text).map(({ line, accepted, refused }) => ({
    line,
    accepted,
    refused: Object.fromEntries(Object.entries(refused).map(([id, { offset }]) => [id, offset])),
  }));
};

describe("the site", { skip }, () => {
  let folder;
  let browser;
  let open;
  const troubles = [];

  /** A page of the site; whatever goes wrong on it is kept. */
  const visit = async (path, options = {}) => {
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

  const checker = async (hash = "") => {
    const page = await visit(`check.html${hash}`);
    await page.evaluate(() => Checker.ready);
    return page;
  };

  /** What the page's automaton says of the lines of a text, in the program's form. */
  const checked = (page, bytes) =>
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

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "uri-lineage-site-"));
    execFileSync(program, ["site", folder, "--no-progress"]);
    open = (path) => pathToFileURL(folder).href + "/" + path;
    const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
    browser = await playwright.chromium.launch({ executablePath: browserPath, args });
  });

  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(troubles, []);
  });

  it("shows every page without an error, each diagram with a size, and nothing wider than the screen", async () => {
    let diagrams = 0;
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    for (const path of pages(folder)) {
      await page.goto(open(path));
      for (const width of [320, 390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} is ${wide} pixels too wide at ${width}`);
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

  for (const colorScheme of ["light", "dark"]) {
    it(`has nothing that axe finds, ${colorScheme}`, async () => {
      const some = ["index.html#check=http%3A%2F%2Fh%2F~a%20b%0Anews%3Aa", "check.html#check=ftp%3A%2F%2Fa!%40a%2F", "check.html#check=%25", "compare.html#rfc1738&rfc3986", "compare.html#rfc1738:host&rfc3986:host", "characters.html#c7E", "findings.html#of-rfc1738"];
      const all = [...some, ...(colorScheme === "light" ? pages(folder) : ["matrix.html", "differences.html", "findings.html", "grammar/rfc1738.html", "grammar/rfc3986.html", "lineage/hostname.html", "lineage/digit.html"])];
      const told = [];
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
          await page.evaluate(axe.default.source);
          const { violations } = await page.evaluate(() => window.axe.run({ preload: false }));
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

  /** Edits of the URLs of a list. */
  const edits = (count, seed, lines) => {
    const pick = chance(seed);
    return Array.from({ length: count }, () => {
      let line = lines[pick(lines.length)];
      for (let times = 1 + pick(3); times > 0; times -= 1) {
        const at = pick(line.length + 1);
        // Any byte but those that end a line; mostly those that mean something.
        const byte = pick(4) > 0 ? ":/?#[]@!$&'()*+,;=%20~{}|\\^`\"<> -._aZ09"[pick(41)] : String.fromCharCode(pick(256)).replace(/[\n\r]/, "\0");
        const gone = pick(3);
        line = line.slice(0, at) + (pick(5) > 0 ? byte : "") + line.slice(at + gone);
      }
      return line;
    });
  };

  it("judges every line of the 1990s and 10,000 edits of them as the program does", async () => {
    const lines = list.toString("latin1").split("\n").filter((line) => line.trim() !== "");
    const text = Buffer.from([...lines, ...edits(10_000, 1997, lines)].join("\n"), "latin1");
    const [theirs, page] = [judged(text), await checker()];
    const ours = await checked(page, text);
    assert.ok(theirs.length > 10_000);
    assert.equal(ours.length, theirs.length);
    ours.forEach((one, at) => assert.deepEqual(one, theirs[at], text.toString("latin1").split("\n")[one.line - 1]));
    await page.context().close();
  });

  it("has the components, reasons, classes, expected inputs, advice and messages of the program", async () => {
    const known = list.toString("utf8").split("\n").filter((line) => line.trim() !== "");
    const more = [
      "http://[::1]:80/", "http://[::1", "http://[v1.a]/", "http://h/é", "http://日本.jp/", "http://h/\u202Ea", "http://h/\u0301", "URL:http://a/", "url: HTTP://a/", "URL:foo:a", "urn:a:b", "urn:a", "URN:x:y", "HTTP://a", "Foo://a",
      "//", "//a", "//a:", "//a:b", "//@", "///a", "http:", "http://", "http://a:80:8", "http://a%", "http://a/%4", "http://a/%zz", "http://a/%4z", "%", "%4", "a%41", "http://a:1x", "http://a/b?c#d#e", "#", "#a", "?a", "mailto:a", "mailto:a@b", "news:*", "news:a@b", "news:",
      "gopher://h/7s%09a%09b", "ftp://a!@a/", "ftp://u:p@h:21/a;type=i", "ftp://h/a;type=z", "prospero://h/a;b=c", "wais://h/d?s", "file:///etc", "file://h", "telnet://u:p@h", "z39.50s://h", "x-y:z", "1a:b", "a b", "\tx", "http://a b/", "http://[a]b/", "http://a@[::1]@b/", "http://a:b@c:d@e/",
      "http://a/\u0085", "http://a/\uFFFD", "\u{1F600}", "http://\u{1F600}/", "http://a/\u{E000}", "javascript:alert(1)", "cid:a@b", "mid:a", "nntp://h/g/1", "afs://h/p",
    ];
    // Any bytes; and characters beyond US-ASCII.
    const lines = known.map((line) => Buffer.from(line, "utf8").toString("latin1"));
    const some = [...more.map((line) => Buffer.from(line, "utf8").toString("latin1")), ...lines];
    const text = Buffer.from([...some, ...edits(2_000, 3986, some), ...edits(1_000, 1630, some.slice(0, more.length))].join("\n"), "latin1");
    const page = await checker();
    const ours = await page.evaluate(async (text) => {
      const known = await (await Checker.ready).load();
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      return Automaton.lines(bytes).map(({ line, bytes: url }) => {
        const answer = Checker.answers(known, url);
        const { names } = known.components;
        const components = ({ texts }) => Object.fromEntries(names.map((name, at) => [name, texts[at]]).filter(([, text]) => text !== null));
        const refused = answer.verdicts.filter(({ refusal }) => refusal).map(({ id, refusal: { production, reason, offset, found, class: kind, expected, advice, message } }) =>
          [id, { grammar: id, production, reason, offset, found, class: kind, expected, advice, message }]);
        return {
          line, refused: Object.fromEntries(refused), uri: answer.text, differing: answer.differing,
          readings: Object.fromEntries(answer.verdicts.filter(({ reading }) => reading).map(({ id, reading }) => [id, components(reading)])),
          whatwg: answer.whatwg && components(answer.whatwg), repaired: answer.repaired.filter((name) => !answer.differing.includes(name)),
        };
      });
    }, text.toString("base64"));
    const theirs = records("check", text);
    assert.equal(ours.length, theirs.length);
    const wrong = ours.filter((one, at) => {
      try {
        assert.deepEqual(one.refused, theirs[at].refused);
        return false;
      } catch (error) {
        if (process.env.SHOW) console.log(theirs[at].input, error.message.slice(0, 1500));
        return true;
      }
    });
    assert.equal(wrong.length, 0, `${wrong.length}: ${JSON.stringify(wrong[0]?.uri)}`);
    // Lines that are not UTF-8 have no reading.
    const whole = ours.filter(({ uri }) => uri !== null);
    const compared = records("compare", whole.map(({ uri }) => uri).join("\n"));
    assert.equal(compared.length, whole.length);
    assert.ok(whole.length > 2_500, `${whole.length}`);
    let browsers = 0;
    whole.forEach((one, at) => {
      const { uri, readings, differing, whatwg, whatwg_differing: repaired } = compared[at];
      assert.equal(one.uri, uri);
      assert.deepEqual([one.readings, one.differing], [readings, differing], uri);
      // Browsers and the crate `url` follow the WHATWG's standard, but for some URLs.
      const alike = JSON.stringify(one.whatwg) === JSON.stringify(whatwg);
      browsers += alike;
      if (alike) assert.deepEqual(one.repaired, repaired, uri);
      else if (process.env.SHOW) console.log("browser", uri, JSON.stringify(one.whatwg), JSON.stringify(whatwg));
    });
    assert.ok(browsers > 0.97 * whole.length, `${browsers} of ${whole.length}`);
    await page.context().close();
  });

  it("reads lines as the program does", async () => {
    const text = Buffer.from("\uFEFFnews:a\r\n\r\n \t \n\tnews:b \nnews:c\r\nnews:d\r", "utf8");
    const page = await checker();
    assert.deepEqual(await checked(page, text), judged(text));
    await page.context().close();
  });

  it("says exactly what could have stood at a refusal", async () => {
    const pick = chance(1738);
    const lines = list.toString("latin1").split("\n").filter((line) => /^[ -~]+$/.test(line));
    const page = await checker();
    const asked = Array.from({ length: 40 }, () => {
      const line = lines[pick(lines.length)];
      const at = pick(line.length);
      return `${line.slice(0, at)}${" \\^{~["[pick(6)]}${line.slice(at + 1)}`;
    }).filter((line) => line.trim() === line);
    const said = await page.evaluate(async (all) => {
      const { automaton } = await (await Checker.ready).load();
      return all.map((url) => {
        const verdicts = Automaton.check(automaton, new TextEncoder().encode(url));
        return verdicts.filter((one) => "offset" in one).map((one) => ({ ...one, expected: Automaton.expected(automaton, one) }));
      });
    }, asked);
    // Each byte that may be seen, put there in turn; and the URL that ends there.
    const trials = said.flatMap((refusals, number) =>
      refusals.flatMap(({ id, offset, expected }) => {
        const before = asked[number].slice(0, offset);
        const bytes = Array.from({ length: 94 }, (_, at) => 0x21 + at);
        const goes = bytes.map((byte) => ({ id, offset, url: before + String.fromCharCode(byte), holds: expected.bytes.includes(byte) }));
        return before.trim() === "" || before.endsWith(" ") ? goes : [...goes, { id, offset, url: before, holds: expected.end, end: true }];
      }));
    const verdicts = judged(trials.map(({ url }) => url).join("\n"));
    assert.equal(verdicts.length, trials.length);
    trials.forEach(({ id, offset, url, holds, end }, at) => {
      const refused = verdicts[at].refused[id];
      const goesOn = end ? refused === undefined : refused === undefined || refused > offset;
      assert.equal(goesOn, holds, `${id}: ${url}`);
    });
    await page.context().close();
  });

  it("has a row for each different answer, with the documents that give it", async () => {
    const page = await checker();
    await page.fill("#urls", "ftp://host/~me");
    await page.waitForSelector("#verdicts tr");
    // Two answers of documents, and that of the WHATWG; each grammar once.
    assert.equal(await page.locator("#verdicts .documents a").count(), grammars);
    const refusal = page.locator("#verdicts tr.refuses", { hasText: "rfc1738" });
    const said = await refusal.innerText();
    assert.match(said, /url-draft-02/);
    assert.match(said, /national-character: it contains one of .* \(byte 11\)\. The documents call\s+~\s+national/);
    assert.match(said, /Advice: ~ is national: write %7E/);
    assert.match(said, /Could have stood there: .*xchar or the end \(rfc1738\)/s);
    assert.equal(await refusal.locator("mark").innerText(), "~");
    const accepting = page.locator("#verdicts tr.accepts", { hasText: "uri-1997" });
    assert.equal(await accepting.locator(".url .c-path").innerText(), "/~me");
    assert.match(await page.innerText("#summary"), /accept it, \d+ refuse it/);
    const place = await accepting.locator("a", { hasText: "uri-1997" }).getAttribute("href");
    const grammar = await visit(place);
    assert.equal(await grammar.locator(":target h3").innerText(), "absoluteURL");
    // Components that documents read differently have stars.
    await page.fill("#urls", "http://0?@a");
    await page.waitForFunction(() => document.querySelector("#verdicts thead")?.textContent.includes("query"));
    assert.match(await page.innerText("#verdicts thead"), /host \*w\s+path \*\s+query \*/);
    await Promise.all([page, grammar].map((one) => one.context().close()));
  });

  it("keeps the URL in the address, through reload and Back", async () => {
    const page = await checker();
    await page.fill("#urls", "http://a/%41?b#c&d=é\nnews:<\"'>");
    await page.waitForFunction(() => location.hash.includes("%3A%2F%2Fa%2F%2541"));
    await page.reload();
    await page.evaluate(() => Checker.ready);
    assert.equal(await page.inputValue("#urls"), "http://a/%41?b#c&d=é\nnews:<\"'>");
    await page.click(".chip >> nth=0");
    await page.waitForFunction(() => document.getElementById("urls").value === "ftp://a!@a/");
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("urls").value.startsWith("http://a/%41"));
    await page.context().close();
  });

  it("has a link that holds the URLs", async () => {
    const given = "http://a/%41?b#c&d=é\nnews:<\"'>";
    const page = await checker();
    await page.fill("#urls", given);
    await page.waitForSelector("#verdicts tr");
    const other = await checker(await page.locator("#share").getAttribute("href"));
    assert.equal(await other.inputValue("#urls"), given);
    assert.equal(await other.locator("#verdicts").innerText(), await page.locator("#verdicts").innerText());
    // What is no escape is taken as it stands.
    const broken = await checker("#check=%zz");
    assert.equal(await broken.inputValue("#urls"), "%zz");
    await Promise.all([page, other, broken].map((one) => one.context().close()));
  });

  it("shows the answer to a shared link on the first screen of a telephone", async () => {
    const page = await visit("check.html#check=ftp%3A%2F%2Fhost%2F~me", { viewport: { width: 360, height: 640 } });
    await page.evaluate(() => Checker.ready);
    const { bottom } = await page.evaluate(() => document.querySelector("#verdicts tr .verdict").getBoundingClientRect().toJSON());
    assert.ok(bottom < 640, `${bottom}`);
    await page.context().close();
  });

  it("survives half of a character, and shows what it reads", async () => {
    const page = await checker("#check=news%3Aa");
    await page.fill("#urls", "");
    await page.evaluate(() => {
      const urls = document.getElementById("urls");
      urls.value = "news:\uD800";
      urls.dispatchEvent(new Event("input"));
    });
    await page.waitForFunction(() => document.querySelector("#verdicts mark")?.textContent === "\uFFFD");
    assert.match(await page.getAttribute("#share", "href"), /news%3A%EF%BF%BD$/);
    await page.context().close();
  });

  it("marks the very character, whatever script it is of, and says when it shows a part", async () => {
    const page = await checker();
    for (const [url, mark] of [["http://h/e\u0301x", "\u0301"], ["http://\u05d0\u05d1/\u05d2 x", "\u05d0"], ["http://h/\u202Ea", "\uFFFD"]]) {
      await page.fill("#urls", url);
      await page.waitForFunction((text) => document.querySelector("#verdicts tr.refuses mark")?.textContent === text, mark);
    }
    await page.fill("#urls", `http://h/${"a".repeat(3_000)}`);
    await page.waitForFunction(() => /and 1009 characters more/.test(document.getElementById("verdicts").textContent));
    await page.context().close();
  });

  it("copies a test that holds", async () => {
    const page = await checker("#check=http%3A%2F%2Fh%2F~%22");
    const tests = await page.evaluate(async () => {
      const { load, tests } = await Checker.ready;
      const answer = Checker.answers(await load(), new TextEncoder().encode("http://h/~\""));
      return Object.fromEntries(Object.entries(tests).map(([name, make]) => [name, make(answer.text, answer.verdicts)]));
    });
    const json = JSON.parse(tests.json);
    const [record] = records("check", json.uri);
    assert.deepEqual(json.accepted, record.accepted);
    for (const [id, { reason, offset }] of Object.entries(record.refused)) {
      assert.deepEqual(json.refused[id], { reason, offset });
      assert.ok(tests.rust.includes(`("${id}", Some(("${reason}", ${offset}))),`), tests.rust);
      assert.ok(tests.python.includes(`"${id}": ("${reason}", ${offset}),`), tests.python);
    }
    assert.ok(tests.rust.includes('let url = "http://h/~\\"";'), tests.rust);
    await page.click("#copy button[value=rust]");
    await page.waitForFunction(() => document.querySelector("#copy output").textContent === "The test in Rust is copied.");
    await page.context().close();
  });

  it("takes files, large ones and any bytes", async () => {
    const page = await checker();
    const path = join(folder, "many.txt");
    writeFileSync(path, Buffer.concat([Buffer.from("news:a\n".repeat(60_000)), Buffer.from([0xff, 0x0a, 0x00])]));
    await page.setInputFiles("#file", path);
    // The same file again.
    await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("60002 URLs"), null, { timeout: 60_000 });
    await page.fill("#urls", "news:a");
    await page.waitForFunction(() => !document.getElementById("summary").textContent.startsWith("60002"));
    await page.evaluate(() => document.getElementById("file").dispatchEvent(new MouseEvent("click", { cancelable: true })));
    assert.equal(await page.inputValue("#file"), "");
    await page.setInputFiles("#file", path);
    await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("60002 URLs"), null, { timeout: 60_000 });
    assert.match(await page.innerText("#summary"), /rfc1738 60000/);
    assert.equal(await page.locator("#verdicts section").count(), 100);
    rmSync(path);
    // The same by dropping one.
    await page.evaluate(() => {
      const given = new DataTransfer();
      given.items.add(new File(["news:a\nx\n"], "list.txt"));
      document.getElementById("urls").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("2 URLs"));
    assert.match(await page.innerText("#summary"), /rfc1738 1,/);
    // Text that is dropped is the field's.
    const taken = await page.evaluate(() => {
      const given = new DataTransfer();
      given.setData("text/plain", "news:b");
      return !document.getElementById("urls").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
    });
    assert.equal(taken, false);
    await page.context().close();
  });

  it("lets no text become markup or script", async () => {
    const hostile = [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'onmouseover='alert(1)", "javascript:alert(1)", "&lt;b&gt;&amp;", "</textarea><svg/onload=alert(1)>",
      "http://a/<iframe srcdoc='<script>alert(1)</script>'>", "`${alert(1)}`", "\u202Ehttp://a/", "]]><!--", "__proto__", "constructor",
    ];
    for (const text of hostile) {
      const page = await checker(`#check=${encodeURIComponent(`${text}\nnews:a`)}`);
      await page.waitForFunction(() => document.querySelectorAll("#verdicts section").length === 2);
      const elements = () => page.evaluate(() => ["script", "img", "iframe", "svg", "object"].map((name) => document.getElementsByTagName(name).length));
      const clean = await checker("#check=news%3Ab%0Anews%3Aa");
      await clean.waitForFunction(() => document.querySelectorAll("#verdicts section").length === 2);
      const usual = await clean.evaluate(() => ["script", "img", "iframe", "svg", "object"].map((name) => document.getElementsByTagName(name).length));
      assert.equal(await page.locator("#verdicts section").count(), 2, text);
      assert.deepEqual(await elements(), usual, text);
      await page.fill("#search", text);
      await page.keyboard.press("Enter");
      assert.deepEqual(await elements(), usual, text);
      const characters = await visit(`characters.html#${encodeURIComponent(text)}`);
      await characters.fill("#character", text.slice(0, 8));
      assert.deepEqual(troubles, []);
      await Promise.all([page, clean, characters].map((one) => one.context().close()));
    }
  });

  it("finds productions, documents and findings by the keyboard alone", async () => {
    const page = await visit("grammar/rfc1738.html");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the text");
    await page.keyboard.press("/");
    await page.keyboard.type("hostname");
    assert.equal(await page.getAttribute("#search", "aria-expanded"), "true");
    await page.keyboard.press("ArrowDown");
    // The names of the production in all documents.
    assert.equal(await page.evaluate(() => document.getElementById(document.getElementById("search").getAttribute("aria-activedescendant")).textContent), "hostname reg_name reg-name ireg-name valid-domain-string domain production");
    await page.keyboard.press("Enter");
    await page.waitForURL(/lineage\/hostname\.html$/);
    await page.fill("#search", "RFC 2732");
    assert.match(await page.locator("#found li").first().innerText(), /RFC 2732 rfc2732 document/);
    await page.fill("#search", "rlogin");
    assert.match(await page.locator("#found").innerText(), /finding/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#found").isVisible(), false);
    for (const word of ["~", "tilde", "%7E"]) {
      await page.fill("#search", word);
      assert.match(await page.locator("#found li").first().innerText(), /^~ tilde %7E .*character/, word);
    }
    await page.keyboard.press("Tab");
    assert.equal(await page.locator("#found").isVisible(), false);
    await page.fill("#search", "zzzzzz");
    assert.equal(await page.innerText("#search-status"), "Nothing is found.");
    // The key can be switched off, also for the next page.
    await page.uncheck("#slash");
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("/");
    assert.notEqual(await page.evaluate(() => document.activeElement.id), "search");
    await page.reload();
    assert.equal(await page.isChecked("#slash"), false);
    await page.context().close();
  });

  it("compares any two documents and productions, at an address of its own", async () => {
    const page = await visit("compare.html#rfc1738:hostname&uri-1997:hostname");
    await page.evaluate(() => Compare.ready);
    const said = JSON.parse(spawnSync(program, ["diff", "rfc1738:hostname", "uri-1997:hostname", "--format", "json"]).stdout);
    assert.match(await page.innerText("#relation"), /rfc1738:hostname is narrower than uri-1997:hostname/);
    assert.equal(await page.locator("#result .reasons li").count(), said.divergences.length);
    // Productions of different parts: their automata are walked in the page.
    for (const [left, right] of [["rfc1738:port", "rfc3986:h16"], ["rfc3986:host", "rfc1738:scheme"], ["rfc2396:query", "rfc3986:URI"], ["rfc1738:port", "rfc1738:port"], ["rfc1808:fragment", "rfc1738:user"], ["rfc3987:iunreserved", "rfc3986:ALPHA"]]) {
      await page.goto("about:blank");
      await page.goto(open(`compare.html#${left}&${right}`));
      await page.evaluate(() => Compare.ready);
      const theirs = JSON.parse(spawnSync(program, ["diff", left, right, "--brief", "--format", "json"]).stdout);
      const verb = { equal: "is equal to", narrower: "is narrower than", wider: "is wider than", overlapping: "overlaps with", disjoint: "is disjoint from" }[theirs.relation];
      assert.ok((await page.innerText("#relation")).includes(`${left} ${verb} ${right}`), `${left} ${right}: ${await page.innerText("#relation")}`);
      const found = await page.evaluate(async () => {
        const [one, other] = Compare.chosen();
        const all = await Compare.automata();
        return Relation.of(all[one.machine], all[other.machine]);
      });
      for (const key of ["left_only", "right_only", "both"]) assert.equal(found[key]?.length ?? null, theirs[key]?.length ?? null, `${left} ${right} ${key}`);
      assert.equal(await page.locator("#result .reasons li").count(), found.places.length);
      // Each place is that of its string: the side alone goes on behind it with these characters, or may end there.
      const wrong = await page.evaluate(async () => {
        const all = await Compare.automata();
        const machines = Compare.chosen().map(({ machine }) => all[machine]);
        const { places } = Relation.of(...machines);
        const bytes = (text) => new TextEncoder().encode(text);
        const right = ({ side, witness, offset, end, ascii }) => {
          const codes = Array.from(witness, (c) => c.codePointAt(0));
          const before = new TextDecoder().decode(bytes(witness).subarray(0, offset)).length;
          const [own, other] = [machines[side], machines[1 - side]].map((machine) => ({ machine, read: Machines.walk(machine, codes) }));
          const accepted = ({ machine, read }) => read.at === codes.length && machine.labels[read.state] === 1;
          const stops = end ? other.read.at === codes.length && before === codes.length : other.read.at === before;
          const others = ascii.every((code) => Machines.behind(other.machine, other.read.state, String.fromCodePoint(code)) === 0);
          return accepted(own) && !accepted(other) && stops && (end || others);
        };
        return places.filter((place) => !right(place));
      });
      assert.deepEqual(wrong, [], `${left} ${right}`);
    }
    // Two documents.
    await page.goto("about:blank");
    await page.goto(open("compare.html#rfc1738&rfc3986"));
    await page.evaluate(() => Compare.ready);
    assert.match(await page.innerText("#result"), /a:\/\/0\?@a/);
    assert.match(await page.innerText("#relation"), /As a whole, rfc1738:url overlaps with rfc3986:URI-reference\./);
    // Each string has an anchor of its own, which an address names after the choice.
    const ids = await page.locator("#result a.string").evaluateAll((all) => all.map(({ id }) => id));
    assert.ok(ids.length > 5 && ids.every((id) => id.startsWith("w-")) && new Set(ids).size === ids.length, ids.join(" "));
    await page.goto("about:blank");
    await page.goto(open(`compare.html#rfc1738&rfc3986&${ids.at(-1)}`));
    await page.evaluate(() => Compare.ready);
    await page.waitForFunction((id) => document.getElementById(id).getBoundingClientRect().top < innerHeight, ids.at(-1));
    assert.equal(await page.inputValue("#left-production"), "");
    await page.selectOption("#left-document", { label: "rfc1808: RFC 1808" });
    await page.waitForFunction(() => location.hash === "#rfc1808&rfc3986");
    await page.click("#swap");
    await page.waitForFunction(() => location.hash === "#rfc3986&rfc1808");
    await page.context().close();
  });

  it("filters findings by document and kind", async () => {
    const page = await visit("findings.html#of-rfc1738");
    const all = await page.locator(".finding").count();
    const documents = () => page.evaluate(() => [...new Set([...document.querySelectorAll(".finding")].filter((one) => !one.hidden).map((one) => one.dataset.document))]);
    assert.deepEqual(await documents(), ["rfc1738"]);
    await page.selectOption("#of-kind", "accepts");
    assert.equal(await page.evaluate(() => location.hash), "#of-rfc1738&kind-accepts");
    const kinds = await page.evaluate(() => [...document.querySelectorAll(".finding")].filter((one) => !one.hidden).map((one) => one.closest("[data-kind]").dataset.kind));
    assert.ok(kinds.length > 0 && kinds.every((kind) => kind === "accepts"));
    assert.equal(await page.innerText("#count"), `${kinds.length} of ${all} findings`);
    await page.context().close();
  });

  it("has everything about ports two steps from the start page", async () => {
    const page = await visit("index.html");
    await page.fill("#search", "port");
    await page.locator("#found li", { hasText: /^port/ }).first().click();
    await page.waitForURL(/lineage\/port\.html/);
    // All documents that have it, and the productions that use it and are used by it, each with a link.
    const cards = await page.locator(".card h2 a").allInnerTexts();
    for (const name of ["url-draft-02:port", "rfc1738:port", "rfc3986:port", "whatwg:port"]) assert.ok(cards.includes(name), name);
    const uses = await page.locator("table.uses a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    for (const place of ["rfc1738.html#p-hostport", "rfc3986.html#p-authority", "rfc3986.html#p-DIGIT"]) assert.ok(uses.includes(`../grammar/${place}`), place);
    await page.context().close();
  });

  it("leads from a string of filters and of parsers into the checker, and back", async () => {
    for (const [path, string] of [["filters.html", "ws:a@a"], ["parsers.html", "A://@"]]) {
      const page = await visit(path);
      const link = page.locator("main a.string", { hasText: new RegExp(`^${string.replaceAll("/", "\\/")}$`) }).first();
      const place = await link.getAttribute("id");
      await link.click();
      await page.waitForFunction((string) => document.getElementById("urls")?.value === string && document.querySelector("#verdicts .documents a"), string);
      await page.goBack();
      await page.goto(open(`${path}#${place}`));
      assert.equal(await page.locator(":target").innerText(), string);
      await page.context().close();
    }
  });

  it("keeps the choice of a comparison and of findings through reload, a link and Back", async () => {
    const page = await visit("compare.html#rfc1738&rfc3986");
    await page.evaluate(() => Compare.ready);
    await page.selectOption("#left-document", { label: "rfc1808: RFC 1808" });
    await page.waitForFunction(() => location.hash === "#rfc1808&rfc3986");
    await page.click("#result a.string >> nth=0");
    await page.waitForURL(/check\.html#check=/);
    await page.goBack();
    await page.evaluate(() => Compare.ready);
    await page.waitForFunction(() => document.getElementById("relation").textContent.includes("rfc1808:"));
    await page.goto(open("findings.html"));
    await page.selectOption("#of-document", "rfc1738");
    await page.reload();
    assert.equal(await page.inputValue("#of-document"), "rfc1738");
    await page.locator(".finding:not([hidden]) a.string").first().click();
    await page.waitForURL(/check\.html#check=/);
    await page.goBack();
    await page.waitForFunction(() => document.getElementById("of-document").value === "rfc1738");
    assert.match(await page.innerText("#count"), /^\d+ of \d+ findings$/);
    await page.context().close();
  });

  it("tells when the tilde became legal", async () => {
    const page = await visit("characters.html");
    for (const text of ["~", "tilde", "%7E", "U+007E"]) {
      await page.fill("#character", text);
      assert.match(await page.innerText("#answer"), /in a path\s[^]*escaped until RFC 1808; bare since the draft of December 1997/, text);
    }
    await page.waitForFunction(() => location.hash === "#c7E");
    await page.fill("#character", "é");
    assert.match(await page.innerText("#answer"), /Only grammars of IRIs/);
    await page.context().close();
  });

  it("can be read without scripts and on paper", async () => {
    const page = await visit("lineage/hostname.html", { javaScriptEnabled: false });
    assert.match(await page.innerText("main"), /rfc1738:hostname overlaps with rfc1630:hostname/);
    await page.context().close();
    // What only scripts can do says so, or is not there.
    const check = await visit("check.html", { javaScriptEnabled: false });
    assert.match(await check.innerText("main"), /The checker needs JavaScript/);
    const compare = await visit("compare.html", { javaScriptEnabled: false });
    assert.match(await compare.innerText("main"), /The choice needs JavaScript/);
    assert.equal(await compare.locator("form.pick").isVisible(), false);
    const findings = await visit("findings.html", { javaScriptEnabled: false });
    assert.equal(await findings.locator(".filters").isVisible(), false);
    await Promise.all([check, compare, findings].map((one) => one.context().close()));
  });
});
