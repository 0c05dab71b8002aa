//! Functions and other globals.

use std::marker::PhantomData;

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{LLVMDISubprogramGetLine, LLVMGetSubprogram};
use inkwell::llvm_sys::{LLVMLinkage, LLVMValueKind};

use super::{Block, Location, Type, Value, View, list, text_of};

impl<'m> Value<'m> {
    /// Whether it is a function, a variable, an alias or an ifunc.
    pub(super) fn is_global(self) -> bool {
        // SAFETY: any value may be asked for the global it is.
        unsafe { !LLVMIsAGlobalValue(self.raw).is_null() }
    }

    /// Whether a global is declared here without a definition.
    pub(crate) fn is_declaration(self) -> bool {
        // SAFETY: the value is a global.
        self.is_global() && unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// The linkage of a global; external for other values.
    pub(crate) fn linkage(self) -> LLVMLinkage {
        match self.is_global() {
            // SAFETY: the value is a global.
            true => unsafe { LLVMGetLinkage(self.raw) },
            false => LLVMLinkage::LLVMExternalLinkage,
        }
    }

    /// The type of what a global's address leads to: of a function, its signature.
    pub(crate) fn value_type(self) -> Option<Type<'m>> {
        // SAFETY: the value is a global.
        self.is_global()
            .then(|| Type::known(unsafe { LLVMGlobalGetValueType(self.raw) }))
    }

    /// The initial value of a variable.
    pub(crate) fn initialiser(self) -> Option<Value<'m>> {
        match self.is_global_variable() {
            // SAFETY: the value is a variable.
            true => Value::new(unsafe { LLVMGetInitializer(self.raw) }),
            false => None,
        }
    }

    /// Whether a variable never changes.
    pub(crate) fn is_constant_variable(self) -> bool {
        // SAFETY: the value is a variable.
        self.is_global_variable() && unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// What an alias stands for.
    pub(crate) fn aliasee(self) -> Option<Value<'m>> {
        match self.kind() {
            // SAFETY: the value is an alias.
            LLVMValueKind::LLVMGlobalAliasValueKind => {
                Value::new(unsafe { LLVMAliasGetAliasee(self.raw) })
            }
            _ => None,
        }
    }

    /// The function that chooses what an ifunc stands for.
    pub(crate) fn resolver(self) -> Option<Value<'m>> {
        match self.kind() {
            // SAFETY: the value is an ifunc.
            LLVMValueKind::LLVMGlobalIFuncValueKind => {
                Value::new(unsafe { LLVMGetGlobalIFuncResolver(self.raw) })
            }
            _ => None,
        }
    }

    /// The module of a global.
    pub(crate) fn module(self) -> Option<View<'m>> {
        if !self.is_global() {
            return None;
        }
        // SAFETY: the value is a global.
        let raw = unsafe { LLVMGetGlobalParent(self.raw) };
        (!raw.is_null()).then_some(View {
            raw,
            borrow: PhantomData,
        })
    }

    /// The number of a function's parameters.
    pub(crate) fn parameter_count(self) -> u32 {
        match self.is_function() {
            // SAFETY: the value is a function.
            true => unsafe { LLVMCountParams(self.raw) },
            false => 0,
        }
    }

    /// A parameter of a function.
    pub(crate) fn parameter(self, index: u32) -> Option<Value<'m>> {
        // SAFETY: the value is a function that has the parameter.
        (index < self.parameter_count())
            .then(|| Value::known(unsafe { LLVMGetParam(self.raw, index) }))
    }

    /// The parameters of a function.
    pub(crate) fn parameters(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.parameter_count()).filter_map(move |index| self.parameter(index))
    }

    /// The blocks of a function, the entry first.
    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        let first = match self.is_function() {
            // SAFETY: the value is a function.
            true => Block::new(unsafe { LLVMGetFirstBasicBlock(self.raw) }),
            false => None,
        };
        // SAFETY: the block is alive; only a block in a function is asked for the next.
        list(first, |block: Block<'m>| unsafe {
            block.function()?;
            Block::new(LLVMGetNextBasicBlock(block.raw))
        })
    }

    /// The instructions of all blocks of a function.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        self.blocks().flat_map(Block::instructions)
    }

    /// The number of a function's calling convention (llvm/IR/CallingConv.h).
    pub(crate) fn convention(self) -> u32 {
        match self.is_function() {
            // SAFETY: the value is a function.
            true => unsafe { LLVMGetFunctionCallConv(self.raw) },
            false => 0,
        }
    }

    /// The file and the line of a function or global variable with debug info.
    pub(crate) fn declared_at(self) -> Option<(String, u32)> {
        if self.is_global_variable() {
            return self.variable_declared_at();
        }
        if !self.is_function() {
            return None;
        }
        // SAFETY: the value is a function; a subprogram is a scope.
        unsafe {
            let subprogram = LLVMGetSubprogram(self.raw);
            (!subprogram.is_null()).then(|| {
                let file = Location::file_of(subprogram);
                (file, LLVMDISubprogramGetLine(subprogram))
            })
        }
    }

    fn variable_declared_at(self) -> Option<(String, u32)> {
        let mut length = 0;
        // SAFETY: the value is a global variable; LLVM returns `length` readable bytes, or null.
        let (name, directory, line) = unsafe {
            let name = LLVMGetDebugLocFilename(self.raw, &mut length);
            let name = text_of(name, length as usize);
            let directory = LLVMGetDebugLocDirectory(self.raw, &mut length);
            let directory = text_of(directory, length as usize);
            (name, directory, LLVMGetDebugLocLine(self.raw))
        };
        (!name.is_empty() && line > 0).then(|| (Location::path(&name, &directory), line))
    }
}
