//! Satisfiability of one-bit terms; the only module that uses Z3.
//!
//! A query is a list of one-bit terms that must all hold. Integer operations are translated to
//! bit vectors. Float operations and uninterpreted functions are unknown values, refined where a
//! model contradicts them (see `refine`), or, in bit-precise queries, circuits (see `floats`).
//! Invariants: *unsatisfiable* is a proof in exact semantics, a model satisfies the query in
//! exact semantics, and everything else is [`Answer::Unknown`].

pub mod bitwuzla;
mod floats;
mod independence;
mod interrupt;
mod model;
mod refine;
mod smtlib;
mod translate;

pub use floats::FloatLimits;
pub use independence::Independence;
pub use model::Model;

use std::cell::LazyCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use serde::Serialize;
use term::{Arena, Cone, Op, TermId};

use crate::budgets::solver::{
    CACHED_ANSWERS, CALL_RESOURCES, CALL_TIME, QUERY_ROUNDS, QUERY_TERMS, TRANSLATED_TERMS,
};
use crate::deadline::Deadline;
use translate::Translation;

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// No assignment satisfies it.
    Unsat,
    /// This assignment satisfies it, confirmed by exact evaluation.
    Sat(Model),
    /// Undecided, for this reason.
    Unknown(Unknown),
}

/// Why a query has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unknown {
    /// The resource limit or the time limit of the query, or the end of the run,
    /// was reached.
    Limit,
    /// Refinement of float operations did not converge within its rounds.
    Rounds,
    /// The query has more terms than the limit.
    Size,
    /// The query contains an operation that the translation to SMT-LIB floats does not support.
    Unsupported,
}

/// An operation at concrete operands: its term, and the operands.
pub type Point = (TermId, Vec<u128>);

/// An answer, and the points that it depends on.
type Known = (Answer, Rc<[Point]>);

/// Limits of one query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Z3 resource units of one solver call: deterministic, roughly a
    /// microsecond each.
    pub resources: u32,
    /// Wall time of one solver call, as a backstop.
    pub timeout: Duration,
    /// Refinement rounds.
    pub rounds: u32,
    /// Terms in the query.
    pub terms: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            resources: CALL_RESOURCES,
            timeout: CALL_TIME,
            rounds: QUERY_ROUNDS,
            terms: QUERY_TERMS,
        }
    }
}

/// Counts of the solver's use.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Statistics {
    /// Queries, after splitting into independent parts.
    pub queries: u64,
    /// Of these, answered from the cache.
    pub cached: u64,
    /// Solver calls, refinement rounds included.
    pub calls: u64,
    /// Queries without an answer.
    pub unknown: u64,
    /// Seconds inside the solver.
    pub seconds: f64,
}

/// An incremental bit-vector solver for the terms of *one* arena. It stays on the
/// thread that created it.
pub struct Solver {
    /// Made for the first query that needs it.
    z3: LazyCell<z3::Solver>,
    deadline: Deadline,
    /// Bytes by which one call may grow the process.
    memory: u64,
    /// The resource and time limits that Z3 was last given.
    limits: Option<(u32, Duration)>,
    translation: Translation,
    independence: Independence,
    cache: FxHashMap<Box<[TermId]>, Known>,
    /// The values of operations at concrete operands that the latest answer depends on.
    points: Rc<[Point]>,
    statistics: Statistics,
    /// Time spent in bit-precise queries.
    float_time: Duration,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

fn new_z3() -> z3::Solver {
    z3::Solver::new_for_logic("QF_BV").unwrap_or_default()
}

impl Solver {
    /// A solver without terms and without a deadline.
    pub fn new() -> Solver {
        Solver::until(Deadline::default())
    }

    /// A solver without terms that gives no answers after the deadline.
    pub fn until(deadline: Deadline) -> Solver {
        Solver {
            z3: LazyCell::new(new_z3),
            deadline,
            memory: u64::MAX,
            limits: None,
            translation: Translation::default(),
            independence: Independence::default(),
            cache: FxHashMap::default(),
            points: Rc::default(),
            statistics: Statistics::default(),
            float_time: Duration::ZERO,
        }
    }

    /// Limits the bytes by which one call may grow the process.
    #[must_use]
    pub fn with_memory(self, bytes: u64) -> Solver {
        Solver {
            memory: bytes,
            ..self
        }
    }

