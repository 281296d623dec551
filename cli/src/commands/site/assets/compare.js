// Compares two documents or two productions. The address is `#LEFT&RIGHT`, each a grammar or `GRAMMAR:PRODUCTION`.
"use strict";

const Compare = (() => {
  const { components, relations, lineages, slugs, documents, families, pairs } = DOCUMENTS;
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
  const prose = (text) => text.split("`").map((piece, at) => (at % 2 === 0 ? piece : element("code", { textContent: piece })));

  // A witness leads into the checker.
  const escapes = (text) => encodeURIComponent(text);
  const plain = (text) => Array.from(text, (c) => (c < " " || c === "\x7f" ? `\\u{${c.codePointAt(0).toString(16)}}` : c)).join("");
  const string = (text, at = null) => {
    if (text === "") return element("i", { textContent: "the empty string" });
    const code = element("code", {}, at === null ? plain(text) : "");
    if (at !== null) {
      // The offset is in bytes.
      const before = new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, at));
      const [next] = text.slice(before.length);
      code.append(plain(before), element("mark", { textContent: next === undefined ? "▏" : plain(next) }), plain(text.slice(before.length + (next ?? "").length)));
    }
    return element("a", { className: "string", href: `check.html#check=${escapes(text)}` }, code);
  };
  const read = (text) => (text.startsWith("\u0001") ? element("i", { textContent: text.slice(1) }) : element("code", { className: "string", textContent: plain(text) }));

  const named = (place) => `${documents[place.document].id}:${place.name}`;
  const production = (document, number) => {
    const [name, family, member, machine] = documents[document].productions[number];
    return { document, number, name, family, member, machine };
  };
  const page = (place) => `${documents[place.document].link}#p-${Array.from(place.name, (c) => (/[A-Za-z0-9_-]/.test(c) ? c : c === " " ? "-" : `.${c.codePointAt(0).toString(16).toUpperCase()}`)).join("")}`;

  // The strings that two documents read differently.
  const readings = (left, right) => {
    const pair = pairs.find((one) => one.left === Math.min(left, right) && one.right === Math.max(left, right));
    if (!pair) return [];
    const order = left <= right ? [1, 2] : [2, 1];
    const rows = pair.found.flatMap((found, component) => {
      if (found === null) return [element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", { colSpan: 3, textContent: "not known" }))];
      if (found.length === 0) return [element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", { colSpan: 3 }, element("i", { textContent: "read alike in every string that both accept" })))];
      return found.map((own) => element("tr", {}, element("th", { scope: "row", textContent: components[component] }), element("td", {}, string(own[0])), ...order.map((number) => element("td", {}, read(own[number])))));
    });
    const head = element("tr", {}, ...["component", "a string that both accept", documents[left].id, documents[right].id].map((textContent) => element("th", { scope: "col", textContent })));
    return [element("h2", { textContent: "Components read differently" }), element("div", { className: "wide" }, element("table", { className: "pairs" }, element("thead", {}, head), element("tbody", {}, ...rows)))];
  };

  const relationOf = (left, right) => {
    if (left.family !== right.family) return null;
    const one = families[left.family].find(([a, b]) => (a === left.member && b === right.member) || (a === right.member && b === left.member));
    if (!one) return null;
    return one[0] === left.member ? one[2] : turned[one[2]];
  };

  // Two documents: the productions that correspond, those that only one has, and the components.
  const whole = (left, right) => {
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
    const changed = rows.filter(({ found }) => found !== EQUAL).length;
    relation.textContent = `${rows.length} productions correspond; ${changed} of them differ.`;
    const body = rows.map(({ own, other, found }) => element("tr", {}, element("td", {}, link(page(own), named(own))), element("td", {}, link(`#${address(own)}&${address(other)}`, found === null ? "undecided" : relations[found])), element("td", {}, link(page(other), named(other)))));
    const head = element("tr", {}, ...[documents[left].id, "relation", documents[right].id].map((textContent) => element("th", { scope: "col", textContent })));
    const only = all.map((own, side) => element("p", {}, `Only in ${documents[[left, right][side]].id}: `, ...own.filter((one) => !paired.has(named(one))).flatMap((one, at) => [at > 0 ? ", " : "", link(page(one), one.name)])));
    result.replaceChildren(...readings(left, right), element("h2", { textContent: "Productions" }), element("div", { className: "wide" }, element("table", { className: "pairs" }, element("thead", {}, head), element("tbody", {}, ...body))), ...only);
  };

  // The relation of two languages, with shortest strings: their automata are walked together.
  const walked = (left, right) => {
    // Readable characters first; one of each class.
    const order = [..."a0A/:.-_~!@?#%&=+;,$'()*[]{}<>|^`\" \\".split("").map((c) => c.charCodeAt(0)), ...Array.from({ length: 128 }, (_, code) => code), ...left.beyond.map(([from]) => from), ...right.beyond.map(([from]) => from)];
    const seen = new Set();
    const codes = order.filter((code) => {
      const key = `${Machines.class(left, code)} ${Machines.class(right, code)}`;
      return !seen.has(key) && seen.add(key);
    });
    const found = { left_only: null, right_only: null, both: null };
    const known = new Set(["1 1"]);
    let row = [{ states: [1, 1], before: null, code: null }];
    const text = (way) => (way.before === null ? "" : text(way.before) + String.fromCodePoint(way.code));
    while (row.length > 0 && Object.values(found).includes(null)) {
      const next = [];
      for (const way of row) {
        const [ours, theirs] = [left, right].map((machine, side) => machine.labels[way.states[side]] === 1);
        const kind = ours && theirs ? "both" : ours ? "left_only" : theirs ? "right_only" : null;
        if (kind !== null) found[kind] ??= text(way);
        for (const code of codes) {
          const states = [left, right].map((machine, side) => Machines.step(machine, way.states[side], code));
          const key = states.join(" ");
          if (key === "0 0" || known.has(key)) continue;
          known.add(key);
          next.push({ states, before: way, code });
        }
      }
      row = next;
    }
    const { left_only: ours, right_only: theirs, both } = found;
    const relation = ours === null && theirs === null ? 0 : both === null ? 4 : ours === null ? 1 : theirs === null ? 2 : 3;
    return { ...found, relation };
  };

  let machines = null;
  const automata = async () => {
    await Machines.script("languages");
    machines ??= await Machines.load(LANGUAGES);
    return machines;
  };

  const causes = async (left, right) => {
    const slug = slugs[left.family];
    await Machines.script(`pairs/${slug}`);
    const row = PAIRS[slug].pairs.find(({ members: [a, b] }) => (a === left.member && b === right.member) || (a === right.member && b === left.member));
    if (!row) return null;
    return row.members[0] === left.member ? row : { ...row, left_only: row.right_only, right_only: row.left_only };
  };

  let asked = 0;
  const two = async (left, right) => {
    asked += 1;
    const turn = asked;
    const related = relationOf(left, right);
    let said = null;
    if (related !== null) said = { ...(await causes(left, right)), relation: related };
    else if (left.machine !== null && right.machine !== null) {
      const all = await automata();
      said = walked(all[left.machine], all[right.machine]);
    }
    if (turn !== asked) return;
    const head = element("p", {}, link(page(left), element("code", { textContent: named(left) })), said === null ? " cannot be compared with " : element("b", { textContent: ` ${relations[said.relation]} ` }), link(page(right), element("code", { textContent: named(right) })), ".");
    relation.replaceChildren(...head.childNodes);
    if (said === null) {
      result.replaceChildren(element("p", { textContent: "One of them has no language." }));
      return;
    }
    const witnesses = [[`only ${named(left)}`, said.left_only], [`only ${named(right)}`, said.right_only], ["both", said.both]].filter(([, text]) => text !== null && text !== undefined);
    const shortest = element("dl", {}, ...witnesses.flatMap(([label, text]) => [element("dt", { textContent: label }), element("dd", {}, string(text))]));
    const list = said.causes?.map(([subject, object, text, at]) => element("li", {}, subject, " ", element("b", {}, ...prose(object)), ": ", text === "" ? string("") : string(text, at)));
    const parts = [element("h2", { textContent: "Shortest strings" }), shortest];
    if (list) parts.push(element("h2", { textContent: list.length === 1 ? "One cause" : `${list.length} causes` }), element("ul", { className: "reasons" }, ...list));
    else if (related === null) parts.push(element("p", { className: "note" }, "They play different parts, so causes are not listed here: ", element("code", { textContent: `uri-lineage diff ${named(left)} ${named(right)}` }), " names them."));
    else if (related !== EQUAL) parts.push(element("p", { className: "note", textContent: "Both together have too many states to list all causes." }));
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
    return show();
  };

  for (const side of sides) {
    side[0].replaceChildren(...documents.map(({ id, name }, at) => element("option", { value: at, textContent: `${id}: ${name}` })));
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
  return { ready: linked(), walked, automata, chosen };
})();
