//! What a tactic says of its proof.

use term::SymbolId;

use super::Step;

/// The steps of a proof, or of one stage of it, in order.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// The ranges of variables that the steps introduce.
    pub(super) bounds: Vec<(SymbolId, (f64, f64))>,
    /// Whether the steps are about the claim as it was asked, whatever earlier stages
    /// made of it.
    pub(super) whole: bool,
}

impl Evidence {
    /// Steps that go on from what earlier stages made of the claim.
    pub fn of(steps: impl IntoIterator<Item = Step>) -> Evidence {
        Evidence {
            steps: steps.into_iter().collect(),
            ..Evidence::default()
        }
    }

    /// A step that decides the claim as it was asked.
    pub fn of_whole(step: Step) -> Evidence {
        Evidence {
            whole: true,
            ..Evidence::of([step])
        }
    }

    /// Stages one after the other.
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

    /// A further step.
    pub fn then(mut self, step: Step) -> Evidence {
        self.steps.push(step);
        self
    }

    /// A variable of the steps is within a range.
    pub fn bounded(mut self, variable: SymbolId, range: (f64, f64)) -> Evidence {
        self.bounds.push((variable, range));
        self
    }
}
