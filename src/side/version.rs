//! One version, ready to run.

use std::cell::{RefCell, RefMut};

use rustc_hash::FxHashSet;

use super::entry::{Entry, find};
use crate::pipeline::Native;
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::verdict::{self, Location};

/// One version, ready to run symbolically and natively.
pub struct Side<'m, 'c> {
    /// Its program.
    pub program: &'m Program,
    /// What of the program is executed.
    pub entry: Entry<'m>,
    /// Which version it is.
    pub which: verdict::Side,
    /// What runs before it.
    pub(super) setup: Vec<FunctionId>,
    /// The entry natively.
    native: RefCell<Native<'m, 'c>>,
    /// The functions that the user's files define.
    pub own: FxHashSet<String>,
    /// What variables hold at first that are no inputs, instead of their initial values,
    /// by symbol.
    pub held: RefCell<Vec<(String, Vec<u8>)>>,
}

impl<'m, 'c> Side<'m, 'c> {
    /// What `entry` names of `program`, after the functions of `setup`.
    ///
    /// # Errors
    /// When the program lacks one of those that run before, or it takes parameters.
    pub fn new(
        program: &'m Program,
        which: verdict::Side,
        entry: Entry<'m>,
        setup: &[String],
        native: Native<'m, 'c>,
    ) -> Result<Side<'m, 'c>, Problem> {
        let mut functions = Vec::new();
        for before in setup {
            let function = find(program, before)?;
            if !program.function(function).params.is_empty() {
                return Err(
                    Problem::new(format!("--setup: `{before}` takes parameters"))
                        .help("name functions that can be called without arguments"),
                );
            }
            functions.push(function);
        }
        Ok(Side {
            own: native.defined(),
            program,
            entry,
            which,
            setup: functions,
            native: native.into(),
            held: RefCell::default(),
        })
    }

    /// Where a contract and its inputs have what concerns this version: 0 for the
    /// reference, 1 for the port.
    pub fn index(&self) -> usize {
        usize::from(self.which == verdict::Side::Port)
    }

    /// The native version, built when it is first asked to run.
    pub fn native(&self) -> RefMut<'_, Native<'m, 'c>> {
        self.native.borrow_mut()
    }

    /// Where the entry is defined.
    pub fn location(&self) -> Option<Location> {
        let function = self.program.function(self.entry.function());
        self.program.location(function.span).cloned()
    }
}
