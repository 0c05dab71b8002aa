//! Whether values of the inputs satisfy the conditions.

use term::{Arena, Assignment, Cone, Evaluator};

use super::Inputs;

impl Inputs {
    /// Whether all conditions hold for the values of a witness.
    pub fn admits(&self, arena: &Arena, witness: &dyn Assignment) -> bool {
        if self.conditions.is_empty() {
            return true;
        }
        let cone = Cone::of(arena, &self.conditions);
        let mut evaluator = Evaluator::new(arena, &cone);
        evaluator.run(witness);
        self.conditions.iter().all(|c| evaluator.value(*c) == 1)
    }
}
