// Buttons that copy a text of the page.
"use strict";

for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.value);
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      // A page that is opened as a file may not be allowed to.
      getSelection().selectAllChildren(text);
      document.execCommand("copy");
    }
    button.textContent = "Copied";
  });
}
