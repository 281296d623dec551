// What readers ask: search, comparisons, findings, characters.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { it } from "node:test";

import { program, open, visit } from "./site.mjs";

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
  await page.selectOption("#left-document", { label: "RFC 1808" });
  await page.waitForFunction(() => location.hash === "#rfc1808&rfc3986");
  await page.click("#swap");
  await page.waitForFunction(() => location.hash === "#rfc3986&rfc1808");
  await page.context().close();
});

it("filters findings by document and effect", async () => {
  const page = await visit("findings.html#of-rfc1738");
  const all = await page.locator(".finding").count();
  const documents = () => page.evaluate(() => [...new Set([...document.querySelectorAll(".finding")].filter((one) => !one.hidden).map((one) => one.dataset.document))]);
  assert.ok((await documents()).every((ids) => ids.split(" ").includes("rfc1738")));
  await page.selectOption("#of-kind", "verdict");
  assert.equal(await page.evaluate(() => location.hash), "#of-rfc1738&kind-verdict");
  const kinds = await page.evaluate(() => [...document.querySelectorAll(".finding")].filter((one) => !one.hidden).map((one) => one.closest("[data-kind]").dataset.kind));
  assert.ok(kinds.length > 0 && kinds.every((kind) => kind === "verdict"));
  assert.equal(await page.innerText("#count"), `${kinds.length} of ${all} findings`);
  await page.context().close();
});

it("has everything about ports two steps from the start page", async () => {
  const page = await visit("index.html");
  await page.fill("#search", "port");
  await page.locator("#found li", { hasText: /^port/ }).first().click();
  await page.waitForURL(/lineage\/port\.html/);
  // All documents that have it, and the productions that use it and are used by it, each with a link.
  const cards = await page.locator(".card h2").allInnerTexts();
  for (const name of ["url-draft-02:port", "rfc1738:port", "rfc3986:port", "whatwg:port"]) assert.ok(cards.includes(name), name);
  const uses = await page.locator("table.uses a").evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  for (const place of ["rfc1738.html#p-hostport", "rfc3986.html#p-authority", "rfc3986.html#p-DIGIT"]) assert.ok(uses.includes(`../grammar/${place}`), place);
  await page.context().close();
});

it("leads from a string of filters and of parsers into the checker, and back", async () => {
  for (const [path, string] of [["filters.html", "ws:a@a"], ["parser/node-js-url.html", "a:]"]]) {
    const page = await visit(path);
    const link = page.locator("main a.string", { hasText: new RegExp(`^${string.replace(/[/\]]/g, "\\$&")}$`) }).first();
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
  await page.selectOption("#left-document", { label: "RFC 1808" });
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

it("answers an engineer who has a URL: where does a browser go?", async () => {
  // The answer for a hostile URL is there before anything is typed.
  const page = await visit("index.html");
  assert.match(await page.innerText("#summary"), /a browser goes to good\.example/);
  // A pasted URL is checked from the search, wherever it is pasted.
  await page.fill("#search", "https://a@b.example/");
  await page.keyboard.press("Enter");
  await page.waitForURL(/check\.html#check=/);
  await page.waitForSelector("#verdicts tr");
  assert.match(await page.locator("#verdicts tbody tr").first().innerText(), /b\.example/);
  await page.context().close();
});

it("answers a reader of RFCs: what did RFC 3986 change in the host?", async () => {
  const page = await visit("index.html");
  await page.fill("#search", "RFC 3986 host");
  await page.locator("#found li", { hasText: "RFC 3986 host rfc3986" }).click();
  await page.waitForURL(/lineage\/host\.html#rfc3986-p-host/);
  assert.match(await page.innerText("main"), /rfc3986:host .* rfc2732:host/);
  // The documents' own words stand beside the changes.
  assert.match(await page.innerText("main"), /RFC 3986, D\.[12]/);
  await page.context().close();
  // Two documents: one click from the first page.
  const start = await visit("index.html");
  await start.locator("ul.visitors a", { hasText: "what changed" }).click();
  await start.waitForFunction(() => document.getElementById("relation")?.textContent.includes("rfc3986"));
  await start.context().close();
});

it("answers an author of a filter: what passes startsWith, and what is safe?", async () => {
  const page = await visit("index.html");
  await page.locator("ul.visitors a", { hasText: "passes it" }).click();
  await page.waitForURL(/filters\.html/);
  assert.match(await page.locator("table.splits").first().innerText(), /startsWith[\s\S]*https:\/\/example\.com@a/);
  assert.match(await page.innerText("#safe-0"), /example\\\.com/);
  await page.fill("#own-text", "^https://it's");
  assert.equal(await page.innerText("#command"), "uri-lineage bypass --filter-regex '^https://it'\\''s' --anywhere --allow 'example.com,*.example.com'".replace("'example.com,*.example.com'", "example.com,*.example.com"));
  await page.context().close();
});

it("leads from a string of a production to what the production says of it", async () => {
  const page = await visit("lineage/host.html");
  await page.locator("main a.string").first().click();
  await page.waitForURL(/check\.html#in=/);
  await page.waitForSelector("ul.within li");
  const said = await page.locator("ul.within li").allInnerTexts();
  assert.ok(said.some((line) => / accepts /.test(line)) && said.some((line) => / refuses /.test(line)), said.join("; "));
  assert.match(await page.locator("ul.within a").first().getAttribute("href"), /grammar\/.*#p-host/);
  await page.context().close();
});
