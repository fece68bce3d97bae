// What became of each step is told where it stands. New ones wait behind a button, and nothing
// changes while somebody types.
"use strict";
(() => {
  const EVERY = 8000;
  const MOST = 200;
  const page = document.querySelector("[data-live]");
  if (!page) return;
  const whole = page.hasAttribute("data-whole"); // one step: shown anew as soon as it moves on
  const rows = () => [...page.querySelectorAll("[data-row]")];

  let known = "";
  let held = null;
  let timer = 0;
  let failed = 0;
  let asking = false;

  const busy = () =>
    Boolean(page.querySelector("details.ask[open]")) ||
    Boolean(document.activeElement?.matches("textarea, select, input"));

  function question() {
    const asked = new URLSearchParams(page.dataset.query ?? "");
    if (page.dataset.newest) asked.set("seen", page.dataset.newest);
    asked.set("shown", rows().map((row) => row.dataset.row).slice(0, MOST).join(","));
    return `${page.dataset.live}?${asked}`;
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
      window.htmx.ajax("GET", location.href, { target: "#execution", select: "#execution", swap: "outerHTML" });
      return;
    }
    shown.dataset.version = row.version;
    const tag = shown.querySelector('[data-part="tag"]');
    tag.textContent = row.tag;
    tag.className = `tag ${row.kind}`;
    for (const part of ["said", "coming"]) shown.querySelector(`[data-part="${part}"]`).textContent = row[part];
  }

  // What was held back while somebody typed is told once they are done.
  document.addEventListener("focusout", () => setTimeout(tell, 0));
  document.addEventListener("toggle", tell, true);
  document.addEventListener("visibilitychange", ask);
  timer = setTimeout(ask, EVERY);
})();
