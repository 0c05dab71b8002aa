//! Trials at other sizes than the one at which the versions were found to differ.
//!
//! A change to a loop's bound or step can make the versions agree at one size, for example
//! because a remainder loop then does the work. At sizes where the port is right, the right
//! change leaves its results and its way through the code as they are.

use super::super::pair::Pair;
use super::trials::{Elsewhere, Trial, Trials, alike};
use crate::budgets::cause::{CONFIRMING_STEPS, OTHER_SIZE_INPUTS, OTHER_SIZES, TRIAL_STEPS};
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::program::{FunctionId, Program};
use crate::side::{Inputs, Starts, candidates};
use crate::symex::Reached;

impl Trials {
    /// Whether a port with a changed instruction in `changed` still agrees with the
    /// reference at other sizes of `sweep`, on inputs on which the unchanged port does, and
    /// executes the same blocks of that function.
    pub fn agrees_elsewhere(
        &mut self,
        pair: &Pair<'_, '_>,
        (program, changed): (&Program, FunctionId),
        (sizes, sweep): (&Sizes, &[Sizes]),
    ) -> bool {
        let steps = std::mem::replace(&mut self.steps, TRIAL_STEPS);
        let all = match self.elsewhere.take() {
            Some(all) => all,
            None => self.elsewhere(pair, (sizes, sweep)),
        };
        let right = all.iter().all(|size| {
            let mut reached = Reached::nothing(program);
            let agrees = size.trials.iter().all(|trial| {
                let made = self.execute(pair, (&pair.port, program), &trial.inputs);
                made.is_some_and(|(results, own)| {
                    reached.extend(&own);
                    results.is_some_and(|results| alike(&trial.expected, &results))
                })
            });
            let blocks = &program.function(changed).blocks;
            let mut blocks = blocks.iter();
            agrees
                && blocks.all(|start| {
                    reached.is_executed(changed, *start)
                        == size.reached.is_executed(changed, *start)
                })
        });
        self.elsewhere = Some(all);
        self.steps = steps;
        right
    }

    fn elsewhere(
        &mut self,
        pair: &Pair<'_, '_>,
        (sizes, sweep): (&Sizes, &[Sizes]),
    ) -> Vec<Elsewhere> {
        let others: Vec<&Sizes> = sweep.iter().filter(|other| *other != sizes).collect();
        let starts = Starts::least(pair.contract);
        let most = self.spent + CONFIRMING_STEPS;
        let step = others.len().div_ceil(OTHER_SIZES).max(1);
        let mut all = Vec::new();
        // The largest sizes reach most code.
        for other in others.into_iter().rev().step_by(step) {
            let mut symbols = pair.settings.builder();
            let symbolic = Inputs::new(&mut symbols, pair.contract, other, &starts);
            let Ok(symbolic) = symbolic else { continue };
            let arena = symbols.arena();
            // On zeros, wrong code often agrees.
            let zeros = Some(Witness::default()).filter(|zeros| symbolic.admits(arena, zeros));
            let more = candidates(arena, &symbolic, &symbolic.conditions);
            let witnesses = zeros
                .into_iter()
                .chain(more.into_iter().take(OTHER_SIZE_INPUTS));
            let mut trials = Vec::new();
            let mut reached = Reached::nothing(pair.port.program);
            for witness in witnesses {
                let Some(inputs) = self.inputs(&symbolic, arena, &witness) else {
                    continue;
                };
                let expected = self.results(pair, &pair.reference, &inputs);
                let port = (&pair.port, pair.port.program);
                let actual = self.execute(pair, port, &inputs);
                if let (Some(expected), Some((Some(actual), own))) = (expected, actual)
                    && alike(&expected, &actual)
                {
                    reached.extend(&own);
                    trials.push(Trial {
                        inputs,
                        expected,
                        actual: Some(actual),
                    });
                }
            }
            all.push(Elsewhere { trials, reached });
            if self.spent > most {
                break;
            }
        }
        all
    }
}
