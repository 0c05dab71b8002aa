//! What of a program is executed.

use crate::contract::Sizes;
use crate::frontend::{Abi, AbiArg};
use crate::launch::Launch;
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::replay::Items;

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
    /// A kernel, run by every work-item.
    Launch {
        /// The kernel.
        kernel: FunctionId,
        /// How it takes its parameters.
        abi: &'m Abi,
        /// The work-items.
        launch: &'m Launch,
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

    /// A launch of the kernel of this symbol.
    ///
    /// # Errors
    /// When the program has none.
    pub fn launch(
        program: &Program,
        symbol: &str,
        abi: &'m Abi,
        launch: &'m Launch,
    ) -> Result<Entry<'m>, Problem> {
        let kernel = find(program, symbol)?;
        Ok(Entry::Launch {
            kernel,
            abi,
            launch,
        })
    }

    /// The name of the kernel, if it is one.
    pub fn kernel<'p>(&self, program: &'p Program) -> Option<&'p str> {
        match self {
            Entry::Launch { kernel, .. } => Some(&program.function(*kernel).name),
            Entry::Call { .. } => None,
        }
    }

    /// Whether a variable of the program is one that it sets itself.
    pub fn owns(&self, variable: &str) -> bool {
        matches!(self, Entry::Launch { launch, .. } if launch.owns(variable))
    }

    /// The function where execution begins.
    pub fn function(&self) -> FunctionId {
        match self {
            Entry::Call { function, .. } => *function,
            Entry::Launch { kernel, .. } => *kernel,
        }
    }

    /// How it takes its parameters and gives its result.
    pub fn abi(&self) -> &'m Abi {
        match self {
            Entry::Call { abi, .. } | Entry::Launch { abi, .. } => abi,
        }
    }

    /// The LLVM arguments that point to local memory.
    pub fn local_arguments(&self) -> Vec<usize> {
        let local = |(_, arg): &(usize, &AbiArg)| matches!(arg, AbiArg::Local { .. });
        let arguments = self.args().iter().enumerate().filter(local);
        arguments.map(|(position, _)| position).collect()
    }

    /// The work-items at these sizes, of a launch; in the order of their ids.
    pub fn items(&self, sizes: &Sizes) -> Option<Items> {
        let Entry::Launch { launch, .. } = self else {
            return None;
        };
        let range = launch.geometry.at(sizes).ok()?;
        Some(Items {
            dimensions: range.dimensions,
            global: range.global,
            local: range.local,
            offset: range.offset,
            sub_group: range.sub_group,
            in_reverse: false,
            late_copies: false,
            other_bytes: false,
        })
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
