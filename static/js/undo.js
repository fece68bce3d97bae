// How long a decision can still be taken back. Without this the words say until when; the button
// works in any case, and the server knows the time.
"use strict";
(() => {
  const words = (seconds) => {
    if (seconds < 60) return `${seconds} s`;
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  };
  function tick() {
    for (const left of document.querySelectorAll("[data-undo-left]")) {
      const form = left.closest("form");
      const seconds = Math.ceil((new Date(form.querySelector("time").dateTime) - Date.now()) / 1000);
      left.textContent = seconds > 0 ? left.dataset.left.replace("{left}", words(seconds)) : left.dataset.over;
    }
  }
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSwap", tick);
  tick();
})();
