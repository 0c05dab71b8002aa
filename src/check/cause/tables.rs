//! The search for a wrong entry of a table: one with another value, or two that are exchanged.
//!
//! An entry is at fault only if every input reads it on which the versions differ. What the
//! reference reads as well is right by definition, and so is a table with the same numbers as one
//! of the reference's.

use rustc_hash::{FxHashMap, FxHashSet};

use super::entries::{Entry, entries};
use super::initialiser::{Initialiser, Wanted};
use super::search::Search;
use super::slips::slips;
use super::standing::Standing;
use super::trials::Trials;
use crate::budgets::cause::{TABLE_EXECUTIONS, TABLE_STEPS};
use crate::program::{Constant, FunctionId, Kind, Operand, Program, source_name};
use crate::side::Side;
use crate::verdict::{Cause, Change, Evidence, Location};

/// The width from which on numbers of a table are taken for signed ones.
const SIGNED_BITS: u8 = 32;

/// The number from which on those of a table are patterns of bits.
const LARGE: u128 = 1 << 24;

/// What the search may still spend.
pub(super) struct Left {
    executions: usize,
    steps: u64,
}

impl Search<'_, '_, '_> {
    /// Searches for a change of a table's entries with which the versions agree on every input
    /// tried; tells whether the entry is read together with others.
    pub fn table(&self, trials: &mut Trials) -> Option<(Cause, bool)> {
        let own = self.pair.port.program;
        let wrong = self.entries_read(trials)?;
        if wrong.entries.is_empty() {
            return None;
        }
        let mut program = own.clone();
        let mut left = Left {
            executions: TABLE_EXECUTIONS,
            steps: trials.spent + TABLE_STEPS,
        };
        let always = wrong
            .entries
            .iter()
            .filter(|entry| wrong.is_always(own, entry));
        let always: Vec<&Entry> = always.collect();
        for entry in &always {
            for value in self.values(entry, &wrong.of_reference) {
                let changes = [(*entry, value)];
                if self.agrees(trials, &mut program, (&changes, &mut left))? {
                    let cause = self.entry_cause(entry, trials, |signed| Change::Entry {
                        entry: entry.shown(&self.variable(entry)),
                        from: entry.number(entry.value, signed),
                        to: entry.number(value, signed),
                    });
                    return Some((cause?, self.is_among_others(entry)));
                }
            }
        }
        for [one, other] in wrong.pairs(own) {
            let changes = [(one, other.value), (other, one.value)];
            if self.agrees(trials, &mut program, (&changes, &mut left))? {
                let name = self.variable(one);
                let cause = self.entry_cause(one, trials, |_| Change::Entries {
                    first: one.shown(&name),
                    second: other.shown(&name),
                });
                return Some((cause?, false));
            }
        }
        self.whole_table(trials, &mut program, (&wrong, &mut left))
    }

    /// Whether some read of an entry takes others as well.
    fn is_among_others(&self, entry: &Entry) -> bool {
        let start = self.pair.port.program.globals()[entry.global].address + entry.offset;
        let size = u64::from(entry.bits / 8);
        let mut reads = self.alignment.first_trace().reads.iter();
        reads.any(|(from, read)| *read > size && (*from..from + read).contains(&start))
    }

    /// Whether the versions agree with changed entries of one variable; `None` once nothing is
    /// left to spend.
    pub(super) fn agrees(
        &self,
        trials: &mut Trials,
        program: &mut Program,
        (changes, left): (&[(&Entry, u128)], &mut Left),
    ) -> Option<bool> {
        let stopped = self.pair.settings.stop().is_some();
        if stopped || left.executions == 0 || trials.spent >= left.steps {
            return None;
        }
        left.executions -= 1;
        let global = changes.first()?.0.global;
        let Some(initial) = Entry::with(self.pair.port.program, changes) else {
            return Some(false);
        };
        let before = program.set_initial(global, Some(initial));
        let repaired = trials.repaired(self.pair, program).is_some();
        let standing = match repaired {
            true => {
                let spent = trials.spent;
                let standing = self.entry_standing(trials, program);
                trials.spent = spent;
                standing
            }
            false => None,
        };
        program.set_initial(global, before);
        Some(standing == Some(Standing::Sound))
    }

    fn entry_standing(&self, trials: &mut Trials, program: &Program) -> Option<Standing> {
        if !trials.confirmed(self.pair, (program, self.differing)) {
            return None;
        }
        let sizes = (self.differing, self.sweep);
        let (function, _) = self.alignment.steps().first()?.at;
        trials.elsewhere_too(self.pair, (program, function), sizes)
    }

    /// The values that an entry may have to have, the most likely first.
    fn values(&self, entry: &Entry, reference: &[Entry]) -> Vec<u128> {
        let alike = |other: &&Entry| {
            (other.bits, other.format, &other.indices) == (entry.bits, entry.format, &entry.indices)
        };
        let mut all: Vec<u128> = reference
            .iter()
            .filter(alike)
            .map(|own| own.value)
            .collect();
        all.extend(
            self.constants
                .instead(entry.bits, entry.value, entry.format),
        );
        all.extend(self.alignment.known_numbers(entry.bits));
        all.extend(slips(entry.bits, entry.value, entry.format));
        let mut seen = FxHashSet::default();
        all.retain(|value| *value != entry.value && seen.insert(*value));
        all
    }

    /// The entries of tables that the inputs read on which the versions differ; `None` if these
    /// cannot be followed.
    fn entries_read(&self, trials: &mut Trials) -> Option<Read> {
        let all = std::mem::take(&mut trials.all);
        let mut read = |side: &Side<'_, '_>, inputs| {
            let traced = trials.trace(
                self.pair,
                (side, side.program),
                inputs,
                self.differing.place,
            )?;
            Some(bytes_of_globals(side.program, &traced.trace.reads))
        };
        let wrong = all.iter().filter(|trial| !trial.agrees);
        let bytes: Vec<FxHashSet<u64>> = wrong
            .filter_map(|trial| read(&self.pair.port, &trial.inputs))
            .collect();
        let reference = read(&self.pair.reference, &all.first()?.inputs);
        trials.all = all;
        let reference = reference.unwrap_or_default();
        let first = bytes.first()?;
        let (own, other) = (self.pair.port.program, self.pair.reference.program);
        let touched = |program: &Program, bytes: &FxHashSet<u64>| {
            let mut found: Vec<Entry> = Vec::new();
            for (at, global) in program.globals().iter().enumerate() {
                let range = global.address..global.address + global.size;
                if bytes.iter().any(|byte| range.contains(byte)) {
                    found.extend(entries(program, at));
                }
            }
            found
        };
        let of_reference = touched(other, &reference);
        let shared: FxHashSet<&str> = of_reference
            .iter()
            .map(|entry| &*other.globals()[entry.global].name)
            .collect();
        let mut found = touched(own, first);
        let known = contents(&of_reference);
        let equal = contents(&found);
        let is_known = |global: usize| known.values().any(|all| *all == equal[&global]);
        found.retain(|entry| {
            !shared.contains(&*own.globals()[entry.global].name) && !is_known(entry.global)
        });
        Some(Read {
            entries: found,
            bytes,
            of_reference,
        })
    }

    /// The name of an entry's variable in the source.
    pub(super) fn variable(&self, entry: &Entry) -> String {
        source_name(&self.pair.port.program.globals()[entry.global].name)
    }

    /// The cause at an entry, where the source writes it, or else where the variable is declared.
    /// The change may depend on whether the table's numbers are signed.
    pub(super) fn entry_cause(
        &self,
        entry: &Entry,
        trials: &Trials,
        change: impl FnOnce(bool) -> Change,
    ) -> Option<Cause> {
        let program = self.pair.port.program;
        let declared = self.declared(entry.global)?;
        let name = self.variable(entry);
        let initialiser = Initialiser::of(program, &declared);
        let wanted = Wanted {
            name: name.rsplit("::").next().unwrap_or(&name),
            global: entry.global,
            offset: entry.offset,
        };
        let written = initialiser.and_then(|text| text.place(&wanted));
        let negative = written.as_ref().is_some_and(|written| written.negative);
        let is_small = term::signed(entry.value, entry.bits).unsigned_abs() < LARGE;
        let signed = negative || entry.bits >= SIGNED_BITS && is_small;
        Some(Cause {
            location: written.map_or(declared, |written| written.location),
            calls: Vec::new(),
            evidence: Evidence::Repaired {
                change: change(signed),
                inputs: trials.tried(),
            },
        })
    }

    /// Where a variable is declared: a global one by its debug info, the initial value of a local
    /// array where that is copied.
    fn declared(&self, global: usize) -> Option<Location> {
        let program = self.pair.port.program;
        let variable = &program.globals()[global];
        if let Some(location) = program.location(variable.span) {
            return (!location.is_system()).then(|| location.clone());
        }
        let is_it = |operand: &Operand| match operand {
            Operand::Constant(index) => matches!(
                program.constants()[*index as usize],
                Constant::Scalar { value: Some(value), .. } if value == u128::from(variable.address)
            ),
            Operand::Register(_) => false,
        };
        let mut functions = program.functions().iter().enumerate();
        functions.find_map(|(at, function)| {
            let id = FunctionId(at as u32);
            let copy = function.code.iter().enumerate().find(|(pc, own)| {
                let block = function.blocks[function.block_of(*pc as u32) as usize];
                matches!(&own.kind, Kind::Call(call) if call.arguments.iter().any(is_it))
                    && self.executed.reached.is_executed(id, block)
            });
            let location = program.location(copy?.1.span)?;
            (!location.is_system()).then(|| location.clone())
        })
    }
}

