//! Values that one round of a loop keeps for the next.
//!
//! An operation that computed what the reference computes in one round is right. Where it then
//! computes what the reference has nowhere, from values that the reference has, it took the wrong
//! one of them: the update that kept this is at fault.

use rustc_hash::FxHashMap;
use term::Op;

use super::super::values;
use super::Alignment;
use crate::program::Kind;
use crate::symex::Step;

impl Alignment<'_> {
    /// The step that kept the one operand of an unmatched step that comes from an earlier round.
    pub(super) fn carried(&self, step: usize, widths: &FxHashMap<usize, Vec<u8>>) -> Option<usize> {
        let own = &self.steps()[step];
        let mut before = (0..step).rev();
        let earlier = before.find(|at| self.steps()[*at].at == own.at)?;
        let is_right = self.is_matched(earlier, widths) && !self.is_constant(earlier);
        if !is_right || !self.is_regular(own) || !self.is_telling(earlier) {
            return None;
        }
        let mut kept = own.from.iter().filter_map(|from| self.kept(*from));
        let found = kept.next().filter(|found| *found > earlier)?;
        kept.next().is_none().then_some(found)
    }

    /// The store, later in the code of the same function, whose value a step reads: an earlier round
    /// made it.
    fn kept(&self, step: usize) -> Option<usize> {
        let own = &self.steps()[step];
        let is_load = matches!(values::kind(self.program, own), Kind::Load { .. });
        let &[stored] = own
            .from
            .get(..1)
            .filter(|_| is_load && own.from.len() == 1)?
        else {
            return None;
        };
        let store = &self.steps()[stored];
        let is_store = matches!(values::kind(self.program, store), Kind::Store { .. });
        let is_later = store.at.0 == own.at.0 && store.at.1 > own.at.1;
        (is_store && is_later).then_some(stored)
    }

    /// Whether an operation is right for all numbers if it is for a few: others, such as `|` in place
    /// of `+`, may be right by chance.
    fn is_regular(&self, step: &Step) -> bool {
        let (Kind::Integer { op, .. } | Kind::Float { op, .. }) = values::kind(self.program, step)
        else {
            return false;
        };
        matches!(
            op,
            Op::Add | Op::Sub | Op::Mul | Op::Shl | Op::Xor | Op::FAdd | Op::FSub | Op::FMul
        )
    }

    /// Whether a step and what it takes have a number other than 0 and -1 on the first input.
    fn is_telling(&self, step: usize) -> bool {
        let own = &self.steps()[step];
        let mut all = own.from.iter().chain([&step]);
        all.all(|at| {
            let value = self.steps()[*at].value.as_ref();
            value.is_none_or(|(bits, lanes)| {
                let ones = u128::MAX >> (128 - u32::from(*bits));
                lanes.iter().any(|lane| ![0, ones].contains(lane))
            })
        })
    }
}
