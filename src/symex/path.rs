//! Path conditions: the one-bit terms that are all true on a path.
//!
//! Invariant: all kept conditions of one path share their links, so that keeping one takes
//! constant time and memory, regardless of the path's length.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use term::TermId;

/// A path condition that grows as its path is executed.
#[derive(Clone, Default)]
pub(super) struct PathCondition {
    conditions: Rc<Vec<TermId>>,
    kept: KeptPath,
}

impl PathCondition {
    /// Adds a condition.
    pub fn push(&mut self, condition: TermId) {
        Rc::make_mut(&mut self.conditions).push(condition);
        let before = std::mem::take(&mut self.kept);
        self.kept = KeptPath(Some(Rc::new(Link { condition, before })));
    }
    /// Returns the conditions, oldest first.
    pub fn conditions(&self) -> &[TermId] {
        &self.conditions
    }
    /// Returns a snapshot of the current path condition.
    pub fn keep(&self) -> KeptPath {
        self.kept.clone()
    }
}

/// A snapshot of a path condition.
#[derive(Clone, Debug, Default)]
pub struct KeptPath(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    condition: TermId,
    before: KeptPath,
}

impl KeptPath {
    /// Returns the conditions, oldest first.
    pub fn to_vec(&self) -> Vec<TermId> {
        let mut conditions: Vec<TermId> = self.links().map(|link| link.condition).collect();
        conditions.reverse();
        conditions
    }

    /// Returns the links, newest first.
    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref())
    }
}

impl PartialEq for KeptPath {
    fn eq(&self, other: &KeptPath) -> bool {
        let (mut left, mut right) = (self, other);
        loop {
            match (&left.0, &right.0) {
                (None, None) => return true,
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return true,
                (Some(x), Some(y)) if x.condition == y.condition => {
                    (left, right) = (&x.before, &y.before);
                }
                _ => return false,
            }
        }
    }
}

impl Eq for KeptPath {}

impl Hash for KeptPath {
    /// Hashes the last condition alone: equal paths have equal last conditions.
    fn hash<H: Hasher>(&self, h: &mut H) {
        self.0.as_ref().map(|link| link.condition).hash(h);
    }
}

impl Drop for Link {
    /// Drops link by link: recursion would overflow the stack on a long path.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.before.0.take(),
                Err(_) => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_stays_as_it_was() {
        let terms: Vec<TermId> = (0..100_000).map(TermId::from_index).collect();
        let mut path = PathCondition::default();
        terms[..1_000].iter().for_each(|term| path.push(*term));
        let (kept, mut other) = (path.keep(), path.clone());
        terms[1_000..].iter().for_each(|term| path.push(*term));
        other.push(terms[0]);
        assert_eq!(kept.to_vec(), &terms[..1_000]);
        assert_eq!(path.conditions(), terms);
        assert_eq!(path.keep().to_vec(), terms);
        assert_eq!(other.conditions().len(), 1_001);
        assert_ne!(other.keep(), kept);
    }

    #[test]
    fn paths_of_the_same_conditions_are_equal() {
        let [mut left, mut right] = [PathCondition::default(), PathCondition::default()];
        for path in [&mut left, &mut right] {
            path.push(TermId::from_index(7));
            path.push(TermId::from_index(9));
        }
        assert_eq!(left.keep(), right.keep());
        right.push(TermId::from_index(9));
        assert_ne!(left.keep(), right.keep());
    }
}
