//! Sizes that depend on inputs: the path splits, one path for each value.
//!
//! An allocation needs its size. Where that is a count of something in the input
//! it has few values, and each gets a path of its own, on which it is a constant.

use term::TermId;

use super::end::DefectKind;
use super::executor::{Exec, Executor};
use super::oracle::Feasibility;
use super::strided::Strided;

/// Most values that a path is split for.
const MAX_VALUES: u64 = 64;

impl Executor<'_, '_> {
    /// The value of a term on this path. If there are several, but not many, this
    /// path goes on with the one that most inputs give, and others, which execute the current
    /// instruction again, have the rest: nothing may have happened in it yet.
    /// `None` if there are too many.
    pub fn pin(&mut self, term: TermId) -> Exec<Option<u128>> {
        if let Some(value) = self.concrete(term).or_else(|| self.state.pinned(term)) {
            return Ok(Some(value));
        }
        let set = Strided::of(self.b().arena(), term);
        let few = set.count < MAX_VALUES && set.last().is_some();
        if !few {
            return Ok(None);
        }
        let values: Vec<u128> = (0..=set.count)
            .map(|k| u128::from(set.start + k * set.stride))
            .collect();
        let possible = self.possible(term, &values);
        self.split_by_value(term, possible)
    }

    /// The value of a term on this path, one of `values`, or else there is the defect.
    /// Splits the path as [`Executor::pin`] does.
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

    /// Which of these values a term can have on this path, each with the condition
    /// that it has.
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

    /// Goes on with one value; others get paths of their own.
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
