//! A certificate that says something else than what was proved is not accepted,
//! even when its digest is made to fit.

use certificate_checker::Fault;
use serde_json::{Value, json};

use crate::support::{certificate, checked, example, lines, sealed};

/// Certificates that use every kind of line and step.
fn samples() -> Vec<Vec<Value>> {
    let runs = [
        (
            "abs/abs.c",
            "--reference abs_by_comparison --port abs_sse2 --size n=2..3 --assume-positive-zero",
        ),
        (
            "threshold/threshold.c",
            "--reference trunc_scalar --port trunc_sse2 --size n=16",
        ),
        (
            "dot/dot.c",
            "--reference dot_scalar --port dot_sse --size n=5 --assume-associative",
        ),
        (
            "hmax/hmax.c",
            "--reference hmax_scalar --port hmax_sse --size n=5 --assume-ordered --assume-positive-zero",
        ),
        (
            "float-to-u16/float_to_u16.c",
            "--reference round_scalar --port round_sse2 --size n=8",
        ),
    ];
    let sample = |(file, words): &(&str, &str)| {
        let words = shlex::split(words).expect("words");
        lines(&certificate(&example(file), &words))
    };
    runs.iter().map(sample).collect()
}

/// The indices of lines of a kind, at most a few, spread out.
fn some(lines: &[Value], kind: &str) -> Vec<usize> {
    let all: Vec<usize> = (0..lines.len())
        .filter(|&i| lines[i].get(kind).is_some())
        .collect();
    let step = all.len().div_ceil(6).max(1);
    all.into_iter().step_by(step).collect()
}

fn refused(lines: &[Value], what: &str) {
    if checked(&sealed(lines)).is_ok() {
        panic!("accepted: {what}");
    }
}

#[test]
fn tampering_is_noticed() {
    for original in samples() {
        assert!(checked(&sealed(&original)).is_ok());
        for kind in ["obligation", "size", "term", "end"] {
            for i in some(&original, kind) {
                let mut lines = original.clone();
                lines.remove(i);
                refused(&lines, &format!("without {}", original[i]));
            }
        }
        // One of them may be left out where others say the same.
        if original.iter().any(|line| line.get("executed").is_some()) {
            let mut lines = original.clone();
            lines.retain(|line| line.get("rewrite").is_none());
            refused(&lines, "no rewrites");
        }
        for i in some(&original, "rewrite") {
            for (field, other) in changes(&original[i]["rewrite"]) {
                let mut lines = original.clone();
                lines[i]["rewrite"][field] = other;
                refused(&lines, &format!("{} for {}", lines[i], original[i]));
            }
        }
        for i in some(&original, "executed") {
            let mut lines = original.clone();
            let value = original[i]["executed"]["value"].as_u64().expect("a number");
            lines[i]["executed"]["value"] = json!(value.saturating_sub(1));
            refused(&lines, &lines[i].to_string());
        }
        for i in some(&original, "obligation") {
            for (field, other) in obligations(&original[i]["obligation"]) {
                let mut lines = original.clone();
                lines[i]["obligation"][field] = other;
                refused(&lines, &format!("{field} in {}", original[i]));
            }
        }
    }
}

/// Other rewrites in place of one.
fn changes(rewrite: &Value) -> Vec<(&'static str, Value)> {
    let number = |field: &str| rewrite[field].as_u64().expect("a number");
    let mut all = vec![
        ("to", json!(number("to").saturating_sub(1))),
        ("to", json!(number("to") + 1)),
        ("from", json!(number("from").saturating_sub(1))),
        ("context", json!(7)),
    ];
    if let Some(rule) = rewrite["by"].get("rule") {
        let named = |name: &str| json!({"rule": {"name": name, "parts": rule["parts"]}});
        all.push(("by", named("no-such-rule")));
        all.push(("by", named("select-same-else-of-another-kind")));
        all.push(("by", json!("folding")));
        let mut parts = rule["parts"].as_array().expect("parts").clone();
        if parts.pop().is_some() {
            all.push((
                "by",
                json!({"rule": {"name": rule["name"], "parts": parts}}),
            ));
        }
    }
    all
}

