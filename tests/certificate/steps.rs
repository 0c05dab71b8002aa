//! Steps that say something else than what was proved are not accepted.

use serde_json::{Value, json};

use crate::support::{certificate, checked, kernel, lines, sealed};

/// The steps of a kind in the proofs of a certificate.
fn steps<'a>(lines: &'a mut [Value], kind: &'a str) -> impl Iterator<Item = &'a mut Value> {
    let claims = lines.iter_mut().flat_map(|line| {
        let key = if line.get("lemma").is_some() {
            "lemma"
        } else {
            "obligation"
        };
        let proof = line
            .get_mut(key)
            .and_then(|claim| claim["proof"].as_array_mut());
        proof.into_iter().flatten()
    });
    claims.filter_map(move |step| match step.get("criterion") {
        Some(_) => step["criterion"].get_mut(kind),
        None => step.get_mut(kind),
    })
}

/// Changes the first step of a kind; the checker must refuse what comes of it.
fn refused(file: &str, words: &str, kind: &str, changes: &[&dyn Fn(&mut Value)]) {
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&kernel(file), &words));
    if let Err(failure) = checked(&sealed(&original)) {
        panic!("{file}: {failure}");
    }
    for (i, change) in changes.iter().enumerate() {
        let mut lines = original.clone();
        let step = steps(&mut lines, kind).next().expect("a step of the kind");
        change(step);
        assert!(lines != original, "change {i} of {kind} changes nothing");
        assert!(
            checked(&sealed(&lines)).is_err(),
            "change {i} of {kind} is accepted"
        );
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

#[test]
fn narrow_values_keep_their_room_and_order() {
    refused(
        "second_least.c",
        "--reference second_scalar --port second_at_once --arg 'x=in:i32[7]'",
        "order",
        &[
            &|step| step["classes"][0]["size"] = json!(number(&step["classes"][0]["size"]) - 1),
            &|step| drop(step["classes"][0]["members"].as_array_mut().map(Vec::pop)),
            &|step| step["to"][0] = step["to"][1].clone(),
        ],
    );
}

#[test]
fn diagrams_need_the_right_order_and_all_inputs() {
    refused(
        "least_index.c",
        "--reference least_scalar --port least_sse41 --size n=8",
        "diagrams",
        &[
            &|step| step["classes"][0]["least"] = json!(false),
            &|step| step["classes"][0]["order"] = json!("unsigned"),
            &|step| drop(step["classes"][0]["inputs"].as_array_mut().map(Vec::pop)),
            &|step| step["classes"] = json!([]),
        ],
    );
    refused(
        "carry_save_blocks.c",
        "--reference bits --port bits_by_blocks --size n=32",
        "diagrams",
        &[&|step| drop(step["bits"].as_array_mut().map(Vec::pop))],
    );
}

#[test]
fn cases_of_a_split_cover_all_values() {
    let missing = |i: usize| {
        move |step: &mut Value| {
            step["cases"].as_array_mut().expect("cases").remove(i);
        }
    };
    refused(
        "clamped_product.c",
        "--reference clamped --port clamped_sse",
        "split",
        &[
            &missing(0),
            &missing(1),
            &missing(3),
            &missing(5),
            &|step| step["cases"][0]["given"] = json!([]),
            &|step| step["cases"][4]["lemma"] = step["cases"][5]["lemma"].clone(),
        ],
    );
}

#[test]
fn exact_floats_have_the_integers_that_they_have() {
    refused(
        "float_exact.c",
        "--reference luma --port luma_float",
        "integers",
        &[
            &|step| step["values"][0]["shift"] = json!(1),
            &|step| step["values"][1]["integer"] = step["values"][0]["integer"].clone(),
            &|step| drop(step["values"].as_array_mut().map(|values| values.remove(0))),
            &|step| drop(step["map"].as_array_mut().map(Vec::pop)),
        ],
    );
}

#[test]
fn parts_of_a_sum_make_up_the_difference() {
    refused(
        "bit_count.c",
        "--reference count_scalar --port count_avx2 --size n=32",
        "sum",
        &[
            &|step| drop(step["lemmas"].as_array_mut().map(Vec::pop)),
            &|step| step["lemmas"][0] = step["lemmas"][1].clone(),
        ],
    );
}

#[test]
fn pieces_are_all_there_and_in_their_places() {
    refused(
        "faded.c",
        "--reference faded --port faded_exactly",
        "pieces",
        &[
            &|step| drop(step["lemmas"].as_array_mut().map(Vec::pop)),
            &|step| step["lemmas"][1] = step["lemmas"][0].clone(),
            &|step| step["lemmas"].as_array_mut().expect("lemmas").swap(0, 1),
        ],
    );
}

#[test]
fn all_bits_that_are_read_are_tried() {
    refused(
        "faded.c",
        "--reference faded --port faded_exactly",
        "exhaustive",
        &[
            &|step| {
                let read = step["read"][0][1].as_str().expect("bits");
                let bits = u32::from_str_radix(&read[2..], 16).expect("bits");
                step["read"][0][1] = json!(format!("{:#x}", bits & (bits - 1)));
            },
            &|step| step["read"] = json!([]),
        ],
    );
}

#[test]
fn searched_terms_are_instances_of_the_rules_named() {
    refused(
        "disjoint_sum.c",
        "--reference weighted --port weighted_by_bits",
        "search",
        &[
            &|step| drop(step["links"].as_array_mut().map(Vec::pop)),
            &|step| step["links"][0]["by"] = json!("folding"),
            &|step| step["links"][0]["by"] = json!({"rule": "no-such-rule"}),
            &|step| step["links"][0]["to"] = step["links"][1]["to"].clone(),
        ],
    );
}

#[test]
fn parities_are_of_the_terms_compared() {
    let words = "--cflags=-msse4.2 --reference crc_scalar --port crc_sse42 --size n=1";
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&kernel("checksum.c"), &words));
    assert!(checked(&sealed(&original)).is_ok());
    let mut tried = 0;
    for i in 0..original.len() {
        let other = original[i]["obligation"]["right"].as_u64();
        for other in other.into_iter().flat_map(|right| [right - 1, right - 2]) {
            let mut lines = original.clone();
            lines[i]["obligation"]["right"] = json!(other);
            assert!(checked(&sealed(&lines)).is_err(), "{other} is accepted");
            tried += 1;
        }
    }
    assert!(tried > 0);
}

