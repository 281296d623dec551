// Filters of the findings: by document and by effect, kept in the address.
"use strict";

(() => {
  const [ofDocument, ofKind] = ["of-document", "of-kind"].map((id) => document.getElementById(id));
  const count = document.getElementById("count");
  const all = [...document.querySelectorAll(".finding")];
  ofDocument.closest("p").hidden = false;

  const show = () => {
    let shown = 0;
    for (const finding of all) {
      const kind = finding.closest("[data-kind]").dataset.kind;
      finding.hidden = (ofDocument.value !== "" && !finding.dataset.document.split(" ").includes(ofDocument.value)) || (ofKind.value !== "" && kind !== ofKind.value);
      shown += !finding.hidden;
    }
    for (const kind of document.querySelectorAll(".kind")) {
      kind.hidden = ![...kind.querySelectorAll(".finding")].some((one) => !one.hidden);
      kind.open ||= ofDocument.value !== "" || ofKind.value !== "";
    }
    count.textContent = `${shown} of ${all.length} findings`;
  };

  // `#of-rfc1738`, `#kind-verdict`, or `#of-rfc1738&kind-verdict`.
  const linked = () => {
    const [id, kind] = ["of", "kind"].map((name) => location.hash.match(new RegExp(`[#&]${name}-([^&]*)`))?.[1] ?? "");
    const known = (select, value) => [...select.options].some((option) => option.value === value);
    ofDocument.value = known(ofDocument, id) ? id : "";
    ofKind.value = known(ofKind, kind) ? kind : "";
    show();
  };

  const changed = () => {
    show();
    const parts = [ofDocument.value && `of-${ofDocument.value}`, ofKind.value && `kind-${ofKind.value}`].filter(Boolean);
    history.replaceState(null, "", parts.length > 0 ? `#${parts.join("&")}` : location.pathname + location.search);
  };
  ofDocument.addEventListener("change", changed);
  ofKind.addEventListener("change", changed);
  window.addEventListener("hashchange", linked);
  linked();
})();