/// What the inputs read on which the versions differ.
pub(super) struct Read {
    /// The entries of the variables that the first input reads.
    pub(super) entries: Vec<Entry>,
    /// The bytes of variables that each input reads.
    bytes: Vec<FxHashSet<u64>>,
    /// The entries of the variables that the reference reads.
    pub(super) of_reference: Vec<Entry>,
}

impl Read {
    /// Whether every input reads an entry.
    fn is_always(&self, program: &Program, entry: &Entry) -> bool {
        let mut all = self.bytes.iter();
        all.all(|bytes| entry.is_read(program, |byte| bytes.contains(&byte)))
    }

    /// The pairs of entries of one variable and one type of which every input reads one, the
    /// nearest first.
    fn pairs(&self, program: &Program) -> Vec<[&Entry; 2]> {
        let reads = |entry: &Entry| {
            let all = self.bytes.iter();
            all.map(|bytes| entry.is_read(program, |byte| bytes.contains(&byte)))
                .collect::<Vec<bool>>()
        };
        let read: Vec<Vec<bool>> = self.entries.iter().map(reads).collect();
        let mut found = Vec::new();
        for (at, one) in self.entries.iter().enumerate() {
            // The first input reads one of the two.
            for (distance, other) in self.entries[at + 1..].iter().enumerate() {
                let alike = one.global == other.global && one.bits == other.bits;
                let mut both = read[at].iter().zip(&read[at + 1 + distance]);
                if alike && one.value != other.value && both.all(|(l, r)| *l || *r) {
                    found.push((distance, [one, other]));
                }
            }
        }
        found.sort_by_key(|(distance, _)| *distance);
        found.into_iter().map(|(_, pair)| pair).collect()
    }
}

/// The numbers in each variable of these entries, whatever their width.
fn contents(entries: &[Entry]) -> FxHashMap<usize, Vec<u128>> {
    let mut all: FxHashMap<usize, Vec<u128>> = FxHashMap::default();
    for entry in entries {
        all.entry(entry.global).or_default().push(entry.value);
    }
    all
}

/// The bytes among those read that belong to global variables.
fn bytes_of_globals(program: &Program, reads: &[(u64, u64)]) -> FxHashSet<u64> {
    let globals = program.globals();
    let mut found = FxHashSet::default();
    for (start, size) in reads {
        let after = globals.partition_point(|global| global.address <= *start);
        let Some(global) = after.checked_sub(1).map(|at| &globals[at]) else {
            continue;
        };
        let end = (start + size).min(global.address + global.size);
        found.extend(*start..end.max(*start));
    }
    found
}
