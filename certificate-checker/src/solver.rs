//! The interface to the solver, the only part of the check that is not done here.

/// A solver's answer to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No assignment satisfies it.
    Unsat,
    /// Some assignment satisfies it.
    Sat,
    /// Undecided.
    Unknown,
}

/// A solver of SMT-LIB 2 queries in the logics QF_UFBV and QF_BVFP.
pub trait Solver {
    /// Whether the query, which ends in `(check-sat)`, has a model.
    fn check(&mut self, query: &str) -> Answer;
}
