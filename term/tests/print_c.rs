//! Printed integers against a C compiler: random terms, printed and compiled as C, have the
//! values that the evaluator gives them.

use std::collections::HashSet;
use std::fmt::Write;
use std::process::Command;

use fastrand::Rng;
use simdiff_term::*;

const TERMS: usize = 400;
const INPUTS: usize = 24;
const WIDTHS: [u8; 4] = [8, 16, 32, 64];

/// Random terms over sixteen inputs: two of each width, signed and unsigned.
struct Terms {
    arena: Arena,
    rng: Rng,
    pool: Vec<TermId>,
}

impl Terms {
    fn new(seed: u64) -> Terms {
        let mut arena = Arena::new();
        let mut pool = Vec::new();
        for width in WIDTHS {
            for signed in [false, true] {
                let sign = if signed { 'i' } else { 'u' };
                for index in 0..2 {
                    let buffer = arena.add_buffer(Buffer {
                        name: format!("{sign}{width}_{index}"),
                        format: None,
                        signed,
                        scalar: true,
                        undefined: false,
                    });
                    pool.push(arena.add_symbol(buffer, 0, width));
                }
            }
        }
        let rng = Rng::with_seed(seed);
        Terms { arena, rng, pool }
    }

    /// A random term of a width; constants are as frequent as inputs.
    fn of(&mut self, width: u8) -> TermId {
        if self.rng.u8(..4) == 0 {
            let small = self.rng.u128(..16);
            let value = match self.rng.u8(..4) {
                0 => small,
                1 => small.wrapping_neg(),
                2 => 1 << self.rng.u8(..width),
                _ => self.rng.u128(..),
            };
            return self.arena.constant(width, value);
        }
        // Recent terms are deep, early ones are inputs.
        for _ in 0..64 {
            let recent = self.pool.len().saturating_sub(24);
            let start = if self.rng.bool() { recent } else { 0 };
            let term = self.pool[self.rng.usize(start..self.pool.len())];
            if self.arena.width(term) == width {
                return term;
            }
        }
        self.pool[usize::from(width.trailing_zeros() as u8 - 3) * 4]
    }

    fn condition(&mut self) -> TermId {
        let width = self.rng.choice(WIDTHS).unwrap_or(32);
        let (mut x, y) = (self.of(width), self.of(width));
        while self.arena.constant_value(x).is_some() {
            x = self.of(width);
        }
        let op = self.rng.choice([Op::Eq, Op::Ult, Op::Slt]);
        let compared = self.arena.term(Spec::int(op.unwrap_or(Op::Eq), 1), &[x, y]);
        match self.rng.u8(..4) {
            0 => {
                let yes = self.arena.constant(1, 1);
                self.arena.term(Spec::int(Op::Xor, 1), &[compared, yes])
            }
            1 => self.arena.term(Spec::extract(width - 1, 1), &[x]),
            _ => compared,
        }
    }

    fn grow(&mut self) {
        let width = self.rng.choice(WIDTHS).unwrap_or(32);
        let x = self.of(width);
        // Folded by every builder.
        if self.arena.constant_value(x).is_some() {
            return;
        }
        let term = match self.rng.u8(..13) {
            0..=3 => {
                let op = [Op::Add, Op::Sub, Op::Mul][self.rng.usize(..3)];
                let y = self.of(width);
                self.arena.term(Spec::int(op, width), &[x, y])
            }
            4 => {
                let op = [Op::And, Op::Or, Op::Xor][self.rng.usize(..3)];
                let y = self.of(width);
                self.arena.term(Spec::int(op, width), &[x, y])
            }
            5 => {
                let op = [Op::Shl, Op::LShr, Op::AShr][self.rng.usize(..3)];
                let distance = self.rng.u8(1..width);
                let y = self.arena.constant(width, distance.into());
                self.arena.term(Spec::int(op, width), &[x, y])
            }
            6 => {
                let op = [Op::UDiv, Op::URem, Op::SDiv, Op::SRem][self.rng.usize(..4)];
                let divisor = self.rng.u128(2..100);
                let y = self.arena.constant(width, divisor);
                self.arena.term(Spec::int(op, width), &[x, y])
            }
            7 | 8 if width < 64 => {
                let op = if self.rng.bool() { Op::ZExt } else { Op::SExt };
                self.arena.term(Spec::int(op, 2 * width), &[x])
            }
            9 if width > 8 => {
                let narrow = width / 2;
                let offset = match self.rng.u8(..4) {
                    0 | 1 => 0,
                    2 => narrow,
                    _ => self.rng.u8(..=narrow),
                };
                let spec = Spec::extract(offset, narrow);
                self.arena.term(spec, &[x])
            }
            10 => {
                let narrow = self.rng.u8(2..width);
                let offset = self.rng.u8(..=width - narrow);
                let field = self.arena.term(Spec::extract(offset, narrow), &[x]);
                // C has no signed type for a mask of another width.
                let op = match offset + narrow == width && self.rng.bool() {
                    true => Op::SExt,
                    false => Op::ZExt,
                };
                self.arena.term(Spec::int(op, width), &[field])
            }
            11 if self.rng.u8(..3) == 0 => {
                let distance = self.rng.u8(1..width - 1);
                let low = self.arena.term(Spec::extract(0, width - distance), &[x]);
                let zero = self.arena.constant(distance, 0);
                self.arena.term(Spec::int(Op::Concat, width), &[low, zero])
            }
            11 if width < 64 => {
                let y = self.of(width);
                if self.arena.constant_value(y).is_some() {
                    return;
                }
                self.arena.term(Spec::int(Op::Concat, 2 * width), &[x, y])
            }
            _ => {
                let condition = self.condition();
                match self.rng.u8(..3) {
                    0 => {
                        let op = if self.rng.bool() { Op::ZExt } else { Op::SExt };
                        self.arena.term(Spec::int(op, width), &[condition])
                    }
                    _ => {
                        let y = self.of(width);
                        let spec = Spec::int(Op::Select, width);
                        self.arena.term(spec, &[condition, x, y])
                    }
                }
            }
        };
        self.pool.push(term);
    }
}

