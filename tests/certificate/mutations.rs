//! What the checker accepts is true: certificates with one thing changed are
//! refused, or what they then claim holds on every input that is tried.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::support::{certificate, checked, example, kernel, lines, sealed};
use crate::truth::counterexample;

/// Changes of each certificate.
const CHANGES: usize = 150;

#[test]
fn changed_certificates_are_refused_or_true() {
    let samples = [
        (
            example("abs/abs.c"),
            "--reference abs_by_comparison --port abs_sse2 --size n=1 --assume-positive-zero",
        ),
        (
            example("threshold/threshold.c"),
            "--reference trunc_scalar --port trunc_sse2 --size n=1",
        ),
        (
            example("saturating-add/saturating_add.c"),
            "--reference add_scalar --port add_sse2 --size n=8",
        ),
        (
            example("hmax/hmax.c"),
            "--reference hmax_scalar --port hmax_sse --size n=5 --assume-ordered --assume-positive-zero",
        ),
        (
            example("dot/dot.c"),
            "--reference dot_scalar --port dot_sse --size n=5 --assume-associative",
        ),
        (
            kernel("float_arithmetic.c"),
            "--reference clamped --port clamped_after --undefined conversion=note",
        ),
        (
            kernel("count_apart.c"),
            "--reference apart_scalar --port apart_sse2 --size n=16",
        ),
        (
            kernel("float_exact.c"),
            "--reference luma --port luma_float",
        ),
        (
            kernel("largest_magnitude.c"),
            "--reference largest_scalar --port largest_sse --size n=4",
        ),
        (
            kernel("fir.c"),
            "--reference fir_scalar --port fir_sse2 --arg 'c=in:i16[4]' --size n=1",
        ),
        (
            kernel("disjoint_sum.c"),
            "--reference weighted --port weighted_by_bits",
        ),
        (
            kernel("table_difference.c"),
            "--reference predict_by_table --port predict_sse2 --arg 'left=in:u8[1]' --arg 'corner=in:u8[1]' --arg 'top=in:u8[8]' --arg 'dst=out:u8[8]'",
        ),
        (kernel("faded.c"), "--reference faded --port faded_exactly"),
        (
            kernel("minimum_sets.c"),
            "--reference above --port above_by_bits --arg 'x=in:i32[16]'",
        ),
        (
            kernel("divided_where.c"),
            "--reference divided_unsigned --port divided_signed --size n=1",
        ),
        (
            kernel("median.c"),
            "--reference median_sorted --port median_network --size n=16",
        ),
    ];
    let mut rng = Rng::with_seed(5);
    let (mut refused, mut accepted) = (0, 0);
    for (file, words) in samples {
        let words = shlex::split(words).expect("words");
        let original = lines(&certificate(&file, &words));
        if let Err(failure) = checked(&sealed(&original)) {
            panic!("{words:?}: {failure}");
        }
        assert_eq!(counterexample(&original, &mut rng), None, "{words:?}");
        for _ in 0..CHANGES {
            let mut lines = original.clone();
            let change = change(&mut lines, &mut rng);
            if lines == original {
                continue;
            }
            if checked(&sealed(&lines)).is_err() {
                refused += 1;
                continue;
            }
            accepted += 1;
            if let Some(input) = counterexample(&lines, &mut rng) {
                panic!("{words:?}, {change}: accepted, but not true of {input}");
            }
        }
    }
    // Most changes are of lines that the proof rests on.
    assert!(
        refused > 4 * accepted,
        "{refused} refused, {accepted} accepted"
    );
}

/// Changes one thing; says what.
fn change(lines: &mut Vec<Value>, rng: &mut Rng) -> String {
    // Not the header, whose names and words say nothing.
    let at = rng.usize(1..lines.len() - 1);
    let before = lines[at].to_string();
    match rng.u8(0..8) {
        0 => {
            lines.remove(at);
            return format!("without {before}");
        }
        1 => {
            let other = rng.usize(1..lines.len() - 1);
            lines.swap(at, other);
            return format!("line {at} exchanged with line {other}");
        }
        _ => {}
    }
    let mut places = Vec::new();
    collect(&lines[at], String::new(), &mut places);
    if places.is_empty() {
        return String::new();
    }
    let place = places[rng.usize(0..places.len())].clone();
    let words = values(lines, &place);
    if let Some(value) = lines[at].pointer_mut(&place) {
        *value = changed(value, &words, rng);
    }
    format!("{} for {before}", lines[at])
}

/// Pointers to everything in a line that is no object.
fn collect(value: &Value, path: String, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                collect(inner, format!("{path}/{name}"), places);
            }
        }
        Value::Array(items) => {
            places.push(path.clone());
            for (i, inner) in items.iter().enumerate() {
                collect(inner, format!("{path}/{i}"), places);
            }
        }
        _ => places.push(path),
    }
}

/// The words that other lines have in the same place.
fn values(lines: &[Value], place: &str) -> Vec<Value> {
    let found = lines.iter().filter_map(|line| line.pointer(place));
    found.filter(|value| value.is_string()).cloned().collect()
}

fn changed(value: &Value, words: &[Value], rng: &mut Rng) -> Value {
    match value {
        Value::Number(n) => match (n.as_i64(), rng.u8(0..4)) {
            (Some(n), 0) => json!(n + 1),
            (Some(n), 1) => json!((n - 1).max(0)),
            (Some(n), 2) => json!(n ^ (1 << rng.u8(0..8))),
            (Some(n), _) => json!(rng.i64(0..=n.max(1))),
            _ => json!(0),
        },
        Value::String(text) => {
            let hexadecimal = text
                .strip_prefix("0x")
                .and_then(|digits| u128::from_str_radix(digits, 16).ok());
            match (hexadecimal, text.parse::<f64>()) {
                (Some(bits), _) => match rng.u8(0..3) {
                    0 => json!(format!("{:#x}", bits ^ 1 << rng.u8(0..32))),
                    1 => json!(format!("{:#x}", bits.wrapping_add(1))),
                    _ => json!(format!("{:#x}", bits.saturating_sub(1))),
                },
                (_, Ok(bound)) => json!(format!("{:?}", bound * 2.0 + 1.0)),
                _ if words.is_empty() => json!("other"),
                _ => words[rng.usize(0..words.len())].clone(),
            }
        }
        Value::Array(items) => {
            let mut items = items.clone();
            match rng.u8(0..3) {
                0 => drop(items.pop()),
                1 if items.len() > 1 => items.swap(0, 1),
                _ => {
                    let last = items.last().cloned();
                    items.extend(last);
                }
            }
            Value::Array(items)
        }
        Value::Bool(truth) => json!(!truth),
        other => other.clone(),
    }
}
