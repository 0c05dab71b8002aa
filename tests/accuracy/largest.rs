//! The largest error that the search finds, and infinite ones.

use crate::support::{check, json};

fn line<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.lines().find(|line| line.starts_with(label))
}

const RANGE: [&str; 2] = ["--arg", "x=f32 in 1..2"];

#[test]
fn the_largest_error_is_larger_than_the_first_one_found() {
    let (code, text) = check("errors.c", "scaled", "scaled_once", &RANGE);
    assert_eq!(code, 1);
    assert!(text.contains("1 ulp apart"), "{text}");
    let found = line(
        &text,
        "largest error found: 2 ulps, relative 1.49e-7, for x = 1.333",
    );
    assert!(found.is_some(), "{text}");
}

#[test]
fn machines_read_the_error_with_its_input() {
    let outcome = json("errors.c", "scaled", "scaled_once", &RANGE);
    let error = &outcome["difference"]["largest_error"];
    assert_eq!(error["ulps"], 2);
    let number = |value: &serde_json::Value| {
        let hex = value["hex"]
            .as_str()
            .expect("bits")
            .trim_start_matches("0x");
        f32::from_bits(u32::from_str_radix(hex, 16).expect("bits"))
    };
    let x = number(&error["inputs"][0]["value"]);
    assert_eq!(number(&error["reference"]), x * 3.0 * 0.1);
    assert_eq!(number(&error["port"]), x * 0.3);
}

#[test]
fn an_infinity_on_one_side_is_an_infinite_error() {
    let words = ["--arg", "x=f32 in 0..1"];
    let (_, text) = check("errors.c", "inverse", "inverse_or_zero", &words);
    let expected = "infinite error: INFINITY against 0.0f, for these inputs";
    assert_eq!(line(&text, "infinite error:"), Some(expected));
    assert_eq!(line(&text, "largest error found:"), None);
}

#[test]
fn without_ranges_sums_cancel_and_overflow() {
    let words = ["--arg", "x=in:f32[4]"];
    let (_, text) = check("errors.c", "sum", "sum_pairs", &words);
    assert!(line(&text, "infinite error:").is_some(), "{text}");
    let outcome = json("errors.c", "sum", "sum_pairs", &words);
    let ulps = &outcome["difference"]["largest_error"]["ulps"];
    assert!(ulps.as_u64().expect("ulps") > 1_000_000, "{ulps}");
}
