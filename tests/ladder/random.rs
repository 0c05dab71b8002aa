//! What is drawn.

/// A repeatable stream of choices.
pub struct Random(pub fastrand::Rng);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub fn bits(&mut self) -> u128 {
        self.0.u128(..)
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn one<'a, T>(&mut self, items: &'a mut [T]) -> &'a mut T {
        let at = self.below(items.len());
        &mut items[at]
    }
}
