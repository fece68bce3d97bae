// What became of each step is told where it stands. New ones wait behind a button, and nothing
// changes while somebody types.
"use strict";
(() => {
  const MOST = 200;
  const page = document.querySelector("[data-live]");
  if (!page) return;
  const whole = page.dataset.whole; // the address of one step: shown anew as soon as it moves on
  const rows = () => [...page.querySelectorAll("[data-row]")];

  const busy = () =>
    Boolean(page.querySelector("details.ask[open]")) ||
    Boolean(document.activeElement?.matches("textarea, select, input"));

  function question() {
    const asked = new URLSearchParams(page.dataset.query ?? "");
    if (page.dataset.newest) asked.set("seen", page.dataset.newest);
    asked.set("shown", rows().map((row) => row.dataset.row).slice(0, MOST).join(","));
    return `${page.dataset.live}?${asked}`;
  }

  function tell(news) {
    for (const [name, count] of Object.entries(news.counts)) {
      const shown = page.querySelector(`[data-count="${name}"]`);
      if (shown) shown.textContent = count;
    }
    for (const row of news.rows) mark(row);
    const offer = page.querySelector("[data-news]");
    if (!offer) return;
    offer.hidden = !news.new;
    if (news.new) offer.querySelector("a").textContent = news.new;
  }

  function mark(row) {
    const shown = page.querySelector(`[data-row="${row.id}"]`);
    if (!shown || shown.dataset.version === row.version) return;
    const said = page.querySelector("[data-said]");
    if (said) said.textContent = `${row.tag}. ${row.said}`;
    if (whole) {
      window.htmx.ajax("GET", whole, { target: "#execution", select: "#execution", swap: "outerHTML" });
      return;
    }
    shown.dataset.version = row.version;
    const tag = shown.querySelector('[data-part="tag"]');
    tag.textContent = row.tag;
    tag.className = `tag ${row.kind}`;
    for (const part of ["said", "coming"]) shown.querySelector(`[data-part="${part}"]`).textContent = row[part];
  }

  window.shopops.poll({ every: 8000, question, busy, tell });
})();
