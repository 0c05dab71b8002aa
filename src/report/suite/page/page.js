"use strict";
const { run, before, sources } = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const COLOURS = ["#4c78c8", "#e08a3c", "#58a05c", "#c85a5a", "#8c6bb1", "#8a7060", "#c86fa8", "#808890", "#a8a838", "#38a0b0"];

// Elements are made, never parsed: texts of checked code stay texts.
function el(tag, attributes, ...children) {
  const svg = ["svg", "rect", "line", "text", "title", "g"].includes(tag);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value); else e.setAttribute(name, value);
  }
  e.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== ""));
  return e;
}
const section = (title, ...body) => [el("h3", {}, title), ...body];
const title = c => `${c.suite}: ${c.name}`;
const verdict = c => (c.outcome && c.outcome.verdict) || "trouble";
const seconds = s => s < 10 ? `${s.toFixed(2)} s` : `${s.toFixed(0)} s`;
function subject(c) {
  const o = c.outcome || {}, [p, r] = [o.port && o.port.name, o.reference && o.reference.name];
  return p && r ? (p === r ? `${p} under other flags` : `${p} = ${r}`) : o.program || c.name;
}
function change(c) {
  const old = before[title(c)];
  return old === undefined ? (Object.keys(before).length ? "new" : "") : old === verdict(c) ? "" : `was ${old}`;
}

function totals() {
  const t = run.totals, parts = [[t.passed, "as expected", "passed"], [t.failed, "failed", "failed"],
    [t.undecided, "undecided", "undecided"], [t.trouble + (run.problems || []).length, "trouble", "trouble"]];
  $("totals").append(...parts.filter(([n], i) => n || !i).map(([n, what, cls]) => el("span", { class: cls }, el("b", {}, String(n)), what)),
    el("span", { class: "faint" }, `${run.checks.length} checks in ${seconds(run.seconds)}`),
    el("span", { class: "faint" }, run.interrupted ? `interrupted, ${run.unfinished || 0} not finished` : ""));
}

let shown = [], selected = null, state = "all";
const STATES = { all: () => true, open: c => c.status !== "passed", different: c => ["different", "defect", "exceeded"].includes(verdict(c)), undecided: c => verdict(c) === "undecided" };
function list() {
  const wanted = $("filter").value.toLowerCase();
  shown = run.checks.filter(c => STATES[state](c) && `${title(c)} ${subject(c)} ${verdict(c)} ${c.status}`.toLowerCase().includes(wanted));
  const rows = shown.map(c => {
    const by = Object.entries((c.outcome && c.outcome.coverage && c.outcome.coverage.decided_by) || {}).sort((a, b) => b[1] - a[1])[0];
    return el("tr", { onclick: () => select(c), "aria-selected": String(c === selected) },
      el("td", { class: `word ${c.status}` }, verdict(c).toUpperCase()),
      el("td", {}, subject(c), el("div", { class: "faint" }, `${c.suite}:${c.line}`)),
      el("td", {}, (c.outcome && c.outcome.sizes) || ""), el("td", {}, by ? by[0] : ""),
      el("td", {}, c.cached ? "cached" : seconds(c.seconds)), el("td", {}, change(c)));
  });
  document.querySelector("#list tbody").replaceChildren(...rows);
}
function select(c) {
  selected = c;
  $("check").replaceChildren(...details(c));
  $("check").scrollTop = 0;
  [...document.querySelectorAll("#list tbody tr")].forEach((row, i) => {
    row.setAttribute("aria-selected", String(shown[i] === c));
    if (shown[i] === c) row.scrollIntoView({ block: "nearest" });
  });
}

