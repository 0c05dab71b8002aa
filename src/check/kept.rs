//! Static variables that only one version uses, from call to call.
//!
//! A table that a port fills on its first call satisfies an invariant of its code that no
//! contract knows. Such a variable starts with its initial value. The value that it holds
//! after a call is a state in which the next call starts, and is executed as well, at every
//! size. Invariant: all states are constants, and pointers in them point to functions and
//! variables, which are where they are in every execution; if a call leaves a value that
//! depends on its inputs, or other functions may change the variable, nothing is proved.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::contract::{Contract, Global};
use crate::frontend::guarded;

/// The bytes of the variables of the reference and of the port.
pub(super) type Held = [Vec<Vec<u8>>; 2];

/// The bytes of one version's variables, or the symbol of a variable whose value depends on
/// inputs.
pub(super) type Holding = Result<Vec<Vec<u8>>, String>;

/// Static variables that keep their values between calls.
#[derive(Default)]
pub(super) struct Kept {
    /// Their symbols in the reference and in the port.
    pub symbols: [Vec<String>; 2],
    /// Their names in the source.
    pub names: Vec<String>,
    /// The byte offsets of the pointers in them, by symbol.
    pub pointers: BTreeMap<String, Vec<u32>>,
    /// The name of one that other functions may change.
    pub shared: Option<String>,
    /// Whether both versions have them, with different initial values.
    pub apart: bool,
    /// The values before a call, the initial values first.
    pub states: RefCell<Vec<Held>>,
    /// What the first calls made of variables that keep their initial values, by side and
    /// symbol.
    pub initialised: RefCell<BTreeMap<(usize, String), Vec<u128>>>,
}

impl Kept {
    /// Removes from a contract the variables that only one version reaches and that keep
    /// its values.
    pub fn take(contract: &mut Contract) -> Kept {
        let mut kept = Kept::default();
        let followed: Vec<String> = contract
            .globals
            .iter()
            .filter(|global| global.kept.is_some())
            .flat_map(|global| global.symbols.clone())
            .collect();
        // A guard follows its variable.
        let is_followed = |global: &Global| {
            let variable = guarded(&global.symbols[1]);
            global.kept.is_some() && variable.is_none_or(|symbol| followed.contains(&symbol))
        };
        for global in removed(contract, is_followed) {
            let Some(by) = global.kept else { continue };
            let side = usize::from(by.port);
            kept.symbols[side].push(global.symbols[side].clone());
            let pointers = (global.symbols[side].clone(), global.pointers.clone());
            kept.pointers.extend([pointers]);
            if by.shared {
                kept.shared.get_or_insert(global.name.clone());
            }
            // The guard of a static variable of C++ belongs to that variable.
            if guarded(&global.symbols[side]).is_none() {
                kept.names.push(global.name);
            }
        }
        kept
    }

    /// Removes from a contract the variables that the versions initialise differently: an
    /// execution with the initial values is that of the first call.
    pub fn take_apart(contract: &mut Contract) -> Kept {
        let mut kept = Kept {
            apart: true,
            ..Kept::default()
        };
        for global in removed(contract, |global| global.initialised_apart) {
            let symbols = kept.symbols.iter_mut().zip(global.symbols);
            symbols.for_each(|(known, symbol)| known.push(symbol));
            kept.names.push(global.name);
        }
        kept
    }

    /// Whether there are no such variables.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a variable of a version is one of them.
    pub fn has(&self, side: usize, symbol: &str) -> bool {
        self.symbols[side].iter().any(|own| own == symbol)
    }

    /// The symbols of all of them.
    pub fn symbols(&self) -> impl Iterator<Item = &String> {
        self.symbols.iter().flatten()
    }
}

/// Removes the variables that `is_meant` selects. One that a relation names is an input.
fn removed(contract: &mut Contract, is_meant: impl Fn(&Global) -> bool) -> Vec<Global> {
    let all = std::mem::take(&mut contract.globals);
    let (removed, others) = all.into_iter().partition(|global| {
        let mut relations = contract.relations.iter();
        is_meant(global) && !relations.any(|r| r.names(&global.name))
    });
    contract.globals = others;
    removed
}
