//! Parses `--global 64x8`, `--local 16x4` and `--offset 0x2`: one to three extents, as
//! expressions over sizes. An `x` after a name is read as a part of the name, so a space is
//! needed: `n x 8`.

use super::cursor::Cursor;
use super::error::FrontendError;
use super::quote::Flag;
use crate::contract::Length;

const HELP: &str = "write one to three sizes, such as 64, 4*n or 'n x 8'";

/// Parses the text of one option.
///
/// # Errors
/// [`FrontendError::Syntax`].
pub fn nd_range(flag: Flag, text: &str) -> Result<Vec<Length>, FrontendError> {
    let mut cursor = Cursor::new(flag, HELP, text);
    let mut sizes = vec![cursor.length()?];
    while !cursor.finished() {
        if !cursor.eat("x") || sizes.len() == 3 {
            return Err(cursor.expected("`x` and another size, or the end"));
        }
        sizes.push(cursor.length()?);
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<Vec<String>> {
        let sizes = nd_range(Flag::Global, text).ok()?;
        Some(sizes.iter().map(Length::to_string).collect())
    }

    #[test]
    fn sizes_are_separated_by_x() {
        assert_eq!(parsed("64x8").unwrap(), ["64", "8"]);
        assert_eq!(parsed("4*n x m x 2").unwrap(), ["4*n", "m", "2"]);
        assert_eq!(parsed("(n+1)x4").unwrap(), ["n+1", "4"]);
    }

    #[test]
    fn four_dimensions_are_none() {
        for wrong in ["", "64x", "1x2x3x4", "64 8"] {
            assert!(parsed(wrong).is_none(), "{wrong}");
        }
    }
}
