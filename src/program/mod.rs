//! A module decoded once into dense plain data: the executor's only view of
//! the program.
//!
//! Invariants: global and function addresses are fixed here, so every constant
//! is a concrete value; decoding succeeds on every valid module, and what has
//! no semantics here becomes [`Kind::Unsupported`], which matters only when it
//! is reached.

mod alignment;
mod assembly;
mod constant;
mod decode;
mod flow;
mod function;
mod instruction;
mod operation;
mod operator;
mod qualifiers;
mod raw;
mod roots;
mod span;
mod symbol;
mod types;

pub(crate) use decode::{GAP, place};

use rustc_hash::FxHashMap;

use crate::verdict::Location;

pub use alignment::ADDRESS_BITS;
pub use constant::{Constant, Initial};
pub use flow::{Flow, edges};
pub use instruction::{
    ByValue, Call, Callee, Clause, Edge, FunctionId, Index, Instruction, Kind, Operand, Register,
};
pub use operator::{Cast, FastMath, Predicate, Update};
pub use qualifiers::{AddressSpace, Commuting, Order, Qualifiers};
pub use roots::Roots;
pub use span::SpanId;
pub use symbol::{demangled, demangled_type};
pub use types::{Scalar, Shape, Type, TypeId};

/// A function: defined if it has blocks.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its symbol.
    pub name: Box<str>,
    /// Where it is in the address space.
    pub address: u64,
    /// Types of its parameters.
    pub params: Box<[TypeId]>,
    /// Type of its result.
    pub result: TypeId,
    /// Whether it takes further arguments.
    pub variadic: bool,
    /// Number of registers; the first ones hold the parameters.
    pub registers: u32,
    /// For each block the index of its first instruction.
    pub blocks: Box<[u32]>,
    /// The instructions of all blocks in order.
    pub code: Box<[Instruction]>,
    /// Where it is defined.
    pub span: SpanId,
    /// Dominance among its blocks.
    pub flow: Flow,
    /// For each register the block that defines it.
    pub definitions: Box<[u32]>,
    /// The parameters that are `restrict`, by position.
    pub restrict: Box<[u32]>,
    /// What the pointer in each register is computed from; empty where no function of the
    /// program has a `restrict` parameter.
    pub roots: Box<[Roots]>,
}

impl Function {
    /// Whether it has a body.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The block that the instruction at `pc` belongs to.
    pub fn block_of(&self, pc: u32) -> u32 {
        (self.blocks.partition_point(|start| *start <= pc) as u32).saturating_sub(1)
    }
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its symbol.
    pub name: Box<str>,
    /// Where it is in the address space.
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Whether writes to it are errors.
    pub constant: bool,
    /// Its scalars that are not zero, by ascending offset; `None` if it is
    /// defined elsewhere, or its initialiser has no value here.
    pub initial: Option<Box<[Initial]>>,
    /// Type of its values.
    pub ty: TypeId,
    /// Its address space.
    pub space: AddressSpace,
}

/// A decoded module.
#[derive(Clone, Debug, Default)]
pub struct Program {
    types: Vec<Type>,
    functions: Vec<Function>,
    globals: Vec<Global>,
    constants: Vec<Constant>,
    spans: Vec<Location>,
    constructors: Vec<FunctionId>,
    destructors: Vec<FunctionId>,
    symbols: FxHashMap<Box<str>, FunctionId>,
    addresses: FxHashMap<u64, FunctionId>,
    resolvers: FxHashMap<u64, FunctionId>,
    lowered: Vec<String>,
    plain_comparisons: bool,
}

impl Program {
    /// A type.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
    /// All functions, defined and declared.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }
    /// A function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
    /// The function with this symbol.
    pub fn find_function(&self, symbol: &str) -> Option<FunctionId> {
        self.symbols.get(symbol).copied()
    }
    /// The function at this address.
    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        self.addresses.get(&address).copied()
    }
    /// The function that says which function is meant by the address of an `ifunc`.
    pub fn resolver_at(&self, address: u64) -> Option<FunctionId> {
        self.resolvers.get(&address).copied()
    }
    /// What a pointer of a function may be computed from.
    pub fn roots(&self, function: FunctionId, pointer: Operand) -> Roots {
        let registers = &self.function(function).roots;
        match pointer {
            Operand::Register(Register(index)) if index as usize >= registers.len() => {
                Roots::UNKNOWN
            }
            _ => Roots::operand(pointer, registers, &self.constants),
        }
    }
    /// All global variables by ascending address.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
    /// The constant pool that [`Operand::Constant`] indexes.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }
    /// Puts another operation in the place of an instruction's; gives that one back.
    pub fn replace(&mut self, (function, pc): (FunctionId, u32), kind: Kind) -> Kind {
        let code = &mut self.functions[function.0 as usize].code;
        std::mem::replace(&mut code[pc as usize].kind, kind)
    }
    /// An operand that is this constant.
    pub fn add_constant(&mut self, constant: Constant) -> Operand {
        let known = self.constants.iter().position(|c| *c == constant);
        let index = known.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Operand::Constant(index as u32)
    }
    /// Adds a function without a symbol of its own.
    pub fn push_function(&mut self, function: Function) -> FunctionId {
        self.functions.push(function);
        FunctionId(self.functions.len() as u32 - 1)
    }
    /// Takes the function away that was added last.
    pub fn pop_function(&mut self) {
        self.functions.pop();
    }
    /// Static constructors in the order they run.
    pub fn constructors(&self) -> &[FunctionId] {
        &self.constructors
    }
    /// The target's intrinsics that generic code stands for since lowering.
    pub fn lowered(&self) -> &[String] {
        &self.lowered
    }
    /// Says which intrinsics generic code stands for.
    pub fn set_lowered(&mut self, intrinsics: Vec<String>) {
        self.lowered = intrinsics;
    }
    /// Whether floats are compared without `-frounding-math`: of such a comparison and a
    /// choice between its operands a compiler may make one instruction, as `minss`.
    pub fn has_plain_comparisons(&self) -> bool {
        self.plain_comparisons
    }
    /// Static destructors in the order they run.
    pub fn destructors(&self) -> &[FunctionId] {
        &self.destructors
    }
    /// A source position; `None` without debug info.
    pub fn location(&self, id: SpanId) -> Option<&Location> {
        self.spans.get(id.0 as usize)
    }
}
