//! Negative counts, tried on a few inputs.
//!
//! A reference with a signed count has defined behaviour for a negative one, most often
//! none at all, where a port with an unsigned counter overruns its buffers. Such sizes are
//! executed concretely; if the versions differ, or a negative size reaches code that no
//! other size does, the sweep includes it. Nothing is claimed of negative sizes that are
//! not included.

use super::pair::Pair;
use crate::contract::{Length, Role, Scalar, Sizes};
use crate::frontend::sizes;
use crate::symex::DefectKind;

/// The sizes tried: the first negative one, and one that is negative in whole blocks of 16
/// and in the remainder.
const NEGATIVE: [i64; 2] = [-1, -33];

/// The value of the other size variables.
const SMALL: i64 = 5;

impl Pair<'_, '_> {
    /// The sizes of which one is negative, if its type is signed and the user does not give
    /// it.
    pub(super) fn negative(&self) -> Vec<Sizes> {
        let open = self.open_to_negative().into_iter();
        let each = open.flat_map(|alone| NEGATIVE.map(|value| vec![(alone, value)]));
        each.filter_map(|negative| self.with_negative(&negative))
            .collect()
    }

    /// The sizes of which one is negative, and those of which two are: a condition may ask for both.
    pub(super) fn negative_together(&self) -> Vec<Sizes> {
        let open = self.open_to_negative();
        let pairs = open.iter().flat_map(|x| open.iter().map(move |y| [*x, *y]));
        let different = pairs.filter(|[first, second]| first != second);
        let together = different.filter_map(|[first, second]| {
            self.with_negative(&[(first, NEGATIVE[0]), (second, NEGATIVE[1])])
        });
        self.negative().into_iter().chain(together).collect()
    }

    /// The sizes of signed type that the user does not give.
    fn open_to_negative(&self) -> Vec<&String> {
        let names = &self.contract.size_variables;
        let is_open = |name: &&String| self.is_signed(name) && self.given_size(name).is_none();
        names.iter().filter(is_open).collect()
    }

    /// The sizes with these values, and small ones for the others; `None` if they are not
    /// admissible.
    fn with_negative(&self, negative: &[(&String, i64)]) -> Option<Sizes> {
        let size = |name: &String| {
            let given = negative.iter().find(|(other, _)| *other == name);
            given.map_or_else(
                || {
                    self.given_size(name)
                        .map_or(SMALL, |range| range.nearest(SMALL))
                },
                |(_, value)| *value,
            )
        };
        let names = self.contract.size_variables.iter();
        let sizes: Sizes = names.map(|n| (n.clone(), size(n))).collect();
        let is_admissible = sizes::is_admissible(self.contract, &sizes);
        (is_admissible && !self.port_refuses(&sizes)).then_some(sizes)
    }

    /// Whether the port terminates the program at these sizes, for example by an assertion
    /// that a count is not negative.
    fn port_refuses(&self, sizes: &Sizes) -> bool {
        let defect = self.probe(&self.port, sizes).and_then(|probe| probe.defect);
        matches!(
            defect.map(|defect| defect.kind),
            Some(DefectKind::AssertionFailed | DefectKind::Aborted)
        )
    }

    /// Whether a size is a count of signed type. Strides are left out: a negative stride
    /// addresses other memory.
    fn is_signed(&self, name: &str) -> bool {
        !sizes::is_stride(&self.contract.size_variables, name)
            && self.contract.params.iter().any(|param| match &param.role {
                Role::Size {
                    scalar: Scalar::Int { signed: true, .. },
                    value: Length::Var(own),
                    listed,
                } => own == name && listed.is_empty(),
                _ => false,
            })
    }
}
