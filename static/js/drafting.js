// Words that a model drafts: what is said while it thinks, and nothing that a person typed is lost.
// Without this the same comes as a page.
"use strict";
(() => {
  const place = (element) => element.closest?.("[data-drafting]");
  const asks = (event) => event.target.matches?.("[data-draft-ask]");

  function say(drafting, what) {
    const said = drafting.querySelector("[data-draft-said]");
    if (said) said.textContent = said.dataset[what] ?? what;
  }

  function isChanged(drafting) {
    const field = drafting.querySelector("textarea");
    return Boolean(field?.value.trim()) && ("typed" in field.dataset || field.value !== field.defaultValue);
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!asks(event)) return;
    const drafting = place(event.target);
    if (isChanged(drafting)) {
      event.preventDefault();
      say(drafting, "kept");
      return;
    }
    event.target.setAttribute("aria-busy", "true");
    say(drafting, "asks");
  });

  // A refusal takes the place of nothing, and a draft not of one that was changed meanwhile: it is said.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (!target?.matches("[data-draft-box]")) return;
    const drafting = place(target);
    const refused = xhr.getResponseHeader("HX-Refused");
    if (!refused && (event.detail.isError || !isChanged(drafting))) return;
    event.detail.shouldSwap = event.detail.isError = false;
    say(drafting, refused ? xhr.responseText : "kept");
  });

  for (const lost of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.addEventListener(lost, (event) => asks(event) && say(place(event.target), "lost"));
  }

  document.addEventListener("htmx:afterRequest", (event) => asks(event) && event.target.removeAttribute("aria-busy"));

  const offerDiscard = () => {
    for (const button of document.querySelectorAll("[data-draft-discard][hidden]")) button.hidden = false;
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    offerDiscard();
    if (event.target.matches?.("[data-draft-box]")) event.target.scrollIntoView({ block: "nearest" });
  });
  offerDiscard();

  document.addEventListener("click", (event) => {
    if (!event.target.matches("[data-draft-discard]")) return;
    const drafting = place(event.target);
    drafting.querySelector("[data-draft-box]").replaceChildren();
    say(drafting, "gone");
    drafting.querySelector("[data-draft-ask]")?.focus();
  });
})();
