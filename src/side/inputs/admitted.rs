//! Which values of the inputs the conditions admit.

use term::{Arena, Assignment, Cone, Evaluator};

use super::Inputs;

impl Inputs {
    /// Whether all conditions hold.
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
