// The search over productions, documents and findings.
"use strict";

(() => {
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  const top = document.body.dataset.top;
  const MOST = 12;
  let chosen = -1;

  // Whole words before beginnings, beginnings before the rest.
  const rank = (entry, word) => {
    const words = entry.text.toLowerCase().split(/[\s:]+/);
    if (words.includes(word)) return 0;
    if (words.some((own) => own.startsWith(word))) return 1;
    return entry.text.toLowerCase().includes(word) ? 2 : -1;
  };

  const ranked = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return [];
    const all = INDEX.map((entry) => ({ entry, ranks: words.map((word) => rank(entry, word)) }));
    const fits = all.filter(({ ranks }) => !ranks.includes(-1));
    const total = (ranks) => ranks.reduce((sum, one) => sum + one, 0);
    fits.sort((one, other) => total(one.ranks) - total(other.ranks) || one.entry.text.length - other.entry.text.length);
    return fits.slice(0, MOST).map(({ entry }) => entry);
  };

  const choose = (at) => {
    const options = [...list.children];
    chosen = options.length === 0 ? -1 : (at + options.length) % options.length;
    options.forEach((option, number) => option.setAttribute("aria-selected", String(number === chosen)));
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", options[chosen].id);
  };

  const close = () => {
    list.replaceChildren();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    choose(-1);
  };

  const show = () => {
    const found = ranked(input.value);
    const options = found.map((entry, number) => {
      const option = document.createElement("li");
      option.id = `found-${number}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const kind = document.createElement("small");
      kind.textContent = entry.kind;
      option.append(entry.text, " ", kind);
      option.addEventListener("click", () => (location.href = top + entry.link));
      return option;
    });
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    input.setAttribute("aria-expanded", String(options.length > 0));
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Enter") list.children[Math.max(chosen, 0)]?.click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => event.target !== input && close());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
})();
