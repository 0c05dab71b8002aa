//! The one thing that the checker does not do itself.

/// What a solver says of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No assignment satisfies it.
    Unsat,
    /// One does.
    Sat,
    /// It does not know.
    Unknown,
}

/// Any solver of SMT-LIB 2 queries in the logic QF_UFBV.
pub trait Solver {
    /// Whether the query, which ends in `(check-sat)`, has a model.
    fn check(&mut self, query: &str) -> Answer;
}
