//! Inputs that the result of one version depends on and that of the other does not.

use term::{Arena, Cone, Evaluator, SymbolId, TermId};

use crate::equiv::Witness;
use crate::pipeline::involvement;
use crate::side::{Given, input_values};
use crate::verdict::Unread;

/// The largest number of inputs named.
const MOST: usize = 16;

/// The number of low bits of an input that are flipped, one at a time.
const BITS: u32 = 64;

/// The inputs that only one of two results depends on: their symbols do not occur in the
/// other's term, and flipping a bit of one on `witness` changes the result.
pub(super) fn unread(
    arena: &Arena,
    given: Given<'_>,
    witness: &Witness,
    results: [TermId; 2],
) -> Unread {
    let read = results.map(|result| involvement(arena, &[result]));
    let names = |own: usize| {
        let only = |symbol: SymbolId| read[own](symbol) && !read[1 - own](symbol);
        let values = input_values(arena, given, witness, &results, |symbol| {
            only(symbol) && matters(arena, results[own], witness, symbol)
        });
        let values = values.into_iter().filter(|value| value.involved);
        values.map(|value| value.name).take(MOST).collect()
    };
    Unread {
        by_reference: names(1),
        by_port: names(0),
    }
}

/// Whether flipping one bit of an input changes a result.
fn matters(arena: &Arena, result: TermId, witness: &Witness, symbol: SymbolId) -> bool {
    let cone = Cone::of(arena, &[result]);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness);
    let before = evaluator.value(result);
    let width = arena.width(arena.symbol(symbol).term);
    (0..u32::from(width).min(BITS)).any(|bit| {
        let mut changed = witness.clone();
        *changed.values.entry(symbol).or_default() ^= 1 << bit;
        evaluator.run(&changed);
        evaluator.value(result) != before
    })
}
