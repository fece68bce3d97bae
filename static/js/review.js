// The review page: keys, what is open in the list, focus across swaps, the source dialog.
"use strict";
(() => {
  const items = () => [...document.querySelectorAll("[data-item]")];
  const find = (selector) => document.querySelector(selector);

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
    summary.closest("details").querySelector("select, textarea").focus();
  }

  const keys = {
    j: () => move(1),
    k: () => move(-1),
    a: () => find("[data-approve]")?.focus(),
    r: () => disclose("[data-reject]"),
    h: () => disclose("[data-handled]"),
    n: () => find("[data-next]")?.click(),
    "/": () => find("[data-search]")?.focus(),
    "?": () => document.getElementById("keys").showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target) || find("dialog[open]")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  // "Approve" says what is chosen.
  function nameApproval() {
    const what = find("[data-approve-what]");
    if (!what) return;
    const chosen = [...document.querySelectorAll("input[form=approve]:checked")].filter((input) => input.value);
    const titles = [...new Set(chosen.map((input) => input.dataset.title))];
    what.textContent = titles.length ? `Approve ${titles.join(" + ")}` : "Approve";
    find("[data-approve]").disabled = !titles.length;
  }
  document.addEventListener("change", nameApproval);
  nameApproval();

  // Beside a list that was filtered anew, the offer to open its first order is about that list.
  function nameFirst() {
    const offer = find("[data-open-first]");
    const first = items()[0];
    if (!offer) return;
    offer.hidden = !first;
    if (!first) return;
    offer.href = first.href;
    offer.textContent = `Open ${first.querySelector("strong").textContent}: ${first.querySelector(".r2").textContent}`;
  }

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "queue") nameFirst();
    if (event.target.id === "source") {
      document.getElementById("source-dialog").showModal();
      event.target.querySelector("mark")?.scrollIntoView({ block: "center" });
    }
    if (event.target.id !== "detail") return;
    const opened = event.target.querySelector("[data-proposal]")?.dataset.proposal;
    for (const item of items()) {
      const here = new URL(item.href).pathname.includes(`/review/${opened}/`);
      here ? item.setAttribute("aria-current", "true") : item.removeAttribute("aria-current");
    }
    const title = event.target.querySelector("h1");
    if (title) document.title = `${title.textContent.replace(/\s+/g, " ").trim()} · ShopOps`;
    find(".split").classList.toggle("with-detail", Boolean(opened));
    event.target.closest("main").scrollTop = 0;
    title?.focus({ preventScroll: true });
    nameApproval();
  });

  // A row that could not be fetched is opened as a page, which then says what is wrong.
  document.addEventListener("htmx:responseError", (event) => {
    const link = event.target.closest("a[href]");
    if (link) location.assign(link.href);
  });
})();
