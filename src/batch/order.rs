//! What ends in any order, in the order in which it was begun.

use std::collections::BTreeMap;

/// Holds back what is before its turn.
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
    /// Takes what belongs to a place, counted from 0, and gives what is next.
    pub fn push(&mut self, place: usize, value: T) -> Vec<T> {
        self.waiting.insert(place, value);
        let mut ready = Vec::new();
        while let Some(value) = self.waiting.remove(&self.next) {
            ready.push(value);
            self.next += 1;
        }
        ready
    }

    /// The rest, where places between are missing.
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
