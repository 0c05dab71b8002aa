//! The evidence that tactics give for their proofs.

use term::SymbolId;

use super::Step;

/// The steps of a proof, or of one stage of it, in order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// The ranges of the variables that the steps introduce.
    pub(super) bounds: Vec<(SymbolId, (f64, f64))>,
    /// Whether the steps prove the claim as it was originally given, so that the steps of
    /// earlier stages are not used.
    pub(super) whole: bool,
}

impl Evidence {
    /// Steps that continue from the result of earlier stages.
    pub fn of(steps: impl IntoIterator<Item = Step>) -> Evidence {
        Evidence {
            steps: steps.into_iter().collect(),
            ..Evidence::default()
        }
    }

    /// A step that proves the claim as it was originally given.
    pub fn of_whole(step: Step) -> Evidence {
        Evidence {
            whole: true,
            ..Evidence::of([step])
        }
    }

    /// Several stages in sequence.
    pub fn all(stages: impl IntoIterator<Item = Evidence>) -> Evidence {
        let mut all = Evidence::default();
        for stage in stages {
            if stage.whole {
                all.steps.clear();
                all.whole = true;
            }
            all.steps.extend(stage.steps);
            all.bounds.extend(stage.bounds);
        }
        all
    }

    /// These steps, which begin with the claim as it was originally given.
    #[must_use]
    pub fn of_whole_claim(self) -> Evidence {
        Evidence {
            whole: true,
            ..self
        }
    }

    /// Appends a step.
    pub fn then(mut self, step: Step) -> Evidence {
        self.steps.push(step);
        self
    }

    /// Adds the range of a variable that the steps introduce.
    pub fn bounded(mut self, variable: SymbolId, range: (f64, f64)) -> Evidence {
        self.bounds.push((variable, range));
        self
    }
}
