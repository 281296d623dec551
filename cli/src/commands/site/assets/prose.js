// Text of the program in which code is between grave accents. Three accents are one as code.
"use strict";

const prose = (text) => {
  const code = (textContent) => Object.assign(document.createElement("code"), { textContent });
  const pieces = (part) => {
    const split = part.split("`");
    // Accents that do not pair are characters.
    return split.length % 2 === 0 ? [part] : split.map((piece, at) => (at % 2 === 0 ? piece : code(piece)));
  };
  return text
    .split("```")
    .flatMap((part, at) => (at > 0 ? [code("`"), ...pieces(part)] : pieces(part)))
    .filter((piece) => piece !== "");
};