/// Other obligations in place of one.
fn obligations(obligation: &Value) -> Vec<(&'static str, Value)> {
    let number = |field: &str| obligation[field].as_u64().expect("a number");
    let proof = obligation["proof"].as_array().expect("steps");
    let mut all = vec![
        ("number", json!(number("number") + 1)),
        ("size", json!(number("size") + 1)),
        ("left", json!(number("left").saturating_sub(1))),
        ("proof", json!([])),
        ("proof", json!([{"renamed": {"of": number("number")}}])),
        ("proof", json!([{"unwritten": {"step": "split"}}])),
        ("proof", json!(["contradiction"])),
    ];
    if proof != &[json!("identical")] {
        all.push(("proof", json!(["identical"])));
        all.push(("proof", json!(["alike"])));
        all.push(("right", json!(number("left"))));
    }
    for (i, step) in proof.iter().enumerate() {
        if let Some(inputs) = step.get("exhaustive").map(|e| &e["inputs"]) {
            let mut fewer = inputs.clone();
            let size = fewer[0][1][0][1].as_u64().expect("a number of values");
            fewer[0][1][0][1] = json!(size - 1);
            all.push((
                "proof",
                with(proof, i, json!({"exhaustive": {"inputs": fewer}})),
            ));
            all.push((
                "proof",
                with(proof, i, json!({"exhaustive": {"inputs": []}})),
            ));
        }
        if let Some(unsat) = step.get("unsat") {
            let query = unsat["query"].as_str().expect("a text");
            let mut other = unsat.clone();
            other["query"] = query
                .replacen("(assert (not (= ", "(assert (= (= ", 1)
                .into();
            all.push(("proof", with(proof, i, json!({"unsat": other}))));
            other["query"] = "(assert false)(check-sat)".into();
            all.push(("proof", with(proof, i, json!({"unsat": other}))));
        }
    }
    let given = obligation["given"].as_array();
    let used = proof.iter().any(|step| step.get("unsat").is_some());
    if used && given.is_some_and(|given| !given.is_empty()) {
        all.push(("given", json!([])));
    }
    all
}

fn with(proof: &[Value], i: usize, step: Value) -> Value {
    let mut proof = proof.to_vec();
    proof[i] = step;
    proof.into()
}

/// A change that makes another theorem of the certificate, such as another
/// constant in both versions, fits no digest.
#[test]
fn a_change_anywhere_breaks_the_digest() {
    let words = "--reference saxpy_scalar --port saxpy_sse --size n=5";
    let words = shlex::split(words).expect("words");
    let text = certificate(&example("saxpy/saxpy.c"), &words);
    assert!(checked(&text).is_ok());
    let original = lines(&text);
    for i in 0..original.len() - 1 {
        let mut damaged: Vec<String> = text.lines().map(str::to_owned).collect();
        damaged[i] = damaged[i].replacen('0', "1", 1) + " ";
        assert!(
            checked(&(damaged.join("\n") + "\n")).is_err(),
            "line {}",
            i + 1
        );
    }
}

#[test]
fn what_cannot_be_checked_is_said() {
    let words = "--reference saxpy_scalar --port saxpy_sse --size n=1";
    let words = shlex::split(words).expect("words");
    let mut lines = lines(&certificate(&example("saxpy/saxpy.c"), &words));
    let i = some(&lines, "obligation")[0];
    lines[i]["obligation"]["proof"] = json!([{"unwritten": {"step": "split"}}]);
    let failure = checked(&sealed(&lines)).expect_err("a proof is missing");
    assert!(matches!(failure.fault, Fault::NotChecked(_)), "{failure}");
}

#[test]
fn constants_ranges_and_assumptions_matter() {
    let words = "--reference trunc_scalar --port trunc_sse2 --size n=16";
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&example("threshold/threshold.c"), &words));
    // Every constant that only one of the versions computes with.
    let mut noticed = 0;
    let constants: Vec<usize> = (0..original.len())
        .filter(|&i| original[i]["term"]["op"] == "const")
        .collect();
    for &i in &constants {
        let mut lines = original.clone();
        let value = lines[i]["term"]["value"].as_str().expect("a value");
        let value = u128::from_str_radix(&value[2..], 16).expect("hexadecimal") ^ 1;
        lines[i]["term"]["value"] = format!("{value:#x}").into();
        noticed += usize::from(checked(&sealed(&lines)).is_err());
    }
    assert!(
        2 * noticed > constants.len(),
        "{noticed} of {}",
        constants.len()
    );

    let words = "--reference hmax_scalar --port hmax_sse --size n=5 --assume-ordered --assume-positive-zero";
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&example("hmax/hmax.c"), &words));
    for fewer in [json!([]), json!(["ordered"]), json!(["positive-zero"])] {
        let mut lines = original.clone();
        lines[0]["certificate"]["assumptions"] = fewer;
        refused(&lines, &lines[0].to_string());
    }
}
