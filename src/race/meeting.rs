//! The condition under which two accesses conflict, built unless a cheaper test excludes a
//! conflict.

use num_integer::gcd;
use rewrite_rules::Builder;
use term::TermId;

use super::access::Access;
use crate::symex::{Offset, Value};

/// The conditions under which two accesses to one object meet.
pub(super) struct Meeting {
    /// They have a byte in common, and both happen.
    pub condition: TermId,
    /// The part of `condition` under which both store one value at one offset.
    pub one_value: Option<TermId>,
}

/// Returns the conditions under which two accesses to one object meet; `None` if never.
pub(super) fn meeting(builder: &mut Builder, x: &Access, y: &Access) -> Option<Meeting> {
    if !can_overlap(x, y) {
        return None;
    }
    let mut condition = overlap(builder, x, y);
    for term in x.conditions.iter().chain(y.conditions.iter()) {
        condition = builder.and(condition, *term);
    }
    if builder.constant_value(condition) == Some(0) {
        return None;
    }
    let one_value = same_value(builder, x, y).map(|same| builder.and(condition, same));
    let one_value = one_value.filter(|same| builder.constant_value(*same) != Some(0));
    Some(Meeting {
        condition,
        one_value,
    })
}

/// Whether intervals and strides permit a common byte.
fn can_overlap(x: &Access, y: &Access) -> bool {
    let ((x_first, x_last), (y_first, y_last)) = (x.reach(), y.reach());
    if x_last.saturating_add(x.size) <= y_first || y_last.saturating_add(y.size) <= x_first {
        return false;
    }
    let period = match (&x.offset, &y.offset) {
        (Offset::At(_), Offset::At(_)) => return true,
        (Offset::Among { stride, .. }, Offset::At(_))
        | (Offset::At(_), Offset::Among { stride, .. }) => *stride,
        (Offset::Among { stride: s, .. }, Offset::Among { stride: t, .. }) => gcd(*s, *t),
    };
    if period == 0 || period < x.size.max(y.size) {
        return true;
    }
    // Both offsets are known modulo the period.
    let distance = (y_first % period + period - x_first % period) % period;
    distance < x.size || period - distance < y.size
}

fn start(builder: &mut Builder, access: &Access) -> TermId {
    match access.offset {
        Offset::At(at) => builder.constant(64, u128::from(at)),
        Offset::Among { term, .. } => term,
    }
}

/// Returns whether the bytes overlap. Offsets are inside their object, so no sum wraps.
fn overlap(builder: &mut Builder, x: &Access, y: &Access) -> TermId {
    let [from, other] = [x, y].map(|access| start(builder, access));
    if x.size == y.size && x.is_on_grid() && y.is_on_grid() {
        return builder.eq(from, other);
    }
    let [x_size, y_size] = [x, y].map(|access| builder.constant(64, u128::from(access.size)));
    let (x_end, y_end) = (builder.add(from, x_size), builder.add(other, y_size));
    let before = builder.ult(from, y_end);
    let after = builder.ult(other, x_end);
    builder.and(before, after)
}

/// Returns whether both store one value at one offset; `None` if that is impossible or
/// unknown.
fn same_value(builder: &mut Builder, x: &Access, y: &Access) -> Option<TermId> {
    if !(x.writes && y.writes) || x.size != y.size {
        return None;
    }
    let (x_lanes, y_lanes) = (lanes(x.value.as_ref()?)?, lanes(y.value.as_ref()?)?);
    if x_lanes.len() != y_lanes.len() {
        return None;
    }
    let [from, other] = [x, y].map(|access| start(builder, access));
    let mut same = builder.eq(from, other);
    for (x, y) in x_lanes.into_iter().zip(y_lanes) {
        if builder.width(x) != builder.width(y) {
            return None;
        }
        let equal = builder.eq(x, y);
        same = builder.and(same, equal);
    }
    Some(same)
}

/// Returns the lanes of a value, if it has lanes and all are defined.
fn lanes(value: &Value) -> Option<Vec<TermId>> {
    let lanes = value.lanes();
    (!lanes.is_empty()).then(|| lanes.iter().copied().collect())?
}
