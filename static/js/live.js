// What changed in the open list is told, never done to it: new items wait behind a button, and what
// somebody else decided is marked where it stands. Nothing changes while somebody types.
"use strict";
(() => {
  const MOST = 200;
  const find = (selector) => document.querySelector(selector);
  const items = () => [...document.querySelectorAll("[data-item]")];
  const address = document.getElementById("queue")?.dataset.live;
  if (!address) return;

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

  function tell(news) {
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

  const anew = window.shopops.poll({ every: 15000, question, busy, tell });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "queue" || event.target.id === "detail") anew();
  });
})();