struct Inputs(Vec<u128>);

impl Assignment for Inputs {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0[id.0 as usize]
    }
}

fn c_type(width: u8, signed: bool) -> String {
    format!("{}int{width}_t", if signed { "" } else { "u" })
}

/// Writes a definition after those that it mentions.
fn define(all: &[Definition], i: usize, written: &mut HashSet<usize>, source: &mut String) {
    if !written.insert(i) {
        return;
    }
    let text = &all[i].text.text;
    for (j, other) in all.iter().enumerate() {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|word| word == other.name) {
            define(all, j, written, source);
        }
    }
    let _ = writeln!(source, "  __auto_type {} = {text};", all[i].name);
}

#[test]
fn texts_compiled_as_c_have_the_values_of_the_terms() {
    let mut terms = Terms::new(20);
    let inputs = terms.pool.len();
    while terms.pool.len() < inputs + TERMS {
        terms.grow();
    }
    let Terms {
        arena,
        mut rng,
        pool,
    } = terms;
    let mut source =
        "#include <stdint.h>\n#include <stdbool.h>\n#include <stdio.h>\n#include <limits.h>\n"
            .to_owned();
    for width in 2..64 {
        if !WIDTHS.contains(&width) {
            let _ = writeln!(
                source,
                "typedef _BitInt({width}) i{width}; typedef unsigned _BitInt({width}) u{width};"
            );
        }
    }
    let mut parameters = Vec::new();
    for width in WIDTHS {
        let (u, i) = (c_type(width, false), c_type(width, true));
        let _ = writeln!(source, "typedef {u} u{width}; typedef {i} i{width};");
        for sign in ['u', 'i'] {
            for index in 0..2 {
                parameters.push(format!("{sign}{width} {sign}{width}_{index}"));
            }
        }
    }
    let mut texts = Vec::new();
    let printer = Printer::new(&arena);
    for (i, &term) in pool[inputs..].iter().enumerate() {
        let read = match i % 3 {
            0 => Read::AsMade,
            1 => Read::Stored { signed: true },
            _ => Read::Stored { signed: false },
        };
        let style = Style {
            read,
            line_chars: usize::MAX,
            lines: usize::MAX,
            ..Style::default()
        };
        let rendered = printer.render(&[term], &style);
        assert!(!rendered.elided);
        let width = arena.width(term);
        let all = parameters.join(", ");
        let _ = writeln!(source, "static u{width} f{i}({all}) {{");
        let mut written = HashSet::new();
        for i in 0..rendered.definitions.len() {
            define(&rendered.definitions, i, &mut written, &mut source);
        }
        let _ = writeln!(source, "  return {};\n}}", rendered.roots[0].text);
        texts.push(rendered.to_string());
    }
    source.push_str("int main(void) {\n");
    let mut expected = Vec::new();
    let cone = Cone::of(&arena, &pool);
    let mut evaluator = Evaluator::new(&arena, &cone);
    for _ in 0..INPUTS {
        let values: Vec<u64> = (0..inputs)
            .map(|_| match rng.u8(..3) {
                0 => rng.u64(..4).wrapping_sub(2),
                _ => rng.u64(..),
            })
            .collect();
        let masked = values.iter().zip(&pool).map(|(value, term)| {
            let width = u32::from(arena.width(*term));
            u128::from(value & (u64::MAX >> (64 - width)))
        });
        let assignment = Inputs(masked.collect());
        let call: Vec<String> = values.iter().map(|v| format!("{v}u")).collect();
        let call = call.join(", ");
        evaluator.run(&assignment);
        for (i, &term) in pool[inputs..].iter().enumerate() {
            expected.push((i, evaluator.value(term) as u64));
            let _ = writeln!(
                source,
                "  printf(\"%llu\\n\", (unsigned long long)f{i}({call}));"
            );
        }
    }
    source.push_str("}\n");
    let dir = std::env::temp_dir().join(format!("simdiff-print-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let (file, program) = (dir.join("texts.c"), dir.join("texts"));
    std::fs::write(&file, &source).expect("the source is written");
    let status = Command::new("clang-19")
        .args(["-w", "-std=c23", "-fwrapv", "-O0", "-o"])
        .args([&program, &file])
        .status();
    assert!(
        status.expect("clang-19 runs").success(),
        "{}",
        file.display()
    );
    let output = Command::new(&program).output().expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed.lines().count(), expected.len());
    let _ = std::fs::remove_dir_all(&dir);
    let lines = printed.lines().zip(expected);
    let wrong = lines.filter(|(line, (_, value))| *line != value.to_string());
    let wrong = wrong.map(|(line, (i, value))| (texts[i].len(), i, line, value));
    // The shortest text tells most.
    if let Some((_, i, line, value)) = wrong.min() {
        panic!(
            "C computes {line}, the evaluator {value}: f{i}\n{}",
            texts[i]
        );
    }
}
