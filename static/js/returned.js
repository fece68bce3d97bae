// A refused decision: its form comes back open with what was typed, or the reason takes its place.
// Without this the same comes as a page.
"use strict";
(() => {
  const refused = (event) => event.detail.target?.id === "detail" && event.detail.xhr?.getResponseHeader("HX-Refused");

  // An answer that is no success is not shown otherwise.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!refused(event)) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
    for (const told of document.querySelectorAll(".message.success")) told.remove(); // of before
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "detail") event.target.querySelector("[aria-invalid], .returned")?.focus();
  });
})();
