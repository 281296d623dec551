// Any two parsers: in which URLs they read a component in different ways.
"use strict";

(() => {
  const [left, right] = ["left", "right"].map((side) => document.getElementById(`${side}-parser`));
  const component = document.getElementById("pair-component");
  const answer = document.getElementById("pair");
  left.closest("p").hidden = false;

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const code = (text) => element("code", { textContent: text === "" || /[^!-~]/.test(text) ? JSON.stringify(text) : text });
  const read = (text) => (text === null ? "none" : code(text));

  // The rows of two sides, with those of the table that has them in the other order.
  const rows = (one, other) => PAIRS.flatMap((row) => {
    if (row.left === one && row.right === other) return [row];
    return row.left === other && row.right === one ? [{ ...row, texts: row.texts.toReversed() }] : [];
  });

  const section = (name, found) => {
    if (found[0].witness === null) return element("p", {}, `They read the ${name} alike.`);
    const head = element("tr", {}, ...["URL", left.value, right.value].map((text) => element("th", { scope: "col", textContent: text })));
    const body = found.map(({ witness, texts }) => element("tr", {},
      element("td", {}, element("a", { className: "string", href: `check.html#check=${encodeURIComponent(witness)}` }, code(witness))),
      ...texts.map((text) => element("td", {}, read(text)))));
    const { causes } = found[0];
    const more = causes > found.length ? `, of which the first ${found.length} are shown` : "";
    return element("div", { className: "wide" }, element("table", { className: "splits" },
      element("caption", { textContent: `The ${name}: ${causes} ${causes === 1 ? "cause" : "causes"}${more}` }),
      element("thead", {}, head), element("tbody", {}, ...body)));
  };

  const show = () => {
    const all = rows(left.value, right.value);
    const found = all.filter((row) => component.value === "" || row.component === component.value);
    if (found.length === 0) {
      const documents = element("p", {}, element("a", { href: "differences.html" }, "The comparison of documents"), " has them.");
      const why = left.value === right.value ? "Choose two different ones." : `The ${component.value} of one of them was not examined.`;
      answer.replaceChildren(all.length === 0 && left.value !== right.value ? documents : element("p", { textContent: why }));
      return;
    }
    const components = [...new Set(found.map((row) => row.component))];
    answer.replaceChildren(...components.map((name) => section(name, found.filter((row) => row.component === name))));
  };

  const linked = () => {
    const names = decodeURIComponent(location.hash.slice(1)).split("&");
    const has = (name) => [...left.options].some((option) => option.value === name);
    if (names.length === 2 && names.every(has)) [left.value, right.value] = names;
    show();
  };
  const change = () => {
    history.replaceState(null, "", `#${encodeURIComponent(`${left.value}&${right.value}`)}`);
    show();
  };
  [left.value, right.value] = ["Python urllib.parse", "Node.js URL"];
  for (const side of [left, right]) side.addEventListener("change", change);
  component.addEventListener("change", show);
  addEventListener("hashchange", linked);
  linked();
})();
