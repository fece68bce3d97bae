// Evidence: a cited id lights up its row, and the row the places that cite it, while pointed at or
// focused; after its source was opened it stays lit. Without this the links just lead there.
"use strict";
(() => {
  const all = (id) => document.querySelectorAll(`[data-evidence="${CSS.escape(id)}"]`);
  let kept = null;

  function light(id, on) {
    for (const one of all(id)) {
      one.classList.toggle("lit", on);
      one.closest(".ev-t tr")?.classList.toggle("lit", on);
      for (let fold = one.closest("details"); fold; fold = fold.parentElement.closest("details")) {
        fold.classList.toggle("lit-inside", on);
      }
    }
  }
  const idAt = (event) => event.target.closest?.("[data-evidence]")?.dataset.evidence;
  const enter = (event) => { const id = idAt(event); if (id) light(id, true); };
  const leave = (event) => { const id = idAt(event); if (id && id !== kept) light(id, false); };

  document.addEventListener("pointerover", enter);
  document.addEventListener("pointerout", leave);
  document.addEventListener("focusin", enter);
  document.addEventListener("focusout", leave);
  document.addEventListener("click", (event) => {
    const id = event.target.closest?.(".cite")?.dataset.evidence;
    if (!id) return;
    if (kept && kept !== id) light(kept, false);
    kept = id;
    light(id, true);
  });

  // "Show in the list" closes the dialog, opens what is folded over the row, and goes there.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-show-evidence]");
    const row = link && document.getElementById(link.hash.slice(1));
    if (!row) return;
    link.closest("dialog")?.close();
    for (let fold = row.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    row.focus();
  });
})();
