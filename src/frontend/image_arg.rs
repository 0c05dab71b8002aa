//! Images and samplers in `--arg`: `in:image rgba unorm8[w, h]` and
//! `const:CLK_ADDRESS_CLAMP|CLK_FILTER_NEAREST`.

use super::cursor::Cursor;
use super::error::FrontendError;
use crate::contract::{ChannelOrder, ChannelType, Direction, Length};

/// An image in an `--arg`; omitted members are left to inference.
#[derive(Clone, Debug, PartialEq)]
pub struct ImageMeaning {
    /// How the image is used.
    pub direction: Option<Direction>,
    /// The order of a texel's channels.
    pub order: Option<ChannelOrder>,
    /// The type of a channel in memory.
    pub channel: Option<ChannelType>,
    /// The width, then the height, depth or number of layers.
    pub extents: Vec<Length>,
}

/// Parses the text after the word `image`.
pub(super) fn image(
    cursor: &mut Cursor<'_>,
    direction: Option<Direction>,
) -> Result<ImageMeaning, FrontendError> {
    let mut meaning = ImageMeaning {
        direction,
        order: None,
        channel: None,
        extents: Vec::new(),
    };
    let before = cursor.clone();
    match cursor.name().and_then(ChannelOrder::from_name) {
        Some(order) => meaning.order = Some(order),
        None => *cursor = before,
    }
    let before = cursor.clone();
    match cursor.name().and_then(ChannelType::from_name) {
        Some(channel) => meaning.channel = Some(channel),
        None => *cursor = before,
    }
    if !cursor.clone().eat("[") {
        let what = match (meaning.order, meaning.channel) {
            (_, Some(_)) => "`[` and the extents, as in `[w, h]`",
            (Some(_), None) => "a channel type such as unorm8, u8 or f32, or `[w, h]`",
            (None, None) => "a channel order such as rgba or r, a channel type, or `[w, h]`",
        };
        return Err(cursor.expected(what));
    }
    cursor.require("[")?;
    loop {
        meaning.extents.push(cursor.length()?);
        if !cursor.eat(",") {
            break;
        }
    }
    cursor.require("]")?;
    Ok(meaning)
}

/// The properties of samplers (OpenCL C 3.0, 6.15.15.1), with the values in clang's header.
const PROPERTIES: [(&str, u64); 9] = [
    ("CLK_ADDRESS_NONE", 0),
    ("CLK_ADDRESS_CLAMP_TO_EDGE", 2),
    ("CLK_ADDRESS_CLAMP", 4),
    ("CLK_ADDRESS_REPEAT", 6),
    ("CLK_ADDRESS_MIRRORED_REPEAT", 8),
    ("CLK_NORMALIZED_COORDS_FALSE", 0),
    ("CLK_NORMALIZED_COORDS_TRUE", 1),
    ("CLK_FILTER_NEAREST", 0x10),
    ("CLK_FILTER_LINEAR", 0x20),
];

/// Parses a sampler as a list of properties; returns its bits as a decimal number, or
/// `None` for other text.
pub(super) fn sampler(cursor: &mut Cursor<'_>) -> Result<Option<String>, FrontendError> {
    let property = |cursor: &mut Cursor<'_>| {
        let before = cursor.clone();
        let known = |name: &str| PROPERTIES.iter().find(|(known, _)| *known == name);
        let found = cursor.name().and_then(known);
        if found.is_none() {
            *cursor = before;
        }
        found.map(|(_, bits)| *bits)
    };
    let Some(mut bits) = property(cursor) else {
        return Ok(None);
    };
    while cursor.eat("|") {
        match property(cursor) {
            Some(more) => bits |= more,
            None => {
                return Err(cursor.expected("a property of samplers such as CLK_FILTER_NEAREST"));
            }
        }
    }
    Ok(Some(bits.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::quote::Flag;

    fn parsed(text: &str) -> Result<ImageMeaning, FrontendError> {
        image(&mut Cursor::new(Flag::Arg, "", text), None)
    }

    #[test]
    fn parts_may_be_left_out() {
        let meaning = parsed("[w, 2*h]").unwrap();
        assert_eq!((meaning.order, meaning.extents.len()), (None, 2));
        let meaning = parsed("u8[4]").unwrap();
        assert_eq!(meaning.channel, ChannelType::from_name("u8"));
        let meaning = parsed("bgra unorm8[w,h,d]").unwrap();
        assert_eq!(meaning.order, ChannelOrder::from_name("bgra"));
        assert!(parsed("rgba").is_err());
        assert!(parsed("rgba f64[w]").is_err());
        assert!(parsed("[w").is_err());
    }

    #[test]
    fn samplers_are_sums_of_their_properties() {
        let of = |text| sampler(&mut Cursor::new(Flag::Arg, "", text));
        assert_eq!(
            of("CLK_ADDRESS_CLAMP|CLK_FILTER_NEAREST|CLK_NORMALIZED_COORDS_TRUE"),
            Ok(Some("21".to_owned()))
        );
        assert_eq!(of("16"), Ok(None));
        assert!(of("CLK_ADDRESS_CLAMP|CLK_FILTER").is_err());
    }
}
