//! The mapping from contract parameters to LLVM arguments and back.
//!
//! On x86-64 clang splits, merges and hides parameters: a structure is passed as one or two
//! vectors, integers or floats, or as a pointer to a copy; a large result is written
//! through a hidden first argument. [`Abi`] says for every LLVM argument which bytes of
//! which parameter it holds. Source: System V x86-64 psABI 3.2.3, as clang lowers it. A
//! signature that does not fit is refused.

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::values::FunctionValue;
use serde::Serialize;

use super::error::FrontendError;
use super::signature::Signature;
use super::types::Type;
use crate::contract::{Element, Leaf, Length, Scalar};
use crate::llvm;

/// The content of one LLVM argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum AbiArg {
    /// Bytes of a parameter that is passed by value. For sizes and constants `size` is the
    /// width in bytes of the passed value. A `bool` is one byte here and one bit in LLVM.
    Value {
        /// Index of the parameter in the contract.
        param: usize,
        /// First byte of the parameter that is passed.
        offset: u32,
        /// Number of bytes; those past the parameter's end are unspecified.
        size: u32,
    },
    /// The address of a parameter's buffer.
    Buffer {
        /// Index of the parameter in the contract.
        param: usize,
    },
    /// The address of an image's header; the image's texels are a parameter's buffer.
    Image {
        /// Index of the parameter in the contract.
        param: usize,
    },
    /// The address of a private copy of a parameter passed by value.
    Copy {
        /// Index of the parameter in the contract.
        param: usize,
        /// Size of the copy in bytes.
        size: u32,
        /// Its alignment in bytes.
        align: u32,
    },
    /// The address of local memory, which every work-group of a kernel has anew.
    Local {
        /// The parameter's name.
        name: String,
        /// Number of elements.
        length: Length,
        /// Size of an element in bytes.
        element: u32,
    },
    /// The address that the result is written to.
    Result {
        /// Size of the result in bytes.
        size: u32,
        /// Its alignment in bytes.
        align: u32,
    },
}

impl AbiArg {
    /// The index of the parameter that the argument holds or points to, if there is one.
    pub(super) fn param_mut(&mut self) -> Option<&mut usize> {
        match self {
            AbiArg::Value { param, .. }
            | AbiArg::Buffer { param }
            | AbiArg::Image { param }
            | AbiArg::Copy { param, .. } => Some(param),
            AbiArg::Local { .. } | AbiArg::Result { .. } => None,
        }
    }
}

/// Where a function returns its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum AbiResult {
    /// There is no result.
    Void,
    /// In the LLVM result: one piece for each member of an LLVM structure, otherwise a
    /// single piece.
    Direct(Vec<Piece>),
    /// In memory, through the [`AbiArg::Result`] argument.
    Memory,
}

/// A run of bytes of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// First byte.
    pub offset: u32,
    /// Number of bytes; those past the result's end are unspecified.
    pub size: u32,
}

/// How a function takes its parameters and returns its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Abi {
    /// One entry for each LLVM argument.
    pub args: Vec<AbiArg>,
    /// Where the result is returned.
    pub result: AbiResult,
}

impl Abi {
    /// The mapping for a defined function.
    ///
    /// # Errors
    /// [`FrontendError::CallingConvention`] when the LLVM signature does not follow from
    /// the source signature by the known rules.
    pub fn plan(function: FunctionValue<'_>, signature: &Signature) -> Result<Abi, FrontendError> {
        Abi::plan_with_pointers(function, signature, &[])
    }

    /// The mapping for a function with structures that contain pointers: the parameters at
    /// the indices `with_pointers` are passed by value, and never as a hidden reference.
    ///
    /// # Errors
    /// As [`Abi::plan`].
    pub(super) fn plan_with_pointers(
        function: FunctionValue<'_>,
        signature: &Signature,
        with_pointers: &[usize],
    ) -> Result<Abi, FrontendError> {
        let planner = Planner {
            function: llvm::Value::from(function),
            next: 0,
            args: Vec::new(),
        };
        planner
            .plan(signature, with_pointers)
            .map_err(|reason| FrontendError::CallingConvention {
                function: signature.text.clone(),
                reason,
            })
    }

    /// The index of the LLVM argument that holds a whole scalar or buffer parameter.
    pub fn argument_of(&self, param: usize) -> Option<u32> {
        let found = self.args.iter().position(|arg| match arg {
            AbiArg::Buffer { param: p }
            | AbiArg::Value {
                param: p,
                offset: 0,
                ..
            } => *p == param,
            _ => false,
        });
        found.map(|index| index as u32)
    }

    /// The index of the LLVM argument whose value a parameter is, from its first byte on.
    pub(super) fn whole_argument(&self, param: usize) -> Option<u32> {
        let argument = self.argument_of(param)?;
        let is_value = matches!(
            self.args.get(argument as usize)?,
            AbiArg::Value { offset: 0, .. }
        );
        is_value.then_some(argument)
    }
}

struct Planner<'c> {
    function: llvm::Value<'c>,
    next: u32,
    args: Vec<AbiArg>,
}

