// The receipt: a button that prints it, and which one it is at the foot of each printed page.
"use strict";
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

const paper = document.querySelector("[data-paper]");
const sheet = [...document.styleSheets].find((one) => one.href?.includes("receipt"));
if (paper && sheet) {
  const said = paper.dataset.paper.replace(/["\\\p{Cc}]/gu, (one) => `\\${one.codePointAt(0).toString(16)} `);
  const foot = `@bottom-left { content: "${said}"; font: 9pt sans-serif; color: #444; }`;
  sheet.insertRule(`@page { ${foot} }`, sheet.cssRules.length);
}
