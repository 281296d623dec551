// The classifier's automaton: all grammars in one pass over the bytes of a URL.
"use strict";

const Automaton = {
  async load() {
    await Machines.script("table");
    const table = TABLE;
    const numbers = await Machines.numbers(table.data);
    const next = numbers.slice(256, 256 + table.states * table.width);
    return {
      table,
      classes: numbers.slice(0, 256),
      next,
      labels: numbers.slice(256 + next.length),
    };
  },

  step(automaton, state, byte) {
    return automaton.next[state * automaton.table.width + automaton.classes[byte]];
  },

  label(automaton, state) {
    return automaton.table.labels[automaton.labels[state]];
  },

  // The offset of the first byte that is no UTF-8, if there is one.
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

  // For each grammar the production that accepts the bytes, or the offset at which it refuses them and the state there. What is
  // no UTF-8 is refused where it ceases to be.
  check(automaton, bytes) {
    const broken = Automaton.broken(bytes);
    if (broken !== null) return automaton.table.grammars.map((id, grammar) => ({ id, grammar, offset: broken, state: null }));
    const count = automaton.table.grammars.length;
    const refused = new Array(count).fill(null);
    let state = automaton.table.start;
    let open = count;
    // The offset of the last character, and the state there.
    let begin = { offset: 0, state };
    for (let offset = 0; offset < bytes.length && open > 0; offset += 1) {
      const within = bytes[offset] >= 0x80 && bytes[offset] < 0xc0;
      if (!within) begin = { offset, state };
      const after = Automaton.step(automaton, state, bytes[offset]);
      if (automaton.labels[after] !== automaton.labels[state]) {
        const label = Automaton.label(automaton, after);
        for (let grammar = 0; grammar < count; grammar += 1) {
          if (refused[grammar] === null && !label.open[grammar]) {
            refused[grammar] = begin;
            open -= 1;
          }
        }
      }
      state = after;
    }
    const end = Automaton.label(automaton, state);
    return automaton.table.grammars.map((id, grammar) => {
      if (refused[grammar] === null && end.accepts[grammar] !== null) {
        return { id, grammar, production: end.accepts[grammar] };
      }
      const stop = refused[grammar] ?? { offset: bytes.length, state };
      return { id, grammar, ...stop };
    });
  },

  // The bytes with which a grammar could have gone on in a state, and whether the URL could have ended there.
  expected(automaton, { grammar, state }) {
    const goes = (byte) => Automaton.label(automaton, Automaton.step(automaton, state, byte)).open[grammar];
    return {
      bytes: Array.from({ length: 256 }, (_, byte) => byte).filter(goes),
      end: Automaton.label(automaton, state).accepts[grammar] !== null,
    };
  },

  // The URLs of a text as the program takes them: one a line, without blanks around, blank lines left out.
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
