//! Executes both versions under every placement of buffers that the code distinguishes.

use std::collections::BTreeSet;

use rewrite_rules::Builder;

use super::pair::Pair;
use crate::contract::Sizes;
use crate::equiv::Ladder;
use crate::pipeline::{Clock, Tally};
use crate::problem::Problem;
use crate::side::{Observed, Starts};
use crate::verdict::{Undecided, UndecidedKind};

impl Pair<'_, '_> {
    /// Executes both versions at `sizes` and decides every obligation, until the first
    /// confirmed finding, under every placement of buffers that the code distinguishes.
    /// Returns the builder.
    ///
    /// # Errors
    /// When the contract has no meaning at these sizes.
    pub fn run(
        &self,
        mut builder: Builder,
        ladder: &mut Ladder,
        sizes: &Sizes,
        tally: &mut Tally,
        clock: &mut Clock,
    ) -> Result<Builder, Problem> {
        let mut done = BTreeSet::new();
        let mut open = BTreeSet::from([Starts::least(self.contract)]);
        let (mut observed, mut complete) = (Observed::default(), true);
        while let Some(starts) = open.pop_first() {
            if tally.is_settled() || !self.go_on(tally) {
                return Ok(builder);
            }
            if self.allows_null(sizes, &starts) {
                let known = tally.has_suspicion();
                let seen;
                (builder, seen) = self.run_at(builder, ladder, (sizes, &starts), tally, clock)?;
                if tally.is_settled() || tally.has_suspicion() && !known {
                    self.null.replace(starts.null.clone());
                }
                observed.add(&seen);
            }
            done.insert(starts);
            let all;
            (all, complete) = Starts::all(self.contract, &observed);
            open = all.difference(&done).cloned().collect();
        }
        tally.leaves_places |= observed.is_beyond_places();
        if !observed.low.is_empty() {
            tally.lean_on(&self.placed(&observed, done.len(), complete));
        }
        if !observed.order.is_empty() {
            self.note_order(complete, tally);
        }
        Ok(builder)
    }

    /// Records whether all orders of buffers were executed.
    fn note_order(&self, complete: bool, tally: &mut Tally) {
        const LOOKS: &str = "the code looks at which of two buffers comes first:";
        if complete {
            return tally.lean_on(&format!("{LOOKS} each order was executed"));
        }
        let message = format!("{LOOKS} of the orders in which they can lie, not all were executed");
        tally.undecided(
            Undecided::new(UndecidedKind::Addresses, message)
                .with_help(
                    "split the code that compares them, so that it sees fewer buffers".to_owned(),
                )
                .at(self.port.location()),
        );
    }

    /// The sentence about addresses that the code observes.
    fn placed(&self, observed: &Observed, tried: usize, complete: bool) -> String {
        let names = observed
            .low
            .keys()
            .map(|p| self.contract.params[*p].name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        match complete {
            true => format!(
                "the code looks at the address of {names}: every place that the alignment \
                 allows was executed"
            ),
            false if observed.is_beyond_places() => format!(
                "the code looks at more than the last 6 bits of the address of {names}: {tried} \
                 places were executed, not all"
            ),
            false => format!(
                "the code looks at the addresses of {names}: {tried} of the combinations of \
                 places that their alignment allows were executed, not all"
            ),
        }
    }
}
