// The checker: its answer about a URL is that of the program.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";

import { program, list, chance, records, grammars, judged, folder, visit, checker, checked } from "./site.mjs";

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
    "http://a/\u0001b?\u0002#\u0001", "http://\u0001/", "a:\u0002", "a://\u0001\u0002@\u0002",
  ];
  // Any bytes; and characters beyond US-ASCII.
  const lines = known.map((line) => Buffer.from(line, "utf8").toString("latin1"));
  const some = [...more.map((line) => Buffer.from(line, "utf8").toString("latin1")), ...lines];
  // Every beginning of a line.
  const prefixes = new Set(lines.flatMap((line) => Array.from({ length: line.length - 1 }, (_, at) => line.slice(0, at + 1))));
  const text = Buffer.from([...some, ...prefixes, ...edits(2_000, 3986, some), ...edits(1_000, 1630, some.slice(0, more.length))].join("\n"), "latin1");
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
        whatwg: answer.record && components(answer.record), browser: answer.browser?.href, href: answer.record?.href, error: answer.record ? null : answer.errors.at(-1), repaired: answer.repaired.filter((name) => !answer.differing.includes(name)),
      };
    });
  }, text.toString("base64"));
  const theirs = records("check", text);
  assert.equal(ours.length, theirs.length);
  const wrong = ours.filter((one, at) => {
    try {
      assert.deepEqual(one.refused, theirs[at].refused);
      if (one.error) assert.deepEqual(one.error, theirs[at].validation_error);
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
    assert.deepEqual(one.readings, readings, uri);
    assert.deepEqual(one.whatwg, whatwg, uri);
    assert.deepEqual([one.differing, one.repaired], [differing, repaired], uri);
    // Browsers follow the URL Standard, but for some URLs.
    browsers += one.browser === one.href;
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

it("lists exactly what could occur at a refusal", async () => {
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
  // The answers of documents, each grammar once, below the record of the URL Standard.
  assert.match(await page.locator("#verdicts tbody tr").first().innerText(), /URL Standard\s+and this browser/);
  assert.equal(await page.locator("#verdicts .documents a").count(), grammars);
  const refusal = page.locator("#verdicts tr.refuses", { hasText: "RFC 1738" });
  const expected = refusal.locator("details.expected");
  assert.equal(await expected.locator("p").isVisible(), false);
  await expected.locator("summary").click();
  const said = await refusal.innerText();
  assert.match(said, /draft of 1993/);
  assert.match(said, /national-character: it contains one of .* \(byte 11\)\. The documents call\s+~\s+national/);
  assert.match(said, /Advice: ~ is national: write %7E/);
  assert.match(said, /Could occur there\s.*xchar or the end \(RFC 1738\)/s);
  assert.equal(await refusal.locator("mark").innerText(), "~");
  const accepting = page.locator("#verdicts tr.accepts", { hasText: "draft of December 1997" });
  assert.equal(await accepting.locator(".url .c-path").innerText(), "/~me");
  assert.match(await page.innerText("#summary"), /accept it, \d+ refuse it/);
  const place = await accepting.locator("a", { hasText: "draft of December 1997" }).getAttribute("href");
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
  // Text that is not an escape is used unchanged.
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
    await page.waitForFunction((text) => [...document.querySelectorAll("#verdicts tr.refuses mark")].some((mark) => mark.textContent === text), mark);
  }
  await page.fill("#urls", `http://h/${"a".repeat(3_000)}`);
  await page.waitForFunction(() => /and 1009 characters more/.test(document.getElementById("verdicts").textContent));
  await page.context().close();
});

it("keeps a check in the address where the text of the page is gone to, and copies its link", async () => {
  const page = await checker("#check=news%3Aa");
  await page.waitForSelector("#verdicts tr");
  await page.locator("a.skip").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => [document.activeElement.id, location.hash].join(" ")), "main #check=news%3Aa");
  await page.click("#link button");
  await page.waitForFunction(() => document.querySelector("#link output").textContent === "The link is copied.");
  await page.context().close();
});

it("says where the browser departs from the URL Standard, and which document has no component", async () => {
  const page = await checker();
  const rows = async (url) => {
    await page.fill("#urls", url);
    await page.waitForFunction((url) => document.querySelector("#verdicts tr.record, #verdicts tr.refuses") && document.getElementById("share").hash === `#check=${encodeURIComponent(url)}`, url);
    return page.locator("#verdicts tr.record th").allInnerTexts();
  };
  // What the standard refuses has the name of its validation error, at its place.
  assert.match((await rows("http://\u00fc:b/")).join(), /^URL Standard and this browser\s+its parser URL$/);
  assert.match(await page.locator("#verdicts tr.record").innerText(), /port-invalid: The port has another character than a digit\. \(byte 10\)/);
  assert.equal(await page.locator("#verdicts tr.record mark").innerText(), "b");
  assert.match((await rows("http://0x7f.1\\a")).join(), /^URL Standard and this browser\s+its parser URL$/);
  assert.match(await page.locator("#verdicts tr.record").innerText(), /http:\/\/127\.0\.0\.1\/a[^]*invalid-reverse-solidus \(byte 13\)/);
  // Browsers differ: one that departs from the standard is put in place of this one.
  await page.evaluate(() => {
    const own = Reading.browser;
    Reading.browser = (all, text) => (text === "http://a/" ? null : text === "http://a:b/" ? own(all, "http://a/") : own(all, text.replace("path", "other")));
  });
  assert.match((await rows("http://a/")).join("; "), /^URL Standard\s+its parser URL; This browser refuses what the URL Standard accepts$/);
  assert.match((await rows("http://a:b/")).join("; "), /^URL Standard\s+its parser URL; This browser accepts what the URL Standard refuses$/);
  assert.match((await rows("http://a/path")).join("; "), /; This browser departs from the URL Standard$/);
  assert.equal(await page.locator("#verdicts tr.record .star", { hasText: "b" }).count(), 1);
  // RFC 1808 has no user, and RFC 2396 has one that is absent.
  await page.fill("#urls", "ftp://0?@a");
  await page.waitForFunction(() => document.querySelectorAll("#verdicts tr.accepts").length > 3);
  const user = (id) => page.locator("#verdicts tr.accepts", { hasText: id }).locator(".c-user").last().innerText();
  assert.deepEqual([await user("RFC 1808"), await user("RFC 2396")], ["no such", ""]);
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
  assert.match(await page.innerText("#summary"), /RFC 1738: 60000/);
  assert.equal(await page.locator("#verdicts section").count(), 100);
  rmSync(path);
  // The same by dropping one.
  await page.evaluate(() => {
    const given = new DataTransfer();
    given.items.add(new File(["news:a\nx\n"], "list.txt"));
    document.getElementById("urls").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("2 URLs"));
  assert.match(await page.innerText("#summary"), /RFC 1738: 1,/);
  // Text that is dropped is the field's.
  const taken = await page.evaluate(() => {
    const given = new DataTransfer();
    given.setData("text/plain", "news:b");
    return !document.getElementById("urls").dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  });
  assert.equal(taken, false);
  await page.context().close();
});
