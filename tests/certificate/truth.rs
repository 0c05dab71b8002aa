//! What a certificate claims, tried on inputs: terms as executed are evaluated,
//! nothing of the proof is looked at.

use std::collections::HashMap;

use fastrand::Rng;
use serde_json::Value;
use term::{Arena, Assignment, Buffer, Cone, Evaluator, Format, Op, Spec, SymbolId, TermId};

/// Inputs tried.
const TRIALS: usize = 60;

struct Input(HashMap<SymbolId, u128>);

impl Assignment for Input {
    fn symbol(&self, id: SymbolId) -> u128 {
        self.0.get(&id).copied().unwrap_or(0)
    }
}

/// An input on which an obligation does not hold, in words.
pub fn counterexample(lines: &[Value], rng: &mut Rng) -> Option<String> {
    let (arena, terms) = read(lines);
    let term = |value: &Value| terms[value.as_u64().expect("a number") as usize];
    let made = |name: &str| {
        let all = lines[0]["certificate"]["assumptions"].as_array();
        all.is_some_and(|all| all.iter().any(|a| a == name))
    };
    // What laws of real numbers make equal differs by rounding.
    let laws = ["associative", "distributive", "contraction", "reciprocal"];
    let close = laws.into_iter().any(made);
    let obligations: Vec<&Value> = lines.iter().filter_map(|l| l.get("obligation")).collect();
    let mut roots = Vec::new();
    for line in &obligations {
        roots.extend([term(&line["left"]), term(&line["right"])]);
        roots.extend(line["path"].as_array().into_iter().flatten().map(term));
    }
    let cone = Cone::of(&arena, &roots);
    let mut evaluator = Evaluator::new(&arena, &cone);
    let symbols = cone.symbols(&arena);
    for _ in 0..TRIALS {
        let input = draw(&arena, &symbols, rng);
        let seen = evaluator.run_monitored(&roots, &input);
        let excluded = seen.nan && (made("ordered") || made("finite"))
            || seen.infinite && made("finite")
            || seen.negative_zero && made("positive-zero");
        if excluded {
            continue;
        }
        for line in &obligations {
            let value = |v: &Value| evaluator.value(term(v));
            let mut path = line["path"].as_array().into_iter().flatten();
            if !path.all(|c| value(c) == 1) || close {
                continue;
            }
            let (left, right) = (value(&line["left"]), value(&line["right"]));
            let format = line["compare"].as_str().and_then(Format::from_name);
            let alike = |f: Format| {
                let zero = |x: u128| x & !f.sign_mask() == 0;
                let zeros = made("positive-zero") && zero(left) && zero(right);
                f.is_nan(left) && f.is_nan(right) || zeros
            };
            if left != right && !format.is_some_and(alike) {
                return Some(format!("{:?}: {left:#x} and {right:#x}", input.0));
            }
        }
    }
    None
}

fn draw(arena: &Arena, symbols: &[SymbolId], rng: &mut Rng) -> Input {
    // Equal and special values now and then.
    let shared = rng.u128(..);
    let value = |&id: &SymbolId| {
        let symbol = arena.symbol(id);
        let width = arena.width(symbol.term);
        let format = arena.buffer(symbol.buffer).format;
        let value = match (rng.u8(0..6), format) {
            (0, Some(f)) => [0, f.sign_mask(), f.infinity(), f.canonical_nan()][rng.usize(0..4)],
            (1, Some(Format::Single)) => f32::from(rng.i8(..)).to_bits().into(),
            (2, _) => shared,
            (3, _) => rng.u128(0..4),
            (4, _) => !rng.u128(0..4),
            _ => rng.u128(..),
        };
        (id, value & u128::MAX >> (128 - width))
    };
    let mut value = value;
    Input(symbols.iter().map(&mut value).collect())
}

/// The terms of a certificate that the checker accepts.
fn read(lines: &[Value]) -> (Arena, Vec<TermId>) {
    let mut arena = Arena::new();
    let (mut terms, mut buffers): (Vec<TermId>, Vec<_>) = (Vec::new(), Vec::new());
    for line in lines {
        if let Some(input) = line.get("input") {
            buffers.push(arena.add_buffer(Buffer {
                name: input["name"].to_string(),
                format: input["format"].as_str().and_then(Format::from_name),
                signed: input["signed"] == true,
                scalar: false,
                undefined: false,
            }));
        }
        let Some(term) = line.get("term") else {
            continue;
        };
        let width = term["width"].as_u64().expect("a width") as u8;
        let name = term["op"].as_str().expect("a name");
        let op = Op::ALL.into_iter().find(|op| op.name() == name);
        let of = term["of"].as_array().into_iter().flatten();
        let of: Vec<TermId> = of
            .map(|i| terms[i.as_u64().expect("a number") as usize])
            .collect();
        let id = match op.expect("an operator") {
            Op::Const => {
                let digits = term["value"].as_str().expect("a value");
                let value = u128::from_str_radix(&digits[2..], 16).expect("hexadecimal");
                arena.constant(width, value)
            }
            Op::Symbol => {
                let input = term["input"][0].as_u64().expect("a number") as usize;
                let offset = term["input"][1].as_u64().expect("a number") as u32;
                arena.add_symbol(buffers[input], offset, width)
            }
            op => {
                let attr = term["attr"].as_u64().unwrap_or(0) as u16;
                arena.term(Spec { op, width, attr }, &of)
            }
        };
        terms.push(id);
    }
    (arena, terms)
}
