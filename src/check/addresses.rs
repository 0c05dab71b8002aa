//! Outputs that are pointers: formulas show them as places in buffers; an address outside
//! all buffers leaves the comparison undecided.

use super::pair::Pair;
use super::run::Run;
use crate::contract::{Address, Contract};
use crate::equiv::{Obligation, Witness};
use crate::pipeline::value;
use crate::program::STATIC;
use crate::side::{Place, is_address, name};
use crate::symex::Machine;
use crate::verdict::{Expression, Undecided, UndecidedKind};

impl Pair<'_, '_> {
    /// Whether an output is an address outside all buffers in both versions on a witness. If so,
    /// the tally records that the comparison is undecided, and no difference is reported.
    pub(super) fn is_elsewhere(
        &self,
        machine: &Machine<'_>,
        (obligation, witness): (&Obligation, &Witness),
        place: Place,
        run: &mut Run<'_>,
    ) -> bool {
        let arena = machine.builder.arena();
        // Other numbers are pointers moved from an unknown one, which both versions share.
        let elsewhere = |term| {
            let bits = value(arena, term, witness) as u64;
            Address::is_unknown(bits) || STATIC.contains(&bits)
        };
        let found = is_address(self.contract, place)
            && elsewhere(obligation.left)
            && elsewhere(obligation.right);
        if found {
            run.tally.undecided(
                Undecided::new(
                    UndecidedKind::Address,
                    match place {
                        Place::Result { .. } => {
                            "both versions return an address that is in no buffer of the \
                             contract: whether it is the same in both is not known"
                                .to_owned()
                        }
                        Place::Memory { .. } => format!(
                            "both versions leave an address that is in no buffer of the contract \
                             in {}: whether it is the same in both is not known",
                            name(self.contract, place)
                        ),
                    },
                )
                .at(self.port.location()),
            );
        }
        found
    }
}

/// Rewrites a formula: numbers that stand for addresses become places in buffers.
pub(super) fn with_addresses(contract: &Contract, formula: &Expression) -> Expression {
    let old = &formula.text;
    let mut text = String::new();
    // For each replacement, its end in the old text and the change in length.
    let mut moves: Vec<(usize, isize)> = Vec::new();
    let mut from = 0;
    while let Some(at) = old[from..].find("0x").map(|at| from + at) {
        let digits = old[at + 2..].find(|c: char| !c.is_ascii_hexdigit());
        let end = digits.map_or(old.len(), |digits| at + 2 + digits);
        let shown = match u64::from_str_radix(&old[at + 2..end], 16).map(Address::of) {
            Ok(address @ Address::In { param, .. }) if param < contract.params.len() => {
                address.show(contract)
            }
            Ok(address @ Address::Global { global, .. }) if global < contract.globals.len() => {
                address.show(contract)
            }
            Ok(Address::Elsewhere) if old[at + 2..end].len() == 16 => "elsewhere".to_owned(),
            _ => old[at..end].to_owned(),
        };
        text.push_str(&old[from..at]);
        text.push_str(&shown);
        moves.push((end, shown.len().cast_signed() - (end - at).cast_signed()));
        from = end;
    }
    text.push_str(&old[from..]);
    let moved = |place: usize| {
        let before = moves.iter().filter(|(end, _)| *end <= place);
        place.saturating_add_signed(before.map(|(_, by)| by).sum())
    };
    let marked = formula
        .marked
        .map(|(start, end)| (moved(start), moved(end)));
    Expression { text, marked }
}
