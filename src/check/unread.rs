//! Inputs that the result of one version depends on and that of the other does not.

use std::cell::{Cell, RefCell};

use term::{Arena, Assignment, Cone, Evaluator, SymbolId, TermId};

use crate::equiv::Witness;
use crate::pipeline::involvement;
use crate::side::{Given, input_values};
use crate::verdict::Unread;

/// The largest number of inputs named.
const MOST: usize = 16;

/// The number of low bits of an input that are flipped, one at a time.
const BITS: u32 = 64;

/// The inputs that only one of two results depends on: their symbols occur neither in the
/// other's term nor in the conditions of the path, and flipping a bit of one on `witness` changes
/// the result. Once `stop` returns true, no more are looked for.
pub(super) fn unread(
    arena: &Arena,
    given: Given<'_>,
    witness: &Witness,
    (results, path): ([TermId; 2], &[TermId]),
    stop: impl Fn() -> bool,
) -> Unread {
    let read = results.map(|result| involvement(arena, &[&[result], path].concat()));
    let names = |own: usize| {
        let only = |symbol: SymbolId| read[own](symbol) && !read[1 - own](symbol);
        let cone = Cone::of(arena, &[results[own]]);
        let flips = RefCell::new(Flips::new(arena, &cone, results[own], witness));
        let found = Cell::new(0);
        let values = input_values(arena, given, witness, &results, |symbol| {
            let matters = found.get() < MOST
                && only(symbol)
                && !stop()
                && flips.borrow_mut().matter(arena, symbol);
            found.set(found.get() + usize::from(matters));
            matters
        });
        let values = values.into_iter().filter(|value| value.involved);
        values.map(|value| value.name).collect()
    };
    Unread {
        by_reference: names(1),
        by_port: names(0),
    }
}

/// Evaluations of a result on a witness with one bit flipped.
struct Flips<'a> {
    evaluator: Evaluator<'a>,
    result: TermId,
    witness: &'a Witness,
    before: u128,
}

impl<'a> Flips<'a> {
    fn new(arena: &'a Arena, cone: &'a Cone, result: TermId, witness: &'a Witness) -> Flips<'a> {
        let mut evaluator = Evaluator::new(arena, cone);
        evaluator.run(witness);
        Flips {
            before: evaluator.value(result),
            evaluator,
            result,
            witness,
        }
    }

    /// Whether flipping one bit of an input changes the result.
    fn matter(&mut self, arena: &Arena, symbol: SymbolId) -> bool {
        let width = u32::from(arena.width(arena.symbol(symbol).term));
        (0..width.min(BITS)).any(|bit| {
            let witness = self.witness;
            self.evaluator.run(&Flipped {
                witness,
                symbol,
                bit,
            });
            self.evaluator.value(self.result) != self.before
        })
    }
}

/// A witness with one bit of an input flipped.
struct Flipped<'a> {
    witness: &'a Witness,
    symbol: SymbolId,
    bit: u32,
}

impl Assignment for Flipped<'_> {
    fn symbol(&self, id: SymbolId) -> u128 {
        let bits = self.witness.symbol(id);
        bits ^ u128::from(id == self.symbol) << self.bit
    }

    fn function(&self, name: &str, width: u8, args: &[u128]) -> u128 {
        self.witness.function(name, width, args)
    }
}
