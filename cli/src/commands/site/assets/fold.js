// Long pages on narrow screens: parts are folded, all but the one that the address names.
"use strict";

(() => {
  const parts = [...document.querySelectorAll("details.part")];
  const open = parts.map((part) => part.open);
  const narrow = matchMedia("(max-width: 40rem)");

  // Unfolds the part that the address names. Anchors have no characters that an address escapes.
  const show = () => {
    const named = document.getElementById(location.hash.slice(1));
    const part = named?.closest("details.part");
    if (!part || part.open) return;
    part.open = true;
    named.scrollIntoView();
  };
  const fold = () => {
    parts.forEach((part, at) => { part.open = open[at] && !narrow.matches; });
    show();
  };

  if (narrow.matches) fold();
  narrow.addEventListener("change", fold);
  window.addEventListener("hashchange", show);
  // Paper has no folds.
  window.addEventListener("beforeprint", () => parts.forEach((part) => { part.open = true; }));
})();
