// "When did a character become legal?": the words of its row.
"use strict";

(() => {
  const input = document.getElementById("character");
  const answer = document.getElementById("answer");
  const parts = [...document.querySelectorAll("table.characters thead th")].slice(1).map((part) => part.textContent);
  let marked = null;
  input.closest("p").hidden = false;
  input.addEventListener("input", () => {
    marked?.classList.remove("marked");
    const character = /^%[0-9A-Fa-f]{2}$/.test(input.value) ? String.fromCharCode(parseInt(input.value.slice(1), 16)) : input.value;
    const row = character.length === 1 && document.getElementById(`c${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
    marked = row || null;
    if (!row) {
      answer.textContent = input.value === "" ? "" : "The table has one row for each character of US-ASCII: enter one, or its escape. Only RFC 3987 has others.";
      return;
    }
    row.classList.add("marked");
    row.scrollIntoView({ block: "center" });
    const words = [...row.querySelectorAll(".words")].map((cell, part) => `${parts[part]}: ${cell.textContent}`);
    answer.textContent = words.join(". ");
  });
})();
