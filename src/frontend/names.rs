//! Conventions for parameter names in image and signal processing code.
//!
//! Names only choose between interpretations that the types allow; the resulting contract
//! is shown to the user.

/// Whether one of the words of a name is in the list, ignoring case. A word ends at an
/// underscore, a digit or before a capital letter.
fn has_word(name: &str, words: &[&str]) -> bool {
    let mut word = String::new();
    let mut previous_lower = false;
    for c in name.chars().chain(['_']) {
        let boundary = !c.is_alphabetic() || c.is_uppercase() && previous_lower;
        if boundary {
            if words.contains(&word.as_str()) {
                return true;
            }
            word.clear();
        }
        previous_lower = c.is_lowercase();
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
    }
    false
}

/// Whether a name denotes a row length in elements.
pub(super) fn is_width(name: &str) -> bool {
    has_word(
        name,
        &["w", "width", "cols", "columns", "ncols", "nx", "xsize"],
    ) || name.to_lowercase().ends_with("width")
}

/// Whether a name denotes a number of rows.
pub(super) fn is_height(name: &str) -> bool {
    has_word(name, &["h", "height", "rows", "nrows", "ny", "ysize"])
        || name.to_lowercase().ends_with("height")
}

/// Whether a name denotes the distance between rows.
pub(super) fn is_stride(name: &str) -> bool {
    has_word(
        name,
        &[
            "stride", "pitch", "step", "ld", "lda", "ldb", "ldc", "linesize", "inc", "incx", "incy",
        ],
    ) || ["stride", "pitch", "step"]
        .iter()
        .any(|end| name.to_lowercase().ends_with(end))
}

/// Whether a name denotes a number of elements.
pub(super) fn is_count(name: &str) -> bool {
    const WORDS: [&str; 22] = [
        "n", "len", "length", "size", "sz", "count", "cnt", "num", "nb", "total", "elements",
        "elems", "nelem", "nelems", "numel", "samples", "nsamples", "pixels", "npixels", "npix",
        "frames", "points",
    ];
    let lower = name.to_lowercase();
    has_word(name, &WORDS)
        || ["len", "length", "size", "count"]
            .iter()
            .any(|end| lower.ends_with(end))
}

/// Whether a name denotes a number of elements, or the room for them.
pub(super) fn is_bound(name: &str) -> bool {
    const WORDS: [&str; 11] = [
        "rem",
        "cap",
        "capacity",
        "avail",
        "available",
        "room",
        "remaining",
        "left",
        "bytes",
        "nbytes",
        "max",
    ];
    is_count(name) || has_word(name, &WORDS)
}

/// Whether a name denotes the first index of a range.
pub(super) fn is_start(name: &str) -> bool {
    has_word(
        name,
        &["start", "begin", "first", "from", "lo", "low", "left"],
    )
}

/// Whether a name denotes the end of a range.
pub(super) fn is_end(name: &str) -> bool {
    has_word(name, &["end", "stop", "last", "to", "hi", "high", "right"])
}

/// Whether a name denotes an address past the last element. `to` is left out: it may be the
/// destination of a copy, which is compared with `from` to find an overlap.
pub(super) fn is_past_the_end(name: &str) -> bool {
    has_word(name, &["end", "stop", "last"])
}

/// Whether a size belongs to a buffer by its name, as `srcLen` and `n_src` belong to `src`.
pub(super) fn belongs(size: &str, buffer: &str) -> bool {
    if let (Some(size), Some(buffer)) = (size.strip_suffix(".size"), buffer.strip_suffix(".data")) {
        return size == buffer;
    }
    let fold = |name: &str| name.to_lowercase().replace('_', "");
    let (size, buffer) = (fold(size), fold(buffer));
    let rest = size.strip_prefix(&buffer).or(size.strip_suffix(&buffer));
    rest.is_some_and(|rest| is_count(rest) || is_stride(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_capitals_and_underscores() {
        assert!(is_count("numPixels") && is_count("n_samples") && is_width("imageWidth"));
        assert!(!is_count("gain") && !is_width("window") && !is_height("hue"));
    }

    #[test]
    fn a_length_belongs_to_the_buffer_it_names() {
        assert!(belongs("srcLen", "src") && belongs("n_taps", "taps"));
        assert!(!belongs("n", "src"));
    }
}
