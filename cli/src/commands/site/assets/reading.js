// The components of a URL as each grammar reads them: the marked automata that `differential` compares.
"use strict";

const Reading = {
  async load() {
    await Machines.script("components");
    const { names, marks, of, ports, digits, machines } = COMPONENTS;
    const all = await Machines.load(machines);
    const machine = (number) => (number === null ? null : all[number]);
    return { names, ports, digits, marks, of: of.map((row) => row.map(machine)) };
  },

  // The span of a component in a text that the grammar accepts, in characters; null if it is absent. Each text has one marking.
  span(machine, [begin, end], codes) {
    let ways = [{ state: 1, from: null, to: null }];
    for (let at = 0; ; at += 1) {
      for (const mark of [begin, end]) {
        for (const way of [...ways]) {
          if (mark === begin ? way.from !== null : way.from === null || way.to !== null) continue;
          const state = Machines.step(machine, way.state, mark);
          if (state !== 0) ways.push(mark === begin ? { state, from: at, to: null } : { state, from: way.from, to: at });
        }
      }
      if (at === codes.length) break;
      ways = ways.map((way) => ({ ...way, state: Machines.step(machine, way.state, codes[at]) })).filter(({ state }) => state !== 0);
    }
    const way = ways.find(({ state }) => machine.labels[state] === 1);
    return way === undefined || way.from === null ? null : [way.from, way.to];
  },

  // How a grammar that accepts a text reads it.
  of(all, grammar, codes) {
    const machines = all.of[grammar];
    const spans = machines.map((machine) => machine && Reading.span(machine, all.marks, codes));
    const texts = spans.map((span) => span && Reading.text(codes, ...span));
    return { all, has: machines.map((machine) => machine !== null), spans, texts };
  },

  text: (codes, from, to) => codes.slice(from, to).map((code) => String.fromCodePoint(code)).join(""),

  // The record of the URL Standard.
  record(all, { href, components }) {
    return { all, has: all.names.map(() => true), spans: null, texts: components, href };
  },

  // The record that this browser makes; null if it refuses the text.
  browser(all, text) {
    let url;
    try {
      url = new URL(text);
    } catch {
      return null;
    }
    const [before, ...fragment] = url.href.split("#");
    const [, ...query] = before.split("?");
    const user = url.password === "" ? url.username || null : `${url.username}:${url.password}`;
    const values = {
      scheme: url.protocol.slice(0, -1), user, host: url.hostname || null, port: url.port || null, path: url.pathname,
      query: query.length > 0 ? query.join("?") : null, fragment: fragment.length > 0 ? fragment.join("#") : null,
    };
    return Reading.record(all, { href: url.href, components: all.names.map((name) => values[name]) });
  },

  get: (reading, name) => reading.texts[reading.all.names.indexOf(name)],
  has: (reading, name) => reading.has[reading.all.names.indexOf(name)],

  // What follows is `compare`: when two readings differ in a component.

  compared: (reading, name) => Reading.get(reading, name) ?? "",

  // Whether one text is the other one, with or without the slash in front of a path.
  sameText(ours, theirs, name) {
    return ours === theirs || (name === "path" && (ours === `/${theirs}` || theirs === `/${ours}`));
  },

  // Whether two readings of one text have the same component, and at the same place. The slash in front of a path may belong to it or not.
  same(one, other, name) {
    const [ours, theirs] = [one, other].map((reading) => Reading.compared(reading, name));
    const empty = (text) => text === "" || (name === "path" && text === "/");
    if (empty(ours) && empty(theirs)) return true;
    const end = (reading) => reading.spans[reading.all.names.indexOf(name)]?.[1];
    return Reading.sameText(ours, theirs, name) && end(one) === end(other);
  },

  // Whether the document splits the text of a component no further than others do.
  whole(reading, name) {
    if (name === "host") return !Reading.has(reading, "user") && !Reading.has(reading, "port");
    return name === "path" && !Reading.has(reading, "host") && Reading.compared(reading, name).startsWith("//");
  },

  // Whether user, host and port together equal a text.
  authorityIs(reading, text) {
    const [user, host, port] = ["user", "host", "port"].map((name) => Reading.get(reading, name));
    return text === (user === null ? "" : `${user}@`) + (host ?? "") + (port === null ? "" : `:${port}`);
  },

  differs(one, other, name) {
    if (!Reading.has(one, name) || !Reading.has(other, name)) return false;
    const [ours, theirs] = [one, other].map((reading) => Reading.compared(reading, name));
    const [whole, otherWhole] = [one, other].map((reading) => Reading.whole(reading, name));
    if (name === "path" && whole !== otherWhole) return false;
    if (name === "host" && whole && !otherWhole) return !Reading.authorityIs(other, ours);
    if (name === "host" && !whole && otherWhole) return !Reading.authorityIs(one, theirs);
    return !Reading.same(one, other, name);
  },

  // The IPv4 address that a document reads in a host: four decimal numbers, with zeros in front if it has so many digits.
  address({ digits }, grammar, host) {
    const numbers = /^\d+(\.\d+){3}$/.test(host ?? "") ? host.split(".") : [];
    const fits = (number) => (String(Number(number)) === number || number.length <= digits[grammar]) && Number(number) < 256;
    return numbers.length === 4 && numbers.every(fits) ? numbers.map(Number).join(".") : null;
  },

  // Whether the URL Standard reads an IPv4 address in the host, and a document does not read the same.
  meansOther(all, verdicts, record) {
    // The parser of the URL Standard removes tabs and line ends.
    const host = (reading) => Reading.get(reading, "host")?.replace(/[\t\n\r]/g, "") ?? null;
    const written = verdicts.find(({ id, reading }) => id === "whatwg" && reading);
    const address = written && /^\d+(\.\d+){3}$/.test(host(record) ?? "") && host(written.reading) !== host(record) ? host(record) : null;
    const documents = verdicts.filter(({ id, reading }) => id !== "whatwg" && reading && Reading.has(reading, "host"));
    return address !== null && documents.some(({ grammar, reading }) => Reading.address(all, grammar, host(reading)) !== address);
  },

  // The components that two readings split differently, and a host that is an address for the URL Standard alone.
  differing(all, verdicts, record) {
    const readings = verdicts.filter(({ reading }) => reading).map(({ reading }) => reading);
    return all.names.filter((name) => {
      if (name === "host" && Reading.meansOther(all, verdicts, record)) return true;
      const having = readings.filter((reading) => Reading.has(reading, name));
      const first = having.find((reading) => !Reading.whole(reading, name)) ?? having[0];
      return first !== undefined && having.some((reading) => Reading.differs(first, reading, name));
    });
  },

  // Whether the URL Standard reads a component differently: it converts schemes and hosts to lower case, and omits the default port.
  differsFromRecord(reading, record, name) {
    const small = (one) => Reading.compared(one, name).replace(/[A-Z]/g, (c) => c.toLowerCase());
    if ((name === "scheme" || name === "host") && Reading.has(reading, name) && !Reading.whole(reading, name)) {
      return small(reading) !== small(record);
    }
    if (name === "port" && Reading.has(reading, name) && Reading.get(record, name) === null) {
      const port = Reading.compared(reading, name);
      return port !== "" && Number(port) !== reading.all.ports[Reading.compared(reading, "scheme").toLowerCase()];
    }
    if (Reading.has(reading, name) && !Reading.whole(reading, name)) {
      return !Reading.sameText(Reading.compared(reading, name), Reading.compared(record, name), name);
    }
    return Reading.differs(reading, record, name);
  },

  // The components that the URL Standard reads differently from the newest document that accepts the URL, or repairs if none does.
  repaired(all, text, readings, record) {
    const newest = readings.at(-1);
    if (newest) return all.names.filter((name) => Reading.differsFromRecord(newest, record, name));
    const written = text.toLowerCase();
    return all.names.filter((name) => {
      const own = (Reading.get(record, name) ?? "").toLowerCase();
      if (name === "host" && own !== "" && !written.includes("//")) return true;
      return !((name === "path" && own === "/") || written.includes(own));
    });
  },
};
