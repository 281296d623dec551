// The relation of two languages, decided by their automata alone: shortest strings, and the places at which one goes on alone.
"use strict";

const Relation = {
  // Readable characters come first; there is one of each class, with all of its characters.
  classes(machines) {
    const readable = [..."a0A/:.-_~!@?#%&=+;,$'()*[]{}<>|^`\" \\"].map((c) => c.codePointAt(0));
    const runs = machines.flatMap(({ beyond }) => Array.from(beyond, ([from]) => from)).sort((one, other) => one - other);
    const found = new Map();
    const key = (code) => machines.map((machine) => Machines.class(machine, code)).join(" ");
    for (const code of [...readable, ...Array.from({ length: 128 }, (_, code) => code), ...runs]) {
      if (!found.has(key(code))) found.set(key(code), { code, ascii: [], beyond: false });
    }
    for (let code = 0; code < 128; code += 1) found.get(key(code)).ascii.push(code);
    for (const code of runs) if (code >= 128) found.get(key(code)).beyond = true;
    return [...found.values()];
  },

  // For each state a shortest way to the end: its length, and the first character of it.
  completions(machine, classes) {
    const ways = Array.from({ length: machine.labels.length }, (_, state) => (machine.labels[state] === 1 ? { length: 0, code: null } : null));
    const before = ways.map(() => []);
    for (let state = 1; state < ways.length; state += 1) {
      for (const { code } of classes) {
        const to = Machines.step(machine, state, code);
        if (to !== 0) before[to].push([state, code]);
      }
    }
    const row = ways.flatMap((way, state) => (way === null ? [] : [state]));
    for (const state of row) {
      for (const [from, code] of before[state]) {
        if (ways[from] !== null) continue;
        ways[from] = { length: ways[state].length + 1, code };
        row.push(from);
      }
    }
    return ways;
  },

  // The shortest text that leads from a state to the end.
  completion(machine, ways, state) {
    let text = "";
    for (let own = state; ways[own].code !== null; own = Machines.step(machine, own, ways[own].code)) text += String.fromCodePoint(ways[own].code);
    return text;
  },

  // The relation, the shortest string of each side and of both, and the places: at each one language goes on alone, with characters or with the end.
  // Each string of one language alone has exactly one place.
  of(left, right) {
    const machines = [left, right];
    const classes = Relation.classes(machines);
    const ways = machines.map((machine) => Relation.completions(machine, classes));
    const width = right.labels.length;
    const seen = new Uint8Array(left.labels.length * width);
    const row = [{ states: [1, 1], before: null, code: null, length: 0 }];
    seen[width + 1] = 1;
    const text = (way) => {
      const codes = [];
      for (let own = way; own.before !== null; own = own.before) codes.unshift(own.code);
      return String.fromCodePoint(...codes);
    };
    let both = null;
    // The shortest strings by the side and the class of characters; the end has no class.
    const places = [new Map(), new Map()];
    const place = (side, key, length, found) => {
      const known = places[side].get(key);
      if (known === undefined || length < known.length) places[side].set(key, { length, ...found });
    };
    for (const way of row) {
      const ends = machines.map((machine, side) => machine.labels[way.states[side]] === 1);
      if (ends[0] && ends[1]) both ??= text(way);
      if (ends[0] !== ends[1]) place(ends[0] ? 0 : 1, null, way.length, { way, to: null });
      for (const own of classes) {
        const states = machines.map((machine, side) => Machines.step(machine, way.states[side], own.code));
        if (states[0] !== 0 && states[1] !== 0) {
          const key = states[0] * width + states[1];
          if (seen[key] === 1) continue;
          seen[key] = 1;
          row.push({ states, before: way, code: own.code, length: way.length + 1 });
          continue;
        }
        const side = states[0] !== 0 ? 0 : 1;
        const rest = states[side] === 0 ? null : ways[side][states[side]];
        if (rest !== null) place(side, own, way.length + 1 + rest.length, { way, to: states[side] });
      }
    }
    // Characters whose shortest strings differ in nothing else are one place.
    const lists = places.map((all, side) => {
      const grouped = new Map();
      for (const [own, { way, to }] of all) {
        const before = text(way);
        const after = to === null ? "" : Relation.completion(machines[side], ways[side], to);
        const key = JSON.stringify(own === null ? [before] : [before, after]);
        if (!grouped.has(key)) {
          const witness = own === null ? before : before + String.fromCodePoint(own.code) + after;
          grouped.set(key, { side, witness, offset: new TextEncoder().encode(before).length, end: own === null, ascii: [], beyond: false });
        }
        const group = grouped.get(key);
        group.ascii.push(...(own?.ascii ?? []));
        group.beyond ||= own?.beyond ?? false;
      }
      return [...grouped.values()].sort((one, other) => one.witness.length - other.witness.length);
    });
    const [left_only, right_only] = lists.map(([first]) => first?.witness ?? null);
    const relation = left_only === null && right_only === null ? 0 : both === null ? 4 : left_only === null ? 1 : right_only === null ? 2 : 3;
    return { left_only, right_only, both, relation, places: lists.flat() };
  },

  // The characters of a place, in runs.
  characters({ ascii, beyond }) {
    const codes = [...ascii].sort((one, other) => one - other);
    const runs = [];
    for (const code of codes) {
      const last = runs.at(-1);
      // Runs of letters and of digits; other characters are named one by one.
      const joins = last !== undefined && code === last[1] + 1 && /^[A-Za-z0-9]{2}$/.test(String.fromCodePoint(code, last[0]));
      if (joins) last[1] = code;
      else runs.push([code, code]);
    }
    const shown = (code) => (code === 0x20 ? "space" : code < 0x20 || code === 0x7f ? `U+${code.toString(16).toUpperCase().padStart(4, "0")}` : `\`${String.fromCodePoint(code)}\``);
    const words = runs.map(([first, last]) => (first === last ? shown(first) : `${shown(first)} to ${shown(last)}`));
    return [...words, ...(beyond ? ["characters beyond US-ASCII"] : [])];
  },
};
