//! Sizes that depend on inputs: the path splits, one path for each value.
//!
//! An allocation needs its size. Where that is a count of something in the input
//! it has few values, and each gets a path of its own, on which it is a constant.

use term::TermId;

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
        let bits = self.b().width(term);
        let mut possible = Vec::new();
        for k in 0..=set.count {
            let value = u128::from(set.start + k * set.stride);
            let constant = self.b().constant(bits, value);
            let equal = self.b().eq(term, constant);
            let builder = &mut self.machine.builder;
            match self.oracle.decide(builder, self.state.path(), equal) {
                Feasibility::AlwaysFalse => {}
                Feasibility::AlwaysTrue => {
                    possible = vec![(value, equal)];
                    break;
                }
                Feasibility::Both | Feasibility::Unknown => possible.push((value, equal)),
            }
        }
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
            other.frame.pc -= 1;
            other.splits += 1;
            self.machine.statistics.splits += 1;
            self.waiting.push(other);
        }
        self.state.pin(term, *value, *equal);
        Ok(Some(*value))
    }
}
