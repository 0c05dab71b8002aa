//! How far each version reached into the buffers, size by size.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::budgets::sizes::DECIDED_SIZES;
use crate::contract::{Contract, Length, Role, Sizes};

/// For buffers by their parameters, the end of the farthest access, in bytes.
type Reach = BTreeMap<usize, u64>;

/// How far both versions reached at one size.
#[derive(Clone, Debug, Default)]
pub(super) struct Measured {
    /// The size.
    pub sizes: Sizes,
    /// How far the reference reached.
    pub reference: Reach,
    /// How far the port reached, or farther.
    pub port: Reach,
}

/// What was measured at all sizes so far, in their order.
#[derive(Default)]
pub(super) struct Measurements {
    /// The buffers that are measured.
    buffers: Vec<usize>,
    found: RefCell<Vec<Measured>>,
    /// The number of sizes at which the solver told how far the reference reached.
    decided: Cell<usize>,
}

impl Measurements {
    /// Measurements of the buffers of these parameters.
    pub(super) fn of(buffers: &[usize]) -> Measurements {
        Measurements {
            buffers: buffers.to_vec(),
            ..Measurements::default()
        }
    }

    /// The buffers that are measured.
    pub(super) fn buffers(&self) -> &[usize] {
        &self.buffers
    }

    /// Whether a size was measured last.
    pub(super) fn has(&self, sizes: &Sizes) -> bool {
        let found = self.found.borrow();
        found.last().is_some_and(|last| last.sizes == *sizes)
    }

    /// Whether the solver may tell how far the reference reached at another size.
    pub(super) fn decides(&self) -> bool {
        self.decided.get() < DECIDED_SIZES
    }

    /// Adds a size, at which the solver was asked or not.
    pub(super) fn add(&self, measured: Measured, is_decided: bool) {
        self.decided
            .set(self.decided.get() + usize::from(is_decided));
        self.found.borrow_mut().push(measured);
    }

    /// Takes what was measured.
    pub(super) fn take(&self) -> Vec<Measured> {
        self.found.take()
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
            let elements = |reach: &Reach| {
                let bytes = reach.get(buffer)?;
                Some(bytes.div_ceil(u64::from(element.size.max(1))))
            };
            let reference = elements(&at.reference)?;
            let binding = match length {
                Length::Const(_) => {
                    let all = measured.iter();
                    let all = all.filter_map(|at| Some((elements(&at.reference)?, &at.sizes)));
                    binds(reference, &all.collect::<Vec<_>>())
                }
                _ => reference > 0,
            };
            let provided = reference.next_multiple_of(granule(length));
            let is_shorter = provided < length.evaluate(&at.sizes)?;
            (binding && is_shorter && provided < elements(&at.port)?)
                .then_some((*buffer, Length::Const(provided)))
        });
        (at.sizes.clone(), shorter.collect::<Vec<_>>())
    });
    found.filter(|(_, shorter)| !shorter.is_empty()).collect()
}

/// Whether the reach of the reference at one size is the length of a buffer of constant length: it
/// is that of all sizes at which the buffer is accessed; or there is no access because a size is
/// less than that, as of `if (n < 4) return 0; … p[3]`. A table of which more entries are read with
/// every size, such as `key[i % 4]`, says nothing at the smaller ones.
fn binds(reach: u64, all: &[(u64, &Sizes)]) -> bool {
    let most = all.iter().map(|(reach, _)| *reach).max().unwrap_or(0);
    if all
        .iter()
        .any(|(reach, _)| !matches!(*reach, 0) && *reach != most)
    {
        return false;
    }
    let names = all.first().map(|(_, sizes)| sizes.keys());
    let mut names = names.into_iter().flatten();
    let is_too_short = |name: &String| {
        let size = |sizes: &Sizes| sizes.get(name).copied().unwrap_or(0);
        let all = all
            .iter()
            .map(|(reach, sizes)| (*reach, size(sizes).max(0).unsigned_abs()));
        let all: Vec<(u64, u64)> = all.collect();
        all.iter()
            .all(|(reach, size)| (*reach > 0) == (*size >= most))
            && all.iter().any(|(reach, size)| *reach == 0 && *size > 0)
    };
    match reach {
        0 => most > 1 && names.any(is_too_short),
        _ => true,
    }
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
