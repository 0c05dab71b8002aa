//! What the names of SIMD intrinsics tell about their lanes.

use term::Format;

/// Parts of the names of intrinsics that move lanes unchanged.
const MOVES: [&str; 13] = [
    "load",
    "store",
    "unpack",
    "shuffle",
    "permute",
    "blend",
    "alignr",
    "cast",
    "insert",
    "extract",
    "broadcast",
    "_set",
    "move",
];

/// Parts of the names of intrinsics that compute on integer lanes.
const ARITHMETIC: [&str; 7] = ["add", "sub", "mul", "abs", "avg", "sad", "sign"];

/// Whether an intrinsic only moves its operands' lanes, whatever their width.
pub(super) fn moves(name: &str) -> bool {
    name.starts_with("_mm") && MOVES.iter().any(|part| name.contains(part))
}

/// Parts of the names of intrinsics that read memory or reinterpret what they take.
const READS: [&str; 3] = ["load", "lddqu", "cast"];

/// Whether a function is an intrinsic of x86.
fn is_intrinsic(name: &str) -> bool {
    name.starts_with("_mm")
}

/// Whether an intrinsic has no value of its own: it reads memory, or takes a vector for one of
/// another type.
pub(super) fn reads(name: &str) -> bool {
    is_intrinsic(name) && READS.iter().any(|part| name.contains(part))
}

/// The format of the floats that an intrinsic computes, by its name.
pub(super) fn format(name: &str) -> Option<Format> {
    let suffix = name.rsplit('_').next().filter(|_| is_intrinsic(name))?;
    match suffix {
        "ps" | "ss" => Some(Format::Single),
        "pd" | "sd" => Some(Format::Double),
        _ => None,
    }
}

/// Whether an intrinsic computes sums, products or the like of integer lanes.
pub(super) fn is_arithmetic(name: &str) -> bool {
    name.starts_with("_mm") && ARITHMETIC.iter().any(|part| name.contains(part))
}

/// Whether an intrinsic shifts lanes right, or rounds or narrows them otherwise.
pub(super) fn shifts_right(name: &str) -> bool {
    name.starts_with("_mm") && (name.contains("_sr") || name.contains("_packs"))
}

/// The lane width in an intrinsic's name, in bits: 16 for `_mm_add_epi16`. `None` for one
/// that only moves lanes.
pub(super) fn lane_width(name: &str) -> Option<u8> {
    match moves(name) {
        true => None,
        false => named_width(name),
    }
}

/// The width in bits of the lanes in an intrinsic's name; one that moves lanes keeps no wider
/// ones together.
pub(super) fn named_width(name: &str) -> Option<u8> {
    if !name.starts_with("_mm") {
        return None;
    }
    let suffix = name.rsplit('_').next()?;
    match suffix {
        "ps" | "ss" => Some(32),
        "pd" | "sd" => Some(64),
        _ => {
            let digits = suffix.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let known = suffix.starts_with("ep");
            digits
                .parse()
                .ok()
                .filter(|w| known && matches!(w, 8 | 16 | 32 | 64))
        }
    }
}
