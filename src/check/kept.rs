//! Static variables of one version alone, from call to call.
//!
//! A table that a port fills when it is called first holds what an invariant of its code
//! says, which no contract knows. Such a variable starts with its initial value; what it
//! holds after a call is a state in which the next call starts, and is executed as well,
//! at every size. Invariant: all states are constants; where a call leaves something that
//! depends on its inputs, or other functions may change the variable, nothing is proved.

use std::cell::RefCell;

use crate::contract::{Contract, Global};

/// What the variables of the reference and of the port hold.
pub(super) type Held = [Vec<Vec<u8>>; 2];

/// What the variables of one version hold; the symbol of one where that depends on inputs.
pub(super) type Holding = Result<Vec<Vec<u8>>, String>;

/// Static variables that keep what they hold.
#[derive(Default)]
pub(super) struct Kept {
    /// Their symbols in the reference and in the port.
    pub symbols: [Vec<String>; 2],
    /// Their names in the source.
    pub names: Vec<String>,
    /// One that other functions may change.
    pub shared: Option<String>,
    /// What they hold before a call, the initial values first.
    pub states: RefCell<Vec<Held>>,
}

impl Kept {
    /// Takes the variables out of a contract that one version alone reaches, and that
    /// keep what it leaves there.
    pub fn take(contract: &mut Contract) -> Kept {
        let mut kept = Kept::default();
        let (own, others) = std::mem::take(&mut contract.globals)
            .into_iter()
            .partition::<Vec<Global>, _>(|global| {
                // What a relation speaks of is an input.
                let mut relations = contract.relations.iter();
                global.kept.is_some() && !relations.any(|r| r.names(&global.name))
            });
        contract.globals = others;
        for global in own {
            let Some(by) = global.kept else { continue };
            let side = usize::from(by.port);
            kept.symbols[side].push(global.symbols[side].clone());
            if by.shared {
                kept.shared.get_or_insert(global.name.clone());
            }
            kept.names.push(global.name);
        }
        kept
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a variable is one of them.
    pub fn has(&self, side: usize, symbol: &str) -> bool {
        self.symbols[side].iter().any(|own| own == symbol)
    }

    /// The symbols of all of them.
    pub fn symbols(&self) -> impl Iterator<Item = &String> {
        self.symbols.iter().flatten()
    }
}
