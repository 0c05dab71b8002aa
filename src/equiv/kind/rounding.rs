//! Kinds of rounding differences between results that are nearly the same number.
//!
//! If both results are the same polynomial of the same values, they differ only in where they
//! round: in formats of different precision, or because one version multiplies out a product of
//! sums.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use term::{Arena, Cone, Format, Op, Rounding, Spec, TermId};

use crate::accuracy::{Ideals, ideals};
use crate::verdict::Kind;

/// The kind of a rounding difference between results of one format.
pub(super) fn rounding_kind(arena: &Arena, format: Format, roots: [TermId; 2]) -> Kind {
    let [left, right] = own_formats(arena, roots);
    let precision = left.iter().chain(&right).map(|f| f.precision()).min();
    // A constant folded from a calculation may be wrong in its last bits.
    let precision = precision.unwrap_or(format.precision()).saturating_sub(3);
    match ideals(arena, format, roots, precision) {
        // The caller has established that the results are nearly the same number.
        _ if differ(&left, &right) => Kind::Precision,
        Ideals::Same => Kind::Distributivity,
        Ideals::Close | Ideals::Apart => Kind::RoundingError,
    }
}

/// Whether the terms that two results do not share are computed in different formats.
pub(super) fn in_own_formats(arena: &Arena, roots: [TermId; 2]) -> bool {
    let [left, right] = own_formats(arena, roots);
    differ(&left, &right)
}

/// Whether both sets are non-empty and differ.
fn differ(left: &BTreeSet<Format>, right: &BTreeSet<Format>) -> bool {
    left != right && !left.is_empty() && !right.is_empty()
}

/// Describes the rounding direction of each of two results, where they differ.
pub(super) fn directions(arena: &Arena, roots: [TermId; 2]) -> Option<String> {
    let used = roots.map(|root| {
        let specs = Cone::of(arena, &[root])
            .terms
            .into_iter()
            .map(|term| arena.node(term).spec());
        let rounds = |spec: &Spec| matches!(spec.op, Op::FToSi | Op::FToUi | Op::FRound);
        let modes = specs.filter(rounds).map(|spec| spec.rounding().code());
        modes.collect::<BTreeSet<u16>>()
    });
    let own = |side: usize| {
        let mut own = used[side].difference(&used[1 - side]);
        match (own.next(), own.next(), used[side].len()) {
            (Some(&mode), None, _) => Some(mode),
            (None, None, 1) => used[side].first().copied(),
            _ => None,
        }
    };
    let (left, right) = (own(0)?, own(1)?);
    let [left, right] = [left, right].map(|mode| match Rounding::from_code(mode) {
        Rounding::NearestEven => "rounds to nearest",
        Rounding::TowardZero => "truncates",
        Rounding::TowardPositive => "rounds up",
        Rounding::TowardNegative => "rounds down",
        Rounding::NearestAway => "rounds to nearest, halves away from zero",
    });
    (left != right).then(|| format!("the reference {left}, the port {right}"))
}

/// For each of two results, the formats of the arithmetic in terms that the other does not
/// contain.
fn own_formats(arena: &Arena, roots: [TermId; 2]) -> [BTreeSet<Format>; 2] {
    let cones = roots.map(|root| Cone::of(arena, &[root]).terms);
    let sets = [0, 1].map(|side| cones[side].iter().copied().collect::<FxHashSet<TermId>>());
    let formats = |side: usize| {
        let own = cones[side].iter().filter(|t| !sets[1 - side].contains(*t));
        let spec = |term: &TermId| arena.node(*term).spec();
        let calculates = |op: Op| {
            matches!(
                op,
                Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FSqrt | Op::Fma
            )
        };
        own.map(spec)
            .filter(|spec| calculates(spec.op))
            .map(|spec| spec.format())
            .collect()
    };
    [formats(0), formats(1)]
}
