// Asks now and then what changed: less often while that fails, not at all in a hidden tab. What came
// is held back while somebody is busy, and told once they are done.
"use strict";
window.shopops = window.shopops ?? {};
// `question`: the address to ask. `tell`: is given the answer. Answers a function that forgets what
// is known and asks at once, for when the page shows something else.
window.shopops.poll = ({ every, question, busy, tell }) => {
  let known = "";
  let held = null;
  let timer = 0;
  let failed = 0;
  let asking = false;

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
        release();
      }
      failed = answer.ok || answer.status === 304 ? 0 : failed + 1;
    } catch {
      failed += 1; // offline, or signed out: asked again later, and less often
    }
    asking = false;
    timer = setTimeout(ask, every * 2 ** Math.min(failed, 5));
  }

  function release() {
    if (!held || busy()) return;
    const news = held;
    held = null;
    tell(news);
  }

  document.addEventListener("focusout", () => setTimeout(release, 0));
  document.addEventListener("toggle", release, true);
  document.addEventListener("close", release, true);
  document.addEventListener("visibilitychange", ask);
  timer = setTimeout(ask, every);
  return () => {
    known = "";
    held = null;
    ask();
  };
};
