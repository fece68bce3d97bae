// Says that a file is too large before it is sent, which would take long and end in nothing.
"use strict";
for (const input of document.querySelectorAll("input[data-most-bytes]")) {
  const said = input.form.querySelector("[data-too-big]");
  const button = input.form.querySelector("button");
  input.addEventListener("change", () => {
    const tooBig = input.files.length > 0 && input.files[0].size > Number(input.dataset.mostBytes);
    said.hidden = !tooBig;
    button.disabled = tooBig;
  });
}
