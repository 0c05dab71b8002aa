//! Concrete execution of one version on one ordinary input: cheap, and enough to see which
//! branches a size takes.

use super::pair::Pair;
use crate::contract::Sizes;
use crate::pipeline::Tally;
use crate::side::{Inputs, Side, Starts};
use crate::symex::{Defect, End, Ignorant, Machine, Reached};
use crate::verdict::LeftOut;

/// The result of a probe.
pub(super) struct Probe {
    /// The code executed.
    pub reached: Reached,
    /// The defect that ended it, if any.
    pub defect: Option<Defect>,
}

impl Pair<'_, '_> {
    /// Removes from a sweep the sizes with a zero, not given by the user, on which the
    /// reference fails: it is not made for them.
    pub(super) fn leave_out_zeros(&self, sweep: &mut Vec<Sizes>, tally: &mut Tally) {
        let zero = |sizes: &Sizes| {
            let mut open = sizes
                .iter()
                .filter(|(name, _)| self.given_size(name).is_none());
            open.any(|(_, size)| *size == 0)
        };
        let fails = |sizes: &Sizes| self.probe(&self.reference, sizes)?.defect;
        sweep.retain(|sizes| {
            let defect = zero(sizes).then(|| fails(sizes)).flatten();
            if let Some(defect) = &defect {
                tally.coverage.left_out.push(LeftOut {
                    sizes: sizes.clone(),
                    reason: format!("the reference fails: {}", defect.message()),
                });
            }
            defect.is_none()
        });
    }

    /// Executes a version on an arbitrary but fixed input of these sizes; `None` if the
    /// contract has no meaning at them.
    pub(super) fn probe(&self, side: &Side<'_, '_>, sizes: &Sizes) -> Option<Probe> {
        let mut builder = self.builder();
        let starts = Starts::least(self.contract);
        let inputs = Inputs::new(&mut builder, self.contract, sizes, &starts).ok()?;
        let witness = self.admitted(&mut builder, &inputs)?;
        let fresh = self.builder();
        let mut machine = Machine::new(side.program, fresh, self.environment().limits());
        let inputs = inputs.concrete(builder.arena(), &witness, &mut machine.builder);
        let ready = side.prepare(&mut machine, self.given(&inputs)).ok()?;
        let execution = ready.execute(&mut machine, &mut Ignorant);
        let defect = execution.paths.iter().find_map(|path| match &path.end {
            End::Defect(defect) => Some(defect.clone()),
            _ => None,
        });
        Some(Probe {
            reached: machine.reached,
            defect,
        })
    }
}
