// While an order's page is open: says so every 25 seconds, which keeps one's own lease, and shows
// who works on it and who else looks. Without this the lease simply ends.
"use strict";
(() => {
  const EVERY = 25000;
  const strip = () => document.getElementById("claim");

  // What changed is said aloud from a place that stays when the strip is exchanged.
  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("role", "status");
  document.body.append(voice);

  function exchange(before, html) {
    const after = new DOMParser().parseFromString(html, "text/html").getElementById("claim");
    if (!after || after.dataset.state === before.dataset.state) return;
    if (before.contains(document.activeElement) || before.querySelector("details[open]")) return;
    if (after.dataset.said !== before.dataset.said) voice.textContent = after.dataset.said;
    before.replaceWith(after);
  }

  async function beat() {
    const shown = strip();
    const form = shown?.querySelector("[data-heartbeat]");
    if (!form) return;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (answer.ok && !answer.redirected && strip() === shown) exchange(shown, await answer.text());
    } catch {
      // Offline: the next beat tries again.
    }
  }

  // Whoever leaves the order is not said to be looking at it for another minute.
  function leave() {
    const form = strip()?.querySelector("[data-heartbeat]");
    if (!form) return;
    const said = new FormData(form);
    said.set("left", "yes");
    navigator.sendBeacon(form.action, said);
  }

  setInterval(beat, EVERY);
  addEventListener("pagehide", leave);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "detail") leave();
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "detail") beat();
  });
  beat();
})();
