//! Trials: runs of a harness on concrete inputs, used if it has more paths than could be
//! followed.
//!
//! Invariant: a failure is the end of a run on those very inputs. Finding none proves
//! nothing.

use term::{Arena, SymbolId};

use super::native;
use crate::budgets::trials::HARNESS_STEPS;
use crate::equiv::Witness;
use crate::symex::{Defect, DefectKind, End};

/// Runs on concrete inputs. `run` takes the bytes of the symbolic objects, and returns the
/// end of the run and its number of instructions, or `None` if there is no time left.
pub struct Trials<'a> {
    arena: &'a Arena,
    run: &'a dyn Fn(Vec<Vec<u8>>) -> Option<(End, u64)>,
    instructions: u64,
}

impl<'a> Trials<'a> {
    /// Trials of a harness whose inputs are the symbols of `arena`.
    pub fn new(
        arena: &'a Arena,
        run: &'a dyn Fn(Vec<Vec<u8>>) -> Option<(End, u64)>,
    ) -> Trials<'a> {
        Trials {
            arena,
            run,
            instructions: 0,
        }
    }

    /// The first of the inputs on which an assertion fails, and the failure. Values that
    /// the failure does not need are zero.
    pub fn failure(mut self, inputs: Vec<Witness>) -> Option<(Witness, Defect)> {
        let found = inputs
            .into_iter()
            .find_map(|input| Some((self.fails(&input)?, input)));
        let (mut defect, mut witness) = found?;
        for index in 0..self.arena.symbols().len() {
            let mut simpler = witness.clone();
            let value = simpler.values.insert(SymbolId(index as u32), 0);
            if value == Some(0) {
                continue;
            }
            if let Some(other) = self.fails(&simpler)
                && other.location == defect.location
            {
                (witness, defect) = (simpler, other);
            }
        }
        Some((witness, defect))
    }

    fn fails(&mut self, input: &Witness) -> Option<Defect> {
        if self.instructions > HARNESS_STEPS {
            return None;
        }
        let (end, instructions) = (self.run)(native::objects(self.arena, input))?;
        self.instructions += instructions;
        match end {
            End::Defect(defect) if defect.kind == DefectKind::AssertionFailed => Some(defect),
            _ => None,
        }
    }
}
