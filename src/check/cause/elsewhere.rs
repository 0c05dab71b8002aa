//! Trials at other sizes than the one at which the versions were found to differ.
//!
//! A change to a loop's bound or step can make the versions agree at one size, for example
//! because a remainder loop then does the work. The right change makes them agree at others, and
//! where the port is right at a size, it leaves its way through the code as it is.

use super::super::pair::Pair;
use super::standing::Standing;
use super::trials::{Elsewhere, Trials, admits};
use crate::budgets::cause::{
    CONFIRMING_STEPS, NEAREST_SIZES, OTHER_SIZE_INPUTS, OTHER_SIZES, TRIAL_STEPS,
};
use crate::check::differing::Differing;
use crate::contract::Sizes;
use crate::equiv::Witness;
use crate::program::{FunctionId, Program};
use crate::side::{Inputs, candidates};
use crate::symex::Reached;

impl Trials {
    /// The standing of a port with a changed instruction in `changed` at other sizes of `sweep`:
    /// it has to agree with the reference, and to execute the same blocks of that function and
    /// no fewer vector operations at sizes where the unchanged port agrees on all inputs. Where
    /// that does not, and far from the size of the difference, there may be another mistake.
    pub fn elsewhere_too(
        &mut self,
        pair: &Pair<'_, '_>,
        (program, changed): (&Program, FunctionId),
        (differing, sweep): (&Differing, &[Sizes]),
    ) -> Option<Standing> {
        let steps = std::mem::replace(&mut self.steps, TRIAL_STEPS);
        let all = match self.elsewhere.take() {
            Some(all) => all,
            None => self.elsewhere(pair, (differing, sweep)),
        };
        let mut standing = Some(Standing::Sound);
        for (at, size) in all.iter().enumerate() {
            let (mut reached, mut vectors) = (Reached::nothing(program), 0);
            let agrees = size.trials.iter().all(|trial| {
                let made = self.execute(pair, (&pair.port, program), &trial.inputs);
                made.is_some_and(|made| {
                    reached.extend(&made.reached);
                    vectors += made.vectors;
                    let results = made.results;
                    results.is_some_and(|results| self.alike(&trial.expected, &results))
                })
            });
            let mut blocks = program.function(changed).blocks.iter();
            let mut alike = || {
                blocks.all(|start| {
                    reached.is_executed(changed, *start)
                        == size.reached.is_executed(changed, *start)
                })
            };
            let right = size.trials.iter().all(|trial| trial.agrees);
            let here = match (right, agrees) {
                (true, true) if alike() => Standing::of(size.vectors, vectors),
                (false, true) => Some(Standing::Sound),
                (false, false) if at >= NEAREST_SIZES => Some(Standing::Doubtful),
                _ => None,
            };
            standing = standing.and_then(|all| Some(all.and(here?)));
            if standing.is_none() {
                break;
            }
        }
        self.elsewhere = Some(all);
        self.steps = steps;
        standing
    }

    fn elsewhere(
        &mut self,
        pair: &Pair<'_, '_>,
        (differing, sweep): (&Differing, &[Sizes]),
    ) -> Vec<Elsewhere> {
        let sizes = &differing.sizes;
        let own = sweep.iter().position(|other| other == sizes).unwrap_or(0);
        let mut others: Vec<(usize, &Sizes)> = sweep.iter().enumerate().collect();
        others.retain(|(_, other)| *other != sizes);
        // Near the size of the difference, and the largest, which reach most code.
        others.sort_by_key(|(at, _)| at.abs_diff(own));
        let last = others.iter().max_by_key(|(at, _)| *at).copied();
        others.truncate(OTHER_SIZES);
        others.extend(last);
        let most = self.spent + CONFIRMING_STEPS;
        let mut all = Vec::new();
        for (_, other) in others {
            let mut symbols = pair.settings.builder();
            let symbolic = Inputs::new(&mut symbols, pair.contract, other, &differing.starts);
            let Ok(symbolic) = symbolic else { continue };
            let arena = symbols.arena();
            // On zeros, wrong code often agrees.
            let zeros = Some(Witness::default()).filter(|zeros| symbolic.admits(arena, zeros));
            let mut more = candidates(arena, &symbolic, &symbolic.conditions);
            more.retain(|witness| admits(self.closeness, (arena, &symbolic), witness));
            let witnesses = zeros
                .into_iter()
                .chain(more.into_iter().take(OTHER_SIZE_INPUTS));
            let mut trials = Vec::new();
            let (mut reached, mut vectors) = (Reached::nothing(pair.port.program), 0);
            for witness in witnesses {
                let Some(inputs) = self.inputs(&symbolic, arena, &witness) else {
                    continue;
                };
                let expected = self.results(pair, &pair.reference, &inputs);
                let port = (&pair.port, pair.port.program);
                let actual = self.execute(pair, port, &inputs);
                if let (Some(expected), Some(made)) = (expected, actual) {
                    reached.extend(&made.reached);
                    vectors += made.vectors;
                    trials.push(self.trial(inputs, expected, made.results));
                }
            }
            all.push(Elsewhere {
                trials,
                reached,
                vectors,
            });
            if self.spent > most {
                break;
            }
        }
        all
    }
}
