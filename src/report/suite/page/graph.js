// Expressions as graphs. A part that both versions compute is one box, which opens when it is
// chosen; a part that only one computes is drawn in full, and marked.

// The tree of a C expression as reports print it, or null.
function parsed(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|\d(?:[eEpP][+-]|[\w.])*|[A-Za-z_]\w*|->|<<|>>|[<>=!]=|&&|\|\||\S/g) || [];
  const LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"], ["*", "/", "%"]];
  const isWord = token => token !== undefined && /^\w|^"/.test(token);
  const node = (label, ...children) => ({ label, children, key: children.length ? `${label}(${children.map(c => c.key).join(",")})` : label });
  let at = 0;
  const take = token => { if (tokens[at] !== token) throw new SyntaxError(text); at++; };
  const choice = () => {
    const condition = binary(0);
    if (tokens[at] !== "?") return condition;
    take("?"); const yes = choice(); take(":");
    return node("? :", condition, yes, choice());
  };
  const binary = level => {
    if (level === LEVELS.length) return unary();
    let left = binary(level + 1);
    while (LEVELS[level].includes(tokens[at])) left = node(tokens[at++], left, binary(level + 1));
    return left;
  };
  const unary = () => {
    if (["-", "~", "!", "+"].includes(tokens[at])) {
      const operator = tokens[at++], operand = unary();
      return operand.children.length ? node(operator, operand) : node(operator + operand.label);
    }
    if (tokens[at] !== "(") return postfix();
    // A cast, if words stand alone between the parentheses and an operand follows.
    let end = at + 1;
    while (/^[A-Za-z_]/.test(tokens[end] || "") || (end > at + 1 && tokens[end] === "*")) end++;
    if (end > at + 1 && tokens[end] === ")" && (isWord(tokens[end + 1]) || ["(", "-", "~", "!"].includes(tokens[end + 1]))) {
      const type = tokens.slice(at + 1, end).join(" ");
      at = end + 1;
      return node(`(${type})`, unary());
    }
    take("("); const inner = choice(); take(")");
    return postfix(inner);
  };
  const postfix = first => {
    let operand = first;
    if (operand === undefined) { if (!isWord(tokens[at])) throw new SyntaxError(text); operand = node(tokens[at++]); }
    for (;;) {
      if (tokens[at] === "(") {
        const list = [];
        for (take("("); tokens[at] !== ")";) { list.push(choice()); if (tokens[at] !== ")") take(","); }
        take(")");
        operand = node(`${operand.label}()`, ...list);
      } else if (tokens[at] === "[") {
        take("["); const index = choice(); take("]");
        operand = operand.children.length || index.children.length ? node("[ ]", operand, index) : node(`${operand.label}[${index.label}]`);
      } else if (tokens[at] === "." || tokens[at] === "->") {
        const member = tokens[at] + tokens[at + 1];
        at += 2;
        operand = operand.children.length ? node(member, operand) : node(operand.label + member);
      } else return operand;
    }
  };
  try { const whole = choice(); return at === tokens.length ? whole : null; } catch (e) { return null; }
}

// Both expressions as pictures, or null if one of them is no expression or too large for one.
function graphs(d) {
  const definitions = new Map();
  for (const { text } of d.definitions || []) {
    const [, name, value] = /^(\w+) = (.*)$/.exec(text) || [];
    const tree = value && parsed(value);
    if (tree) definitions.set(name, tree);
  }
  const roots = [d.reference_expression, d.port_expression].map(e => parsed(e.text));
  const keys = roots.map(() => new Map()), count = (tree, all) => { all.set(tree.key, tree); tree.children.forEach(c => count(c, all)); };
  if (roots.includes(null)) return null;
  roots.forEach((root, i) => count(root, keys[i]));
  if (keys.some(all => all.size > 150)) return null;
  return roots.map((root, i) => picture(root, keys[1 - i], definitions));
}

function picture(root, other, definitions) {
  const opened = new Set(), place = el("div", { class: "graph" });
  const text = (tree, most) => {
    const inner = tree.children.map(c => text(c, most)), label = tree.label;
    const all = !inner.length ? label : label.endsWith("()") ? `${label.slice(0, -1)}${inner.join(", ")})`
      : label === "? :" ? `${inner[0]} ? ${inner[1]} : ${inner[2]}` : label === "[ ]" ? `${inner[0]}[${inner[1]}]`
      : inner.length === 2 ? `(${inner.join(` ${label} `)})` : label.startsWith(".") || label.startsWith("->") ? inner[0] + label : label + inner[0];
    return all.length > most ? `${all.slice(0, most - 1)}…` : all;
  };
  const draw = () => {
    const seen = new Set(), boxes = [], edges = [], GAP = 14, ROW = 46;
    let bottom = 0;
    // Places a tree with its left edge at `x`; returns its box and its right edge.
    const put = (tree, x, depth, path, within) => {
      const meaning = definitions.get(tree.label), shared = within || other.has(tree.key);
      const inner = tree.children.length ? tree : meaning;
      const folds = Boolean(inner) && (shared || seen.has(tree.key) || Boolean(meaning)), open = Boolean(inner) && (!folds || opened.has(path));
      const label = meaning && !tree.children.length ? tree.label : open ? tree.label : text(tree, 28);
      const width = 7.3 * label.length + 16, own = { label, y: 8 + depth * ROW, width, shared, folds, open, path };
      seen.add(tree.key);
      const children = open ? (tree.children.length ? tree.children : [meaning]) : [];
      let right = x;
      const placed = children.map((child, i) => { const [box, end] = put(child, right, depth + 1, `${path}.${i}`, shared); right = end + GAP; return box; });
      right = Math.max(right - (placed.length ? GAP : 0), x + width);
      const middle = placed.length ? (placed[0].middle + placed[placed.length - 1].middle) / 2 : x + width / 2;
      own.middle = Math.max(middle, x + width / 2);
      // Where a box differs although all that it takes is shared, the versions part.
      own.parts = !shared && placed.length > 0 && placed.every(box => box.shared);
      right = Math.max(right, own.middle + width / 2);
      bottom = Math.max(bottom, own.y + 30);
      boxes.push(own);
      placed.forEach(box => edges.push([own, box]));
      return [own, right];
    };
    const [, right] = put(root, 2, 0, "0", false);
    const svg = el("svg", { width: right + 2, height: bottom, viewBox: `0 0 ${right + 2} ${bottom}`, role: "img", "aria-label": text(root, 2000) });
    for (const [from, to] of edges) svg.append(el("line", { class: "edge", x1: from.middle, y1: from.y + 22, x2: to.middle, y2: to.y }));
    for (const box of boxes) {
      const toggle = () => { if (!opened.delete(box.path)) opened.add(box.path); draw(); };
      const g = el("g", { class: ["box", box.shared ? "same" : box.parts ? "parts" : "own", box.folds ? "folds" : ""].join(" ") });
      if (box.folds) {
        for (const [name, value] of [["tabindex", 0], ["role", "button"], ["aria-expanded", String(box.open)]]) g.setAttribute(name, value);
        g.addEventListener("click", toggle);
        g.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { toggle(); e.preventDefault(); e.stopPropagation(); } });
      }
      g.append(el("rect", { x: box.middle - box.width / 2, y: box.y, width: box.width, height: 22, rx: 4 }), el("text", { x: box.middle, y: box.y + 15, "text-anchor": "middle" }, box.label));
      svg.append(g);
    }
    place.replaceChildren(svg);
  };
  draw();
  return place;
}
