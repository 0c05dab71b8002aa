//! `--instrument-simd`: the vector operations that each version executed, size
//! by size (KLEE-CL §7's counter), and the sizes at which the port executed none:
//! its vector path was not checked there.

use crate::contract::Sizes;
use crate::pipeline::describe;
use crate::verdict::{Instrumentation, SimdCount};

/// Summarises the counts of all sizes.
pub fn instrumentation(counts: Vec<SimdCount>) -> Instrumentation {
    let (without, with): (Vec<_>, Vec<_>) = counts.iter().partition(|c| c.port == 0);
    let sizes = |counts: &[&SimdCount]| counts.iter().map(|c| c.sizes.clone()).collect::<Vec<_>>();
    Instrumentation {
        port_without: without_sentence(&sizes(&without), &sizes(&with)),
        counts,
    }
}

/// Describes the sizes without vector operations: `n < 8` if all sizes with some are above,
/// else ranges; empty if there are none.
fn without_sentence(without: &[Sizes], with: &[Sizes]) -> String {
    if with.is_empty() {
        return "any size".to_owned();
    }
    let Some(name) = only_name(without).filter(|name| only_name(with) == Some(name)) else {
        return describe(without);
    };
    let largest = without.iter().map(|s| s[name]).max();
    match with.iter().map(|s| s[name]).min() {
        Some(least) if largest.is_some_and(|l| l < least) => format!("{name} < {least}"),
        _ => describe(without),
    }
}

/// The size variable, if there is exactly one.
fn only_name(sizes: &[Sizes]) -> Option<&str> {
    let mut names = sizes.first()?.keys();
    let name = names.next()?;
    names.next().is_none().then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(counts: &[(i64, u64)]) -> String {
        let count = |(n, port): &(i64, u64)| SimdCount {
            sizes: Sizes::from([("n".to_owned(), *n)]),
            reference: 0,
            port: *port,
        };
        instrumentation(counts.iter().map(count).collect()).port_without
    }

    #[test]
    fn sizes_below_the_vector_loop_are_a_bound() {
        assert_eq!(at(&[(1, 0), (7, 0), (8, 4), (9, 4)]), "n < 8");
    }

    #[test]
    fn other_sizes_are_ranges() {
        assert_eq!(at(&[(1, 0), (2, 0), (3, 5), (4, 0)]), "n = 1..2, 4");
        assert_eq!(at(&[(1, 0)]), "any size");
        assert_eq!(at(&[(1, 2)]), "");
    }
}
