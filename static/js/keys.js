// Work with the keyboard alone. Each key stands for something on the page; what is not there is not
// done. Off while somebody types, while a dialog is open, and for whoever switched keys off.
"use strict";
(() => {
  const OFF = "shopops-keys-off";
  const LAST = "shopops-last-decided";
  const find = (selector) => document.querySelector(selector);
  const items = () => [...document.querySelectorAll("[data-item]")];
  const typing = (target) =>
    target.isContentEditable || /^(SELECT|TEXTAREA)$/.test(target.tagName) ||
    (target.tagName === "INPUT" && !/^(radio|checkbox|submit|button)$/.test(target.type));

  function move(step) {
    const all = items();
    if (!all.length) return;
    const from = all.findIndex((item) => item === document.activeElement);
    const open = all.findIndex((item) => item.getAttribute("aria-current") === "true");
    const start = from >= 0 ? from : open >= 0 ? open : step > 0 ? -1 : all.length;
    const next = all[Math.min(all.length - 1, Math.max(0, start + step))];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }

  function disclose(selector) {
    const summary = find(selector);
    if (!summary) return;
    for (const other of document.querySelectorAll("details.decide[open]")) other.open = false;
    summary.closest("details").open = true;
    const field = summary.closest("details").querySelector("select, textarea, input:not([type=hidden])");
    field.focus({ preventScroll: true }); // what is read stays where it is
    const seen = field.getBoundingClientRect();
    if (seen.top < 0 || seen.bottom > innerHeight) field.scrollIntoView({ block: "nearest" });
  }

  // What was typed goes; a form that came back refused is left for the order as it is.
  document.addEventListener("click", (event) => {
    const form = event.target.closest("[data-cancel]")?.closest("form");
    if (!form || form.querySelector(".returned")) return;
    event.preventDefault();
    form.reset();
    const box = form.closest("details");
    box.open = false;
    box.querySelector("summary").focus();
  });

  // Above the shop's cap a key alone approves nothing: what and how much is said first.
  function approve() {
    const button = find("[data-approve]");
    if (!button || button.disabled) return;
    // It would be refused: the key leads to why, and a press of the button is left to who wants it.
    if ("barred" in button.dataset) return (find("[data-hindrances]") || button).focus();
    if (!button.dataset.confirm) return button.click(); // so that htmx sends what the button says
    const what = find("[data-approve-what]").textContent;
    find("[data-confirm-what]").textContent = `${what}?`;
    find("[data-confirm-order]").textContent = button.dataset.confirmAbout;
    find("[data-confirm-why]").textContent = button.dataset.confirm;
    document.getElementById("confirm").showModal();
  }
  find("[data-confirmed]")?.addEventListener("click", () => {
    find("[data-approve]").click();
  });

  // On the page of a decision that can be taken back: to its button. Elsewhere: to that page.
  function undo() {
    if (find("[data-undo]")) return find("[data-undo]").focus();
    const last = sessionStorage.getItem(LAST);
    if (last) location.assign(`${last}#undo`);
  }
  const decided = find("[data-last]");
  if (decided) sessionStorage.setItem(LAST, decided.href);

  const keys = {
    j: () => move(1),
    k: () => move(-1),
    a: approve,
    e: () => disclose("[data-edit]"),
    r: () => disclose("[data-reject]"),
    m: () => disclose("[data-ask]"),
    h: () => disclose("[data-handled]"),
    c: () => find("[data-claim]")?.click(),
    u: undo,
    n: () => (find("[data-next]") ?? find("[data-open-first]"))?.click(),
    "/": () => find("[data-search]")?.focus(),
    "?": () => document.getElementById("keys").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    // A form is sent from where one types, without a way to its button.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      const form = event.target.closest(".decide-form");
      const button = form?.querySelector("button[name=decision]");
      if (!button) return;
      event.preventDefault();
      button.click();
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (localStorage.getItem(OFF) || typing(event.target) || find("dialog[open]")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  const choice = find("[data-keys-on]");
  const tell = () => document.documentElement.toggleAttribute("data-keys-off", Boolean(localStorage.getItem(OFF)));
  choice?.addEventListener("change", () => {
    choice.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, "1");
    tell();
  });
  if (choice) choice.checked = !localStorage.getItem(OFF);
  tell();
})();
