// While an order is open somebody else may decide it: then nothing can be decided here any more. Who
// did is said, and the way to the next order takes the place of the buttons. What stands is looked
// at anew even if that decision is taken back, because this page was made before it.
"use strict";
(() => {
  const find = (selector) => document.querySelector(selector);

  // The next one below in the list that still waits; else the first.
  function following(id) {
    const rows = [...document.querySelectorAll("[data-item][data-waits]")];
    const at = rows.findIndex((row) => row.dataset.item === id);
    const waits = (row) => row.dataset.item !== id && !row.classList.contains("gone");
    return rows.slice(at + 1).find(waits) ?? rows.find(waits);
  }

  function lead(link, row) {
    link.hidden = !row;
    if (!row) return;
    link.setAttribute("data-next", ""); // where the key leads
    link.href = row.href;
    link.querySelector("[data-number]").textContent = row.querySelector("strong").textContent;
  }

  function close(order, note) {
    const focused = order.contains(document.activeElement);
    for (const one of order.querySelectorAll("[data-decides]")) one.remove();
    for (const input of order.querySelectorAll("input[form=approve]")) input.disabled = true;
    note.hidden = false;
    const next = note.querySelector("[data-meanwhile-next]");
    lead(next, following(order.dataset.proposal));
    if (focused) (next.hidden ? note.querySelector("a:not([hidden])") : next).focus({ preventScroll: true });
  }

  document.addEventListener("shopops:row", (event) => {
    const order = find("[data-proposal][data-open]");
    const note = order?.querySelector("[data-meanwhile]");
    const { id, gone, words } = event.detail;
    if (!note || order.dataset.proposal !== String(id) || (!gone && note.hidden)) return;
    const said = note.dataset.says.replace("{what}", () => (gone ? words : note.dataset.returned));
    const what = note.querySelector("[data-meanwhile-what]");
    if (what.textContent === said && !note.hidden) return;
    what.textContent = said;
    close(order, note);
    find("#said").textContent = said;
  });
})();
