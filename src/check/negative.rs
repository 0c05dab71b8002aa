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
        let names = &self.contract.size_variables;
        let mut all = Vec::new();
        for alone in names {
            if !self.is_signed(alone) || self.given_size(alone).is_some() {
                continue;
            }
            for value in NEGATIVE {
                let size = |name: &String| match name == alone {
                    true => value,
                    false => self
                        .given_size(name)
                        .map_or(SMALL, |range| range.nearest(SMALL)),
                };
                let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
                if sizes::is_admissible(self.contract, &sizes) && !self.port_refuses(&sizes) {
                    all.push(sizes);
                }
            }
        }
        all
    }

    /// The sizes of which one is negative, and those of which two are: a condition may ask for both.
    pub(super) fn negative_together(&self) -> Vec<Sizes> {
        let names = &self.contract.size_variables;
        let is_open = |name: &&String| self.is_signed(name) && self.given_size(name).is_none();
        let open: Vec<&String> = names.iter().filter(is_open).collect();
        let mut all = self.negative();
        for (first, second) in open.iter().flat_map(|x| open.iter().map(move |y| (*x, *y))) {
            if first == second {
                continue;
            }
            let size = |name: &String| match name {
                name if name == first => NEGATIVE[0],
                name if name == second => NEGATIVE[1],
                name => self
                    .given_size(name)
                    .map_or(SMALL, |range| range.nearest(SMALL)),
            };
            let sizes: Sizes = names.iter().map(|n| (n.clone(), size(n))).collect();
            if sizes::is_admissible(self.contract, &sizes) && !self.port_refuses(&sizes) {
                all.push(sizes);
            }
        }
        all
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
