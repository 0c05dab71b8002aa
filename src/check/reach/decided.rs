//! Which choices of a version inputs decide: symbolic executions at small sizes.
//!
//! Code shows that of a state on the heap or behind a pointer only if all writes to it are known;
//! its values show it always.

use super::super::pair::Pair;
use crate::budgets::coverage::{SOURCE_PATHS, SOURCE_STEPS};
use crate::contract::Sizes;
use crate::side::{Inputs, Side, Starts};
use crate::symex::{Ignorant, Limits, Machine, Reached};

impl Pair<'_, '_> {
    /// What a version executes on symbolic inputs at these sizes, the smallest first, as far as the
    /// budget goes. All outcomes that depend on inputs are taken for possible.
    pub(super) fn decided(&self, version: &Side<'_, '_>, sizes: &[Sizes]) -> Reached {
        let mut reached = Reached::nothing(version.program);
        let mut left = SOURCE_STEPS;
        let mut sizes: Vec<&Sizes> = sizes.iter().collect();
        sizes.sort_by_key(|sizes| sizes.values().map(|size| i128::from(*size)).sum::<i128>());
        for sizes in sizes {
            let Some((found, steps)) = self.on_symbols(version, sizes, left) else {
                continue;
            };
            reached.extend(&found);
            left = left.saturating_sub(steps);
            if left == 0 {
                break;
            }
        }
        reached
    }

    /// Executes a version on symbolic inputs of these sizes. Returns what ran, and the number of
    /// instructions on all paths, each of which has at most `steps`.
    fn on_symbols(
        &self,
        version: &Side<'_, '_>,
        sizes: &Sizes,
        steps: u64,
    ) -> Option<(Reached, u64)> {
        let mut builder = self.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).ok()?;
        let limits = Limits {
            max_steps: steps,
            max_paths: SOURCE_PATHS,
            ..self.environment().limits()
        };
        let mut machine = Machine::new(version.program, builder, limits);
        let ready = version.prepare(&mut machine, self.given(&inputs)).ok()?;
        ready.execute(&mut machine, &mut Ignorant);
        let executed = machine.statistics().instructions;
        Some((machine.reached, executed))
    }
}
