//! What the checker accepts is true: certificates with one thing changed are
//! refused, or what they then claim holds on every input that is tried.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::samples;
use crate::support::{checked, lines, sealed};
use crate::truth::counterexample;

/// Changes of each certificate.
const CHANGES: usize = 150;

#[test]
fn changed_certificates_are_refused_or_true() {
    let mut rng = Rng::with_seed(5);
    let (mut refused, mut accepted) = (0, 0);
    for (words, certificate) in &*samples::WRITTEN {
        let original = lines(certificate);
        if let Err(failure) = checked(&sealed(&original)) {
            panic!("{words}: {failure}");
        }
        assert_eq!(counterexample(&original, &mut rng), None, "{words}");
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
                panic!("{words}, {change}: accepted, but not true of {input}");
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
