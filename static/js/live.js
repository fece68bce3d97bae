// What changed in the open list is told, never done to it: new items wait behind a button, and what
// somebody else decided is marked where it stands. Nothing changes while somebody types.
"use strict";
(() => {
  const EVERY = 15000;
  const MOST = 200;
  const find = (selector) => document.querySelector(selector);
  const items = () => [...document.querySelectorAll("[data-item]")];
  const address = document.getElementById("queue")?.dataset.live;
  if (!address) return;

  let known = "";
  let held = null;
  let timer = 0;
  let failed = 0;
  let asking = false;

  const busy = () =>
    Boolean(find("dialog[open], details.decide[open]")) ||
    Boolean(document.activeElement?.matches("select, textarea, input:not([type=radio], [type=checkbox])"));

  function question() {
    const asked = new URLSearchParams(location.search);
    asked.delete("after");
    asked.set("seen", find("[data-newest]")?.dataset.newest ?? "0");
    const shown = items().filter((item) => item.hasAttribute("data-waits")).map((item) => item.dataset.item);
    const open = find("[data-open]")?.dataset.proposal;
    asked.set("shown", [...new Set([...(open ? [open] : []), ...shown])].slice(0, MOST).join(","));
    return `${address}?${asked}`;
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden || asking) return;
    asking = true;
    try {
      const headers = known ? { "If-None-Match": known } : {};
      const answer = await fetch(question(), { headers, cache: "no-store", redirect: "error" });
      if (answer.ok) {
        known = answer.headers.get("ETag") ?? "";
        held = await answer.json();
        tell();
      }
      failed = answer.ok || answer.status === 304 ? 0 : failed + 1;
    } catch {
      failed += 1; // offline, or signed out: asked again later, and less often
    }
    asking = false;
    timer = setTimeout(ask, EVERY * 2 ** Math.min(failed, 5));
  }

  function tell() {
    if (!held || busy()) return;
    const news = held;
    held = null;
    for (const [name, count] of Object.entries(news.counts)) {
      const shown = find(`[data-count="${name}"]`);
      if (shown) shown.textContent = count;
    }
    const badge = find('.top nav a[aria-current="page"] .count');
    if (badge) badge.firstChild.textContent = news.waiting;
    for (const row of news.rows) mark(row);
    const offer = find("[data-news]");
    const said = document.getElementById("said");
    if (!offer) return;
    if (news.new && offer.hidden && said) said.textContent = news.said;
    offer.hidden = !news.new;
    if (news.new) offer.querySelector("a").textContent = news.new;
  }

  function mark(row) {
    const item = find(`[data-item="${row.id}"]`);
    const state = item?.querySelector("[data-state]");
    if (state && (row.words || row.gone || state.textContent !== find("#said")?.dataset.new)) state.textContent = row.words;
    item?.classList.toggle("gone", row.gone);
    document.dispatchEvent(new CustomEvent("shopops:row", { detail: row })); // js/meanwhile.js
  }

  // What was held back while somebody typed is told once they are done.
  document.addEventListener("focusout", () => setTimeout(tell, 0));
  document.addEventListener("toggle", tell, true);
  document.addEventListener("close", tell, true);
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "queue" && event.target.id !== "detail") return;
    known = "";
    held = null;
    ask();
  });
  timer = setTimeout(ask, EVERY);
})();
