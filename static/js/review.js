// The review page: what is open in the list, focus across swaps, the source dialog.
"use strict";
(() => {
  const items = () => [...document.querySelectorAll("[data-item]")];
  const find = (selector) => document.querySelector(selector);
  // What is said of how many, in the words that the page brought.
  function say(what, number) {
    const said = document.getElementById("said");
    if (said) said.textContent = said.dataset[what].replace("{number}", number);
  }

  // "Approve" says what is chosen.
  function nameApproval() {
    const what = find("[data-approve-what]");
    if (!what) return;
    const chosen = [...document.querySelectorAll("input[form=approve]:checked")].filter((input) => input.value);
    const titles = [...new Set(chosen.map((input) => input.dataset.title))];
    what.textContent = titles.length ? what.dataset.says.replace("{what}", () => titles.join(" + ")) : what.dataset.nothing;
    find("[data-approve]").disabled = !titles.length;
  }
  document.addEventListener("change", nameApproval);
  document.addEventListener("htmx:oobAfterSwap", nameApproval);
  // What stands in the way is said aloud when it changes, and not again when it does not; and what
  // is typed to set it aside stays.
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const same = target.textContent.trim() === fragment.textContent.trim();
    if (["hindrances", "bypassing"].includes(target.id) && same) event.detail.shouldSwap = false;
  });
  nameApproval();

  // Beside a list that was filtered anew, what is said and offered is about that list.
  function nameFirst() {
    const offer = find("[data-open-first]");
    const first = items()[0];
    if (!offer) return;
    find("[data-said]").textContent = find("[data-says]").dataset.says;
    offer.hidden = find("[data-first-how]").hidden = !first;
    if (!first) return;
    offer.href = first.href;
    const named = { "{number}": first.querySelector("strong").textContent, "{headline}": first.querySelector(".r2").textContent };
    offer.textContent = offer.dataset.says.replace(/\{\w+\}/g, (name) => named[name]);
  }

  function markOpen() {
    const opened = find("[data-proposal]")?.dataset.proposal;
    for (const item of items()) {
      item.dataset.item === opened ? item.setAttribute("aria-current", "true") : item.removeAttribute("aria-current");
    }
    return opened;
  }

  // Where somebody was in the list, to be there again in the list that takes its place.
  let place = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    const swapped = event.detail.target;
    const at = document.activeElement;
    const list = document.getElementById("queue");
    if (swapped.id === "more") place = { rows: items().length, had: swapped.contains(at) };
    if (swapped.id !== "queue") return;
    const showsNews = Boolean(event.detail.requestConfig?.elt?.matches("[data-show-news]"));
    place = {
      inside: list.contains(at), id: at.id, item: at.dataset.item, start: at.selectionStart, end: at.selectionEnd,
      scroll: showsNews ? list.scrollTop : 0,
      known: showsNews ? new Set(items().map((item) => item.dataset.item)) : null,
    };
  });

  // Where the focus was, or what that is folded into: what was unfolded would hide the new list.
  function sameSpot(list) {
    const spot = (place.item && find(`[data-item="${place.item}"]`)) || (place.id && document.getElementById(place.id)) || list;
    const folded = spot.closest("details:not([open])");
    return folded && !spot.matches("summary") ? folded.querySelector("summary") : spot;
  }

  function arriveInList() {
    const list = document.getElementById("queue");
    nameFirst();
    markOpen();
    const rows = items();
    const fresh = place?.known ? rows.filter((item) => !place.known.has(item.dataset.item)) : [];
    for (const item of fresh) item.querySelector("[data-state]").textContent ||= find("#said").dataset.new;
    const typed = find("[data-search]")?.value;
    if (fresh.length) say("fresh", fresh.length);
    else if (typed) find("#said").textContent = find("[data-says]").dataset.says;
    else say(find("#more") ? "atLeast" : "listed", rows.length);
    if (!place) return;
    if (place.inside) {
      const back = sameSpot(list);
      back.focus({ preventScroll: true });
      if (typeof place.start === "number" && back.setSelectionRange) back.setSelectionRange(place.start, place.end);
    }
    list.scrollTop = place.scroll;
    place = null;
  }

  function arriveInMore() {
    const first = items()[place?.rows ?? 0];
    say("listed", items().length);
    if (place?.had) first?.focus();
    place = null;
  }

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "queue") arriveInList();
    if (event.detail.requestConfig?.target?.id === "more") arriveInMore();
    if (event.target.id === "source") {
      document.getElementById("source-dialog").showModal();
      event.target.querySelector("mark")?.scrollIntoView({ block: "center" });
    }
    if (event.target.id !== "detail") return;
    const opened = markOpen();
    const title = event.target.querySelector("h1");
    if (title) document.title = `${title.textContent.replace(/\s+/g, " ").trim()} · ShopOps`;
    find(".split").classList.toggle("with-detail", Boolean(opened));
    event.target.closest(".detail").scrollTop = 0;
    if (matchMedia("(max-width: 900px)").matches) scrollTo(0, 0); // there the whole page scrolls
    title?.focus({ preventScroll: true });
    nameApproval();
  });

  // A row that could not be fetched is opened as a page, which then says what is wrong.
  document.addEventListener("htmx:responseError", (event) => {
    const link = event.target.closest("a[href]");
    if (link) location.assign(link.href);
  });

  // A page begins at the order that it is about, in the list too.
  find('[data-item][aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) {
    const wanted = location.hash === "#undo" ? "[data-undo]" : "main [autofocus]";
    const start = find(wanted) ?? find("[data-proposal] h1");
    start?.focus({ preventScroll: start.matches("h1") });
  }
})();
