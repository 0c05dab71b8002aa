//! Certificates of many kinds of proof.

use std::path::PathBuf;
use std::sync::LazyLock;

use crate::support::{certificate, example, kernel};

/// What they are written by, and their text.
pub static WRITTEN: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let written = |(file, words): (PathBuf, &'static str)| {
        let split = shlex::split(words).expect("words");
        (words, certificate(&file, &split))
    };
    samples().into_iter().map(written).collect()
});

fn samples() -> [(PathBuf, &'static str); 18] {
    [
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
            kernel("polynomials.c"),
            "--reference horner --port estrin_fma --assume-associative --assume-distributive --assume-contraction",
        ),
        (
            kernel("table_difference.c"),
            "--reference predict_by_table --port predict_sse2 --arg 'left=in:u8[1]' --arg 'corner=in:u8[1]' --arg 'top=in:u8[8]' --arg 'dst=out:u8[8]'",
        ),
        (kernel("faded.c"), "--reference faded --port faded_exactly"),
        (
            kernel("rounded_and_clamped.c"),
            "--reference level --port level_sse",
        ),
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
    ]
}
