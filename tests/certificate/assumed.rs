//! Assumptions about floats say nothing of floats that no version meets.

use serde_json::{Value, json};

use crate::support::{certificate, checked, kernel, lines, resealed, sealed};

/// A certificate that `x` and `x == 0x7e00 ? 5 : x` are equal for integers of 16 bits under
/// *ordered*: all inputs are tried, with a condition that leaves out the one that differs.
fn leaving_out_a_number(condition: &str) -> Vec<Value> {
    let scalar = json!({"kind": "int", "bits": 16, "signed": false});
    let leaf = json!({"offset": 0, "path": "", "scalar": scalar});
    let contract = json!({
        "params": [{"name": "x", "role": "scalar", "given": false, "scalar": scalar}],
        "result": {"name": "u16", "size": 2, "leaves": [leaf]},
        "size_variables": [],
    });
    let leaning_on = [
        "NaN results are alike, whatever their payload and sign",
        "a computed NaN has the bits of the canonical one, where integer operations look at them",
    ];
    let header = json!({
        "version": 6, "reference": "f", "port": "g", "sizes": "", "contract": contract,
        "assumptions": ["ordered"], "leaning_on": leaning_on, "sources": [], "seal": "",
    });
    let ordered = 7 << 4;
    let terms = [
        json!({"number": 0, "op": "symbol", "width": 16, "input": [0, 0]}),
        json!({"number": 1, "op": "const", "width": 16, "value": "0x7e00"}),
        json!({"number": 2, "op": "const", "width": 16, "value": "0x5"}),
        json!({"number": 3, "op": "eq", "width": 1, "of": [0, 1]}),
        json!({"number": 4, "op": "select", "width": 16, "of": [3, 2, 0]}),
        json!({"number": 5, "op": "fadd", "width": 16, "attr": 0, "of": [0, 0]}),
        json!({"number": 6, "op": "const", "width": 16, "value": "0x0"}),
        json!({"number": 7, "op": "fcmp", "width": 1, "attr": ordered, "of": [5, 6]}),
        json!({"number": 8, "op": "const", "width": 1, "value": "0x1"}),
        json!({"number": 9, "op": "xor", "width": 1, "of": [7, 8]}),
    ];
    let exhaustive = json!({"exhaustive": {"inputs": [[0, [["0x0", 65536]]]]}});
    let mut obligation = json!({
        "number": 0, "size": 0, "output": [0, "return value"], "left": 0, "right": 4,
        "proof": [exhaustive],
    });
    match condition {
        "bounds" => obligation["proof"] = json!([{"bounds": {"given": [7]}}, exhaustive]),
        "given" => obligation["given"] = json!([{"condition": 7, "raw": 7, "built": []}]),
        "admitted" => obligation["proof"] = json!(["admitted", exhaustive]),
        "cases" | "admitted in a lemma" => {
            let cases = json!({"cases": {"conditions": [7, 9], "lemmas": [0, 1]}});
            obligation["proof"] = json!([cases]);
        }
        _ => {}
    }
    let lemma = |number: u32, hypothesis: u32| {
        json!({"lemma": {
            "number": number, "hypotheses": [hypothesis], "left": 0, "right": 4,
            "proof": match condition {
                "admitted in a lemma" => json!(["admitted", exhaustive]),
                _ => json!([exhaustive]),
            },
        }})
    };
    let size = json!({
        "number": 0, "sizes": "", "paths": 1, "outputs": ["return value"], "conditions": 0,
    });
    let input = json!({"number": 0, "name": "x", "signed": false, "undefined": false});
    let mut lines = vec![json!({"certificate": header}), json!({"input": input})];
    lines.extend(terms.map(|term| json!({"term": term})));
    lines.push(json!({"size": size}));
    if ["cases", "admitted in a lemma"].contains(&condition) {
        lines.extend([lemma(0, 7), lemma(1, 9)]);
    }
    lines.push(json!({"obligation": obligation}));
    lines.push(json!({"end": {"sizes": 1, "obligations": 1, "digest": ""}}));
    lines
}

#[test]
fn conditions_are_of_floats_that_are_met() {
    for (condition, why) in [
        ("none", "an input gives different results"),
        ("bounds", "a condition that nothing implies"),
        ("given", "a condition that nothing implies"),
        ("cases", "rests on assumptions about floats"),
        ("admitted", "an input gives different results"),
        (
            "admitted in a lemma",
            "excluded floats are those of an obligation",
        ),
    ] {
        let text = resealed(&leaving_out_a_number(condition));
        match checked(&text) {
            Ok(_) => panic!("{condition}: accepted"),
            Err(failure) => {
                let failure = failure.to_string();
                assert!(failure.contains(why), "{condition}: {failure}");
            }
        }
    }
}

/// What the assumptions say of integer results concerns inputs alone; the steps of a proof take
/// them for all floats.
#[test]
fn integers_from_computed_floats_are_not_checked() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("code.c");
    let text = "int above(float a, float b) { return a * 2 > b; }\n\
                int below(float a, float b) { return b < a + a; }\n\
                int more(float a, float b) { return a > b; }\n\
                int less(float a, float b) { return b < a; }\n";
    std::fs::write(&file, text).expect("written");
    let checks = |words: &str| {
        let words = shlex::split(words).expect("words");
        checked(&sealed(&lines(&certificate(&file, &words))))
    };
    let computed = checks("--reference above --port below --assume-finite");
    let why = computed.expect_err("a sum is computed").to_string();
    assert!(
        why.contains("computed from floats other than inputs"),
        "{why}"
    );
    assert!(checks("--reference more --port less --assume-finite").is_ok());
    assert!(checks("--reference above --port below").is_ok());
}

/// Without the condition of admitted inputs, or without the assumption that it is of, the claim is
/// refuted by a NaN.
#[test]
fn admitted_inputs_are_those_of_the_assumptions() {
    let words = "--reference first_above --port first_not_below --assume-finite --cflags=-O2 \
                 --size n=3 --allow-unreached";
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&kernel("not_at_most.c"), &words));
    assert!(checked(&sealed(&original)).is_ok());
    let mut without = original.clone();
    let mut removed = 0;
    for line in &mut without {
        let proof = line.pointer_mut("/obligation/proof");
        if let Some(steps) = proof.and_then(Value::as_array_mut) {
            let before = steps.len();
            steps.retain(|step| step != "admitted");
            removed += before - steps.len();
        }
    }
    assert!(removed > 0, "no proof is among admitted inputs");
    assert!(checked(&sealed(&without)).is_err());
    let mut unassumed = original;
    unassumed[0]["certificate"]["assumptions"] = json!([]);
    assert!(checked(&sealed(&unassumed)).is_err());
}
