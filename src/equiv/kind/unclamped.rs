//! Conversions out of the integer's range by the port alone, which an instruction such as
//! `cvttps2dq` defines where the reference clamps the float before.

use rewrite_rules::Builder;
use term::Assignment;

use super::super::claim::Obligation;
use super::super::conversions;
use super::super::ladder::Ladder;
use super::super::separation::values;
use crate::verdict::{Explanation, Kind};

impl Ladder {
    /// Explains a difference by a conversion of the port if the results agree where every float
    /// is in range; names the float. The reference converts none out of range on the witness.
    pub(super) fn unclamped(
        &mut self,
        builder: &mut Builder,
        obligation: &Obligation,
        witness: &dyn Assignment,
    ) -> Option<Explanation> {
        let conversion = conversions::out_of_range(builder, obligation.right, witness)?;
        let mut within = obligation.clone();
        let roots = [obligation.left, obligation.right];
        within.path.extend(conversions::conditions(builder, &roots));
        if !self.agrees_often(builder, &within) {
            return None;
        }
        let node = *builder.arena().node(conversion);
        let format = node.spec().operand_format()?;
        let [number] = values(builder, &[node.child(0)], witness);
        let number = term::decimal(format, number);
        let width = node.width();
        Some(Explanation {
            kind: Kind::UnclampedConversion,
            detail: Some(format!("the port converts {number} to {width} bits")),
        })
    }
}
