//! How far each version reached into the buffers, size by size.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::pair::Pair;
use crate::contract::{Contract, Length, Role, Sizes};
use crate::side::Execution;
use crate::verdict;

/// For buffers by their parameters, the end of the farthest access, in bytes.
type Ends = BTreeMap<usize, u64>;

/// How far both versions reached at one size.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// The size.
    pub sizes: Sizes,
    /// How far the reference reached.
    pub reference: Ends,
    /// How far the port reached.
    pub port: Ends,
}

/// What was measured at all sizes so far, in their order.
#[derive(Default)]
pub(super) struct Measurements(RefCell<Vec<Measured>>);

impl Measurements {
    fn add(&self, sizes: &Sizes, which: verdict::Side, ends: Ends) {
        let mut all = self.0.borrow_mut();
        if all.last().is_none_or(|last| last.sizes != *sizes) {
            all.push(Measured {
                sizes: sizes.clone(),
                ..Measured::default()
            });
        }
        let Some(last) = all.last_mut() else {
            return;
        };
        let known = match which {
            verdict::Side::Reference => &mut last.reference,
            _ => &mut last.port,
        };
        for (param, end) in ends {
            let most = known.entry(param).or_default();
            *most = end.max(*most);
        }
    }

    /// Takes what was measured.
    pub(super) fn take(&self) -> Vec<Measured> {
        self.0.take()
    }
}

impl Pair<'_, '_> {
    /// Records how far a version reached.
    pub(super) fn measure(&self, sizes: &Sizes, which: verdict::Side, execution: &Execution<'_>) {
        self.measurements.add(sizes, which, execution.reach());
    }
}

/// The sizes at which the port reached farther into some of these buffers than the reference did,
/// with the number of elements that the reference reached.
pub(super) fn beyond(
    contract: &Contract,
    buffers: &[usize],
    measured: &[Measured],
) -> Vec<(Sizes, Vec<(usize, Length)>)> {
    let found = measured.iter().map(|at| {
        let shorter = buffers.iter().filter_map(|buffer| {
            let Role::Buffer {
                element, length, ..
            } = &contract.params[*buffer].role
            else {
                return None;
            };
            let elements = |ends: &Ends| {
                let bytes = ends.get(buffer).copied().unwrap_or(0);
                bytes.div_ceil(u64::from(element.size.max(1)))
            };
            let reference = elements(&at.reference);
            let binding = match length {
                Length::Const(_) => {
                    let all = measured
                        .iter()
                        .map(|at| (elements(&at.reference), &at.sizes));
                    binds(reference, &all.collect::<Vec<_>>())
                }
                _ => reference > 0,
            };
            let provided = reference.next_multiple_of(granule(length));
            let is_shorter = provided < length.evaluate(&at.sizes)?;
            (binding && is_shorter && provided < elements(&at.port))
                .then_some((*buffer, Length::Const(provided)))
        });
        (at.sizes.clone(), shorter.collect::<Vec<_>>())
    });
    found.filter(|(_, shorter)| !shorter.is_empty()).collect()
}

/// Whether the reach of the reference at one size is the length of a buffer of constant length: it
/// is the longest of all sizes, or it is never more than a size that it equals somewhere, as of
/// `if (n < 4) return 0; … p[3]`.
fn binds(reach: u64, all: &[(u64, &Sizes)]) -> bool {
    let most = all.iter().map(|(reach, _)| *reach).max().unwrap_or(0);
    let names = all
        .first()
        .map(|(_, sizes)| sizes.keys())
        .into_iter()
        .flatten();
    let mut names = names.filter(|name| {
        let size = |sizes: &Sizes| {
            sizes
                .get(*name)
                .map_or(0, |size| size.max(&0).unsigned_abs())
        };
        let is_count = all.iter().all(|(reach, sizes)| *reach <= size(sizes));
        is_count
            && all
                .iter()
                .any(|(reach, sizes)| *reach > 1 && *reach == size(sizes))
    });
    names.next().is_some() || reach == most && most > 0
}

/// The number of elements that belong together: 2 in `2*n+1`.
fn granule(length: &Length) -> u64 {
    match length {
        Length::Op('+' | '-', leading, _) => granule(leading),
        Length::Op('*', a, b) => match (&**a, &**b) {
            (Length::Const(count), _) => (*count).max(1),
            (a, _) => granule(a),
        },
        _ => 1,
    }
}
