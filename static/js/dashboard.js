// Draws the dashboard's charts from the numbers in the page. The tables need no script.
"use strict";
(() => {
  const looks = globalThis.chartLooks;
  const drawings = JSON.parse(document.getElementById("drawings").textContent);
  const charts = [];

  for (const table of document.querySelectorAll(".as-table")) {
    table.open = false;
    table.dataset.ready = "";
  }

  const words = (drawing, value, index) => {
    if (drawing.unit === "shown") return drawing.shown[index];
    return drawing.unit === "seconds" ? looks.span(value) : value.toLocaleString("en");
  };

  const dataset = (drawing, series) => {
    const colour = looks.token(`--c-${series.tone}`);
    if (drawing.kind === "lines") {
      const second = series.tone !== "blue";
      return {
        label: series.name, data: series.values, borderColor: colour, backgroundColor: colour,
        borderWidth: 2, borderDash: second ? [6, 4] : [], pointStyle: second ? "rectRot" : "circle",
        pointRadius: drawing.labels.length > 40 ? 2.5 : 4, tension: 0, spanGaps: true,
      };
    }
    return {
      label: series.name, data: series.values, backgroundColor: looks.fill(series.tone, colour),
      borderColor: colour, borderWidth: 1.5, borderSkipped: false, borderRadius: 3, maxBarThickness: 34,
      categoryPercentage: 0.78, barPercentage: 0.92,
    };
  };

  // Each bar's whole, written at its end: nobody has to point at it to read it.
  const totals = {
    id: "totals",
    afterDatasetsDraw(chart) {
      const { drawing, lying } = chart.options.plugins.totals;
      if (drawing.kind === "lines") return;
      const pen = chart.ctx;
      pen.save();
      pen.font = `600 12px ${Chart.defaults.font.family}`;
      pen.fillStyle = looks.token("--ink");
      wholes(drawing).forEach((whole, index) => {
        if (!whole && drawing.unit !== "shown") return;
        const ends = drawing.series.map((_, which) => chart.getDatasetMeta(which).data[index]);
        const text = words(drawing, whole, index);
        pen.textAlign = lying ? "left" : "center";
        pen.textBaseline = lying ? "middle" : "bottom";
        if (lying) pen.fillText(text, Math.max(...ends.map((bar) => bar.x)) + 6, ends[0].y);
        else pen.fillText(text, ends[0].x, Math.min(...ends.map((bar) => bar.y)) - 4);
      });
      pen.restore();
    },
  };

  const valueAxis = (drawing, lying) => {
    const most = Math.max(0, ...drawing.series.flatMap((one) => one.values.filter((value) => value !== null)));
    const seconds = drawing.unit === "seconds";
    return {
      beginAtZero: true, stacked: drawing.kind !== "lines", display: !lying,
      grid: { color: looks.token("--line") }, border: { display: false },
      grace: lying ? "0" : "8%",
      ticks: {
        color: looks.token("--mut"), precision: 0, maxTicksLimit: 6,
        ...(seconds ? { stepSize: looks.step(most), callback: (value) => (value ? looks.span(value) : "0") } : {}),
      },
    };
  };

  const nameAxis = (drawing, lying) => ({
    // Names stand in the middle of their bars: no room is needed above the first and below the last.
    ...(lying ? { afterFit(axis) { axis.paddingTop = axis.paddingBottom = 0; } } : {}),
    stacked: drawing.kind !== "lines", grid: { display: false }, border: { color: looks.token("--line") },
    ticks: {
      color: looks.token(lying ? "--ink" : "--mut"), autoSkip: drawing.kind === "lines", maxRotation: 0, autoSkipPadding: 14,
      ...(drawing.kind === "lines" ? {} : { callback(value) { return fold(this.getLabelForValue(value), room(lying, this.chart.width)); } }),
    },
  });

  // Characters in a line; on a telephone there are fewer.
  const room = (lying, width) => (lying ? (width < 420 ? 16 : 26) : (width < 420 ? 6 : 10));

  // Long names in two lines.
  const fold = (name, room) => {
    if (name.length <= room) return name;
    const cut = name.lastIndexOf(" ", room);
    if (cut < 1) return `${name.slice(0, room - 1)}…`;
    const rest = name.slice(cut + 1);
    return [name.slice(0, cut), rest.length > room ? `${rest.slice(0, room - 1)}…` : rest];
  };

  const wholes = (drawing) => drawing.labels.map((_, index) => drawing.series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0));

  // Room for what stands at the bars' ends.
  const widest = (canvas, drawing) => {
    const pen = canvas.getContext("2d");
    pen.font = `600 12px ${Chart.defaults.font.family}`;
    return Math.max(...wholes(drawing).map((whole, index) => pen.measureText(words(drawing, whole, index)).width));
  };

  const draw = (canvas, drawing) => {
    const lying = drawing.kind === "rows";
    if (lying) canvas.parentElement.style.height = `${drawing.labels.length * (drawing.unit === "shown" ? 24 : 38)}px`;
    return new Chart(canvas, {
      type: drawing.kind === "lines" ? "line" : "bar",
      data: { labels: drawing.labels, datasets: drawing.series.map((one) => dataset(drawing, one)) },
      plugins: [totals],
      options: {
        indexAxis: lying ? "y" : "x", maintainAspectRatio: false, animation: looks.still ? false : { duration: 250 },
        interaction: { mode: "index", axis: lying ? "y" : "x", intersect: false },
        layout: { padding: { right: lying ? 12 + widest(canvas, drawing) : 4, top: lying ? 0 : 4 } },
        scales: { [lying ? "x" : "y"]: valueAxis(drawing, lying), [lying ? "y" : "x"]: nameAxis(drawing, lying) },
        plugins: {
          legend: { display: false }, totals: { drawing, lying },
          tooltip: {
            backgroundColor: looks.token("--ink"), titleColor: looks.token("--card"), bodyColor: looks.token("--card"),
            padding: 10, displayColors: false,
            callbacks: { label: (at) => `${at.dataset.label}: ${words(drawing, at.raw ?? 0, at.dataIndex)}` },
          },
        },
      },
    });
  };

  const drawAll = () => {
    for (const chart of charts.splice(0)) chart.destroy();
    for (const canvas of document.querySelectorAll("canvas[data-chart]")) charts.push(draw(canvas, drawings[canvas.id]));
  };

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 12;
  drawAll();
  looks.onTheme(drawAll);
  // What is printed is what was seen: charts fit the paper and not the window.
  addEventListener("beforeprint", () => charts.forEach((chart) => chart.resize()));
})();
