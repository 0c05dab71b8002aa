//! Ranges of inputs as integers.

use crate::integers::Integer;
use crate::terms::Bounds;

/// The least and greatest integers of a type within a range, as bits; `None` when there are
/// none.
pub(crate) fn whole(width: u8, signed: bool, range: Bounds) -> Option<(u128, u128)> {
    // `as` saturates, which is right for a bound beyond the type.
    let (low, high) = (range.low.ceil(), range.high.floor());
    let all = Integer::any(width);
    if signed {
        let (low, high) = ((low as i128).max(all.s.0), (high as i128).min(all.s.1));
        return (low <= high).then_some((low as u128, high as u128));
    }
    if high < 0.0 {
        return None;
    }
    let (low, high) = (low.max(0.0) as u128, (high as u128).min(all.u.1));
    (low <= high).then_some((low, high))
}
