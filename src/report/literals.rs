//! Constants of changes as the source writes them.

use super::Sources;
use crate::verdict::{Change, Location};

/// The widths in bits that a constant may have.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// The letters of the suffixes of integers.
const SUFFIX: [char; 4] = ['u', 'U', 'l', 'L'];

/// The words of a change at a location; a constant that the source writes in hexadecimal is
/// shown that way.
pub fn words(change: &Change, location: &Location, sources: &Sources) -> String {
    let text = sources.text(&location.file);
    let number = location.line.saturating_sub(1) as usize;
    let line = text.as_deref().and_then(|text| text.lines().nth(number));
    let shown = |from: &str, to: &str| hexadecimal(line?, from.parse().ok()?, to.parse().ok()?);
    let hexadecimal = |change: &Change| match change {
        Change::Replace { from, to } => {
            let (from, to) = shown(from, to)?;
            Some(Change::Replace { from, to })
        }
        Change::Entry { entry, from, to } => {
            let (from, to) = shown(from, to)?;
            let entry = entry.clone();
            Some(Change::Entry { entry, from, to })
        }
        _ => None,
    };
    hexadecimal(change).as_ref().unwrap_or(change).words()
}

/// The literal for `from` in a line, if that has it in hexadecimal alone, and `to` with as many
/// digits.
fn hexadecimal(line: &str, from: i128, to: i128) -> Option<(String, String)> {
    let mut found = None;
    for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
        let digits = word.strip_prefix("0x").or(word.strip_prefix("0X"));
        let digits = digits.map(|digits| digits.trim_end_matches(SUFFIX));
        let Some(digits) = digits else {
            // The constant may be this one.
            let number = word.trim_end_matches(SUFFIX).parse::<i128>();
            if number.is_ok_and(|number| number == from.abs()) {
                return None;
            }
            continue;
        };
        let Ok(value) = i128::from_str_radix(digits, 16) else {
            continue;
        };
        // The width at which the literal is the constant, if that is negative.
        let same = |bits: &u32| {
            value >> bits == 0
                && -from <= 1 << (bits - 1)
                && (value ^ from) & ((1 << bits) - 1) == 0
        };
        let bits = match WIDTHS.into_iter().find(same) {
            Some(bits) if from < 0 || to < 0 => bits,
            Some(_) if value == from => 64,
            _ => continue,
        };
        let other = to & ((1 << bits) - 1);
        found = Some((
            word.trim_end_matches(SUFFIX).to_owned(),
            format!("0x{other:0width$x}", width = digits.len()),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_shown_as_the_line_has_it() {
        let line = "const __m128i t2 = _mm_and_si128(in, _mm_set1_epi32(0x003f03e0));";
        let shown = |line, from, to| hexadecimal(line, from, to);
        let both = |from: &str, to: &str| Some((from.to_owned(), to.to_owned()));
        assert_eq!(
            shown(line, 0x3f_03e0, 0x3f_03f0),
            both("0x003f03e0", "0x003f03f0")
        );
        assert_eq!(shown(line, 7, 8), None);
        // A mask of 64 bits is read as a signed number.
        let line = "if (x & 0x8080808000808080ULL) all = 0x80;";
        let [from, to] = [0x8080_8080_0080_8080_u64, 0x8080_8080_8080_8080].map(|x| x as i64);
        assert_eq!(
            shown(line, from.into(), to.into()),
            both("0x8080808000808080", "0x8080808080808080")
        );
        assert_eq!(shown("f(0x10, 16)", 16, 17), None);
    }
}
