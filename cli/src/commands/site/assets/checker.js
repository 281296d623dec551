// The checker: what every grammar says of the URLs that somebody types, pastes or drops.
"use strict";

const Checker = (() => {
  // What is shown in full; of more there are the counts.
  const MOST_LINES = 100;
  const MOST_BYTES = 2000;
  const utf8 = new TextEncoder();
  const text = new TextDecoder("utf-8", { ignoreBOM: true });

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  const named = (byte) => {
    if (byte === 0x20) return "space";
    return byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  };

  // The character at an offset; its number too if it is not of US-ASCII.
  const character = (bytes, offset) => {
    if (bytes[offset] < 0x80) return named(bytes[offset]);
    const [found] = text.decode(bytes.subarray(offset, offset + 4));
    return `${shownOf(utf8.encode(found))} U+${found.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  };

  // Bytes in a row as ranges: letters with letters, digits with digits.
  const ranges = (bytes) => {
    const kind = (byte) => [/[0-9]/, /[A-Z]/, /[a-z]/].findIndex((kind) => kind.test(String.fromCharCode(byte)));
    const runs = [];
    for (const byte of bytes) {
      const run = runs.at(-1);
      const joins = run && run.at(-1) === byte - 1 && kind(byte) === kind(byte - 1);
      const plain = kind(byte) >= 0 || byte < 0x20 || byte > 0x7e;
      if (joins && plain) run.push(byte);
      else runs.push([byte]);
    }
    return runs.flatMap((run) => (run.length > 2 ? [`${named(run[0])}–${named(run.at(-1))}`] : run.map(named)));
  };

  const expectation = (automaton, verdict) => {
    if (verdict.state === null) return ["; the line is not UTF-8"];
    const { bytes, end } = Automaton.expected(automaton, verdict);
    const ascii = bytes.filter((byte) => byte < 0x80);
    const all = ranges(ascii).map((range) => element("code", { textContent: range }));
    // A byte that is not of US-ASCII begins one of many characters.
    if (ascii.length < bytes.length) all.push("characters beyond US-ASCII");
    const words = all.flatMap((range) => [range, " "]);
    return ["; there could have stood ", ...words, ...(end ? ["or the end"] : [])];
  };

  // A URL with a mark at each byte where grammars refuse it, and their names below.
  const carets = (bytes, verdicts) => {
    const lines = new Map();
    for (const { id, offset } of verdicts.filter((verdict) => !("production" in verdict))) {
      lines.set(offset, [...(lines.get(offset) ?? []), id]);
    }
    const drawn = [...lines].sort(([one], [other]) => one - other).filter(([offset]) => offset <= MOST_BYTES);
    const rows = drawn.map(([offset, ids]) => `${" ".repeat([...shownOf(bytes.subarray(0, offset))].length)}^ ${ids.join(", ")}`);
    return element("pre", { className: "carets", tabIndex: 0, textContent: [shownOf(bytes), ...rows].join("\n") });
  };

  // The beginning of a line, with a sign for each character that would act on the page.
  const shownOf = (bytes) =>
    text.decode(bytes.subarray(0, MOST_BYTES)).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

  const row = (automaton, bytes, verdict) => {
    const grammar = element("th", { scope: "row" }, element("a", { href: automaton.table.pages[verdict.grammar], textContent: verdict.id }));
    if ("production" in verdict) {
      const place = automaton.table.places[verdict.grammar][verdict.production];
      return element(
        "tr",
        { className: "accepts" },
        grammar,
        element("td", {}, "accepts"),
        element("td", {}, "as ", element("a", { href: place, textContent: verdict.production })),
      );
    }
    const invalid = verdict.state === null;
    const name = () => (invalid ? named(bytes[verdict.offset]) : character(bytes, verdict.offset));
    const found = verdict.offset < bytes.length ? name() : "the end";
    return element(
      "tr",
      { className: "refuses" },
      grammar,
      element("td", {}, "refuses"),
      element("td", {}, element("code", { textContent: found }), ` at byte ${verdict.offset}`, ...expectation(automaton, verdict)),
    );
  };

  const shown = (automaton, { line, bytes }, alone) => {
    const verdicts = Automaton.check(automaton, bytes);
    const label = `Verdicts on line ${line}`;
    const head = element("tr", {}, ...["grammar", "verdict", "production or place"].map((textContent) => element("th", { scope: "col", textContent })));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...verdicts.map((verdict) => row(automaton, bytes, verdict))));
    table.setAttribute("aria-label", label);
    const title = alone ? [] : [element("h3", { textContent: `Line ${line}` })];
    return element("section", {}, ...title, carets(bytes, verdicts), table);
  };

  const start = async () => {
    const automaton = await Automaton.load(TABLE);
    const [urls, file, summary, verdicts, share] = ["urls", "file", "summary", "verdicts", "share"].map((id) => document.getElementById(id));
    // What is asked last is shown.
    let asked = 0;

    const show = async (bytes) => {
      asked += 1;
      const turn = asked;
      const lines = Automaton.lines(bytes);
      verdicts.replaceChildren(...lines.slice(0, MOST_LINES).map((line) => shown(automaton, line, lines.length === 1)));
      if (lines.length < 2) {
        summary.textContent = "";
        return;
      }
      const accepted = automaton.table.grammars.map(() => 0);
      // A large file must not stop the page.
      const PIECE = 2000;
      for (let from = 0; from < lines.length; from += PIECE) {
        for (const { bytes: line } of lines.slice(from, from + PIECE)) {
          Automaton.check(automaton, line).forEach((verdict, grammar) => (accepted[grammar] += "production" in verdict));
        }
        await new Promise((go) => setTimeout(go));
        if (turn !== asked) return;
      }
      const counts = automaton.table.grammars.map((id, grammar) => `${id} ${accepted[grammar]}`).join(", ");
      const part = lines.length > MOST_LINES ? ` The first ${MOST_LINES} are shown.` : "";
      summary.textContent = `${lines.length} URLs; accepted by ${counts}.${part}`;
    };

    const typed = () => {
      share.hidden = urls.value === "";
      share.href = `#check=${encodeURIComponent(urls.value)}`;
      return show(utf8.encode(urls.value));
    };
    const linked = () => {
      const given = location.hash.match(/^#check=(.*)$/s)?.[1];
      if (given === undefined) return;
      try {
        urls.value = decodeURIComponent(given);
      } catch {
        urls.value = given;
      }
      typed();
    };
    const dropped = async (given) => {
      urls.value = "";
      share.hidden = true;
      await show(new Uint8Array(await given.arrayBuffer()));
    };

    urls.addEventListener("input", typed);
    file.addEventListener("change", () => file.files[0] && dropped(file.files[0]));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const given = event.dataTransfer.files[0];
      if (given) dropped(given);
    });
    window.addEventListener("hashchange", linked);
    linked();
    return automaton;
  };

  return { ready: start() };
})();
