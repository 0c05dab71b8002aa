//! Executes a version once more on the constants of one witness.

use term::Arena;

use super::inputs::Inputs;
use super::place::{Output, Place};
use super::round::Environment;
use super::version::Side;
use crate::equiv::Witness;
use crate::symex::{Defect, DefectKind, End, Ignorant};
use crate::verdict::Location;

impl Environment<'_> {
    /// Where a version produces an output under a witness; the location of the entry if the
    /// execution does not tell.
    pub fn origin(
        &self,
        arena: &Arena,
        side: &Side<'_, '_>,
        witness: &Witness,
        place: Place,
        inputs: &Inputs,
    ) -> Option<Location> {
        let mut machine = self.machine(side.program);
        let inputs = inputs.concrete(arena, witness, &mut machine.builder);
        let ready = side.prepare(&mut machine, self.given(&inputs)).ok();
        let watched = ready.and_then(|ready| {
            ready.watch(&mut machine, place).then_some(())?;
            let execution = ready.execute(&mut machine, &mut Ignorant);
            let at = execution.paths.first()?.state.output_at();
            side.program.location(at).cloned()
        });
        watched.or_else(|| side.location())
    }

    /// The use of an undefined value by a version under a witness: the defect that ends its
    /// path or, if it returns, the origin of the undefined value in `output`.
    pub fn traced(
        &self,
        arena: &Arena,
        side: &Side<'_, '_>,
        witness: &Witness,
        output: Option<&Output>,
        inputs: &Inputs,
    ) -> Option<Defect> {
        let mut machine = self.machine(side.program);
        machine.trace_undefined();
        let inputs = inputs.concrete(arena, witness, &mut machine.builder);
        let ready = side.prepare(&mut machine, self.given(&inputs));
        let ready = ready.ok()?;
        if let Some(output) = output {
            ready.watch(&mut machine, output.place);
        }
        let execution = ready.execute(&mut machine, &mut Ignorant);
        let path = execution.paths.first()?;
        match (&path.end, output) {
            (End::Defect(defect), _) => Some(defect.clone()),
            (End::Returned(_), Some(output)) => {
                let mut outputs = execution.outputs(&mut machine, path)?.into_iter();
                match outputs.find(|o| o.place == output.place)?.term {
                    Some(term) => machine.origin(term),
                    None => {
                        let at = side.program.location(path.state.output_at());
                        Some(without_place(at.cloned().or_else(|| side.location())))
                    }
                }
            }
            _ => None,
        }
    }
}

/// The defect of an output that depends on a local variable without memory.
fn without_place(location: Option<Location>) -> Defect {
    Defect::at(DefectKind::Uninitialised, location)
}
