//! Tables that should have all numbers of one of the reference's.

use super::entries::Entry;
use super::search::Search;
use super::spelling::replace;
use super::tables::{Left, Read};
use super::trials::Trials;
use crate::program::{Program, source_name};
use crate::verdict::{Cause, Change};

/// The most wrong entries of a table that are named one by one.
const FEW_ENTRIES: usize = 3;

impl Search<'_, '_, '_> {
    /// Searches for a table that should have the numbers of one of the reference's.
    pub(super) fn whole_table(
        &self,
        trials: &mut Trials,
        program: &mut Program,
        (wrong, left): (&Read, &mut Left),
    ) -> Option<(Cause, bool)> {
        let mut globals: Vec<usize> = wrong.entries.iter().map(|entry| entry.global).collect();
        globals.dedup();
        let mut of_reference: Vec<usize> = wrong.of_reference.iter().map(|e| e.global).collect();
        of_reference.dedup();
        let alike = |one: &Entry, other: &Entry| {
            (one.bits, one.format, &one.indices) == (other.bits, other.format, &other.indices)
        };
        for (global, other) in globals
            .iter()
            .flat_map(|own| of_reference.iter().map(move |other| (*own, *other)))
        {
            let own = wrong.entries.iter().filter(|entry| entry.global == global);
            let own: Vec<&Entry> = own.collect();
            let right = wrong.of_reference.iter().filter(|e| e.global == other);
            let right: Vec<&Entry> = right.collect();
            let mut both = own.iter().zip(&right);
            if own.len() != right.len() || !both.all(|(own, right)| alike(own, right)) {
                continue;
            }
            let both = own.iter().zip(&right);
            let changes = both.filter(|(own, right)| own.value != right.value);
            let changes: Vec<(&Entry, u128)> =
                changes.map(|(own, right)| (*own, right.value)).collect();
            if changes.len() < 2 || !self.agrees(trials, program, (&changes, left))? {
                continue;
            }
            let name = self.variable(changes[0].0);
            let cause = self.entry_cause(changes[0].0, trials, |signed| match changes.len() {
                ..=FEW_ENTRIES => {
                    let list = |of: &dyn Fn(&(&Entry, u128)) -> String| {
                        enumerated(&changes.iter().map(of).collect::<Vec<_>>())
                    };
                    Change::Entry {
                        entry: list(&|(entry, _)| entry.shown(&name)),
                        from: list(&|(entry, _)| entry.number(entry.value, signed)),
                        to: list(&|(entry, value)| entry.number(*value, signed)),
                    }
                }
                count => {
                    let all = format!("{count} entries of {name}");
                    let theirs = &self.pair.reference.program.globals()[other].name;
                    replace(all, format!("those of {}", source_name(theirs)))
                }
            });
            return Some((cause?, false));
        }
        None
    }
}

/// The words with commas and an "and" between them.
fn enumerated(words: &[String]) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => words.join(", "),
    }
}
