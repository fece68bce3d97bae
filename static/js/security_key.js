// Security keys: a button asks the browser for one, and what it answers goes out with its form.
// Without this the buttons stay hidden, and a code does the same.
"use strict";
(() => {
  const keys = window.webauthnJSON;
  if (!keys || !keys.supported()) return;

  async function ask(form) {
    const options = JSON.parse(document.getElementById("key-options").textContent);
    const trouble = form.querySelector("[data-key-trouble]");
    trouble.hidden = true;
    try {
      const answer = form.dataset.securityKey === "add"
        ? await keys.create(options.creation_options)
        : await keys.get(options.request_options);
      form.elements.credential.value = JSON.stringify(answer);
      form.submit();
    } catch {
      // Given up, too late, or a key that is not this person's: the browser has said which.
      trouble.hidden = false;
    }
  }

  for (const form of document.querySelectorAll("[data-security-key]")) {
    const button = form.querySelector("[data-key-ask]");
    button.hidden = false;
    button.addEventListener("click", () => ask(form));
  }
})();
