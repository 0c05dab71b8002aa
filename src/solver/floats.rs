//! Bit-precise queries: float operations as circuits over their bits.
//!
//! Invariant: as for every query, *unsatisfiable* is a proof in exact semantics and a model has
//! been evaluated exactly.

use std::time::{Duration, Instant};

use term::{Arena, Cone, TermId};
use z3::ast::BV;
use z3::{SatResult, Tactic};

use super::refine::evaluate;
use super::smtlib::{self, Script};
use super::{Answer, Model, Solver, Unknown, bitwuzla, interrupt};
use crate::budgets::solver::{ALL_FLOATS_TIME, FLOATS_TERMS, FLOATS_TIME};

/// Limits of a bit-precise query.
#[derive(Clone, Copy, Debug)]
pub struct FloatLimits {
    /// Wall time of one query.
    pub timeout: Duration,
    /// Wall time of all such queries of a solver together: they are the last resort, and a
    /// solver that they did not help so far is seldom helped later.
    pub total: Duration,
    /// Terms in the query.
    pub terms: usize,
}

impl Default for FloatLimits {
    fn default() -> FloatLimits {
        FloatLimits {
            timeout: FLOATS_TIME,
            total: ALL_FLOATS_TIME,
            terms: FLOATS_TERMS,
        }
    }
}

impl Solver {
    /// Checks whether all of `constraints` (one-bit terms) can hold at once: by Bitwuzla if it
    /// is installed, then by Z3.
    pub fn check_floats(
        &mut self,
        arena: &Arena,
        constraints: &[TermId],
        limits: FloatLimits,
    ) -> Answer {
        let cone = Cone::of(arena, constraints);
        if cone.len() > limits.terms {
            return Answer::Unknown(Unknown::Size);
        }
        let Some(script) = smtlib::script(arena, &cone, constraints) else {
            return Answer::Unknown(Unknown::Unsupported);
        };
        let start = Instant::now();
        let answer = self.decide(arena, &cone, constraints, &script, limits);
        self.float_time += start.elapsed();
        self.statistics.queries += 1;
        self.statistics.seconds += start.elapsed().as_secs_f64();
        self.statistics.unknown += u64::from(matches!(answer, Answer::Unknown(_)));
        answer
    }

    fn decide(
        &mut self,
        arena: &Arena,
        cone: &Cone,
        goal: &[TermId],
        script: &Script,
        limits: FloatLimits,
    ) -> Answer {
        let checked = |model: Model| match model.satisfies(arena, cone, goal) {
            true => Answer::Sat(model),
            // An uninterpreted function took two values at one point.
            false => Answer::Unknown(Unknown::Rounds),
        };
        if let Some(program) = bitwuzla::find() {
            let end = self.deadline.within(self.float_allowance(limits));
            match bitwuzla::run(&program, script, &end) {
                Answer::Sat(model) => return checked(model),
                Answer::Unsat => return Answer::Unsat,
                Answer::Unknown(_) => {}
            }
        }
        let time = self.float_allowance(limits);
        if time.is_zero() {
            return Answer::Unknown(Unknown::Limit);
        }
        self.statistics.calls += 1;
        let z3 = circuits().solver();
        z3.set_params(&interrupt::parameters(time));
        z3.from_string(script.text.as_str());
        if z3.get_assertions().is_empty() {
            return Answer::Unknown(Unknown::Unsupported);
        }
        match interrupt::check(&z3, &self.deadline.within(time), self.memory) {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown(Unknown::Limit),
            SatResult::Sat => match z3.get_model() {
                Some(found) => checked(read(script, &found)),
                None => Answer::Unknown(Unknown::Limit),
            },
        }
    }

    /// The time limit of the next query.
    fn float_allowance(&self, limits: FloatLimits) -> Duration {
        let total = limits.total.saturating_sub(self.float_time);
        let remaining = self.deadline.remaining().unwrap_or(Duration::MAX);
        limits.timeout.min(total).min(remaining)
    }
}

/// Z3's tactic that reduces floats to a satisfiability problem.
pub(super) fn circuits() -> Tactic {
    const STEPS: [&str; 9] = [
        "propagate-values",
        "fpa2bv",
        "propagate-values",
        "simplify",
        "solve-eqs",
        "max-bv-sharing",
        "bit-blast",
        "simplify",
        "sat",
    ];
    let simplify = Tactic::new("simplify");
    STEPS
        .iter()
        .fold(simplify, |done, step| done.and_then(&Tactic::new(step)))
}

fn read(script: &Script, found: &z3::Model) -> Model {
    let mut model = Model::default();
    for &(id, width) in &script.symbols {
        let bits = BV::new_const(smtlib::name(id), u32::from(width));
        model.values.insert(id, evaluate(found, &bits));
    }
    model
}
