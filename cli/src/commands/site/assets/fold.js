// Long pages on narrow screens: parts are folded, all but the one that the address names.
"use strict";

(() => {
  const parts = [...document.querySelectorAll("details.part")];
  const wide = parts.map((part) => part.open);
  const narrow = matchMedia("(max-width: 40rem)");
  const named = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

  const fold = () => {
    const target = named();
    parts.forEach((part, at) => { part.open = narrow.matches ? part.contains(target) : wide[at]; });
    if (target && narrow.matches) target.scrollIntoView();
  };
  const unfold = () => {
    const target = named();
    for (const part of parts) part.open ||= part.contains(target);
    target?.scrollIntoView();
  };

  if (narrow.matches) fold();
  narrow.addEventListener("change", fold);
  window.addEventListener("hashchange", unfold);
  // Paper has no folds.
  window.addEventListener("beforeprint", () => parts.forEach((part) => { part.open = true; }));
})();
