//! Draws items of a list; the generator of everything else is `fastrand::Rng`, seeded, so that
//! samples are reproducible.

use fastrand::Rng;

/// One of the items, of which there must be at least one.
pub(super) fn pick<T: Copy>(random: &mut Rng, items: &[T]) -> T {
    items[random.usize(..items.len())]
}
