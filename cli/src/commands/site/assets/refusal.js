// Why a grammar refuses a URL, in the program's words. `src/refusal/context.rs`, `diagnose.rs` and `reason.rs` there have the same
// rules; the automata and lists are the library's own.
"use strict";

const Refusal = {
  async load() {
    await Machines.script("refusals");
    const machines = await Machines.load(REFUSALS.machines);
    const grammars = REFUSALS.grammars.map((row) => ({
      ...row,
      candidates: row.candidates.map(([production, early, machine]) => ({ production, early, machine: machines[machine] })),
      general: row.general && { production: row.general[0], machine: machines[row.general[1]] },
    }));
    return { ...REFUSALS, grammars };
  },

  // The place whose label a state has.
  place: (all, machine, state) => all.places[machine.labels[state] - 1],

  // Whether a character is shown as an escape.
  invisible(all, code) {
    let turns = 0;
    while (turns < all.invisible.length && all.invisible[turns] <= code) turns += 1;
    return turns % 2 === 1;
  },

  shown(all, code) {
    if (code === 0x20) return "' '";
    if (!Refusal.invisible(all, code)) return `\`${String.fromCodePoint(code)}\``;
    const named = { 9: "\\t", 10: "\\n", 13: "\\r" }[code];
    return named === undefined ? `U+${code.toString(16).toUpperCase().padStart(4, "0")}` : `'${named}'`;
  },

  // The text in front of the first colon, if it is a scheme in either case.
  scheme: (text) => text.match(/^([A-Za-z0-9+.-]+):/)?.[1] ?? null,

  // The text after a prefix `URL:`, if a scheme follows.
  behindPrefix(text) {
    const rest = text.match(/^url: *(.*)$/is)?.[1];
    return rest !== undefined && Refusal.scheme(rest) !== null ? rest : null;
  },

  capitals(text) {
    const scheme = Refusal.scheme(text);
    return scheme !== null && /[A-Z]/.test(scheme) ? scheme : null;
  },

  // The text without the faults that programs should forgive.
  forgiven(text) {
    const rest = Refusal.behindPrefix(text) ?? text;
    const scheme = Refusal.capitals(rest);
    return scheme === null ? rest : scheme.toLowerCase() + rest.slice(scheme.length);
  },

  forgivenScheme: (text) => Refusal.scheme(Refusal.behindPrefix(text) ?? text),

  // The part between the two slashes and the path, as far as it has been read: null outside of it.
  site(text) {
    const begun = text.match(/^(?:url:(?:[A-Za-z0-9+.-]+:)?|(?!url:)[^:/?#]*:|)\/\/([^/?#]*)$/is)?.[1];
    if (begun === undefined) return null;
    let [site, closed] = ["empty", false];
    for (const c of begun) {
      if (c === "@") [site, closed] = ["empty", false];
      else if (c === "]") [site, closed] = ["begun", true];
      else if (c === "[" && !closed) site = "bracket";
      else if (site === "bracket") closed = false;
      else if (c === ":") site = "port";
      else if (site === "port" && /[0-9]/.test(c)) continue;
      else if (site === "port" || site === "no port") site = "no port";
      else site = "begun";
    }
    return site;
  },

  // The relation of the character at an index to an escape.
  escape(codes, at) {
    const hex = (index) => index >= 0 && index < codes.length && /^[0-9A-Fa-f]$/.test(String.fromCodePoint(codes[index]));
    const percent = [1, 2].map((back) => at - back).find((from) => codes[from] === 0x25 && (from + 1 === at || hex(from + 1)));
    const formed = (from) => hex(from + 1) && hex(from + 2);
    if (percent !== undefined) return formed(percent) ? "outside" : "broken";
    return codes[at] === 0x25 && !formed(at) ? "percent" : "outside";
  },

  // The production that was being read: the first that reads furthest.
  deepest(row, codes, text) {
    const colon = [...text].indexOf(":");
    const reads = row.candidates
      .map((candidate) => ({ candidate, stop: Machines.walk(candidate.machine, codes) }))
      .filter(({ candidate, stop }) => stop.at < codes.length || !Refusal.accepts(candidate.machine, stop.state));
    const most = Math.max(...reads.map(({ stop }) => stop.at));
    const named = ({ candidate, stop }) => stop.at === most && (candidate.early || (colon >= 0 && colon < most));
    const found = reads.find(named);
    if (found) return found;
    const candidate = row.candidates.find(({ production }) => production === row.main);
    return { candidate, stop: Machines.walk(candidate.machine, codes) };
  },

  accepts: (machine, state) => state !== 0 && REFUSALS.places[machine.labels[state] - 1].accepts,

  // Why a grammar refuses a text. `accepted` tells whether the grammar accepts another text.
  of(all, grammar, text, accepted) {
    const row = all.grammars[grammar];
    const codes = Array.from(text, (c) => c.codePointAt(0));
    const { candidate, stop } = Refusal.deepest(row, codes, text);
    const { production, machine } = candidate;
    const place = Refusal.place(all, machine, stop.state);
    const before = Reading.text(codes, 0, stop.at);
    const code = codes[stop.at] ?? null;
    const found = code === null ? null : String.fromCodePoint(code);
    const after = codes[stop.at + 1];
    const context = {
      read: before.includes(":"),
      scheme: Refusal.scheme(text),
      site: Refusal.site(before),
      escape: Refusal.escape(codes, stop.at),
      // A digit follows; the program looks at the byte after the first one of the character.
      digit: code < 128 && after >= 0x30 && after <= 0x39,
    };
    const holds = ([, ranges]) => ranges.some(([first, last]) => first <= code && code <= last);
    const kind = code === null ? null : (row.classes.find(holds)?.[0] ?? null);
    const advice = Refusal.advice(all, row, { production, machine, stop, place, code, found, kind, context, codes, text, accepted });
    const reason = Refusal.reason(context, code, advice, place.completion);
    const said = advice && Refusal.adviceText(all, advice, code, kind);
    const ofScheme = ["unknown scheme", "scheme case", "prefix"].includes(advice?.is);
    const shown = () => Refusal.shown(all, code) + (code > 127 && !Refusal.invisible(all, code) ? ` (U+${code.toString(16).toUpperCase().padStart(4, "0")})` : "");
    const offset = new TextEncoder().encode(before).length;
    const expected = ofScheme || place.expected.length === 0 ? "" : `: expected ${place.words}`;
    const told = said === null ? "" : `${ofScheme ? ":" : ";"} ${said}`;
    const hint = advice?.forgivable ? " (--forgive accepts it)" : "";
    return {
      production, reason, offset, found, class: kind, expected: place.expected, advice: said, words: place.words, escape: advice?.escape ?? null,
      message: `\`${production}\` refuses ${code === null ? "the end" : shown()} at byte ${offset}${expected}${told}${hint}`,
      at: stop.at,
    };
  },

  advice(all, row, { production, machine, stop, place, code, found, kind, context, codes, text, accepted }) {
    const own = row.alternatives.includes(production);
    const general = own ? row.general : null;
    if (general) {
      const end = Machines.walk(general.machine, codes);
      if (end.at === codes.length && general.machine.labels[end.state] === 1) return { is: "general", production: general.production };
    }
    if (!context.read && context.scheme !== null && (own || row.entries.includes(production))) {
      const prefix = Refusal.behindPrefix(text) !== null;
      const fault = prefix || Refusal.capitals(text) !== null;
      const forgiven = Refusal.forgivenScheme(text);
      if (fault && Refusal.helps(row, forgiven)) {
        return { is: prefix ? "prefix" : "scheme case", forgivable: accepted(Refusal.forgiven(text)) };
      }
      if (row.scheme === null) return { is: "unknown scheme", scheme: forgiven ?? "" };
    }
    if (found === ":" && context.site !== null && context.digit && !row.port) return { is: "no port" };
    if (found === "#" && !row.fragment) return { is: "fragment" };
    const firstColon = found === ":" && context.site === null && !context.read && context.escape !== "broken";
    if (firstColon && ["./", "//"].every((start) => Machines.behind(machine, 1, start) !== 0)) return { is: "first segment" };
    const fits = (next) => Machines.behind(machine, stop.state, next) !== 0;
    const ends = code === null || "/?#".includes(found);
    if (ends && context.site === "no port" && fits("@")) return { is: "not port" };
    if (!row.may_advise_text) return null;
    if (code === null) return place.completion === null ? null : { is: "complete", text: place.completion };
    // An address of a later version than 6, which has no zone, may go on with other signs.
    if (found === "%" && context.site === "bracket" && fits("]") && !fits("!")) return { is: "zone" };
    if (context.escape === "broken" && !/^[0-9A-Fa-f]$/.test(found)) return { is: "percent" };
    const escape = Array.from(new TextEncoder().encode(found), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
    if (code === 0xfffd || !fits(escape)) return null;
    return { is: "escape", escape, delimits: "/?#;:@=&+".includes(found) };
  },

  // Whether a grammar accepts a scheme after everything is forgiven.
  helps(row, scheme) {
    if (scheme === null) return false;
    if (row.scheme !== null) return row.scheme.includes(scheme[0].toLowerCase());
    return row.candidates.some(({ machine }) => Machines.behind(machine, 1, `${scheme.toLowerCase()}:`) !== 0);
  },

  adviceText(all, advice, code, kind) {
    switch (advice.is) {
      case "escape":
        if (advice.delimits) return `${Refusal.shown(all, code)} as data is written ${advice.escape}`;
        if (kind !== null) return `${Refusal.shown(all, code)} is \`${kind}\`: write ${advice.escape}`;
        return `${Refusal.shown(all, code)} is written ${advice.escape}`;
      case "percent": return "write %25 for a percent sign that does not begin an escape";
      case "complete": return `\`${advice.text}\` would complete it`;
      case "general": return `\`${advice.production}\` accepts it`;
      case "unknown scheme": return `this grammar has no scheme \`${advice.scheme}\``;
      case "scheme case": return "the scheme is written in capital letters";
      case "prefix": return "the URL has a prefix `URL:`";
      case "no port": return "this grammar has no ports";
      case "not port": return "a port has only digits, and `@` follows user and password";
      case "first segment": return "write `./` in front of a path, or `//` in front of a host";
      case "zone": return "RFC 6874 defines zones after addresses, and this grammar does not: write the address without its zone";
      default: return "URLs of this grammar have no fragment";
    }
  },

  reason({ read, site, escape }, code, advice, completion) {
    const named = { "unknown scheme": "unknown-scheme", "scheme case": "scheme-case", prefix: "url-prefix", fragment: "fragment", "no port": "port", "not port": "port" }[advice?.is];
    if (named) return named;
    const found = code === null ? null : String.fromCodePoint(code);
    const one = (all) => found !== null && all.includes(found);
    if (code > 127) return "non-ascii";
    if (code !== null && (code < 0x20 || code === 0x7f)) return "control";
    if (found === " ") return "space";
    if (escape !== "outside") return "broken-escape";
    if (site === "bracket") return "bracket";
    if (one("{}|\\^~[]`")) return "national-character";
    if (one("<>\"")) return "delimiter-character";
    if (found === "#") return "fragment";
    if (found === null && site !== null && completion?.startsWith("/")) return "missing-path";
    if ((found === null || one("/?:")) && site === "empty") return "empty-host";
    if (site === "port" || site === "no port") return "port";
    if (found !== null && site !== null) return "host";
    if (site === null && !read) return "no-scheme";
    if (found === null) return "incomplete";
    return one(";/?:@=&+") ? "reserved-character" : "unexpected-character";
  },

  // Why all grammars refuse bytes that are not UTF-8.
  // Why a grammar refuses a text that its automaton accepts unexamined, by what the standard's parser makes of it; null if it accepts.
  ofDomain(all, grammar, reading, codes, { record, errors }) {
    const { production, advice, strict } = all.grammars[grammar].domain;
    const makesHost = strict ? record?.has_domain && errors.every(({ error }) => error !== "domain-to-ASCII") : record !== null;
    if (makesHost) return null;
    const [at] = reading.spans[reading.all.names.indexOf("host")];
    const offset = new TextEncoder().encode(Reading.text(codes, 0, at)).length;
    const message = `\`${production}\` refuses ${Refusal.shown(all, codes[at])} at byte ${offset}; ${advice}`;
    return { production, reason: "host", offset, found: String.fromCodePoint(codes[at]), class: null, expected: [], advice, words: "", escape: null, message, at };
  },

  notUtf8(all, grammar, byte, offset) {
    const hex = byte.toString(16).toUpperCase().padStart(2, "0");
    const message = `the byte ${hex} at byte ${offset} is not UTF-8; as data it is written %${hex}`;
    return { production: all.grammars[grammar].first, reason: "non-ascii", offset, found: null, class: null, expected: [], advice: null, words: "", escape: null, message, at: null };
  },
};
