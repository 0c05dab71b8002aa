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
    let is_offset = matches!(flag, Flag::Offset);
    let mut cursor = Cursor::new(flag, HELP, text);
    let mut sizes = vec![extent(&mut cursor, is_offset)?];
    while !cursor.finished() {
        if !cursor.eat("x") || sizes.len() == 3 {
            return Err(cursor.expected("`x` and another size, or the end"));
        }
        sizes.push(extent(&mut cursor, is_offset)?);
    }
    Ok(sizes)
}

/// One extent; a zero is an error unless it is that of an offset.
fn extent(cursor: &mut Cursor<'_>, may_be_zero: bool) -> Result<Length, FrontendError> {
    let start = cursor.here();
    // `0x2` are two extents, not a hexadecimal number.
    let length = match cursor.rest().starts_with("0x") && cursor.eat("0") {
        true => Length::Const(0),
        false => cursor.length()?,
    };
    match length {
        Length::Const(0) if !may_be_zero => Err(FrontendError::Syntax {
            quote: cursor.quote(start, cursor.end()),
            reason: "there are no work-items".into(),
            help: HELP,
        }),
        length => Ok(length),
    }
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
    fn only_an_offset_may_be_zero() {
        assert!(parsed("0").is_none() && parsed("8x0").is_none());
        assert!(nd_range(Flag::Local, "0").is_err());
        let offset = nd_range(Flag::Offset, "0x2").ok();
        assert_eq!(offset, Some(vec![Length::Const(0), Length::Const(2)]));
    }

    #[test]
    fn four_dimensions_are_none() {
        for wrong in ["", "64x", "1x2x3x4", "64 8"] {
            assert!(parsed(wrong).is_none(), "{wrong}");
        }
    }
}
