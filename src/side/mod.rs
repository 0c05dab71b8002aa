//! One version of a function under a contract: the inputs that the contract describes,
//! the call that takes them, and what it leaves behind, symbolically and natively.

mod call;
mod case;
mod extremes;
mod inputs;
mod ordinary;
mod starts;
mod values;

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use crate::frontend::Abi;
use crate::pipeline::Native;
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::verdict::Location;

pub use call::{Call, Output, Place, name, start};
pub use case::{case, output, probe};
pub use extremes::extremes;
pub use inputs::Inputs;
pub use ordinary::{arbitrary, candidates};
pub use starts::{Observed, Starts};
pub use values::input_values;

/// One version, ready to run symbolically and natively.
pub struct Side<'m, 'c> {
    /// Its program.
    pub program: &'m Program,
    /// Its function in the program.
    pub function: FunctionId,
    /// Which version it is: 0 the reference, 1 the port.
    pub index: usize,
    /// What runs before it.
    pub setup: Vec<FunctionId>,
    /// How it takes its parameters.
    pub abi: &'m Abi,
    /// The same function natively.
    pub native: RefCell<Native<'m, 'c>>,
    /// The functions that the user's files define.
    pub own: FxHashSet<String>,
}

impl<'m, 'c> Side<'m, 'c> {
    /// Function `symbol` of `module`, decoded as `program`.
    ///
    /// # Errors
    /// When the program has no such function, or one of those that run before takes
    /// parameters.
    pub fn new(
        program: &'m Program,
        (symbol, abi, index): (&'m str, &'m Abi, usize),
        setup: &[String],
        native: Native<'m, 'c>,
    ) -> Result<Side<'m, 'c>, Problem> {
        let find = |symbol: &str| {
            let found = program.find_function(symbol);
            found.ok_or_else(|| Problem::new(format!("`{symbol}` is lost in the decoded program")))
        };
        let mut functions = Vec::new();
        for before in setup {
            let function = find(before)?;
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
            function: find(symbol)?,
            index,
            setup: functions,
            abi,
            native: native.into(),
        })
    }

    /// Where the function is defined.
    pub fn location(&self) -> Option<Location> {
        self.program
            .location(self.program.function(self.function).span)
            .cloned()
    }
}
