//! The function or kernel of a program that a side executes.

use crate::contract::Sizes;
use crate::frontend::{Abi, AbiArg};
use crate::launch::Launch;
use crate::problem::Problem;
use crate::program::{FunctionId, Program};
use crate::replay::Items;

/// The code that a side executes: one call of a function, or a launch of a kernel.
#[derive(Clone, Copy)]
pub enum Entry<'m> {
    /// One call of a function.
    Call {
        /// The function.
        function: FunctionId,
        /// How the function takes its parameters and returns its result.
        abi: &'m Abi,
    },
    /// A kernel, run by every work-item.
    Launch {
        /// The kernel.
        kernel: FunctionId,
        /// How the kernel takes its parameters.
        abi: &'m Abi,
        /// The index space, and the state of its launches.
        launch: &'m Launch,
    },
}

impl<'m> Entry<'m> {
    /// One call of the function with this symbol.
    ///
    /// # Errors
    /// If the program has no such function.
    pub fn call(program: &Program, symbol: &str, abi: &'m Abi) -> Result<Entry<'m>, Problem> {
        let function = find(program, symbol)?;
        Ok(Entry::Call { function, abi })
    }

    /// A launch of the kernel with this symbol.
    ///
    /// # Errors
    /// If the program has no such function.
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

    /// The kernel's name; `None` for a call.
    pub fn kernel<'p>(&self, program: &'p Program) -> Option<&'p str> {
        match self {
            Entry::Launch { kernel, .. } => Some(&program.function(*kernel).name),
            Entry::Call { .. } => None,
        }
    }

    /// Whether a global variable is set by the launch itself, not by the caller.
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

    /// How the function takes its parameters and returns its result.
    pub fn abi(&self) -> &'m Abi {
        match self {
            Entry::Call { abi, .. } | Entry::Launch { abi, .. } => abi,
        }
    }

    /// The positions of the LLVM arguments that point to local memory.
    pub fn local_arguments(&self) -> Vec<usize> {
        let local = |(_, arg): &(usize, &AbiArg)| matches!(arg, AbiArg::Local { .. });
        let arguments = self.args().iter().enumerate().filter(local);
        arguments.map(|(position, _)| position).collect()
    }

    /// The index space of a launch at these sizes, its work-items in the order of their
    /// ids; `None` for a call, or where the index space has no value.
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

    /// How the function takes each LLVM argument.
    pub fn args(&self) -> &'m [AbiArg] {
        &self.abi().args
    }
}

/// The function with this symbol.
pub(super) fn find(program: &Program, symbol: &str) -> Result<FunctionId, Problem> {
    let found = program.find_function(symbol);
    found.ok_or_else(|| Problem::new(format!("`{symbol}` is lost in the decoded program")))
}
