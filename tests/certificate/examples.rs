//! Every EQUIVALENT of the examples has a certificate that checks.

use std::path::Path;

use crate::support::{certificate, checked, equivalent, example, kernel, shortened};

#[test]
fn equivalent_examples_have_certificates_that_check() {
    let mut files = Vec::new();
    for directory in std::fs::read_dir(example("")).expect("examples") {
        let directory = directory.expect("readable").path();
        if directory.is_dir() {
            let entries = std::fs::read_dir(directory).expect("a directory");
            files.extend(entries.map(|e| e.expect("readable").path()));
        }
    }
    files.sort();
    let source = |f: &Path| f.extension().is_some_and(|e| e == "c" || e == "cpp");
    let mut count = 0;
    for file in files.iter().filter(|f| source(f)) {
        for words in equivalent(file) {
            let words = shortened(&words);
            let text = certificate(file, &words);
            match checked(&text) {
                Ok(summary) => assert!(summary.outputs > 0, "{words:?}"),
                Err(failure) => panic!("{} {words:?}: {failure}", file.display()),
            }
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} certificates");
}

/// Kernels whose sums, quotients and clamps need more than one bound to follow.
#[test]
fn sums_quotients_and_exact_floats_are_checked() {
    for (file, words) in [
        (
            "contrast.c",
            "--reference contrast --port contrast_sse2 --size n=8",
        ),
        ("float_exact.c", "--reference slope --port slope_float"),
        (
            "inverse_transform.c",
            "--reference inverse --port inverse_sse2 --arg 'c=in:i16[16] in -1000..1000' --arg 'out=inout:u8[16]'",
        ),
        (
            "table_difference.c",
            "--reference predict_by_table --port predict_sse2 --arg 'left=in:u8[1]' --arg 'corner=in:u8[1]' --arg 'top=in:u8[8]' --arg 'dst=out:u8[8]'",
        ),
        (
            "crossfade.c",
            "--reference fade --port fade_madd --arg 't=i16 in 0..32767' --size n=8",
        ),
        (
            "median.c",
            "--reference median_sorted --port median_network --size n=16",
        ),
        (
            "conditional_sums.c",
            "--reference gains --port gains_sse --size n=3",
        ),
        (
            "norms.c",
            "--reference largest --port largest_sse --size n=4..5 --assume-ordered",
        ),
        (
            "wide_product.c",
            "--reference product_scalar --port product_sse2 --size n=2",
        ),
    ] {
        let words = shlex::split(words).expect("words");
        let text = certificate(&kernel(file), &words);
        if let Err(failure) = checked(&text) {
            panic!("{file} {words:?}: {failure}");
        }
    }
}

/// Contracts that limit what lies in memory, states of static variables, negative sizes,
/// texts and buffers of one version alone.
#[test]
fn certificates_of_all_contracts_are_checked() {
    for (file, words) in [
        (
            "enumerated_fields.c",
            "--reference apply --port apply_by_number",
        ),
        (
            "enumerated_fields.c",
            "--reference count_zeroing --port count_zeroing_by_table --size n=0..4",
        ),
        (
            "enumerated_fields.c",
            "--reference apply_current --port apply_current_by_number",
        ),
        (
            "enumerated_fields.c",
            "--reference select_rights --port select_rights_masked",
        ),
        (
            "mixed_fields.c",
            "--reference direction --port direction_shifted",
        ),
        (
            "filled_once.c",
            "--reference negate --port negate_by_table --size n=0..3",
        ),
        (
            "negative_sizes.c",
            "--reference sum --port sum_checked_late --size n=-3..3",
        ),
        (
            "terminated_texts.c",
            "--reference length --port length_pairs --arg 's=cstr[..n]' --size n=0..5",
        ),
    ] {
        let words = shlex::split(words).expect("words");
        let text = certificate(&kernel(file), &words);
        if let Err(failure) = checked(&text) {
            panic!("{file} {words:?}: {failure}");
        }
    }
}

/// A kernel for every step of the ladder that makes other claims of one.
#[test]
fn steps_of_the_ladder_leave_proofs() {
    let steps = [
        (
            "float_arithmetic.c",
            "--reference above --port above_by_difference",
            "circuits",
        ),
        (
            "float_arithmetic.c",
            "--reference clamped --port clamped_after --undefined conversion=note",
            "cut",
        ),
        (
            "clamped_product.c",
            "--reference clamped --port clamped_sse",
            "split",
        ),
        (
            "float_exact.c",
            "--reference luma --port luma_float",
            "integers",
        ),
        (
            "second_least.c",
            "--reference second_scalar --port second_at_once --arg 'x=in:i32[7]'",
            "order",
        ),
        (
            "least_index.c",
            "--reference least_scalar --port least_sse41 --size n=8",
            "diagrams",
        ),
        (
            "index_of_maximum.c",
            "--reference index_scalar --port index_avx2 --size n=32",
            "diagrams",
        ),
        (
            "carry_save_blocks.c",
            "--reference bits --port bits_by_blocks --size n=32",
            "diagrams",
        ),
        (
            "divided_where.c",
            "--reference divided_unsigned --port divided_signed --size n=1",
            "narrow",
        ),
        (
            "bit_count.c",
            "--reference count_scalar --port count_avx2 --size n=32",
            "sum",
        ),
        (
            "count_apart.c",
            "--reference apart_scalar --port apart_sse2 --size n=16",
            "cases",
        ),
        (
            "checksum.c",
            "--cflags=-msse4.2 --reference crc_scalar --port crc_sse42 --size n=1",
            "parity",
        ),
        (
            "faded.c",
            "--reference faded --port faded_exactly",
            "pieces",
        ),
        (
            "fir.c",
            "--reference fir_scalar --port fir_sse2 --arg 'c=in:i16[4]' --size n=1",
            "sums",
        ),
        (
            "minimum_sets.c",
            "--reference above --port above_by_bits --arg 'x=in:i32[16]'",
            "sets",
        ),
        (
            "bounded_field.c",
            "--reference packed --port packed_by_bits --arg 'x=f32 in 0..1000'",
            "bounds",
        ),
        (
            "disjoint_sum.c",
            "--reference weighted --port weighted_by_bits",
            "search",
        ),
    ];
    for (file, words, step) in steps {
        let words = shlex::split(words).expect("words");
        let text = certificate(&kernel(file), &words);
        let criterion = format!("{{\"criterion\":\"{step}\"}}");
        let named = [format!("{{\"{step}\":"), format!("[\"{step}\"]"), criterion];
        let taken = named.iter().any(|named| text.contains(named));
        assert!(taken, "{words:?} takes no step `{step}`");
        if let Err(failure) = checked(&text) {
            panic!("{file} {words:?}: {failure}");
        }
    }
}

#[test]
fn certificates_do_not_depend_on_chance() {
    let file = example("threshold/threshold.c");
    let words = "--reference trunc_scalar --port trunc_sse2 --size n=15..17";
    let words = shlex::split(words).expect("words");
    assert_eq!(certificate(&file, &words), certificate(&file, &words));
}

#[test]
fn what_leaves_nothing_to_prove_has_no_certificate() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("certificate");
    let words = "--reference total_of_many --port total --size n=1..6";
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(kernel("promises.c"))
        .args(shlex::split(words).expect("words"))
        .arg("--certificate")
        .arg(&path)
        .output()
        .expect("simdiff runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("no result was left to be proved"), "{said}");
    assert!(!path.exists());
}

#[test]
fn what_is_not_proved_has_no_certificate() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("certificate");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(example("dot/dot.c"))
        .args([
            "--reference",
            "dot_scalar",
            "--port",
            "dot_sse",
            "--size",
            "n=5",
        ])
        .arg("--certificate")
        .arg(&path)
        .output()
        .expect("simdiff runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(!path.exists());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no certificate was written"));
}

