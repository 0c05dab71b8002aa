//! Members of a result or of memory that the reference leaves uninitialised: the payload of
//! an empty optional, or a member that is only valid under a tag. Nothing is claimed of
//! them.
//!
//! Invariant: a member is left out only on inputs on which the reference moves an
//! uninitialised value there without computing anything from it, and only if on no input it
//! computes the member from such a value. A value computed from uninitialised memory stays a
//! defect, and so does an uninitialised result that is not a structure.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Assignment, Cone, SymbolId, TermId};

use super::Pair;
use super::definedness::Definedness;
use super::run::Run;
use crate::equiv::{Compare, Decision, Obligation, Witness, replace};
use crate::pipeline::value;
use crate::side::{Output, Place, class};
use crate::symex::{Defect, Machine, depends_on_undefined};
use crate::verdict::{DefectKind, Replay};

/// The inputs on which the reference defines an output.
pub(super) enum Left {
    /// All inputs.
    Whole,
    /// No input.
    Nothing,
    /// The inputs on which a condition holds; then the output has this value.
    Where(TermId, TermId),
}

impl Pair<'_, '_> {
    /// Decides on which inputs of a path the reference defines an output, and records what
    /// is left out.
    pub(super) fn left_by_reference(
        &self,
        machine: &mut Machine<'_>,
        path: &[TermId],
        output: &Output,
        run: &mut Run<'_>,
    ) -> Left {
        // A certificate covers whole outputs; and after a computation with undefined
        // values, more is undefined in the model than in C.
        let certified = run.ladder.recorder().is_some();
        if !self.is_part(output) || run.computes_undefined || certified {
            return Left::Whole;
        }
        let builder = &mut machine.builder;
        let left = match output.term {
            None => Left::Nothing,
            Some(term) if depends_on_undefined(builder.arena(), term).is_none() => {
                return Left::Whole;
            }
            Some(term) => {
                let Definedness {
                    defined,
                    left_alone,
                } = Definedness::of(builder, term);
                let mut holds = |condition| {
                    let always = Obligation {
                        path: path.to_vec(),
                        left: builder.bool(true),
                        right: condition,
                        compare: Compare::Bits,
                    };
                    matches!(run.ladder.decide(builder, &always), Decision::Equal { .. })
                };
                if !holds(left_alone) {
                    return Left::Whole;
                }
                let is_always = holds(defined);
                let [defined, value] = zeroed(builder, [defined, term]);
                let left = Left::Where(defined, value);
                if is_always {
                    return left;
                }
                left
            }
        };
        run.tally
            .lean_on(&leaves(&class(self.contract, output.place)));
        left
    }

    /// Whether the source of an optimised reference leaves an output uninitialised on a witness,
    /// as a sanitizer tells: the compiler may have given it any value. Records that nothing is
    /// claimed of it there.
    pub(super) fn is_left_by_source(
        &self,
        arena: &Arena,
        (output, witness): (&Output, &Witness),
        run: &mut Run<'_>,
    ) -> bool {
        let Some(source) = self.source.as_ref().filter(|_| self.reference.observed) else {
            return false;
        };
        if !self.is_part(output) || run.ladder.recorder().is_some() {
            return false;
        }
        let side = &source.reference;
        let defect = Defect::at(DefectKind::Uninitialised, side.location());
        let place = (output.place, output.scalar);
        let given = self.given(run.inputs);
        let (replay, _) = side.replay(arena, &defect, (witness, Some(place)), given);
        let left = replay == Replay::Confirmed;
        if left {
            run.tally
                .lean_on(&leaves(&class(self.contract, output.place)));
        }
        left
    }

    /// Whether an output is a member of something larger.
    fn is_part(&self, output: &Output) -> bool {
        match output.place {
            Place::Memory { .. } => true,
            Place::Result { .. } => {
                let result = self.contract.result.as_ref();
                result.is_some_and(|element| element.leaves.len() > 1)
            }
        }
    }
}

/// The sentence that nothing is claimed of an output.
fn leaves(class: &str) -> String {
    format!(
        "the reference leaves {class} uninitialised on some inputs: nothing is claimed of it there"
    )
}

/// Terms without undefined values: zeros stand in place of each.
fn zeroed<const N: usize>(builder: &mut Builder, terms: [TermId; N]) -> [TermId; N] {
    let cone = Cone::of(builder.arena(), &terms);
    let mut values = FxHashMap::default();
    for term in cone.terms {
        let arena = builder.arena();
        let Some(symbol) = arena.symbol_id(term) else {
            continue;
        };
        if arena.buffer(arena.symbol(symbol).buffer).undefined {
            let width = arena.width(term);
            values.insert(term, builder.constant(width, 0));
        }
    }
    let (replaced, _) = replace(builder, &terms, values);
    replaced.try_into().unwrap_or(terms)
}

/// Whether an output has no value on a witness: undefined bits show in it.
pub(super) fn is_undefined_on(arena: &Arena, output: &Output, witness: &Witness) -> bool {
    let Some(term) = output.term else {
        return true;
    };
    if depends_on_undefined(arena, term).is_none() {
        return false;
    }
    let [low, high] = [0, u128::MAX].map(|bits| {
        let filled = Filled {
            arena,
            witness,
            bits,
        };
        value(arena, term, &filled)
    });
    low != high
}

/// A witness with bits of its own for undefined values.
struct Filled<'a> {
    arena: &'a Arena,
    witness: &'a Witness,
    bits: u128,
}

impl Assignment for Filled<'_> {
    fn symbol(&self, id: SymbolId) -> u128 {
        match self.arena.buffer(self.arena.symbol(id).buffer).undefined {
            true => self.bits,
            false => self.witness.symbol(id),
        }
    }

    fn function(&self, name: &str, width: u8, args: &[u128]) -> u128 {
        self.witness.function(name, width, args)
    }
}
