//! One version of the function under check.

use std::cell::RefCell;

use super::module::Module;
use super::native::Native;
use crate::frontend::{Abi, Clang};
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::verdict::Location;

/// One version, ready to run symbolically and natively.
pub struct Side<'m, 'c> {
    /// Its program.
    pub program: &'m Program,
    /// Its function in the program.
    pub function: FunctionId,
    /// How it takes its parameters.
    pub abi: &'m Abi,
    /// The same function natively.
    pub native: RefCell<Native<'m, 'c>>,
}

impl<'m, 'c> Side<'m, 'c> {
    /// Function `symbol` of `module`, decoded as `program`; natively, its heap starts
    /// as zeros if `zeroed_memory`.
    ///
    /// # Errors
    /// When the program has no such function.
    pub fn new(
        module: &'m Module<'c>,
        program: &'m Program,
        symbol: &'m str,
        abi: &'m Abi,
        clang: &'m Clang,
        zeroed_memory: bool,
    ) -> Result<Side<'m, 'c>, Problem> {
        let function = program
            .find_function(symbol)
            .ok_or_else(|| Problem::new(format!("`{symbol}` is lost in the decoded program")))?;
        let native = Native::new(module, symbol, &clang.path).with_zeroed_memory(zeroed_memory);
        Ok(Side {
            program,
            function,
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
