//! Negative counts, tried on a few inputs.
//!
//! A reference whose count is signed does something definite for a negative one, most
//! often nothing, where a port that counts in an unsigned type runs away. Such sizes are
//! executed concretely; where the versions differ, or code runs that no other size leads
//! to, the sweep goes on with them. Nothing is claimed of those that do not join it.

use super::pair::Pair;
use crate::contract::{Length, Role, Scalar, Sizes};
use crate::frontend::sizes;
use crate::symex::DefectKind;

/// The sizes tried: the first one, and one that is negative in whole blocks of 16 and
/// fewer elements, too.
const NEGATIVE: [i64; 2] = [-1, -33];

/// What other sizes are meanwhile.
const SMALL: i64 = 5;

impl Pair<'_, '_> {
    /// Sizes of which one is negative, where its type has such values and the user
    /// leaves it open.
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

    /// Whether the port ends the program itself at these sizes, as an assertion that a
    /// count is not negative does.
    fn port_refuses(&self, sizes: &Sizes) -> bool {
        let defect = self.probe(&self.port, sizes).and_then(|probe| probe.defect);
        matches!(
            defect.map(|defect| defect.kind),
            Some(DefectKind::AssertionFailed | DefectKind::Aborted)
        )
    }

    /// Whether a size is a count whose type has negative values. Strides may well be
    /// negative, and other memory is reached then.
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
