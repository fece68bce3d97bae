// The search that begins while one types: htmx asks once the typing pauses, see _queue.html.
"use strict";
(() => {
  const isSearch = (element) => Boolean(element?.matches("[data-search]"));
  const asks = (element) => element.matches("form[role=search]");
  const ask = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  // An address says what is asked for: a search looks through all orders, so it has no filters, and
  // of a filter nothing is said that is empty.
  document.addEventListener("htmx:configRequest", (event) => {
    if (!asks(event.detail.elt)) return;
    const asked = event.detail.formData;
    for (const [name, value] of [...asked]) {
      if (value === "" || (name !== "q" && asked.get("q"))) asked.delete(name);
    }
  });

  // What was typed on meanwhile is asked for next; an answer to less of it would take it away.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const request = event.detail.requestConfig;
    if (!request || !asks(request.elt)) return;
    const typed = request.elt.querySelector("[data-search]").value;
    if (typed !== (request.formData.get("q") ?? "")) event.detail.shouldSwap = false;
  });

  // A key that was pressed while the new list was put in place was heard by nobody.
  document.addEventListener("htmx:afterSettle", (event) => {
    const field = event.target.id === "queue" && event.target.querySelector("[data-search]");
    if (field && field.value !== field.defaultValue) ask(field);
  });

  // A word that an input method still puts together is not looked for.
  document.addEventListener("input", (event) => {
    if (isSearch(event.target) && event.isComposing) event.stopPropagation();
  }, true);
  document.addEventListener("compositionend", (event) => {
    if (isSearch(event.target)) ask(event.target);
  });
})();
