// The search over documents, productions, characters and findings.
"use strict";

(() => {
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  const status = document.getElementById("search-status");
  const slash = document.getElementById("slash");
  const top = document.body.dataset.top;
  const MOST = 12;
  // What begins like a URL can be checked.
  const URL_BEGINNING = /^\s*(?:[a-z][a-z0-9+.-]*:|[/\\]{2})/i;
  let chosen = -1;

  // Whole words before beginnings, beginnings before the rest.
  const rank = (entry, word) => {
    const text = entry.text.toLowerCase();
    const words = [...text.split(/\s+/), ...text.split(/[\s:]+/)];
    if (words.includes(word)) return 0;
    if (words.some((own) => own.startsWith(word))) return 1;
    return text.includes(word) ? 2 : -1;
  };

  const ranked = (query) => {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return [];
    const all = INDEX.map((entry) => ({ entry, ranks: words.map((word) => rank(entry, word)) }));
    const fits = all.filter(({ ranks }) => !ranks.includes(-1));
    const total = (ranks) => ranks.reduce((sum, one) => sum + one, 0);
    // A production in all documents before its place in one of them; then the shortest.
    const size = ({ entry }) => (entry.kind === "production" ? 0 : entry.text.length);
    fits.sort((one, other) => total(one.ranks) - total(other.ranks) || size(one) - size(other));
    return fits.slice(0, MOST).map(({ entry }) => entry);
  };

  const choose = (at) => {
    const options = [...list.querySelectorAll("[role=option]")];
    chosen = options.length === 0 ? -1 : (at + options.length) % options.length;
    options.forEach((option, number) => option.setAttribute("aria-selected", String(number === chosen)));
    options[chosen]?.scrollIntoView({ block: "nearest" });
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", options[chosen].id);
  };

  const close = () => {
    list.replaceChildren();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    status.textContent = "";
    status.className = "words";
    chosen = -1;
  };

  const show = () => {
    if (input.value.trim() === "") {
      close();
      return;
    }
    const text = input.value.trim();
    const check = { kind: "checker", text: `Check ${text}`, link: `check.html#check=${encodeURIComponent(text.toWellFormed?.() ?? text)}` };
    const found = [...(URL_BEGINNING.test(text) ? [check] : []), ...ranked(input.value)].slice(0, MOST);
    const options = found.map((entry, number) => {
      const option = document.createElement("li");
      option.id = `found-${number}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const kind = document.createElement("small");
      kind.textContent = entry.kind;
      option.append(entry.text, " ", kind);
      option.addEventListener("click", () => {
        location.href = top + entry.link;
        close();
      });
      return option;
    });
    list.replaceChildren(...options);
    list.hidden = options.length === 0;
    status.className = options.length === 0 ? "nothing" : "words";
    status.textContent = options.length === 0 ? "Nothing is found." : `${options.length} results`;
    input.setAttribute("aria-expanded", String(options.length > 0));
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen < 0 ? -1 : chosen - 1);
    else if (event.key === "Enter") list.querySelectorAll("[role=option]")[Math.max(chosen, 0)]?.click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  // A click on a result takes the focus, too.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  input.addEventListener("blur", close);

  // Without scripts there is no search.
  input.closest("search").hidden = false;

  // The key can be switched off, for those who speak to their computer.
  const KEY = "uri-lineage-slash";
  const kept = () => {
    try {
      return localStorage.getItem(KEY) !== "off";
    } catch {
      return true;
    }
  };
  slash.checked = kept();
  slash.closest("label").hidden = false;
  slash.addEventListener("change", () => {
    try {
      localStorage.setItem(KEY, slash.checked ? "on" : "off");
    } catch {
      // Then it holds for this page.
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName) && document.activeElement !== slash;
    if (event.key === "/" && slash.checked && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
})();
