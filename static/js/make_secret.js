// Buttons beside a secret that its owner invents: one makes it in this browser, one copies it. Until it is saved it is shown.
"use strict";
const makers = {
  hex: () => [...crypto.getRandomValues(new Uint8Array(20))].map((one) => one.toString(16).padStart(2, "0")).join(""),
  whsec: () => "whsec_" + btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))),
};
const buttonBeside = (field, words, click) => {
  const button = document.createElement("button");
  const of = document.createElement("span");
  button.type = "button";
  button.className = "btn-2";
  of.className = "visually-hidden";
  of.textContent = " " + field.labels[0].textContent;
  button.append(words, of);
  button.addEventListener("click", click);
  return button;
};
for (const field of document.querySelectorAll("input[data-make]")) {
  const row = document.createElement("div");
  row.className = "made";
  field.before(row);
  const copy = buttonBeside(field, field.dataset.copyWords, async () => {
    await navigator.clipboard.writeText(field.value);
    copy.firstChild.data = field.dataset.copied;
  });
  copy.hidden = true;
  const make = buttonBeside(field, field.dataset.words, () => {
    field.value = makers[field.dataset.make]();
    field.type = "text";
    copy.firstChild.data = field.dataset.copyWords;
    copy.hidden = !navigator.clipboard;
    field.select();
  });
  row.append(field, make, copy);
}