impl<'c> Planner<'c> {
    fn plan(mut self, signature: &Signature, with_pointers: &[usize]) -> Result<Abi, String> {
        let signature_type = self.function.value_type();
        let signature_type = signature_type.ok_or("it is not a function")?;
        if signature_type.is_variadic() {
            return Err("it takes a variable number of arguments".into());
        }
        let result = self.result(&signature.result, signature_type.result())?;
        for (param, source) in signature.params.iter().enumerate() {
            match &source.ty {
                Type::Pointer(_) => {
                    self.take(&source.name)?;
                    self.args.push(AbiArg::Buffer { param });
                }
                Type::Image(_) => {
                    self.take(&source.name)?;
                    self.args.push(AbiArg::Image { param });
                }
                Type::Scalar(scalar) => self.scalar(param, &source.name, *scalar)?,
                Type::Aggregate(element) => {
                    let with_pointers = with_pointers.contains(&param);
                    self.aggregate(param, (&source.name, with_pointers), element)?;
                }
                Type::Function { .. } | Type::Place { .. } => {}
                Type::Void | Type::Opaque { .. } => {
                    // Such a parameter can only have a constant value: an address, in one
                    // argument.
                    let (_, size) = self.take(&source.name)?;
                    self.args.push(AbiArg::Value {
                        param,
                        offset: 0,
                        size,
                    });
                }
            }
        }
        match self.function.parameter_count() {
            count if count == self.next => Ok(Abi {
                args: self.args,
                result,
            }),
            count => Err(format!("{count} arguments in LLVM, {} expected", self.next)),
        }
    }

    /// Takes the next LLVM argument; returns its type and its size in bytes.
    fn take(&mut self, name: &str) -> Result<(llvm::Type<'c>, u32), String> {
        let argument = self.function.parameter(self.next);
        let argument = argument.ok_or(format!("no LLVM argument is left for `{name}`"))?;
        self.next += 1;
        Ok((argument.ty(), self.size(argument.ty())))
    }

    /// The store size of a type in bytes. No argument is larger than 4 GB.
    fn size(&self, ty: llvm::Type<'c>) -> u32 {
        let module = self.function.module();
        module.map_or(0, |module| module.layout().store_size(ty) as u32)
    }

    fn attribute(&self, index: u32, name: &str) -> Option<u64> {
        self.function.attribute(Some(index), name)
    }

    fn scalar(&mut self, param: usize, name: &str, scalar: Scalar) -> Result<(), String> {
        let bytes = u32::from(scalar.bits()).div_ceil(8);
        let (_, size) = self.take(name)?;
        self.args.push(AbiArg::Value {
            param,
            offset: 0,
            size,
        });
        // An integer of 128 bits is passed in two registers.
        let halves = matches!(scalar, Scalar::Int { bits: 128, .. }) && size == 8;
        let (offset, size) = match halves {
            true => (8, self.take(name)?.1),
            false => (0, size),
        };
        if offset + size != bytes {
            return Err(format!(
                "`{name}` is {scalar}, but its argument has {size} bytes"
            ));
        }
        if halves {
            self.args.push(AbiArg::Value {
                param,
                offset,
                size,
            });
        }
        Ok(())
    }

    fn aggregate(
        &mut self,
        param: usize,
        (name, with_pointers): (&str, bool),
        element: &Element,
    ) -> Result<(), String> {
        if element.leaves.is_empty() {
            return Ok(());
        }
        let index = self.next;
        let (ty, size) = self.take(name)?;
        let pointer = ty.is_pointer();
        let by_address = !with_pointers || self.attribute(index, "byval").is_some();
        if pointer && by_address {
            // `byval`, or C++'s hidden reference to a copy.
            self.args.push(AbiArg::Copy {
                param,
                size: element.size,
                align: self.attribute(index, "align").map_or(8, |a| a as u32),
            });
            return Ok(());
        }
        self.args.push(AbiArg::Value {
            param,
            offset: 0,
            size,
        });
        let mut covered = size;
        let is_beyond = |leaf: &Leaf| leaf.offset >= 8 || leaf.scalar.bits() > 64;
        if size <= 8 && element.leaves.iter().any(is_beyond) {
            let (_, size) = self.take(name)?;
            self.args.push(AbiArg::Value {
                param,
                offset: 8,
                size,
            });
            covered = 8 + size;
        }
        self.covers(name, element, covered)
    }

    /// Whether all leaves lie in the bytes that are passed.
    fn covers(&self, name: &str, element: &Element, bytes: u32) -> Result<(), String> {
        let end = |leaf: &Leaf| leaf.offset + u32::from(leaf.scalar.bits()).div_ceil(8);
        match element.leaves.iter().map(end).max().unwrap_or(0) <= bytes {
            true => Ok(()),
            false => Err(format!(
                "`{name}` has {} bytes, but {bytes} are passed",
                element.size
            )),
        }
    }

    fn result(&mut self, source: &Type, returned: llvm::Type<'c>) -> Result<AbiResult, String> {
        if self.attribute(0, "sret").is_some() {
            self.next = 1;
            let element = source.element().ok_or(
                "its result leads to pointers; have a caller of it write the result to parameters",
            )?;
            self.args.push(AbiArg::Result {
                size: element.size,
                align: self.attribute(0, "align").map_or(16, |a| a as u32),
            });
            return Ok(AbiResult::Memory);
        }
        let pieces = match returned.kind() {
            LLVMTypeKind::LLVMVoidTypeKind => return Ok(AbiResult::Void),
            LLVMTypeKind::LLVMStructTypeKind => {
                let layout = self.function.module().map(llvm::View::layout);
                let members = (0..).zip(returned.fields()).map(|(i, member)| Piece {
                    offset: layout.map_or(0, |layout| layout.offset(returned, i) as u32),
                    size: self.size(member),
                });
                members.collect()
            }
            _ => vec![Piece {
                offset: 0,
                size: self.size(returned),
            }],
        };
        if let Some(element) = source.element() {
            let end = pieces.iter().map(|p| p.offset + p.size).max().unwrap_or(0);
            self.covers("the result", &element, end)?;
        }
        Ok(AbiResult::Direct(pieces))
    }
}