function details(c) {
  const o = c.outcome || {}, d = o.difference, f = o.defect;
  return [
    el("h2", { class: c.status }, `${verdict(c).toUpperCase()}  ${subject(c)}`),
    el("div", { class: "faint mono" }, `simdiff ${c.command.join(" ")}`),
    c.remark ? el("p", { class: c.status }, c.remark) : "",
    d ? finding(d) : "", f ? defect(f) : "",
    ...(o.undecided || []).map(u => el("p", { class: "undecided" }, `${u.kind}: ${u.message}${u.help ? `. ${u.help}` : ""}`)),
    d || o.port || o.kernel ? section("sources", code(c, o, d, f)) : "",
    d ? section("expressions", expressions(d)) : "",
    d ? section("output lanes", lanes(o, d)) : "",
    f && (f.accesses || []).length > 1 ? section("accesses", accesses(f)) : "",
    (d || f) && (d || f).inputs.length ? section("input", witness((d || f).inputs)) : "",
    (o.leaning_on || []).length || (o.assuming || []).length ? section("rests on", el("ul", {}, [...(o.assuming || []), ...(o.leaning_on || [])].map(t => el("li", {}, t)))) : "",
    (o.timings || []).length ? section("time", stages(o.timings)) : "",
    el("h3", {}, "report"), el("details", c.outcome && c.outcome.verdict ? {} : { open: "" }, el("summary", {}, "as the terminal shows it"), el("pre", {}, c.report)),
  ].flat(Infinity).filter(part => part !== "");
}
const shape = v => v.kind === "float" ? v.format : `${v.signed ? "i" : "u"}${v.bits}`;
function finding(d) {
  const row = (who, v, other) => el("tr", {}, el("td", {}, who), el("td", { class: "mono" }, v.decimal), el("td", { class: "mono" }, v.hex), el("td", { class: "mono bits" }, bits(v, other)));
  return [el("p", {}, `${d.output} differs`, d.kind ? `: ${d.kind}` : "", d.ulps !== undefined ? `, ${d.ulps} ulps apart` : "", d.replay && d.replay.status === "confirmed" ? "; both were run natively" : ""),
    el("div", { class: "scroll" }, el("table", {}, row("reference", d.reference, d.port), row("port", d.port, d.reference))),
    (d.equal_under || []).length ? el("p", { class: "faint" }, `they agree under ${d.equal_under.map(s => s.join(" ")).join(" or ")}`) : ""];
}
function defect(f) { return [el("p", { class: "failed" }, `${f.side}: ${f.message}`), f.help ? el("p", {}, `help: ${f.help}`) : ""]; }
function width(v) { return v.bits || ({ f16: 16, bf16: 16, f32: 32, f64: 64, f80: 80, f128: 128 })[v.format] || (v.hex.length - 2) * 4; }
function digits(v) { return BigInt(v.hex).toString(2).padStart(width(v), "0"); }
// Bits, those that differ in bold; sign, exponent and fraction apart.
function bits(v, other) {
  const own = digits(v), them = other ? digits(other) : own, cuts = ({ f32: [1, 9], f64: [1, 12], f16: [1, 6], bf16: [1, 9] })[v.format] || [...Array(Math.floor(own.length / 8))].map((_, i) => 8 * (i + 1));
  const out = [];
  for (let i = 0; i < own.length; i++) {
    if (cuts.includes(i)) out.push(" ");
    out.push(own[i] === them[i] ? own[i] : el("b", {}, own[i]));
  }
  return out;
}

