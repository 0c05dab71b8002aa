//! Signed overflow behind a mismatch. C leaves its result undefined, so an input on which
//! the reference overflows says little about the port: a witness without overflow is
//! preferred, and if there is none the report says so.

use term::{Arena, Cone, SymbolId, TermId};

use super::Pair;
use super::run::Run;
use crate::equiv::{Decision, Obligation, Witness};
use crate::replay::{Placement, Sanitizer};
use crate::side::Inputs;
use crate::symex::Machine;
use crate::verdict::Overflow;

/// The width in bits of the inputs among which a witness without overflow is searched for.
const MODERATE_BITS: u8 = 16;

impl Pair<'_, '_> {
    /// Returns a witness on which the reference does not overflow; or the given witness and
    /// the overflow of the reference on it.
    pub(super) fn without_overflow(
        &self,
        machine: &mut Machine<'_>,
        obligation: &Obligation,
        witness: Witness,
        run: &mut Run<'_>,
    ) -> (Witness, Option<Overflow>) {
        let arena = machine.builder.arena();
        let roots = [obligation.left, obligation.right];
        let wide = wide_integers(arena, &roots);
        let found = match wide.is_empty() {
            true => None,
            false => self.overflow(arena, &witness, run.inputs),
        };
        let Some(message) = found else {
            return (witness, None);
        };
        let mut moderate = obligation.clone();
        for symbol in wide {
            let condition = is_moderate(machine, symbol);
            moderate.path.push(condition);
        }
        let agree = match run.ladder.decide(&mut machine.builder, &moderate) {
            Decision::Different { witness, .. } => {
                let arena = machine.builder.arena();
                if self.overflow(arena, &witness, run.inputs).is_none() {
                    return (witness, None);
                }
                false
            }
            decision => matches!(decision, Decision::Equal { .. }),
        };
        let overflow = Overflow {
            message,
            agree_within: agree
                .then_some((-(1 << (MODERATE_BITS - 1)), (1 << (MODERATE_BITS - 1)) - 1)),
        };
        (witness, Some(overflow))
    }

    /// The sanitizer's message if the reference overflows on a witness.
    fn overflow(&self, arena: &Arena, witness: &Witness, inputs: &Inputs) -> Option<String> {
        let side = &self.reference;
        let case = side.case(arena, inputs, witness, Placement::Aligned);
        let complaint = side.native().complaint(Sanitizer::Overflow, &case);
        let complaint = complaint.ok().flatten()?;
        Some(complaint.to_string())
    }
}

/// The signed integer inputs below `roots` that are wider than [`MODERATE_BITS`].
fn wide_integers(arena: &Arena, roots: &[TermId]) -> Vec<SymbolId> {
    let symbols = Cone::of(arena, roots).symbols(arena);
    let wide = |id: &SymbolId| {
        let symbol = arena.symbol(*id);
        let buffer = arena.buffer(symbol.buffer);
        let integer = buffer.format.is_none() && buffer.signed;
        integer && arena.width(symbol.term) > MODERATE_BITS
    };
    symbols.into_iter().filter(wide).collect()
}

/// The condition that an input fits [`MODERATE_BITS`] signed bits.
fn is_moderate(machine: &mut Machine<'_>, symbol: SymbolId) -> TermId {
    let builder = &mut machine.builder;
    let term = builder.arena().symbol(symbol).term;
    let width = builder.width(term);
    let low = builder.trunc(term, MODERATE_BITS);
    let extended = builder.sext(low, width);
    builder.eq(extended, term)
}
