//! Reordering of results from the order in which they end to the order in which they began.

use std::collections::BTreeMap;

/// Holds results back until their turn.
#[derive(Debug)]
pub struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    next: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder {
            waiting: BTreeMap::new(),
            next: 0,
        }
    }
}

impl<T> InOrder<T> {
    /// Adds the result with an index, counted from 0; returns the results whose turn has
    /// come.
    pub fn push(&mut self, place: usize, value: T) -> Vec<T> {
        self.waiting.insert(place, value);
        let mut ready = Vec::new();
        while let Some(value) = self.waiting.remove(&self.next) {
            ready.push(value);
            self.next += 1;
        }
        ready
    }

    /// Returns the results left, if results before them are missing.
    pub fn rest(self) -> impl Iterator<Item = T> {
        self.waiting.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_comes_before_its_turn() {
        let mut order = InOrder::default();
        assert!(order.push(1, 'b').is_empty());
        assert_eq!(order.push(0, 'a'), ['a', 'b']);
        assert!(order.push(3, 'd').is_empty());
        assert_eq!(order.rest().collect::<String>(), "d");
    }
}
