//! Sizes that depend on inputs: the path is split, with one path per value.
//!
//! An allocation needs a constant size. A size that counts something in the input has few
//! values; each gets a path of its own, on which it is constant.

use term::TermId;

use super::end::DefectKind;
use super::executor::{Exec, Executor};
use super::oracle::Feasibility;
use super::strided::Strided;
use crate::budgets::execution::PINNED_VALUES;

impl Executor<'_, '_> {
    /// Returns the value of a term on this path. If the term has several values, but few,
    /// this path continues with the most usual one, and new paths execute the current
    /// instruction again with the others. Trap: the instruction must not have had an effect
    /// yet. `None` if there are too many values.
    pub fn pin(&mut self, term: TermId) -> Exec<Option<u128>> {
        if let Some(value) = self.concrete(term).or_else(|| self.state.pinned(term)) {
            return Ok(Some(value));
        }
        let set = Strided::of(self.b().arena(), term);
        // Across 2^64, only powers of two stay equally spaced.
        let spaced = set.last().is_some() || set.stride.is_power_of_two();
        let stride = if spaced { set.stride.max(1) } else { 1 };
        let (start, count) = match set.last() {
            Some(_) if set.count < PINNED_VALUES => (set.start, set.count + 1),
            _ if self.is_small(term, stride) => (set.start % stride, PINNED_VALUES),
            _ => return Ok(None),
        };
        let values: Vec<u128> = (0..count).map(|k| u128::from(start + k * stride)).collect();
        let possible = self.possible(term, &values);
        self.split_by_value(term, possible)
    }

    /// Returns the value of a term on this path, one of `values`; any other value is the
    /// defect `otherwise`. Splits the path as [`Executor::pin`] does.
    pub fn pin_among(
        &mut self,
        term: TermId,
        values: &[u128],
        otherwise: DefectKind,
    ) -> Exec<Option<u128>> {
        if let Some(value) = self.state.pinned(term) {
            return Ok(Some(value));
        }
        let possible = self.possible(term, values);
        let mut any = self.b().bool(false);
        for (_, equal) in &possible {
            any = self.b().or(any, *equal);
        }
        self.require(any, |this| this.plain_defect(otherwise))?;
        self.split_by_value(term, possible)
    }

    /// Whether the conditions of this path keep a term, a sum of a constant and a multiple of
    /// `stride`, below [`PINNED_VALUES`] strides.
    fn is_small(&mut self, term: TermId, stride: u64) -> bool {
        let bits = self.b().width(term);
        let limit = u128::from(PINNED_VALUES) * u128::from(stride);
        if bits < 128 && limit >> bits > 0 {
            return false;
        }
        let limit = self.b().constant(bits, limit);
        let small = self.b().ult(term, limit);
        let builder = &mut self.machine.builder;
        self.oracle.decide(builder, self.state.path(), small) == Feasibility::AlwaysTrue
    }

    /// Returns the values that a term may have on this path, each with the condition that
    /// it has it.
    fn possible(&mut self, term: TermId, values: &[u128]) -> Vec<(u128, TermId)> {
        let bits = self.b().width(term);
        let mut possible = Vec::new();
        for &value in values {
            let constant = self.b().constant(bits, value);
            let equal = self.b().eq(term, constant);
            let builder = &mut self.machine.builder;
            match self.oracle.decide(builder, self.state.path(), equal) {
                Feasibility::AlwaysFalse => {}
                Feasibility::AlwaysTrue => return vec![(value, equal)],
                Feasibility::Both | Feasibility::Unknown => possible.push((value, equal)),
            }
        }
        possible
    }

    /// Continues with one value, and puts a path for each of the others in the queue.
    fn split_by_value(
        &mut self,
        term: TermId,
        mut possible: Vec<(u128, TermId)>,
    ) -> Exec<Option<u128>> {
        if possible.len() > 1 {
            let (builder, path) = (&self.machine.builder, self.state.path());
            let usual = self.oracle.usual_value(builder, path, term);
            if let Some(at) = possible.iter().position(|(v, _)| Some(*v) == usual) {
                possible[..=at].rotate_right(1);
            }
        }
        let Some(((value, equal), others)) = possible.split_first() else {
            return Ok(None);
        };
        for (value, equal) in others.iter().rev() {
            self.count_path()?;
            let mut other = self.state.clone();
            other.pin(term, *value, *equal);
            other.thread.frame.pc -= 1;
            other.splits += 1;
            self.machine.statistics.splits += 1;
            self.waiting.push(other);
        }
        self.state.pin(term, *value, *equal);
        Ok(Some(*value))
    }
}
