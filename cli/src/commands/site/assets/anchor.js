// Text as part of an anchor, as `anchor_text` of `layout.rs` writes it.
"use strict";

const anchorText = (text) =>
  Array.from(text, (c) => (/[A-Za-z0-9_-]/.test(c) ? c : c === " " ? "-" : `.${c.codePointAt(0).toString(16).toUpperCase()}`)).join("");
