//! The limits of each step of the ladder for one obligation.

use std::time::Duration;

use rewrite_rules::search;

use crate::budgets::{proof, solver};
use crate::deadline;
use crate::solver::{FloatLimits, Limits};

/// The limits for one obligation.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Samples drawn before the first solver query.
    pub samples: usize,
    /// Samples drawn when no other step decided.
    pub deep_samples: usize,
    /// Number of free input bits up to which all inputs are enumerated.
    pub exhaustive_bits: u32,
    /// Number of free input bits up to which all inputs are enumerated as a last resort.
    pub last_bits: u32,
    /// Wall time of the last-resort enumeration.
    pub last_time: Duration,
    /// Limits of equality saturation.
    pub search: search::Limits,
    /// Limits of each e-graph in which products are multiplied out.
    pub algebra: search::Limits,
    /// Number of terms up to which a claim is given to equality saturation.
    pub search_terms: usize,
    /// Limits of the deciding solver query.
    pub solver: Limits,
    /// Limits of solver queries with floats as circuits.
    pub floats: FloatLimits,
    /// Limits of the first query with floats as circuits.
    pub small_floats: FloatLimits,
    /// Limits of small queries: the first attempt, and the queries of sweeping.
    pub small: Limits,
    /// Number of terms of an obligation up to which its decision is reused for obligations of
    /// the same shape.
    pub shape_terms: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            samples: proof::FIRST_SAMPLES,
            deep_samples: proof::DEEP_SAMPLES,
            exhaustive_bits: proof::ENUMERATED_BITS,
            last_bits: proof::LAST_BITS,
            last_time: proof::LAST_TIME,
            search: search::Limits {
                nodes: proof::SEARCH_NODES,
                ..search::Limits::default()
            },
            algebra: search::Limits {
                nodes: proof::ALGEBRA_NODES,
                rounds: proof::ALGEBRA_ROUNDS,
                matches: proof::ALGEBRA_MATCHES,
            },
            search_terms: proof::SEARCH_TERMS,
            solver: Limits::default(),
            floats: FloatLimits::default(),
            small_floats: FloatLimits {
                timeout: solver::SMALL_FLOATS_TIME,
                ..FloatLimits::default()
            },
            small: Limits {
                resources: solver::SMALL_RESOURCES,
                rounds: solver::SMALL_ROUNDS,
                ..Limits::default()
            },
            shape_terms: proof::SHAPE_TERMS,
        }
    }
}

/// The names of the steps in `--budget`, each with a sample value for the error message.
const STEPS: [(&str, &str); 6] = [
    ("samples", "a number of samples, such as 100000"),
    ("enumerate", "a number of inputs, such as 2^28"),
    ("enumerate-time", "a time, such as 10m"),
    ("search", "a number of nodes, such as 20000"),
    ("solver", "a time, such as 20s"),
    ("floats", "a time, such as 60s"),
];

/// Most free input bits that `enumerate` accepts: the number of an input has to fit in 63 bits.
const MAX_BITS: u32 = 62;

