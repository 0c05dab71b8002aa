//! Generated functions full of branches, for comparing them before and after folding.

use std::fmt::Write;

/// A small deterministic generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // Knuth's MMIX constants; the high bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

fn variable(random: &mut Random) -> &'static str {
    random.pick(&["a", "b", "c", "x", "y"])
}

fn condition(random: &mut Random, depth: u32) -> String {
    if depth > 0 && random.below(2) == 0 {
        let op = random.pick(&["&&", "||"]);
        let (left, right) = (condition(random, depth - 1), condition(random, depth - 1));
        return format!("({left} {op} {right})");
    }
    let op = random.pick(&["<", "==", ">=", "!=", "&"]);
    format!("({} {op} {})", variable(random), random.below(9))
}

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return variable(random).to_owned();
    }
    let left = expression(random, depth - 1);
    match random.below(8) {
        0 => format!(
            "({} ? {left} : {})",
            condition(random, 1),
            expression(random, depth - 1)
        ),
        1 => format!("t[({left}) & 7]"),
        2 => format!("({left} / {})", 1 + random.below(5)),
        3 => format!("({left} % ({} | 1))", variable(random)),
        4 => format!("({left} << ({} & 31))", variable(random)),
        _ => format!(
            "({left} {} {})",
            random.pick(&["+", "-", "*", "^"]),
            variable(random)
        ),
    }
}

fn statements(random: &mut Random, depth: u32, in_loop: bool, out: &mut String) {
    for _ in 0..1 + random.below(3) {
        statement(random, depth, in_loop, out);
    }
}

fn statement(random: &mut Random, depth: u32, in_loop: bool, out: &mut String) {
    let kind = if depth == 0 { 0 } else { random.below(9) };
    let mut line = |text: String| writeln!(out, "{text}").expect("strings take everything");
    match kind {
        1..=4 => {
            line(format!("if ({}) {{", condition(random, 2)));
            statements(random, depth - 1, in_loop, out);
            if random.below(2) == 0 {
                out.push_str("} else {\n");
                statements(random, depth - 1, in_loop, out);
            }
            out.push_str("}\n");
        }
        5 => {
            line(format!(
                "for (unsigned i = 0; i < {}; i++) {{ x += i;",
                1 + random.below(4)
            ));
            statements(random, depth - 1, true, out);
            out.push_str("}\n");
        }
        6 => {
            line(format!("switch ({} & 3) {{ case 0:", variable(random)));
            statements(random, depth - 1, in_loop, out);
            out.push_str("case 1: y += 3; break; case 2:\n");
            statements(random, depth - 1, in_loop, out);
            out.push_str("}\n");
        }
        7 if in_loop => {
            let jump = random.pick(&["continue", "break"]);
            line(format!("if ({}) {jump};", condition(random, 1)));
        }
        7 | 8 if random.below(3) == 0 => {
            line(format!(
                "if ({}) return {};",
                condition(random, 1),
                expression(random, 1)
            ));
        }
        _ => line(format!("{} = {};", variable(random), expression(random, 2))),
    }
}

/// A C function `all(a, b, c)` whose result depends on `count` generated functions.
pub fn source(seed: u64, count: u64) -> String {
    let mut random = Random(seed);
    let mut text = "static const unsigned t[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n".to_owned();
    // Guards have nothing to do natively, and undefined values are any.
    for (function, symbol) in [
        ("void read(void)", "guard.read"),
        ("void divide(void)", "guard.urem.i32"),
        ("void begin(void)", "arm.begin"),
        ("void end(void)", "arm.end"),
        ("unsigned undefined(void)", "undefined.i32"),
    ] {
        text += &format!("{function} __asm__(\"simdiff.{symbol}\");\n");
        text += &format!(
            "{function} {{ {} }}\n",
            if function.starts_with("void") {
                ""
            } else {
                "return 0;"
            }
        );
    }
    for index in 0..count {
        text += &format!("unsigned f{index}(unsigned a, unsigned b, unsigned c) {{\n");
        text += "unsigned x = a - c, y = b;\n";
        statements(&mut random, 4, false, &mut text);
        text += "return x * 31 + y * 17 + a + b + c;\n}\n";
    }
    text += "unsigned long all(unsigned a, unsigned b, unsigned c) {\nunsigned long h = 0;\n";
    for index in 0..count {
        text += &format!("h = h * 1000003 + f{index}(a, b, c);\n");
    }
    text + "return h;\n}\n"
}
