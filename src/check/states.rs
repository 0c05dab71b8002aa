//! The states of static variables that calls leave behind and the next calls start in.

use super::kept::Holding;
use super::pair::Pair;
use crate::budgets::sizes::EXECUTED_STATES;
use crate::frontend::guarded;
use crate::pipeline::Tally;
use crate::program::{STATIC, demangled};
use crate::side::Side;
use crate::symex::{Machine, ObjectId, State};
use crate::verdict::{Undecided, UndecidedKind};

impl Pair<'_, '_> {
    /// Starts both versions in the state of this number; returns whether it exists.
    pub(super) fn start_in(&self, number: usize) -> bool {
        let states = self.kept.states.borrow();
        let Some(held) = states.get(number) else {
            return false;
        };
        for (side, held) in [&self.reference, &self.port].into_iter().zip(held) {
            let symbols = self.kept.symbols[side.index()].iter().cloned();
            *side.held.borrow_mut() = symbols.zip(held.iter().cloned()).collect();
        }
        true
    }

    /// The number of states, or 0 if there is at most one.
    pub(super) fn states(&self) -> u32 {
        match self.kept.states.borrow().len() {
            0 | 1 => 0,
            several => several as u32,
        }
    }

    /// The contents of a version's static variables in a state.
    pub(super) fn held(
        &self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        state: &State,
    ) -> Holding {
        let symbols = &self.kept.symbols[side.index()];
        let held = symbols.iter().map(|symbol| {
            let mut globals = side.program.globals().iter();
            let global = globals.find(|g| *g.name == **symbol);
            let bytes = global.and_then(|global| {
                let object = ObjectId(global.address);
                let byte = |at| {
                    let term = machine.read_scalar(state, object, at, 8)?;
                    machine.builder.constant_value(term).map(|byte| byte as u8)
                };
                (0..global.size).map(byte).collect::<Option<Vec<u8>>>()
            });
            let pointers = self.kept.pointers.get(symbol);
            let bytes = bytes.filter(|bytes| pointers.is_none_or(|at| are_lasting(bytes, at)));
            bytes.ok_or_else(|| symbol.clone())
        });
        held.collect()
    }

    /// Records the values that both versions start with and leave behind, as states for the
    /// next calls.
    pub(super) fn keep(&self, reference: &[Holding; 2], port: [Holding; 2], tally: &mut Tally) {
        for held in reference.iter().cloned().zip(port) {
            let held = match held {
                (Ok(reference), Ok(port)) => [reference, port],
                (Err(symbol), _) | (_, Err(symbol)) => {
                    tally.undecided(self.open(format!(
                        "what the static variable `{}` holds after a call depends on the \
                         inputs{}",
                        demangled(&symbol),
                        match self.kept.pointers.get(&symbol) {
                            Some(pointers) if !pointers.is_empty() =>
                                ", or points to memory that later calls may not have",
                            _ => "",
                        }
                    )));
                    return;
                }
            };
            let mut states = self.kept.states.borrow_mut();
            if states.contains(&held) {
                continue;
            }
            match states.len() < EXECUTED_STATES {
                true => states.push(held),
                false => tally.undecided(self.open(format!(
                    "static variables hold something else after each of {EXECUTED_STATES} calls"
                ))),
            }
        }
    }

    /// Leaves the comparison undecided if a call initialises a static variable of C++ from its
    /// arguments, or one that later calls may change: these find what calls left, and were not
    /// compared.
    pub(super) fn look_at_guards(
        &self,
        machine: &mut Machine<'_>,
        side: &Side<'_, '_>,
        state: &State,
        tally: &mut Tally,
    ) {
        let globals = side.program.globals();
        for guard in globals {
            let Some(symbol) = guarded(&guard.name) else {
                continue;
            };
            // A guard that is an input may be set, and later calls are compared then.
            let mut inputs = self.contract.globals.iter();
            let is_input = inputs.any(|input| input.symbols[side.index()] == *guard.name);
            let variable = globals.iter().find(|global| *global.name == *symbol);
            let follows = self.kept.has(side.index(), &symbol);
            let Some(variable) = variable.filter(|_| !is_input && !follows) else {
                continue;
            };
            let mut constant = |address, at| {
                let term = machine.read_scalar(state, ObjectId(address), at, 8)?;
                machine.builder.constant_value(term)
            };
            let of_library = symbol.starts_with("_ZZNSt") || symbol.starts_with("_ZZSt");
            if of_library || constant(guard.address, 0).is_none_or(|flag| flag == 0) {
                continue;
            }
            let name = demangled(&symbol);
            let bytes = (0..variable.size).map(|at| constant(variable.address, at));
            let bytes: Option<Vec<u128>> = bytes.collect();
            // A value that depends on sizes is another constant at each of them.
            let key = (side.index(), symbol.clone());
            let mut known = self.kept.initialised.borrow_mut();
            let is_alike = bytes.is_some_and(|bytes| {
                let first = known.entry(key).or_insert_with(|| bytes.clone());
                *first == bytes
            });
            if !is_alike {
                tally.undecided(self.open_state(
                    format!(
                        "the first call initialises the static variable `{name}` from its \
                         arguments: only that call was compared"
                    ),
                    "compare functions that take what it holds as a parameter",
                ));
            } else if !self.settled.contains(&symbol) {
                tally.undecided(self.open_state(
                    format!(
                        "the first call initialises the static variable `{name}`, which later \
                         calls may change: only the first one was compared"
                    ),
                    "name the function that initialises it with --setup, or declare it `const`",
                ));
            }
        }
    }

    /// Records what the verdict leans on because of static variables.
    pub(super) fn conclude_kept(&self, tally: &mut Tally) {
        if self.kept.is_empty() {
            return;
        }
        if let Some(name) = &self.kept.shared {
            tally.undecided(self.open(format!(
                "the static variable `{name}`, which one version alone uses, may be changed by \
                 other functions"
            )));
        }
        let names: Vec<String> = self.kept.names.iter().map(|n| format!("`{n}`")).collect();
        let states = match self.kept.states.borrow().len() {
            0 | 1 => String::new(),
            n => format!(", and what calls leave there: {n} states were executed"),
        };
        let whose = match self.kept.apart {
            true => "variables that the versions initialise differently",
            false => "static variables",
        };
        tally.lean_on(&format!(
            "{whose} start with their initial values: {}{states}",
            names.join(", ")
        ));
    }

    fn open(&self, message: String) -> Undecided {
        let help = "name the function that prepares it with --setup, or say what it holds: \
                    --global 'NAME=TYPE'";
        self.open_state(message, help)
    }

    fn open_state(&self, message: String, help: &str) -> Undecided {
        Undecided::new(UndecidedKind::StaticState, message)
            .with_help(help.to_owned())
            .at(self.port.location())
    }
}

/// Whether the pointers at these offsets mean the same in every execution: null, or the address
/// of a function or a global variable.
fn are_lasting(bytes: &[u8], pointers: &[u32]) -> bool {
    pointers.iter().all(|at| {
        let word = bytes.get(*at as usize..).and_then(<[u8]>::first_chunk);
        let address = word.map(|word| u64::from_le_bytes(*word));
        address.is_some_and(|address| address == 0 || STATIC.contains(&address))
    })
}