#[test]
fn variables_stand_for_the_sums_that_they_stand_for() {
    refused(
        "fir.c",
        "--reference fir_scalar --port fir_sse2 --arg 'c=in:i16[4]' --size n=1",
        "sums",
        &[
            &|step| step["variables"][0]["of"][0][0] = json!("2"),
            &|step| drop(step["variables"][0]["of"].as_array_mut().map(Vec::pop)),
            &|step| {
                let signed = step["variables"][0]["of"][0][1][0][1].as_bool();
                step["variables"][0]["of"][0][1][0][1] = json!(signed == Some(false));
            },
            &|step| step["variables"] = json!([]),
            &|step| drop(step["map"].as_array_mut().map(Vec::pop)),
        ],
    );
}

#[test]
fn sets_have_the_same_operands() {
    refused(
        "minimum_sets.c",
        "--reference above --port above_by_bits --arg 'x=in:i32[16]'",
        "sets",
        &[
            &|step| {
                let inner = number(&step["sets"][0]["members"][1][0]) - 2;
                step["sets"][0]["members"][1][0] = json!(inner);
            },
            &|step| step["sets"][0]["format"] = json!("f32"),
            &|step| step["map"] = json!([]),
            &|step| step["sets"] = json!([]),
        ],
    );
}

#[test]
fn bounds_follow_from_the_ranges() {
    let words = "--reference packed --port packed_by_bits --arg 'x=f32 in 0..1000'";
    refused(
        "bounded_field.c",
        words,
        "bounds",
        &[&|step| step["given"] = json!([])],
    );
    let words = shlex::split(words).expect("words");
    let mut lines = lines(&certificate(&kernel("bounded_field.c"), &words));
    let ranges = lines.iter_mut().filter_map(|l| l["term"].get_mut("range"));
    let wider = ranges
        .map(|range| *range = json!(["0.0", "2000.0"]))
        .count();
    assert!(wider > 0);
    assert!(
        checked(&sealed(&lines)).is_err(),
        "wider ranges are accepted"
    );
}

#[test]
fn ranges_of_branches_follow_from_their_conditions() {
    let words = "--reference magnitude --port cleared";
    refused(
        "ranges_of_branches.c",
        words,
        "within",
        &[&|step| step["context"] = json!(1)],
    );
    let words = shlex::split(words).expect("words");
    let original = lines(&certificate(&kernel("ranges_of_branches.c"), &words));
    for narrower in [json!(["1.0", "3.0"]), json!(["2.0", "4.0"])] {
        let mut lines = original.clone();
        let contexts = lines
            .iter_mut()
            .filter_map(|l| l["context"].get_mut("ranges"));
        let changed = contexts.map(|ranges| ranges[0][1] = narrower.clone());
        assert!(changed.count() > 0);
        assert!(
            checked(&sealed(&lines)).is_err(),
            "a range within that of the branch is accepted"
        );
    }
}

#[test]
fn zeros_have_one_value_only_where_no_negative_one_is_read() {
    let words = "--reference doubled --port constant_at_zero --assume-positive-zero";
    let words = shlex::split(words).expect("words");
    let mut lines = lines(&certificate(&kernel("ranges_of_branches.c"), &words));
    assert!(checked(&sealed(&lines)).is_ok());
    let headers = lines
        .iter_mut()
        .filter_map(|l| l["certificate"].get_mut("assumptions"));
    assert!(headers.map(|assumed| *assumed = json!([])).count() > 0);
    assert!(checked(&sealed(&lines)).is_err());
}
