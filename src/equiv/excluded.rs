//! Obligations of which the assumptions leave nothing.
//!
//! `x / 0.0f` is infinite or NaN whatever x is: under *finite* any port of it is equal. Such a
//! proof says nothing of the port.

use rewrite_rules::Builder;
use term::Cone;

use super::claim::{Claim, Obligation};
use super::judge::Judge;
use super::portfolio::Portfolio;
use super::{Ladder, Witness};
use crate::budgets::proof::{ADMISSIBLE_SAMPLES, FEWEST_SAMPLES};

impl Ladder {
    /// Whether *ordered*, *finite* or *positive zero* excludes every sample on the path of an
    /// obligation. False if hardly any sample is on it: then nothing is known.
    pub fn excludes_all(&mut self, builder: &mut Builder, obligation: &Obligation) -> bool {
        let assumptions = self.options.assumptions;
        if !assumptions.exclude_values() {
            return false;
        }
        let independence = self.solver.independence();
        let claim = Claim::of(builder, independence, obligation, &self.options.ranges);
        let arena = builder.arena();
        let cone = Cone::of(arena, &claim.roots());
        let mut portfolio = Portfolio::new(arena, &cone, &self.options.ranges, self.options.seed);
        let mut judge = Judge::new(arena, &claim, assumptions);
        let mut values = Vec::new();
        let mut excluded = 0;
        for _ in 0..ADMISSIBLE_SAMPLES {
            if self.options.deadline.expired().is_some() {
                return false;
            }
            portfolio.draw(&mut values);
            match judge.excludes(&Witness::new(portfolio.symbols(), &values)) {
                Some(true) => excluded += 1,
                Some(false) => return false,
                None => {}
            }
        }
        excluded >= FEWEST_SAMPLES
    }
}