    /// The analysis of which constraints influence each other.
    pub fn independence(&mut self) -> &mut Independence {
        &mut self.independence
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The operations at concrete operands whose values the latest answer *unsatisfiable*
    /// depends on, besides lemmas that hold for all operands.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Checks whether all of `constraints` (one-bit terms) can hold at once. `arena` must be the
    /// same, possibly grown, on every call.
    pub fn check(&mut self, arena: &Arena, constraints: &[TermId], limits: Limits) -> Answer {
        let mut model = Model::default();
        let mut unknown = None;
        for part in self.independence.components(arena, constraints) {
            match self.check_component(arena, part, limits) {
                Answer::Unsat => return Answer::Unsat,
                Answer::Sat(found) => model.merge(found),
                Answer::Unknown(why) => unknown = Some(why),
            }
        }
        match unknown {
            Some(why) => Answer::Unknown(why),
            None => Answer::Sat(model),
        }
    }

    fn check_component(&mut self, arena: &Arena, part: Vec<TermId>, limits: Limits) -> Answer {
        self.statistics.queries += 1;
        let key = part.into_boxed_slice();
        if let Some((answer, points)) = self.cache.get(&key) {
            self.statistics.cached += 1;
            self.points = points.clone();
            return answer.clone();
        }
        let start = Instant::now();
        let answer = self.solve(arena, &key, limits);
        self.statistics.seconds += start.elapsed().as_secs_f64();
        if matches!(answer, Answer::Unknown(_)) {
            self.statistics.unknown += 1;
        } else if self.cache.len() < CACHED_ANSWERS {
            self.cache
                .insert(key, (answer.clone(), self.points.clone()));
        }
        answer
    }

    fn solve(&mut self, arena: &Arena, constraints: &[TermId], limits: Limits) -> Answer {
        let cone = Cone::of(arena, constraints);
        if cone.terms.len() > limits.terms {
            return Answer::Unknown(Unknown::Size);
        }
        if self.translation.len() > TRANSLATED_TERMS {
            self.translation = Translation::default();
            self.z3 = LazyCell::new(new_z3);
            self.limits = None;
        }
        self.translation.add(arena, &cone);
        self.z3.push();
        for fact in self.translation.facts(arena, &cone) {
            self.z3.assert(fact);
        }
        for &constraint in constraints {
            self.z3.assert(self.translation.condition(constraint));
        }
        let answer = self.refine(arena, &cone, constraints, limits);
        self.z3.pop(1);
        answer
    }

    fn refine(&mut self, arena: &Arena, cone: &Cone, goal: &[TermId], limits: Limits) -> Answer {
        let mut points = Vec::new();
        let answer = self.rounds(arena, cone, goal, limits, &mut points);
        self.points = points.into();
        answer
    }

    fn rounds(
        &mut self,
        arena: &Arena,
        cone: &Cone,
        goal: &[TermId],
        limits: Limits,
        points: &mut Vec<Point>,
    ) -> Answer {
        for _ in 0..=limits.rounds {
            if self.deadline.expired().is_some() {
                return Answer::Unknown(Unknown::Limit);
            }
            self.set_limits(limits);
            self.statistics.calls += 1;
            // Twice the time limit: the solver may exceed its limit somewhat, but not without
            // bound.
            let end = self.deadline.within(2 * limits.timeout);
            match interrupt::check(&self.z3, &end, self.memory) {
                z3::SatResult::Unsat => return Answer::Unsat,
                z3::SatResult::Unknown => return Answer::Unknown(Unknown::Limit),
                z3::SatResult::Sat => {}
            }
            let Some(found) = self.z3.get_model() else {
                return Answer::Unknown(Unknown::Limit);
            };
            let values = refine::Values::read(arena, cone, &self.translation, &found);
            let model = values.model(arena, cone);
            if model.satisfies(arena, cone, goal) {
                return Answer::Sat(model);
            }
            let lemmas = refine::lemmas(arena, cone, &self.translation, &values, points);
            if lemmas.is_empty() {
                return Answer::Unknown(Unknown::Rounds);
            }
            for lemma in lemmas {
                self.z3.assert(lemma);
            }
        }
        Answer::Unknown(Unknown::Rounds)
    }

    fn set_limits(&mut self, limits: Limits) {
        let remaining = self.deadline.remaining().unwrap_or(Duration::MAX);
        let timeout = limits.timeout.min(remaining);
        let told = (limits.resources, timeout);
        if self.limits == Some(told) {
            return;
        }
        let mut params = interrupt::parameters(timeout);
        params.set_u32("rlimit", limits.resources);
        self.z3.set_params(&params);
        self.limits = Some(told);
    }
}

/// Whether a query in SMT-LIB 2 (logic QF_UFBV or QF_BVFP) is satisfiable; `None` when Z3 does
/// not decide it in time.
pub fn satisfiable(query: &str, patience: Duration) -> Option<bool> {
    let solver = match query.contains("FloatingPoint") {
        true => floats::circuits().solver(),
        false => z3::Solver::new_for_logic("QF_UFBV").unwrap_or_default(),
    };
    solver.set_params(&interrupt::parameters(patience));
    solver.from_string(query);
    match solver.check() {
        z3::SatResult::Unsat => Some(false),
        z3::SatResult::Sat => Some(true),
        z3::SatResult::Unknown => None,
    }
}

/// Whether the solver sees an operation's result as an unknown value.
fn is_abstract(op: Op) -> bool {
    op.is_float() || op == Op::Apply
}
