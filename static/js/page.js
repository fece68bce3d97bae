// For every page of a shop: dialogs, the account menu, messages.
"use strict";
(() => {
  function leave(opened, target) {
    for (const one of document.querySelectorAll(opened)) {
      if (!one.contains(target)) one.open = false;
    }
  }
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open-dialog]");
    if (opener) document.getElementById(opener.dataset.openDialog)?.showModal();
    if (event.target instanceof HTMLDialogElement) event.target.close(); // a click beside it
    leave("details.menu[open], details.fold[open]", event.target);
  });
  // What is unfolded over a list does not hide the row that the focus goes to.
  document.addEventListener("focusin", (event) => leave("details.fold[open]", event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const open of document.querySelectorAll("details.menu[open], details.fold[open], details.decide[open]")) {
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
  // Of a row of tabs that is wider than the screen, the one that is shown is in sight.
  function showTab() {
    for (const chosen of document.querySelectorAll(".tabs [aria-current], .top nav [aria-current]")) {
      const row = chosen.closest("ul, nav");
      const from = chosen.getBoundingClientRect().left - row.getBoundingClientRect().left;
      row.scrollLeft += from - (row.clientWidth - chosen.offsetWidth) / 2;
    }
  }
  showTab();
  addEventListener("resize", showTab);
  // A message stays long enough to be read, and as long as somebody points at it.
  for (const message of document.querySelectorAll(".message.success")) {
    const timer = setTimeout(() => message.remove(), 12000);
    message.addEventListener("pointerenter", () => clearTimeout(timer));
  }
})();
