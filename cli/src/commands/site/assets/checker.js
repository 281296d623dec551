// The checker: the answer of every grammar to the URLs that somebody types, pastes or drops.
"use strict";

const Checker = (() => {
  // How much is shown in full; more is only counted.
  const MOST_LINES = 100;
  const MOST_CHARACTERS = 2000;
  // How much of a refused URL is shown on either side of the place.
  const REACH = 60;
  const utf8 = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const top = document.body.dataset.top;

  const element = (name, properties = {}, ...children) => {
    const { data, ...rest } = properties;
    const made = Object.assign(document.createElement(name), rest);
    for (const [key, value] of Object.entries(data ?? {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // Everything that is known of one URL.
  const answers = (known, bytes) => {
    const { automaton, components, refusals, parser } = known;
    const verdicts = Automaton.check(automaton, bytes);
    const broken = Automaton.broken(bytes);
    if (broken !== null) {
      return { verdicts: verdicts.map(({ id, grammar }) => ({ id, grammar, refusal: Refusal.notUtf8(refusals, grammar, bytes[broken], broken) })), readings: [], differing: [], record: null, errors: [], browser: null, repaired: [], text: null };
    }
    const text = decoder.decode(bytes);
    const codes = Array.from(text, (c) => c.codePointAt(0));
    const [parsed] = UrlParser.of(parser, [text]);
    const all = verdicts.map(({ id, grammar, production, unexamined }) => {
      if (production !== undefined) {
        const reading = Reading.of(components, grammar, codes);
        const refusal = unexamined ? Refusal.ofDomain(refusals, grammar, reading, codes, parsed) : null;
        return refusal === null ? { id, grammar, production, reading } : { id, grammar, refusal };
      }
      const accepted = (other) => "production" in Automaton.check(automaton, utf8.encode(other))[grammar];
      return { id, grammar, refusal: Refusal.of(refusals, grammar, text, accepted) };
    });
    const readings = all.filter(({ reading }) => reading).map(({ reading }) => reading);
    const record = parsed.record && Reading.record(components, parsed.record);
    const repaired = record ? Reading.repaired(components, text, readings, record) : [];
    const browser = Reading.browser(components, text);
    return { verdicts: all, readings, differing: Reading.differing(components, all, record), record, errors: parsed.errors, browser, repaired, text, codes };
  };

  // Groups the items with the same answer; groups are in the order of their first items.
  const grouped = (items, key) => {
    const groups = new Map();
    for (const item of items) {
      const own = JSON.stringify(key(item));
      groups.set(own, [...(groups.get(own) ?? []), item]);
    }
    return [...groups.values()];
  };

  const code = (text) => element("code", { className: "string", textContent: text });

  const shownText = (known, codes) =>
    codes.map((own) => (own !== 0x20 && Refusal.invisible(known.refusals, own) ? "\ufffd" : String.fromCodePoint(own))).join("");

  const link = (known, { grammar, name = known.automaton.table.names[grammar] }, production) => {
    const place = known.automaton.table.places[grammar][production] ?? known.automaton.table.pages[grammar];
    return element("a", { href: top + place, textContent: name, title: production });
  };

  // The documents of an answer, each with the production that accepts or refuses.
  const documents = (known, verdicts, production) => {
    const list = grouped(verdicts, production).map((same) =>
      element("li", {}, ...same.flatMap((verdict, at) => [at > 0 ? ", " : "", link(known, verdict, production(verdict))]), " ", element("small", { textContent: production(same[0]) })));
    return element("ul", { className: "documents" }, ...list);
  };

  // A URL in which each component has its colour.
  const coloured = (known, codes, reading) => {
    const shown = codes.slice(0, MOST_CHARACTERS);
    const of = new Array(shown.length).fill(-1);
    reading.spans.forEach((span, component) => span && of.fill(component, ...span));
    const made = element("code", { className: "url" });
    for (let from = 0; from < shown.length; ) {
      let to = from;
      while (to < shown.length && of[to] === of[from]) to += 1;
      const text = shownText(known, shown.slice(from, to));
      const name = known.components.names[of[from]];
      made.append(name === undefined ? text : element("span", { className: `c-${name}`, title: name, textContent: text }));
      from = to;
    }
    if (shown.length < codes.length) made.append(element("i", { textContent: ` … and ${codes.length - shown.length} characters more` }));
    return made;
  };

  // A refused URL with a mark at the place.
  const caret = (known, codes, at) => {
    const [from, to] = [Math.max(0, at - REACH), Math.min(codes.length, at + 1 + REACH)];
    const piece = (...range) => shownText(known, codes.slice(...range));
    const mark = element("mark", { textContent: at < codes.length ? piece(at, at + 1) : " " });
    const made = element("code", { className: "url" }, from > 0 ? "…" : "", piece(from, at), mark, piece(at + 1, to), to < codes.length ? "…" : "");
    return made;
  };

  // The character at an offset in bytes.
  const characterAt = (codes, offset) => {
    let bytes = 0;
    const at = codes.findIndex((code) => {
      const isThere = bytes >= offset;
      bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      return isThere;
    });
    return at < 0 ? codes.length : at;
  };

  // The values that some verdicts have, each with the documents that have it if they differ.
  const variants = (known, verdicts, value, show) => {
    const { names } = known.automaton.table;
    const groups = grouped(verdicts.filter((verdict) => value(verdict) !== null), value);
    return groups.flatMap((same, at) => {
      const whole = same.length === verdicts.length;
      return [at > 0 ? "; " : "", ...show(value(same[0])), ...(whole ? [] : [element("small", { textContent: ` (${same.map(({ grammar }) => names[grammar]).join(", ")})` })])];
    });
  };

  const accepts = (known, answer, same, columns) => {
    const { reading } = same[0];
    const cells = columns.map((name) => {
      const value = Reading.get(reading, name);
      const text = value === null ? element("i", { textContent: Reading.has(reading, name) ? "" : "no such" }) : value === "" ? element("i", { textContent: "empty" }) : code(shownText(known, Array.from(value.slice(0, MOST_CHARACTERS), (c) => c.codePointAt(0))));
      const star = answer.differing.includes(name) && value !== null ? element("b", { className: "star", textContent: "*", title: "documents read it differently" }) : "";
      return element("td", { className: `part c-${name}`, data: { "data-label": name } }, text, star);
    });
    const url = element("td", { data: { "data-label": "accepts" } }, element("b", { className: "verdict", textContent: "accepts " }), coloured(known, answer.codes, reading));
    return element("tr", { className: "accepts" }, element("th", { scope: "row" }, documents(known, same, ({ production }) => production)), url, ...cells);
  };

  // The validation errors of the URL Standard, each name with its first place.
  const errors = (answer) => {
    const named = grouped(answer.errors, ({ error }) => error);
    const shown = named.flatMap(([{ error, offset, description }, ...more], at) => {
      const times = more.length > 0 ? ` and ${more.length} more` : "";
      return [at > 0 ? ", " : "", element("code", { textContent: error, title: description }), ` (byte ${offset}${times})`];
    });
    return shown.length === 0 ? [] : [element("p", { className: "errors" }, "Validation errors of the URL Standard: ", ...shown)];
  };

  const refuses = (known, answer, same, columns) => {
    const { reason, offset, at } = same[0].refusal;
    const [{ text }] = known.refusals.reasons.filter(({ name }) => name === reason);
    const expected = variants(known, same, ({ refusal }) => refusal.words || null, (words) => prose(words));
    const advice = variants(known, same, ({ refusal }) => refusal.advice, (words) => prose(words));
    // The URL Standard prints no productions: their names are ours.
    const kinds = variants(known, same.filter(({ id }) => !id.startsWith("whatwg")), ({ refusal }) => refusal.class, (name) => [element("code", { textContent: name })]);
    const found = same[0].refusal.found;
    const cell = element(
      "td",
      { colSpan: columns.length + 1, data: { "data-label": "refuses" } },
      element("b", { className: "verdict", textContent: "refuses " }),
      at === null ? "" : caret(known, answer.codes, at),
      element("p", {}, element("b", { textContent: reason }), ": ", ...prose(text), ` (byte ${offset})`, ...(kinds.length > 0 && found !== null ? [". The documents call ", ...prose(Refusal.shown(known.refusals, found.codePointAt(0))), " ", ...kinds] : []), "."),
      ...(advice.length > 0 ? [element("p", { className: "advice" }, element("b", { textContent: "Advice: " }), ...advice)] : []),
      ...(expected.length > 0 ? [element("details", { className: "expected" }, element("summary", { textContent: "Could occur there" }), element("p", {}, ...expected))] : []),
    );
    return element("tr", { className: "refuses" }, element("th", { scope: "row" }, documents(known, same, ({ refusal }) => refusal.production)), cell);
  };

  // A row of a record: `marks` are the components with a mark, and what the mark says.
  const recorded = (known, head, record, columns, [mark, marked, title], ...answer) => {
    const cells = columns.map((name) => {
      const value = Reading.get(record, name);
      const star = marked.includes(name) ? element("b", { className: "star", textContent: mark, title }) : "";
      return element("td", { className: `part c-${name}`, data: { "data-label": name } }, value === null ? "" : value === "" ? element("i", { textContent: "empty" }) : code(value.slice(0, MOST_CHARACTERS)), star);
    });
    const verdict = element("b", { className: "verdict", textContent: "accepts " });
    return element("tr", { className: "accepts record" }, head, element("td", { data: { "data-label": "accepts" } }, verdict, ...answer), ...cells);
  };

  const refused = (head, columns, ...answer) => {
    const verdict = element("b", { className: "verdict", textContent: "refuses " });
    return element("tr", { className: "refuses record" }, head, element("td", { colSpan: columns.length + 1, data: { "data-label": "refuses" } }, verdict, ...answer));
  };

  // What the parser of the URL Standard makes of the URL, and this browser where it departs from it.
  const records = (known, answer, columns) => {
    const { record, browser, repaired } = answer;
    const standard = answer.verdicts.find(({ id }) => id === "whatwg");
    const isAlike = record?.href === browser?.href;
    const head = (name, note, ...more) => element("th", { scope: "row" }, name, " ", element("small", { textContent: note }), ...more);
    const serialized = ({ href }) => element("code", { className: "url", textContent: href.slice(0, MOST_CHARACTERS) });
    const rows = [];
    const ofStandard = head("URL Standard", isAlike ? "and this browser" : "", documents(known, [{ ...standard, name: "its parser" }], ({ production, refusal }) => production ?? refusal.production));
    if (record) {
      const becomes = element("p", {}, "It becomes ", serialized(record), ".");
      const marks = ["w", repaired, "the URL Standard reads it differently"];
      rows.push(recorded(known, ofStandard, record, columns, marks, coloured(known, answer.codes, standard.reading), becomes, ...errors(answer)));
    } else {
      const { error, offset, description } = answer.errors.at(-1);
      const said = element("p", {}, element("b", { textContent: error }), `: ${description} (byte ${offset})`);
      rows.push(refused(ofStandard, columns, caret(known, answer.codes, characterAt(answer.codes, offset)), said));
    }
    if (isAlike) return rows;
    if (browser) {
      const differing = record ? known.components.names.filter((name) => Reading.compared(browser, name) !== Reading.compared(record, name)) : [];
      const note = record ? "departs from the URL Standard" : "accepts what the URL Standard refuses";
      rows.push(recorded(known, head("This browser", note), browser, columns, ["b", differing, "this browser departs from the URL Standard"], serialized(browser)));
    } else {
      rows.push(refused(head("This browser", "refuses what the URL Standard accepts"), columns));
    }
    return rows;
  };

  // A row for each different answer.
  const shown = (known, line, answer, alone) => {
    // The newest first. The URL Standard has a row of its own.
    const newest = answer.verdicts.filter(({ id }) => answer.text === null || id !== "whatwg").reverse();
    const accepting = newest.filter(({ reading }) => reading);
    const refusing = newest.filter(({ refusal }) => refusal);
    const present = (reading) => known.components.names.filter((name) => Reading.get(reading, name) !== null);
    const all = [...answer.readings, answer.record, answer.browser].filter((reading) => reading !== null).flatMap(present);
    const columns = known.components.names.filter((name) => all.includes(name));
    const rows = [
      ...(answer.text === null ? [] : records(known, answer, columns)),
      ...grouped(accepting, ({ reading }) => [reading.texts, reading.spans, reading.has]).map((same) => accepts(known, answer, same, columns)),
      ...grouped(refusing, ({ refusal }) => [refusal.offset, refusal.reason]).map((same) => refuses(known, answer, same, columns)),
    ];
    const marked = (name) => (answer.differing.includes(name) ? "*" : "") + (answer.repaired.includes(name) ? "w" : "");
    const head = element("tr", {}, ...["documents", "answer"].map((textContent) => element("th", { scope: "col", textContent })), ...columns.map((name) => element("th", { scope: "col", className: `c-${name}`, textContent: marked(name) === "" ? name : `${name} ${marked(name)}` })));
    const table = element("table", { className: "answers" }, element("thead", {}, head), element("tbody", {}, ...rows));
    table.setAttribute("aria-label", alone ? "Answers" : `Answers on line ${line}`);
    return element("section", {}, ...(alone ? [] : [element("h2", { textContent: `Line ${line}` })]), element("div", { className: "wide" }, table));
  };

  const counted = (answer) => {
    const accepting = answer.verdicts.filter(({ reading }) => reading).length;
    const refusing = answer.verdicts.length - accepting;
    const differing = answer.differing.length > 0 ? ` Documents read these components differently: ${answer.differing.join(", ")}.` : accepting > 1 ? " All that have a component read it alike." : "";
    const grammars = (count) => `${count} ${count === 1 ? "grammar" : "grammars"}`;
    if (accepting === 0) return `All ${refusing} grammars refuse it.`;
    return `${refusing === 0 ? `All ${accepting} grammars accept it` : `${grammars(accepting)} accept${accepting === 1 ? "s" : ""} it, ${refusing} refuse${refusing === 1 ? "s" : ""} it`}.${differing}`;
  };

  // Tests of the verdicts, to be pasted.
  const tests = {
    json: (url, verdicts) => JSON.stringify({ uri: url, accepted: Object.fromEntries(verdicts.filter(({ production }) => production).map(({ id, production }) => [id, production])), refused: Object.fromEntries(verdicts.filter(({ refusal }) => refusal).map(({ id, refusal }) => [id, { reason: refusal.reason, offset: refusal.offset }])) }, null, 2),
    rust: (url, verdicts) => {
      const rows = verdicts.map(({ id, production, refusal }) => (production ? `        ("${id}", None),` : `        ("${id}", Some(("${refusal.reason}", ${refusal.offset}))),`));
      return `#[test]\nfn verdicts() {\n    let url = ${rustText(url)};\n    for (id, refusal) in [\n${rows.join("\n")}\n    ] {\n        let grammar: uri_lineage::Grammar = id.parse().unwrap();\n        let error = grammar.parse(url).err();\n        assert_eq!(error.map(|error| (error.reason().name(), error.offset())), refusal, "{id}");\n    }\n}\n`;
    },
    python: (url, verdicts) => {
      const rows = verdicts.map(({ id, production, refusal }) => (production ? `        "${id}": None,` : `        "${id}": ("${refusal.reason}", ${refusal.offset}),`));
      return `import uri_lineage\n\n\ndef test_verdicts():\n    url = ${pythonText(url)}\n    refusals = {\n${rows.join("\n")}\n    }\n    for grammar, expected in refusals.items():\n        try:\n            uri_lineage.parse(url, grammar=grammar)\n            found = None\n        except uri_lineage.Refusal as refusal:\n            found = (refusal.reason, refusal.offset)\n        assert found == expected, grammar\n`;
    },
  };
  const escaped = (url, other) => `"${Array.from(url, (c) => (c === "\\" || c === "\"" ? `\\${c}` : c >= " " && c <= "~" ? c : other(c.codePointAt(0).toString(16)))).join("")}"`;
  const rustText = (url) => escaped(url, (hex) => `\\u{${hex}}`);
  const pythonText = (url) => escaped(url, (hex) => `\\U${hex.padStart(8, "0")}`);

  const start = async () => {
    const [urls, file, summary, verdicts, link, share, copy] = ["urls", "file", "summary", "verdicts", "link", "share", "copy"].map((id) => document.getElementById(id));
    let known = null;
    const load = async () => {
      const [automaton, components, refusals, parser] = await Promise.all([Automaton.load(), Reading.load(), Refusal.load(), UrlParser.load()]);
      known ??= { automaton, components, refusals, parser };
      return known;
    };
    // The answer to the last question is shown.
    let asked = 0;
    // The automata of productions, once a string of theirs is asked about.
    let machines = null;
    // The last URL and its answer, for the tests that one may copy.
    let last = null;

    const show = async (bytes) => {
      asked += 1;
      const turn = asked;
      const lines = Automaton.lines(bytes);
      if (lines.length > 0 && known === null) {
        summary.textContent = "Loading the automata …";
        await load();
        if (turn !== asked) return;
      }
      const all = lines.slice(0, MOST_LINES).map(({ line, bytes: own }) => ({ line, answer: answers(known, own) }));
      verdicts.replaceChildren(...all.map(({ line, answer }) => shown(known, line, answer, lines.length === 1)));
      last = lines.length === 1 && all[0].answer.text !== null ? all[0].answer : null;
      copy.hidden = last === null;
      if (lines.length < 2) {
        summary.textContent = lines.length === 1 ? counted(all[0].answer) : "";
        return;
      }
      const accepted = known.automaton.table.grammars.map(() => 0);
      // A large file must not stop the page.
      const PIECE = 2000;
      for (let from = 0; from < lines.length; from += PIECE) {
        for (const { bytes: line } of lines.slice(from, from + PIECE)) {
          Automaton.check(known.automaton, line).forEach((verdict, grammar) => (accepted[grammar] += "production" in verdict));
        }
        await new Promise((go) => setTimeout(go));
        if (turn !== asked) return;
      }
      const counts = known.automaton.table.names.map((name, grammar) => `${name}: ${accepted[grammar]}`).join(", ");
      const part = lines.length > MOST_LINES ? ` The first ${MOST_LINES} are shown.` : "";
      summary.textContent = `${lines.length} URLs; accepted by ${counts}.${part}`;
    };

    // A lone surrogate is not text: it becomes U+FFFD, as everywhere in a browser.
    const typed = () => {
      const bytes = utf8.encode(urls.value);
      link.hidden = urls.value === "";
      share.href = `#check=${encodeURIComponent(decoder.decode(bytes))}`;
      return show(bytes);
    };
    // The address holds the URL; browsers refuse to change it at every key.
    let waiting = 0;
    const remember = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => history.replaceState(null, "", urls.value === "" ? location.pathname + location.search : share.href), 200);
    };
    const decoded = (text) => {
      try {
        return decodeURIComponent(text);
      } catch {
        return text;
      }
    };
    // An address has a URL, or productions and a string of theirs.
    const linked = () => {
      const [, productions, given] = location.hash.match(/^#(?:in=([^&]*)&)?check=(.*)$/s) ?? [];
      if (given === undefined) return undefined;
      urls.value = decoded(given);
      return productions === undefined ? typed() : showWithin(productions.split(",").map(decoded), urls.value);
    };
    // What productions say of a string, each with a link to its page.
    const showWithin = async (names, text) => {
      asked += 1;
      const turn = asked;
      await Promise.all([Machines.script("documents"), Machines.script("languages")]);
      machines ??= await Machines.load(LANGUAGES);
      if (turn !== asked) return;
      const codes = Array.from(text, (c) => c.codePointAt(0));
      const items = names.flatMap((name) => {
        const [id, production] = name.split(/:(.*)/s);
        const own = DOCUMENTS.documents.find((one) => one.id === id);
        const found = own?.productions.find(([printed]) => printed === production);
        const machine = found && machines[found[3]];
        if (!machine) return [];
        const { at, state } = Machines.walk(machine, codes);
        const isMember = at === codes.length && machine.labels[state] === 1;
        const place = `${top}${own.link}#p-${anchorText(production)}`;
        const verdict = element("b", { className: "verdict", textContent: isMember ? " accepts " : " refuses " });
        return [element("li", { className: isMember ? "accepts" : "refuses" }, element("a", { href: place, textContent: name }), verdict, text === "" ? "the empty string" : code(text))];
      });
      // A document of one scheme is not on this page.
      if (items.length === 0) {
        await typed();
        return;
      }
      const whole = element("a", { href: `#check=${encodeURIComponent(text)}`, textContent: "Check it as a whole URL" });
      verdicts.replaceChildren(element("ul", { className: "within" }, ...items), element("p", {}, whole, "."));
      summary.textContent = names.length === 1 ? "A string of a production." : "A string that productions judge.";
      [copy.hidden, link.hidden] = [true, true];
    };
    const dropped = async (given) => {
      urls.value = "";
      link.hidden = true;
      await show(new Uint8Array(await given.arrayBuffer()));
    };

    urls.addEventListener("input", () => {
      typed();
      remember();
    });
    file.addEventListener("change", () => {
      if (file.files[0]) dropped(file.files[0]);
    });
    // The same file can be chosen again.
    file.addEventListener("click", () => (file.value = ""));
    const files = (event) => event.dataTransfer.types.includes("Files");
    document.addEventListener("dragover", (event) => files(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      if (event.dataTransfer.files[0]) dropped(event.dataTransfer.files[0]);
    });
    const copied = async (text) => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        // A page that is opened as a file may not be allowed to.
        const area = element("textarea", { value: text });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
    };
    const said = copy.querySelector("output");
    for (const button of copy.querySelectorAll("button")) {
      button.addEventListener("click", async () => {
        await copied(tests[button.value](last.text, last.verdicts));
        said.textContent = `The test in ${button.textContent} is copied.`;
      });
    }
    link.querySelector("button").addEventListener("click", async () => {
      await copied(share.href);
      link.querySelector("output").textContent = "The link is copied.";
    });
    window.addEventListener("hashchange", linked);
    // Without scripts nothing of this can be used.
    for (const part of [urls, ...document.querySelectorAll(".checker .tools, .checker .examples")]) part.hidden = false;
    if (/^#(?:check|in)=/.test(location.hash)) await linked();
    else urls.value = urls.dataset.example;
    return { load, tests };
  };

  return { ready: start(), answers };
})();
