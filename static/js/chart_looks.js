// How charts look: colours from the style sheet, a pattern for each, numbers in words.
"use strict";
globalThis.chartLooks = (() => {
  const root = document.documentElement;

  // A token may say light-dark(); an element with that colour knows which one holds now.
  const probe = document.createElement("i");
  probe.hidden = true;
  document.body.append(probe);
  const token = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };

  const strokes = {
    orange: (pen, size) => { for (const at of [-size, 0, size]) { pen.moveTo(at, 0); pen.lineTo(at + size, size); } },
    purple: (pen, size) => { pen.moveTo(0, size / 2); pen.lineTo(size, size / 2); },
  };

  // Blue is filled, orange striped, teal dotted, purple lined, grey empty: as the legend's swatches.
  const fill = (tone, colour) => {
    if (tone === "blue") return colour;
    if (tone === "grey") return "transparent";
    const size = 7;
    const tile = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const pen = tile.getContext("2d");
    pen.globalAlpha = 0.22;
    pen.fillStyle = colour;
    pen.fillRect(0, 0, size, size);
    pen.globalAlpha = 1;
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = 1.8;
    pen.beginPath();
    if (tone === "teal") pen.arc(size / 2, size / 2, 1.6, 0, 2 * Math.PI);
    else strokes[tone](pen, size);
    tone === "teal" ? pen.fill() : pen.stroke();
    return pen.createPattern(tile, "repeat");
  };

  // The two largest parts: "14 min", "2 h 10 min", "3 d 4 h".
  const span = (seconds) => {
    const minutes = Math.floor(seconds / 60);
    const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
    if (d) return h && d < 10 ? `${d} d ${h} h` : `${d} d`;
    if (h) return m ? `${h} h ${String(m).padStart(2, "0")} min` : `${h} h`;
    return m ? `${m} min` : `${Math.max(1, Math.round(seconds))} s`;
  };

  // Ticks at round spans, not at round numbers of seconds.
  const steps = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 345600, 604800, 1209600, 2419200];
  const step = (most) => steps.find((one) => most / one <= 5) || Math.ceil(most / 5 / 2419200) * 2419200;

  const onTheme = (again) => {
    new MutationObserver(again).observe(root, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  };

  return { token, fill, span, step, onTheme, still: matchMedia("(prefers-reduced-motion: reduce)").matches };
})();
