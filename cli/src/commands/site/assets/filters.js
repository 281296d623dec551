// The command that decides a check of the visitor's own.
"use strict";

(() => {
  const [kind, text, hosts, command] = ["own-kind", "own-text", "own-hosts", "command"].map((id) => document.getElementById(id));
  const quoted = (argument) => (/^[\w./:*,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`);
  const show = () => {
    text.hidden = kind.value === "rfc3986";
    const filter = { regex: `--filter-regex ${quoted(text.value)} --anywhere`, prefix: `--filter-prefix ${quoted(text.value)}`, rfc3986: "--filter rfc3986" }[kind.value];
    command.textContent = `uri-lineage bypass ${filter} --allow ${quoted(hosts.value)}`;
  };
  kind.closest("form").hidden = false;
  kind.closest("form").addEventListener("submit", (event) => event.preventDefault());
  for (const field of [kind, text, hosts]) field.addEventListener("input", show);
  show();
})();