impl Budget {
    /// Changes the limits that a text such as `solver=20s,enumerate=2^28` names.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the text.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some((step, example)) = STEPS.iter().find(|(step, _)| *step == name) else {
                return Err(unknown(name));
            };
            self.set_one(step, value.trim())
                .ok_or_else(|| format!("`{part}`: {step} takes {example}"))?;
        }
        Ok(())
    }

    fn set_one(&mut self, step: &str, value: &str) -> Option<()> {
        match step {
            "samples" => {
                self.deep_samples = usize::try_from(count(value)?).ok()?;
                self.samples = self.samples.min(self.deep_samples);
            }
            "enumerate" => {
                let bits = u64::BITS - (count(value)? - 1).leading_zeros();
                self.last_bits = Some(bits).filter(|bits| *bits <= MAX_BITS)?;
                self.exhaustive_bits = self.exhaustive_bits.min(bits);
            }
            "enumerate-time" => self.last_time = time(value)?,
            "search" => {
                self.search.nodes = usize::try_from(count(value)?).ok()?;
                self.algebra.nodes = self.search.nodes.div_ceil(2);
                self.search_terms = self.search_terms.max(self.search.nodes / 10);
            }
            "solver" => {
                // The resource limit is scaled too: it is meant to be reached before the time
                // limit, because it makes runs repeatable.
                let usual = Limits::default();
                self.solver.timeout = time(value)?;
                let times = self.solver.timeout.as_secs_f64() / usual.timeout.as_secs_f64();
                self.solver.resources = (f64::from(usual.resources) * times).max(1.0) as u32;
                self.small.timeout = self.small.timeout.min(self.solver.timeout);
                self.small.resources = self.small.resources.min(self.solver.resources);
            }
            _ => {
                let usual = FloatLimits::default();
                self.floats.timeout = time(value)?;
                self.floats.total = usual.total.max(self.floats.timeout * 4);
                self.small_floats.timeout = self.small_floats.timeout.min(self.floats.timeout);
                self.small_floats.total = self.floats.total;
            }
        }
        Some(())
    }
}

fn unknown(name: &str) -> String {
    let near = STEPS
        .iter()
        .map(|(step, _)| (strsim::damerau_levenshtein(name, step), *step))
        .min();
    let steps: Vec<&str> = STEPS.iter().map(|(step, _)| *step).collect();
    match near {
        Some((distance, step)) if distance <= 2 => {
            format!("there is no step `{name}`; did you mean `{step}`?")
        }
        _ => format!("there is no step `{name}`: use {}", steps.join(", ")),
    }
}

/// Parses a positive time that fits the solver's 32 bits of milliseconds: `20s`, `500ms`, `2m`.
fn time(text: &str) -> Option<Duration> {
    let time = deadline::duration(text).ok()?;
    (time.as_secs() < 1_000_000).then_some(time)
}

/// Parses a positive number: `100000`, `2^28`.
fn count(text: &str) -> Option<u64> {
    let number = match text.strip_prefix("2^") {
        Some(bits) => 1u64.checked_shl(bits.parse().ok()?)?,
        None => text.parse().ok()?,
    };
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Result<Budget, String> {
        let mut budget = Budget::default();
        budget.set(text).map(|()| budget)
    }

    #[test]
    fn each_step_takes_its_own_limit() {
        let budget = set("solver=20s,enumerate=2^28, search=9000,samples=100,floats=1m").unwrap();
        assert_eq!(budget.solver.timeout, Duration::from_secs(20));
        assert_eq!(budget.solver.resources, 12_000_000);
        assert_eq!((budget.exhaustive_bits, budget.last_bits), (24, 28));
        assert_eq!(budget.search.nodes, 9_000);
        assert_eq!((budget.samples, budget.deep_samples), (100, 100));
        assert_eq!(budget.floats.timeout, Duration::from_secs(60));
        assert_eq!(set("enumerate-time=10m").unwrap().last_time.as_secs(), 600);
    }

    #[test]
    fn a_small_limit_holds_for_the_first_attempts_too() {
        let budget = set("solver=10ms,enumerate=1000,floats=100ms").unwrap();
        assert_eq!(budget.small.timeout, Duration::from_millis(10));
        assert_eq!((budget.exhaustive_bits, budget.last_bits), (10, 10));
        assert_eq!(budget.small_floats.timeout, Duration::from_millis(100));
    }

    #[test]
    fn typos_are_answered() {
        for (text, words) in [
            ("slover=20s", "did you mean `solver`?"),
            ("enumerate=20s", "enumerate takes a number of inputs"),
            ("solver=20", "solver takes a time"),
            ("solver", "solver takes a time"),
            ("search=0", "search takes a number of nodes"),
            ("enumerate=2^63", "enumerate takes"),
            ("solver=-1s", "solver takes"),
            ("everything=1", "use samples, enumerate"),
        ] {
            let error = set(text).map(|_| ()).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
