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
    claims.filter_map(move |step| step.get_mut(kind))
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
        "least_index.c",
        "--reference least_scalar --port least_sse41 --size n=8",
        "order",
        &[
            &|step| step["classes"][0]["size"] = json!(number(&step["classes"][0]["size"]) - 1),
            &|step| drop(step["classes"][0]["members"].as_array_mut().map(Vec::pop)),
            &|step| step["to"][0] = step["to"][1].clone(),
        ],
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
