//! Outputs that are pointers: formulas show them as places in buffers; an address outside
//! all buffers leaves the comparison undecided, unless it is that of a constant.

use term::Arena;

use super::pair::Pair;
use super::run::Run;
use crate::contract::{Address, Contract};
use crate::equiv::{Obligation, Witness};
use crate::pipeline::value;
use crate::program::{Program, STATIC};
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
            && elsewhere(obligation.right)
            && !self.have_other_texts(arena, (obligation, witness), place);
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

impl Pair<'_, '_> {
    /// Whether both versions return pointers into constants with different texts on a witness.
    fn have_other_texts(
        &self,
        arena: &Arena,
        (obligation, witness): (&Obligation, &Witness),
        place: Place,
    ) -> bool {
        let sides = [
            (&self.reference, obligation.left),
            (&self.port, obligation.right),
        ];
        let texts = sides.map(|(side, term)| {
            let bits = value(arena, term, witness) as u64;
            returned_text(side.program, bits).filter(|_| matches!(place, Place::Result { .. }))
        });
        matches!(&texts, [Some(reference), Some(port)] if reference != port)
    }
}

/// The text to which a returned address leads: the bytes of a constant up to the first that is
/// zero.
pub(super) fn returned_text(program: &Program, address: u64) -> Option<Vec<u8>> {
    let mut globals = program.globals().iter();
    let global = globals.find(|global| {
        global.constant && (global.address..global.address + global.size).contains(&address)
    })?;
    let byte = |at| global.integer_at(at, 1).map(|byte| byte as u8);
    let bytes = (address - global.address..global.size).map(byte);
    bytes
        .take_while(|byte| *byte != Some(0))
        .collect::<Option<Vec<u8>>>()
}

/// A text in C notation.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}

/// Rewrites a formula: numbers that stand for addresses become places in buffers, and texts of
/// these programs.
pub(super) fn with_addresses(
    (contract, programs): (&Contract, [&Program; 2]),
    formula: &Expression,
) -> Expression {
    let text_at = |bits: u64| {
        let mut programs = programs.iter();
        programs.find_map(|program| returned_text(program, bits))
    };
    let old = &formula.text;
    let mut text = String::new();
    // For each replacement, its end in the old text and the change in length.
    let mut moves: Vec<(usize, isize)> = Vec::new();
    let mut from = 0;
    while let Some(at) = old[from..].find("0x").map(|at| from + at) {
        let digits = old[at + 2..].find(|c: char| !c.is_ascii_hexdigit());
        let end = digits.map_or(old.len(), |digits| at + 2 + digits);
        let bits = u64::from_str_radix(&old[at + 2..end], 16);
        let quote = bits.iter().find_map(|bits| text_at(*bits));
        let shown = match bits.map(Address::of) {
            _ if quote.is_some() => quoted(&quote.unwrap_or_default()),
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
