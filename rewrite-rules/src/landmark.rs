//! Numbers beside which rules tend to break.

/// A number that a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Landmark {
    /// An integer, or the bits of a float.
    Bits(u128),
    /// A double, to be rounded to the format in hand.
    Float(u64),
}