function code(c, o, d, f) {
  const side = (name, fn, at) => {
    if (!fn || !fn.location) return el("div", {}, el("div", { class: "faint" }, name));
    const text = sources[`${c.directory}\n${fn.location.file}`];
    const head = el("div", { class: "faint mono" }, `${name} ${fn.name} — ${fn.location.file}:${fn.location.line}`);
    if (text === undefined) return el("div", {}, head);
    const all = text.split("\n"), first = Math.max(0, fn.location.line - 1);
    let depth = 0, last = first, opened = false;
    for (; last < all.length; last++) {
      for (const x of all[last]) { if (x === "{") { depth++; opened = true; } else if (x === "}") depth--; }
      if (opened && depth <= 0) break;
    }
    const hits = at.filter(p => p && p.file === fn.location.file).map(p => p.line);
    return el("div", {}, head, el("pre", { class: "source" }, all.slice(first, last + 1).map((line, i) =>
      el("span", hits.includes(first + i + 1) ? { class: "hit" } : {}, el("i", {}, String(first + i + 1)), line))));
  };
  const places = f ? [f.location, ...(f.accesses || []).map(a => a.location)] : [];
  const open = (o.undecided || []).map(u => u.location);
  if (o.kernel) return side("kernel", o.kernel, [...places, ...open]);
  return el("div", { class: "sides" }, side("reference", o.reference, [d && d.reference_location, ...places, ...open]), side("port", o.port, [d && d.port_location, d && d.cause && d.cause.location, ...places, ...open]));
}
function expressions(d) {
  const show = (who, e) => {
    const parts = e.marked ? slice(e.text, e.marked) : [e.text, "", ""];
    return el("div", {}, el("div", { class: "faint" }, who), el("pre", {}, parts[0], parts[1] ? el("mark", {}, parts[1]) : "", parts[2]));
  };
  const names = d.definitions || [], pictures = graphs(d);
  const legend = pictures && el("p", { class: "faint" }, el("span", { class: "key parts" }, "here the versions part"), el("span", { class: "key own" }, "only one computes it"), el("span", { class: "key same" }, "both compute it; opens"));
  return [pictures ? el("div", { class: "sides" }, pictures) : "", legend || "",
    el("div", { class: "sides" }, show("reference", d.reference_expression), show("port", d.port_expression)),
    names.length ? el("details", { open: "" }, el("summary", {}, `${names.length} parts that both share`), el("pre", {}, names.map(e => e.text).join("\n"))) : ""];
}
// Marks count bytes of UTF-8.
function slice(text, [from, to]) {
  const b = new TextEncoder().encode(text), t = new TextDecoder();
  return [t.decode(b.slice(0, from)), t.decode(b.slice(from, to)), t.decode(b.slice(to))];
}
function lanes(o, d) {
  const at = /^(.*?)\[(\d+)\]/.exec(d.output);
  if (!at) return el("p", { class: "faint" }, d.output);
  const wrong = Number(at[2]), sizes = Object.values(d.sizes || {});
  const count = Math.min(256, Math.max(wrong + 1, ...sizes.filter(n => n < 4096), 1));
  const cells = [...Array(count).keys()].map(i => el("span", i === wrong ? { class: "hit", title: "differs on this input" } : {}, String(i)));
  return [el("div", { class: "lanes" }, cells), el("p", { class: "faint" }, `${at[1]}, at ${Object.entries(d.sizes || {}).map(([n, v]) => `${n} = ${v}`).join(", ") || "no size"}: the element of the witness`)];
}
const named = i => i.through === undefined ? i.name : i.name.replace(/\[(\d+)\]$/, `[$1..${i.through}]`);
function witness(inputs) {
  const rows = inputs.slice(0, 512).map(i => el("tr", i.involved ? {} : { class: "faint" }, el("td", { class: "mono" }, named(i)), el("td", { class: "mono" }, i.value.decimal), el("td", { class: "mono" }, i.value.hex), el("td", { class: "mono bits" }, bits(i.value)), el("td", {}, shape(i.value))));
  return el("div", { class: "scroll" }, el("table", {}, el("tr", {}, ["name", "decimal", "hex", "bits", "type"].map(h => el("th", {}, h))), rows));
}
// Work-items downwards, bytes of the object to the right.
function accesses(f) {
  const all = f.accesses, low = Math.min(...all.map(a => a.offset)), high = Math.max(...all.map(a => a.offset + a.bytes));
  const from = Math.max(0, low - 8), span = Math.max(16, high - from + 8), W = 640, X = 60, cell = (W - X - 20) / span, H = 46;
  const g = el("svg", { viewBox: `0 0 ${W} ${40 + H * all.length}`, width: W, role: "img" });
  for (let b = from; b <= from + span; b += Math.max(4, 4 * Math.ceil(span / 64)))
    g.append(el("line", { class: "axis", x1: X + (b - from) * cell, x2: X + (b - from) * cell, y1: 24, y2: 36 + H * all.length }), el("text", { x: X + (b - from) * cell + 2, y: 18 }, String(b)));
  g.append(el("text", { x: 4, y: 18 }, "byte"));
  all.forEach((a, i) => {
    const y = 34 + i * H;
    g.append(el("text", { x: 4, y: y + 12 }, a.access === "write" ? "writes" : "reads"),
      el("rect", { class: i ? "second" : "first", x: X + (a.offset - from) * cell, y, width: Math.max(3, a.bytes * cell), height: 16, rx: 2 }),
      el("text", { x: X, y: y + 32 }, `${a.thread.name}${a.location ? `, line ${a.location.line}` : ""}${a.value ? `: ${a.value.decimal}` : ""}`));
  });
  return [el("p", {}, `${all[0].object}: nothing orders these accesses`), g];
}
function stages(timings) {
  const all = timings.reduce((sum, t) => sum + t.seconds, 0) || 1;
  return [el("div", { class: "stages" }, timings.map((t, i) => el("span", { style: `width:${100 * t.seconds / all}%;background:${COLOURS[i % COLOURS.length]}`, title: t.stage }))),
    el("div", { class: "legend" }, timings.map((t, i) => el("span", {}, el("i", { style: `background:${COLOURS[i % COLOURS.length]}` }), `${t.stage} ${seconds(t.seconds)}`)))];
}

document.addEventListener("keydown", e => {
  if (e.target === $("filter")) { if (e.key === "Escape" || e.key === "Enter") $("filter").blur(); return; }
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const at = shown.indexOf(selected), go = i => shown[i] && select(shown[i]);
  if (e.key === "j" || e.key === "ArrowDown") { go(at + 1); e.preventDefault(); }
  else if (e.key === "k" || e.key === "ArrowUp") { go(Math.max(0, at - 1)); e.preventDefault(); }
  else if (e.key === "/") { $("filter").focus(); e.preventDefault(); }
  else if (e.key === "d") { const s = document.documentElement.style, dark = getComputedStyle(document.body).backgroundColor !== "rgb(255, 255, 255)"; s.colorScheme = dark ? "light" : "dark"; }
  else if ("1234".includes(e.key)) { state = Object.keys(STATES)[Number(e.key) - 1]; list(); }
});
$("filter").addEventListener("input", list);
document.body.classList.toggle("first", !Object.keys(before).length);
totals();
list();
if (shown.length) select(shown.find(STATES.open) || shown[0]);