/// A tolerance takes nothing from results that are equal; those that are close have
/// no certificate, and the tool says why.
#[test]
fn only_equal_results_have_certificates_within_a_tolerance() {
    let words = "--reference average --port average_float --tolerance 1ulp";
    let words = shlex::split(words).expect("words");
    let text = certificate(&kernel("float_exact.c"), &words);
    assert!(checked(&text).is_ok());

    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("certificate");
    let words = "--reference dot_scalar --port dot_sse --size n=5 --tolerance abs=1e-3 \
                 --arg 'x=in:f32[n] in 0..1' --arg 'y=in:f32[n] in 0..1'";
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(example("dot/dot.c"))
        .args(shlex::split(words).expect("words"))
        .arg("--certificate")
        .arg(&path)
        .output()
        .expect("simdiff runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("error analysis, which leaves none"), "{said}");
    assert!(!path.exists());
}

#[test]
fn the_tool_says_what_it_checked() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("certificate");
    let words = "--reference abs_by_comparison --port abs_sse2 --size n=3 --assume-positive-zero";
    let text = certificate(&example("abs/abs.c"), &shlex::split(words).expect("words"));
    let audit = |text: &str| {
        std::fs::write(&path, text).expect("a file is written");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .args(["certificate", "check"])
            .arg(&path)
            .output()
            .expect("simdiff runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text + &errors)
    };
    let (code, said) = audit(&text);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("CHECKED  abs_sse2 computes"), "{said}");
    assert!(said.contains("assuming    positive-zero"), "{said}");
    let kept = |line: &&str| !line.starts_with(r#"{"obligation":{"number":1,"#);
    let fewer: String = text
        .lines()
        .filter(kept)
        .map(|l| {
            l.to_owned()
                + "
"
        })
        .collect();
    let (code, said) = audit(&fewer);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("an obligation is missing"), "{said}");
    let (code, said) = audit("{}\n");
    assert_eq!(code, Some(2), "{said}");
}

#[test]
fn the_tool_says_how_a_kernel_was_launched() {
    let words = "--reference scale --port scale_24 --global 4 --local 2 --arg 'x=in:u32[4] in 0..255' \
                 --arg y=out:u32[4] --arg 'k=u32 in 0..255'";
    let text = certificate(&kernel("mul24.cl"), &shlex::split(words).expect("words"));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("certificate");
    std::fs::write(&path, text).expect("a file is written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(["certificate", "check"])
        .arg(&path)
        .output()
        .expect("simdiff runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("launch global 4, local 2"), "{said}");
    // Paths and digests cannot be broken.
    let is_prose = |line: &&str| !line.contains('/') && line.trim().contains(' ');
    let mut prose = said.lines().filter(is_prose);
    assert!(prose.all(|line| line.len() <= 80), "{said}");
}
