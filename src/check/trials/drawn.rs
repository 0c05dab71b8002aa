//! The concrete inputs of trials.

use rewrite_rules::Builder;

use super::super::pair::Pair;
use super::drawings::Drawing;
use crate::contract::Sizes;
use crate::side::{Inputs, Pattern, Starts, ordinary};

/// The cost of drawing a scalar, in instructions of plain code.
const OF_SCALAR: u64 = 4;

impl Pair<'_, '_> {
    /// An input at a size, as constants of a new builder.
    pub(in super::super) fn concrete(
        &self,
        sizes: &Sizes,
        pattern: Pattern,
    ) -> Option<(Builder, Inputs)> {
        self.drawn(sizes, pattern)?
    }

    /// An input at a size, as constants of a new builder; `Some(None)` if the contract's
    /// relations exclude the pattern's values.
    pub(super) fn drawn(
        &self,
        sizes: &Sizes,
        pattern: Pattern,
    ) -> Option<Option<(Builder, Inputs)>> {
        if self.settings.stop().is_some() || self.drawings.are_exhausted() {
            return None;
        }
        let mut latest = self.drawings.latest.borrow_mut();
        let drawing = match &mut *latest {
            Some(drawing) if drawing.sizes == *sizes => drawing,
            latest => latest.insert(self.drawing(sizes)?),
        };
        let Drawing {
            builder,
            inputs,
            base,
            ..
        } = drawing;
        self.drawings.count(OF_SCALAR * base.values.len() as u64);
        let witness = match (pattern.applied(base, builder.arena(), inputs), pattern) {
            (None, Pattern::Any) => self.admitted(builder, inputs),
            (found, _) => found,
        };
        let Some(witness) = witness else {
            return Some(None);
        };
        let mut fresh = self.builder();
        let inputs = inputs.concrete(builder.arena(), &witness, &mut fresh);
        Some(Some((fresh, inputs)))
    }

    fn drawing(&self, sizes: &Sizes) -> Option<Drawing> {
        let mut builder = self.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).ok()?;
        let base = ordinary(builder.arena(), &inputs);
        Some(Drawing {
            sizes: sizes.clone(),
            builder,
            inputs,
            base,
        })
    }
}
