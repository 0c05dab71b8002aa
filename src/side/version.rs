//! One version, ready to run.

use std::cell::{RefCell, RefMut};

use rustc_hash::FxHashSet;

use super::entry::{Entry, find};
use crate::pipeline::Native;
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::verdict::{self, Location};

/// One version of a program, ready to run symbolically and natively.
pub struct Side<'m, 'c> {
    /// The version's program.
    pub program: &'m Program,
    /// The function or kernel that is executed.
    pub entry: Entry<'m>,
    /// Whether this is the reference or the port.
    pub which: verdict::Side,
    /// The functions of `--setup`.
    pub(super) setup: Vec<FunctionId>,
    /// The entry's native build.
    native: RefCell<Native<'m, 'c>>,
    /// The functions that the user's files define.
    pub own: FxHashSet<String>,
    /// Whether this is code after the user's optimisations whose source is executed too
    /// (`check/observe.rs`): what is undefined in it may only be so because the compiler
    /// evaluates an operation whose result it then discards.
    pub observed: bool,
    /// Initial bytes of global variables that are not inputs, by symbol; they replace the
    /// variable's own initial value.
    pub held: RefCell<Vec<(String, Vec<u8>)>>,
}

impl<'m, 'c> Side<'m, 'c> {
    /// The version of `program` that executes `entry` after the functions of `setup`.
    ///
    /// # Errors
    /// If the program lacks one of the functions in `setup`, or one takes parameters.
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
            observed: false,
            held: RefCell::default(),
        })
    }

    /// The index of this version in pairs of a contract and its inputs: 0 for the
    /// reference, 1 for the port.
    pub fn index(&self) -> usize {
        usize::from(self.which == verdict::Side::Port)
    }

    /// The native build, made when it is first run.
    pub fn native(&self) -> RefMut<'_, Native<'m, 'c>> {
        self.native.borrow_mut()
    }

    /// The source location of the entry.
    pub fn location(&self) -> Option<Location> {
        let function = self.program.function(self.entry.function());
        self.program.location(function.span).cloned()
    }
}
