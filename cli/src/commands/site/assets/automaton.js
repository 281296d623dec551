// The classifier's automata: each reads the bytes of a URL once for all its grammars.
"use strict";

const Automaton = {
  async load() {
    await Machines.script("table");
    const automaton = async (one) => {
      const numbers = await Machines.numbers(one.data);
      const next = numbers.slice(256, 256 + one.states * one.width);
      return { ...one, classes: numbers.slice(0, 256), next, numbers: numbers.slice(256 + next.length) };
    };
    return { table: TABLE, automata: await Promise.all(TABLE.automata.map(automaton)) };
  },

  step(automaton, state, byte) {
    return automaton.next[state * automaton.width + automaton.classes[byte]];
  },

  label(automaton, state) {
    return automaton.labels[automaton.numbers[state]];
  },

  // The offset of the first byte that is not UTF-8, if there is one.
  broken(bytes) {
    let offset = 0;
    for (const c of new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) {
      const sign = c === "\ufffd" && !(bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd);
      if (sign) return offset;
      const code = c.codePointAt(0);
      offset += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    }
    return null;
  },

  // For each grammar the production that accepts the bytes, or the offset at which it refuses them and the state there. Every grammar
  // refuses bytes that are not UTF-8, at the first invalid byte.
  check({ table, automata }, bytes) {
    const broken = Automaton.broken(bytes);
    if (broken !== null) return table.grammars.map((id, grammar) => ({ id, grammar, offset: broken, state: null }));
    const verdicts = automata.flatMap((automaton) => Automaton.walk(automaton, bytes));
    return verdicts.sort((one, other) => one.grammar - other.grammar).map((verdict) => ({ id: table.grammars[verdict.grammar], ...verdict }));
  },

  // The same for the grammars of one automaton.
  walk(automaton, bytes) {
    const count = automaton.grammars.length;
    const refused = new Array(count).fill(null);
    let state = automaton.start;
    let open = count;
    // The offset of the last character, and the state there.
    let begin = { offset: 0, state };
    for (let offset = 0; offset < bytes.length && open > 0; offset += 1) {
      const within = bytes[offset] >= 0x80 && bytes[offset] < 0xc0;
      if (!within) begin = { offset, state };
      const after = Automaton.step(automaton, state, bytes[offset]);
      if (automaton.numbers[after] !== automaton.numbers[state]) {
        const label = Automaton.label(automaton, after);
        for (let own = 0; own < count; own += 1) {
          if (refused[own] === null && !label.open[own]) {
            refused[own] = begin;
            open -= 1;
          }
        }
      }
      state = after;
    }
    const end = Automaton.label(automaton, state);
    return automaton.grammars.map((grammar, own) => {
      if (refused[own] === null && end.accepts[own] !== null) return { grammar, production: end.accepts[own], unexamined: end.unexamined[own] };
      return { grammar, ...(refused[own] ?? { offset: bytes.length, state }) };
    });
  },

  // The bytes with which a grammar could have gone on in a state, and whether the URL could have ended there.
  expected({ automata }, { grammar, state }) {
    const automaton = automata.find(({ grammars }) => grammars.includes(grammar));
    const own = automaton.grammars.indexOf(grammar);
    const goes = (byte) => Automaton.label(automaton, Automaton.step(automaton, state, byte)).open[own];
    return {
      bytes: Array.from({ length: 256 }, (_, byte) => byte).filter(goes),
      end: Automaton.label(automaton, state).accepts[own] !== null,
    };
  },

  // The URLs of a text, as the program reads them: one a line, without blanks at both ends; blank lines are skipped.
  lines(bytes) {
    const blank = (byte) => byte === 0x20 || byte === 0x09;
    const found = [];
    let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    for (let line = 1; from <= bytes.length; line += 1) {
      let to = bytes.indexOf(0x0a, from);
      to = to < 0 ? bytes.length : to;
      let begin = from;
      let end = to;
      from = to + 1;
      if (end > begin && to < bytes.length && bytes[end - 1] === 0x0d) end -= 1;
      while (begin < end && blank(bytes[begin])) begin += 1;
      while (end > begin && blank(bytes[end - 1])) end -= 1;
      if (end > begin) found.push({ line, bytes: bytes.subarray(begin, end) });
    }
    return found;
  },
};
