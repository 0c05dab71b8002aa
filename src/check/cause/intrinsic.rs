//! What the names of SIMD intrinsics tell about their lanes.

use term::Format;

/// The name of a function in the source, by its symbol: C++ mangles the names of intrinsics, too.
pub(super) fn name(symbol: &str) -> &str {
    let mangled = symbol.strip_prefix("_ZL").or(symbol.strip_prefix("_Z"));
    let named = mangled.and_then(|rest| {
        let name = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let length = rest[..rest.len() - name.len()].parse().ok()?;
        name.get(..length)
    });
    named.unwrap_or(symbol)
}

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

/// Parts of the names of intrinsics that take bytes, lanes or low bits of lanes as they are,
/// besides those that move lanes.
const PASSES: [&str; 7] = [
    "li_si",
    "li_epi128",
    "_pack",
    "cvtepi",
    "cvtepu",
    "cvtsi",
    "palignr",
];

/// Whether an intrinsic takes its operands' lanes, or the low bits of integers, as they are and
/// independent of other operands.
pub(super) fn passes(name: &str) -> bool {
    let selects = name.contains("blendv") || name.contains("_mask");
    let converts = ["_ps", "_pd", "_ss", "_sd"];
    let is_float = name.contains("cvt") && converts.iter().any(|end| name.ends_with(end));
    let also = is_intrinsic(name) && PASSES.iter().any(|part| name.contains(part));
    (moves(name) || also) && !selects && !is_float
}

/// The width of the lanes to which an intrinsic packs wider ones with saturation, and whether they
/// are signed.
pub(super) fn packs(name: &str) -> Option<(u8, bool)> {
    let width = named_width(name).filter(|_| name.contains("_pack"))?;
    Some((width / 2, !name.contains("_packus")))
}

/// Whether a function is an intrinsic of x86, by its symbol or its name.
pub(super) fn is_intrinsic(symbol: &str) -> bool {
    name(symbol).starts_with("_mm")
}

/// Whether an intrinsic has no value of its own: it reads memory, or takes a vector for one of
/// another type.
pub(super) fn reads(name: &str) -> bool {
    is_intrinsic(name) && READS.iter().any(|part| name.contains(part))
}

/// Whether an intrinsic takes a vector for one of another type.
pub(super) fn is_cast(name: &str) -> bool {
    is_intrinsic(name) && name.contains("_cast")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_intrinsics_are_read_in_cpp_as_well() {
        assert_eq!(name("_ZL13_mm_add_epi16Dv2_xS_"), "_mm_add_epi16");
        for other in ["_mm_add_epi16", "_ZN3geo3addEi", "_Z", "_ZL99f"] {
            assert_eq!(name(other), other);
        }
        let symbol = "_ZL16_mm_castsi128_psDv2_x";
        assert!(reads(name(symbol)) && lane_width(name(symbol)).is_none());
    }
}
