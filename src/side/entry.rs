//! What of a program is executed.

use crate::frontend::{Abi, AbiArg};
use crate::problem::Problem;
use crate::program::{FunctionId, Program};

/// What a side executes of its program.
#[derive(Clone, Copy)]
pub enum Entry<'m> {
    /// One call of a function.
    Call {
        /// The function.
        function: FunctionId,
        /// How it takes its parameters.
        abi: &'m Abi,
    },
}

impl<'m> Entry<'m> {
    /// One call of the function of this symbol.
    ///
    /// # Errors
    /// When the program has none.
    pub fn call(program: &Program, symbol: &str, abi: &'m Abi) -> Result<Entry<'m>, Problem> {
        let function = find(program, symbol)?;
        Ok(Entry::Call { function, abi })
    }

    /// The function where execution begins.
    pub fn function(&self) -> FunctionId {
        let Entry::Call { function, .. } = self;
        *function
    }

    /// How it takes its parameters and gives its result.
    pub fn abi(&self) -> &'m Abi {
        let Entry::Call { abi, .. } = self;
        abi
    }

    /// How it takes each LLVM argument.
    pub fn args(&self) -> &'m [AbiArg] {
        &self.abi().args
    }
}

/// The function of this symbol.
pub(super) fn find(program: &Program, symbol: &str) -> Result<FunctionId, Problem> {
    let found = program.find_function(symbol);
    found.ok_or_else(|| Problem::new(format!("`{symbol}` is lost in the decoded program")))
}
