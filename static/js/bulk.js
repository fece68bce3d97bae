// Selecting rows of the queue: x and shift-click, all on this page, a count, and what was selected
// stays selected when the list is exchanged. The form works without this.
"use strict";
(() => {
  const find = (selector) => document.querySelector(selector);
  const boxes = () => [...document.querySelectorAll("[data-pick]")];
  const picked = new Set();
  let last = null;
  // Whoever comes back from a preview has selected what they had.
  if (location.hash.startsWith("#picked=")) {
    for (const id of location.hash.slice("#picked=".length).split(",")) picked.add(id);
    history.replaceState(history.state, "", location.pathname + location.search);
  }

  function show() {
    const bar = find("[data-bulk]");
    if (!bar) return;
    for (const box of boxes()) box.checked = picked.has(box.value);
    const here = boxes();
    const number = here.filter((box) => box.checked).length;
    const count = bar.querySelector("[data-bulk-count]");
    const words = number ? count.dataset.says.replace("{number}", number) : count.dataset.none;
    if (count.textContent !== words) count.textContent = words;
    for (const button of bar.querySelectorAll("button[name=decision]")) button.disabled = !number;
    for (const all of document.querySelectorAll("[data-pick-all]")) all.hidden = !here.length || number === here.length;
    bar.querySelector("[data-pick-none]").hidden = number === 0;
  }

  function set(box, on) {
    on ? picked.add(box.value) : picked.delete(box.value);
  }

  function through(from, to, on) {
    const all = boxes();
    const [start, end] = [all.indexOf(from), all.indexOf(to)].sort((one, other) => one - other);
    if (start < 0) return set(to, on);
    for (const box of all.slice(start, end + 1)) set(box, on);
  }

  document.addEventListener("click", (event) => {
    const box = event.target.closest?.("input[data-pick]");
    if (box) {
      event.shiftKey && last ? through(last, box, box.checked) : set(box, box.checked);
      last = box;
      show();
    }
    if (event.target.closest?.("[data-pick-all]")) {
      for (const one of boxes()) set(one, true);
      show();
      find("[data-bulk-first]").focus();
    }
    if (event.target.closest?.("[data-pick-none]")) {
      picked.clear();
      show();
      find("[data-item]")?.focus();
    }
  });

  // From the queue the key u leads to what was decided last (static/js/keys.js): these, all of them.
  if (find("[data-last-run]")) sessionStorage.setItem("shopops-last-decided", location.href.split("#")[0]);

  const typing = (target) =>
    target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !/^(radio|checkbox|submit|button)$/.test(target.type));

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem("shopops-keys-off") || typing(event.target) || find("dialog[open]")) return;
    if (event.key === "x") {
      const row = document.activeElement?.closest("li") || find("[data-item][aria-current]")?.closest("li");
      const box = row?.querySelector("[data-pick]");
      if (!box) return;
      event.preventDefault();
      set(box, !picked.has(box.value));
      last = box;
      show();
    }
    if (event.key === "b" && !find("[data-bulk-first]")?.disabled) {
      event.preventDefault();
      find("[data-bulk-first]")?.focus();
    }
  });

  // A sum above the cap is asked about once more; without this the page asks with a checkbox.
  document.addEventListener("submit", (event) => {
    const dialog = document.getElementById(event.target.dataset.confirmDialog || "");
    if (!dialog || event.submitter?.name === "sure") return;
    event.preventDefault();
    dialog.showModal();
  });

  document.addEventListener("htmx:afterSwap", show);
  window.addEventListener("pageshow", show);
  show();
})();
