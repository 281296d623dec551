// Compares two documents or two productions. The address is `#LEFT&RIGHT`, each a grammar or `GRAMMAR:PRODUCTION`; a third piece is
// the anchor of a string.
"use strict";

const Compare = (() => {
  const { components, relations, lineages, slugs, documents, families, pairs, entries } = DOCUMENTS;
  const form = document.querySelector("form.pick");
  const sides = ["left", "right"].map((side) => ["document", "production"].map((what) => document.getElementById(`${side}-${what}`)));
  const [relation, result] = ["relation", "result"].map((id) => document.getElementById(id));
  const EQUAL = 0;
  // The relation of the right to the left.
  const turned = [0, 2, 1, 3, 4];

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const link = (href, ...children) => element("a", { href }, ...children);

  // A witness links to the checker.
  const escapes = (text) => encodeURIComponent(text);
  const plain = (text) => Array.from(text, (c) => (c < " " || c === "\x7f" ? `\\u{${c.codePointAt(0).toString(16)}}` : c)).join("");
  // It has an anchor, which follows the choice in an address.
  let anchors = new Map();
  const anchored = (text, made) => {
    const name = `w-${anchorText(text)}`;
    const times = (anchors.get(name) ?? 0) + 1;
    anchors.set(name, times);
    made.id = times > 1 ? `${name}-${times}` : name;
    const own = element("a", { className: "anchor", href: `#${[...chosen().map(address), made.id].join("&")}`, textContent: "#" });
    own.setAttribute("aria-label", "Link to this string");
    return [made, " ", own];
  };
  // A string of productions is checked as one of them, and not as a URL.
  const within = () => {
    const places = chosen().filter(({ name }) => name !== undefined);
    return places.length < 2 ? "" : `in=${places.map(({ document, name }) => escapes(`${documents[document].id}:${name}`)).join(",")}&`;
  };
  const string = (text, at = null) => {
    if (text === "") return [element("i", { textContent: "the empty string" })];
    const code = element("code", {}, at === null ? plain(text) : "");
    if (at !== null) {
      // The offset is in bytes.
      const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, at));
      const [next] = text.slice(before.length);
      code.append(plain(before), element("mark", { textContent: next === undefined ? "▏" : plain(next) }), plain(text.slice(before.length + (next ?? "").length)));
    }
    return anchored(text, element("a", { className: "string", href: `check.html#${within()}check=${escapes(text)}` }, code));
  };
  const read = (text) => (text.startsWith("\u0001") ? element("i", { textContent: text.slice(1) }) : element("code", { className: "string", textContent: plain(text) }));

  const named = (place) => `${documents[place.document].id}:${place.name}`;
  const production = (document, number) => {
    const [name, family, member, machine] = documents[document].productions[number];
    return { document, number, name, family, member, machine };
  };
  const page = (place) => `${documents[place.document].link}#p-${anchorText(place.name)}`;

  // The strings that two documents read differently.
  const readings = (left, right) => {
    const pair = pairs.find((one) => one.left === Math.min(left, right) && one.right === Math.max(left, right));
    if (!pair) return [];
    const order = left <= right ? [1, 2] : [2, 1];
    const rows = pair.found.flatMap((found, component) => {
      if (found === null) return [element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", { colSpan: 3, textContent: "not known" }))];
      if (found.length === 0) return [element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", { colSpan: 3 }, element("i", { textContent: "read alike in every string that both accept" })))];
      return found.map((own) => element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", {}, ...string(own[0])), ...order.map((number) => element("td", {}, read(own[number])))));
    });
    const head = element("tr", {}, ...["component", "a string that both accept", documents[left].name, documents[right].name].map((textContent) => element("th", { scope: "col", textContent })));
    return [element("h2", { textContent: "Components read differently" }), element("div", { className: "wide" }, element("table", { className: "pairs" }, element("thead", {}, head), element("tbody", {}, ...rows)))];
  };

  const relationOf = (left, right) => {
    if (left.document === right.document && left.number === right.number) return EQUAL;
    if (left.family !== right.family) return null;
    const one = families[left.family].find(([a, b]) => (a === left.member && b === right.member) || (a === right.member && b === left.member));
    if (!one) return null;
    return one[0] === left.member ? one[2] : turned[one[2]];
  };

  // The main entry productions of two documents.
  const isMain = (place) => documents[place.document].main === place.number;
  const entryOf = (left, right) => {
    if (!isMain(left) || !isMain(right)) return null;
    return entries.find(([a, b]) => a === Math.min(left.document, right.document) && b === Math.max(left.document, right.document)) ?? null;
  };
  const entryRelation = (left, right) => {
    const one = entryOf(left, right);
    if (one === null) return null;
    return one[0] === left.document ? one[2] : turned[one[2]];
  };

  // Two documents: the relation of their main entry productions, the productions that correspond, those that only one has, and the components.
  const whole = async (left, right) => {
    const all = [left, right].map((document) => documents[document].productions.map((_, number) => production(document, number)));
    const rows = [];
    const paired = new Set();
    for (const own of all[0]) {
      for (const other of all[1].filter(({ family }) => family === own.family)) {
        const same = all[1].some(({ family, name }) => family === own.family && name === own.name);
        if (same && other.name !== own.name) continue;
        const found = relationOf(own, other);
        paired.add(named(own)).add(named(other));
        rows.push({ own, other, found });
      }
    }
    rows.sort((one, other) => Number(one.found === EQUAL) - Number(other.found === EQUAL));
    const changed = rows.filter(({ found }) => found !== EQUAL && found !== null).length;
    const mains = [left, right].map((document) => production(document, documents[document].main));
    const found = relationOf(...mains) ?? entryRelation(...mains);
    const main = found === null ? [] : ["As a whole, ", link(page(mains[0]), element("code", { textContent: named(mains[0]) })), " ", link(`#${mains.map(address).join("&")}`, element("b", { textContent: relations[found] })), " ", link(page(mains[1]), element("code", { textContent: named(mains[1]) })), ". "];
    relation.replaceChildren(...main, `${rows.length} productions correspond; ${changed} of them differ.`);
    const body = rows.map(({ own, other, found }) => element("tr", {}, element("td", {}, link(page(own), named(own))), element("td", {}, link(`#${address(own)}&${address(other)}`, found === null ? "undecided" : relations[found])), element("td", {}, link(page(other), named(other)))));
    const head = element("tr", {}, ...[documents[left].name, "relation", documents[right].name].map((textContent) => element("th", { scope: "col", textContent })));
    const only = all.map((own, side) => element("p", {}, `Only in ${documents[[left, right][side]].name}: `, ...own.filter((one) => !paired.has(named(one))).flatMap((one, at) => [at > 0 ? ", " : "", link(page(one), one.name)])));
    result.replaceChildren(...readings(left, right), element("h2", { textContent: "Productions" }), element("div", { className: "wide" }, element("table", { className: "pairs" }, element("thead", {}, head), element("tbody", {}, ...body))), ...only);
  };

  let machines = null;
  const automata = async () => {
    await Machines.script("languages");
    machines ??= await Machines.load(LANGUAGES);
    return machines;
  };

  const causes = async (left, right, slug, number) => {
    await Machines.script(`pairs/${slug}`);
    const [one, other] = [left, right].map(number);
    const row = PAIRS[slug].pairs.find(({ members: [a, b] }) => (a === one && b === other) || (a === other && b === one));
    if (!row) return null;
    const { sentences } = PAIRS[slug];
    return row.members[0] === one ? { ...row, sentences } : { ...row, sentences, left_only: row.right_only, right_only: row.left_only };
  };

  // What documents say of a cause: the sentences of some numbers, or a note if there are none.
  const mentions = (sentences, numbers, note) => {
    const quoted = numbers.map((number) => {
      const [quotation, place, url] = sentences[number];
      return element("p", {}, element("q", { textContent: quotation }), " ", url === null ? place : link(url, place));
    });
    const noted = note === null ? [] : [element("p", {}, element("small", { textContent: `${note[0].toUpperCase()}${note.slice(1)}.` }))];
    return [...quoted, ...noted];
  };

  // The places at which one of two productions goes on alone, by characters.
  const parted = (left, right, { places }) => {
    const items = places.map((place) => {
      const words = Relation.characters(place).flatMap((one, at) => [at > 0 ? ", " : "", ...prose(one)]);
      const what = place.end ? ["may end"] : ["goes on with ", element("b", {}, ...words)];
      return element("li", {}, `only ${named([left, right][place.side])} `, ...what, ": ", ...(place.witness === "" ? string("") : string(place.witness, place.offset)));
    });
    const why = "Characters with which only one of them can continue, each with a shortest string. ";
    const command = element("code", { textContent: `uri-lineage diff ${named(left)} ${named(right)}` });
    return [element("h2", { textContent: "Where they part" }), element("p", { className: "note" }, why, command, " explains them by productions."), element("ul", { className: "reasons" }, ...items)];
  };

  let asked = 0;
  const two = async (left, right) => {
    asked += 1;
    const turn = asked;
    anchors = new Map();
    const [family, entry] = [relationOf(left, right), entryRelation(left, right)];
    const related = family ?? entry;
    let said = null;
    if (family !== null) said = { ...(await causes(left, right, slugs[left.family], ({ member }) => member)), relation: family };
    else if (entry !== null) said = { ...(await causes(left, right, `documents-${documents[entryOf(left, right)[0]].id}`, ({ document }) => document)), relation: entry };
    const listed = said !== null && (said.causes || said.relation === EQUAL);
    if (!listed && left.machine !== null && right.machine !== null) {
      const all = await automata();
      said = { ...Relation.of(all[left.machine], all[right.machine]), ...said };
    }
    if (turn !== asked) return;
    const head = element("p", {}, link(page(left), element("code", { textContent: named(left) })), said === null ? " cannot be compared with " : element("b", { textContent: ` ${relations[said.relation]} ` }), link(page(right), element("code", { textContent: named(right) })), ".");
    relation.replaceChildren(...head.childNodes);
    if (said === null) {
      result.replaceChildren(element("p", { textContent: "One of them has no language." }));
      return;
    }
    const witnesses = [[`only ${named(left)}`, said.left_only], [`only ${named(right)}`, said.right_only], ["both", said.both]].filter(([, text]) => text !== null && text !== undefined);
    const shortest = element("dl", {}, ...witnesses.flatMap(([label, text]) => [element("dt", { textContent: label }), element("dd", {}, ...string(text))]));
    const list = said.causes?.map(([subject, object, text, at, numbers, note]) =>
      element("li", {}, subject, " ", element("b", {}, ...prose(object)), ": ", ...(text === "" ? string("") : string(text, at)), ...mentions(said.sentences, numbers, note)));
    const parts = [element("h2", { textContent: "Shortest strings" }), shortest];
    if (list) parts.push(element("h2", { textContent: list.length === 1 ? "One cause" : `${list.length} causes` }), element("ul", { className: "reasons" }, ...list));
    else if (said.places?.length > 0) parts.push(...parted(left, right, said));
    const families = [...new Set([left.family, right.family])];
    parts.push(element("p", {}, "Lineages: ", ...families.flatMap((family, at) => [at > 0 ? ", " : "", link(lineages[family], slugs[family])])));
    result.replaceChildren(...parts, ...(left.document === right.document ? [] : readings(left.document, right.document)));
  };

  const address = (place) => [documents[place.document].id, ...(place.name === undefined ? [] : [place.name])].map(encodeURIComponent).join(":");
  const chosen = () => sides.map(([document, own]) => (own.value === "" ? { document: Number(document.value) } : production(Number(document.value), Number(own.value))));

  const show = async () => {
    const [left, right] = chosen();
    if (left.name !== undefined && right.name !== undefined) return two(left, right);
    asked += 1;
    anchors = new Map();
    return whole(left.document, right.document);
  };

  const fill = ([document, own], number = "") => {
    const all = documents[Number(document.value)].productions.map(([name], at) => element("option", { value: at, textContent: name }));
    own.replaceChildren(element("option", { value: "", textContent: "all" }), ...all);
    own.value = number;
  };

  const changed = () => {
    history.replaceState(null, "", `#${chosen().map(address).join("&")}`);
    return show();
  };

  const linked = () => {
    const given = location.hash.slice(1).split("&");
    sides.forEach((side, at) => {
      const [id, ...name] = (given[at] ?? "").split(":").map((part) => { try { return decodeURIComponent(part); } catch { return part; } });
      const number = documents.findIndex((one) => one.id === id);
      // Without an address: two documents that many compare.
      const usual = at === 0 ? documents.findIndex((one) => one.id === "rfc1738") : documents.findIndex((one) => one.id === "rfc3986");
      side[0].value = String(number >= 0 ? number : Math.max(usual, 0));
      const own = documents[Number(side[0].value)].productions.findIndex(([one]) => one === name.join(":"));
      fill(side, own >= 0 ? String(own) : "");
    });
    // After the choice, the anchor of a string.
    const shown = show();
    if (given[2]) shown.then(() => document.getElementById(given[2])?.scrollIntoView({ block: "center" }));
    return shown;
  };

  for (const side of sides) {
    side[0].replaceChildren(...documents.map(({ name }, at) => element("option", { value: at, textContent: name })));
    side[0].addEventListener("change", () => {
      // The same production, if the other document has it.
      const name = side[1].selectedOptions[0]?.textContent;
      const own = documents[Number(side[0].value)].productions.findIndex(([one]) => one === name);
      fill(side, own >= 0 ? String(own) : "");
      changed();
    });
    side[1].addEventListener("change", changed);
  }
  document.getElementById("swap").addEventListener("click", () => {
    const [left, right] = sides.map((side) => side.map(({ value }) => value));
    [right, left].forEach(([document, own], at) => {
      sides[at][0].value = document;
      fill(sides[at], own);
    });
    changed();
  });
  form.hidden = false;
  window.addEventListener("hashchange", linked);
  return { ready: linked(), automata, chosen };
})();
