//! Landmarks: numbers near which rules are likely to fail.

/// A constant that occurs in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landmark {
    /// An integer, or the bits of a float.
    Bits(u128),
    /// A double, to be rounded to the current format.
    Float(u64),
}
