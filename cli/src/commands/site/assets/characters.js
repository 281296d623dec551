// One character: how it may occur in each part and document, with a sentence.
"use strict";

(() => {
  const input = document.getElementById("character");
  const answer = document.getElementById("answer");
  const { documents, parts, signs, names, rows, kinds } = CHARACTERS;
  input.closest("p").hidden = false;

  const element = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // A character, its escape, its number, or the beginning of a word of its name.
  const read = (text) => {
    const hex = text.match(/^(?:%|U\+)([0-9A-F]{2,4})$/i)?.[1];
    if (hex) return String.fromCharCode(parseInt(hex, 16));
    if ([...text].length === 1) return text;
    const word = text.toLowerCase();
    return names.find(([, name]) => name.split(" ").includes(word))?.[0] ?? names.find(([, name]) => name.includes(word))?.[0] ?? null;
  };

  const show = (text) => {
    const character = text === "" ? null : read(text);
    if (character === null || character.charCodeAt(0) > 0x7f) {
      const what = text === "" ? "" : "The tables have the characters of US-ASCII: enter one, its name, or its escape. Only grammars of IRIs and of the WHATWG have others.";
      answer.replaceChildren(...(what === "" ? [] : [element("p", { textContent: what })]));
      return;
    }
    const code = character.charCodeAt(0);
    const shown = code > 0x20 && code < 0x7f ? character : (names.find(([own]) => own === character)?.[1] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
    const head = element("tr", {}, element("th", { scope: "col" }, element("code", { textContent: shown }), ` %${code.toString(16).toUpperCase().padStart(2, "0")}`),
      ...documents.map(([id, link]) => element("th", { scope: "col", className: "document" }, element("a", { href: link, textContent: id }))), element("th", { scope: "col", textContent: "in words" }));
    const body = parts.map((part, at) => {
      const [cells, sentence] = kinds[at][rows[at][code]];
      return element("tr", {}, element("th", { scope: "row", textContent: `in ${part}` }),
        ...cells.map((cell, number) => {
          const [sign, className, word] = signs[cell];
          const mark = element("span", { textContent: sign });
          mark.setAttribute("aria-hidden", "true");
          return element("td", { className: `cell ${className}`, title: `${documents[number][0]}: ${word}` }, mark, element("span", { className: "words", textContent: word }));
        }),
        element("td", { className: "sentence", textContent: sentence }));
    });
    const table = element("table", { className: "characters" }, element("thead", {}, head), element("tbody", {}, ...body));
    table.setAttribute("aria-label", `The character ${shown}`);
    const region = element("div", { className: "scroll", tabIndex: 0 }, table);
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", `The character ${shown} in all parts`);
    // On a narrow screen the words are far to the right.
    const words = parts.map((part, at) => element("li", { textContent: `in ${part}: ${kinds[at][rows[at][code]][1]}` }));
    answer.replaceChildren(element("ul", { className: "narrow" }, ...words), region);
  };

  const linked = () => {
    const hex = location.hash.match(/^#c([0-9A-F]{2})$/)?.[1];
    if (hex === undefined) return;
    const character = String.fromCharCode(parseInt(hex, 16));
    input.value = names.some(([own]) => own === character && own === " ") ? "space" : parseInt(hex, 16) > 0x20 && parseInt(hex, 16) < 0x7f ? character : `%${hex}`;
    show(input.value);
    // The browser scrolls to the table; the answer is above.
    requestAnimationFrame(() => requestAnimationFrame(() => input.scrollIntoView({ block: "nearest" })));
  };

  let waiting = 0;
  input.addEventListener("input", () => {
    show(input.value);
    const character = input.value === "" ? null : read(input.value);
    const known = character !== null && character.charCodeAt(0) < 0x80;
    clearTimeout(waiting);
    waiting = setTimeout(() => history.replaceState(null, "", known ? `#c${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}` : location.pathname), 200);
  });
  window.addEventListener("hashchange", linked);
  linked();
})();
