//! The decoded program: a module as dense plain data, the executor's only view of it.
//!
//! Invariants: addresses of globals and functions are fixed here, so every constant is a
//! concrete value. Decoding succeeds on every valid module; what has no semantics here
//! becomes [`Kind::Unsupported`], which has an effect only where it is executed.

mod address;
mod alignment;
mod assembly;
mod call;
mod constant;
mod decisions;
mod decode;
mod flow;
mod function;
mod instruction;
mod operation;
mod operator;
mod placement;
mod position;
mod qualifiers;
mod retry;
mod roots;
mod span;
mod symbol;
mod synthetic;
mod tables;
mod type_decoder;
mod types;
mod uses;

pub(crate) use placement::{GAP, STATIC, place};

use rustc_hash::FxHashMap;

use crate::verdict::Location;

pub use alignment::{ADDRESS_BITS, ALL_BITS};
pub use constant::{Constant, Initial};
pub use flow::{Flow, edges};
pub use instruction::{
    ByValue, Call, Callee, Clause, Edge, FunctionId, Index, Instruction, Kind, Operand, Register,
};
pub use operator::{Cast, FastMath, Predicate, Update};
pub use qualifiers::{AddressSpace, Commuting, Order, Qualifiers};
pub use roots::Roots;
pub use span::SpanId;
pub use symbol::{demangled, demangled_type, spoken};
pub use synthetic::Body;
pub use tables::source_name;
pub use types::{Scalar, Shape, Type, TypeId};
pub use uses::operands;

/// A function, which has a body if it has blocks.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its symbol.
    pub name: Box<str>,
    /// Its address.
    pub address: u64,
    /// Types of its parameters.
    pub params: Box<[TypeId]>,
    /// Type of its result.
    pub result: TypeId,
    /// Whether it is variadic.
    pub variadic: bool,
    /// Whether it had checks before any pass ran (the attribute `simdiff.checks`).
    pub checks: bool,
    /// Whether a call of it may write memory, as far as its attributes tell.
    pub may_write: bool,
    /// Number of registers; the first ones hold the parameters.
    pub registers: u32,
    /// The index of each block's first instruction.
    pub blocks: Box<[u32]>,
    /// The instructions of all blocks in order.
    pub code: Box<[Instruction]>,
    /// The indices, in ascending order, of branches of the device library that ask whether
    /// operands of a builtin are open, and of the calls to which they lead (metadata
    /// `simdiff.open_operands`).
    pub open_operands: Box<[u32]>,
    /// The position of its definition.
    pub span: SpanId,
    /// The control-flow analysis of its blocks.
    pub flow: Flow,
    /// The block that defines each register.
    pub definitions: Box<[u32]>,
    /// The indices of its `restrict` parameters.
    pub restrict: Box<[u32]>,
    /// The roots of the pointer in each register; empty unless a function of the program
    /// has a `restrict` parameter.
    pub roots: Box<[Roots]>,
}

impl Function {
    /// Whether it has a body.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Returns the block of the instruction at `pc`.
    pub fn block_of(&self, pc: u32) -> u32 {
        (self.blocks.partition_point(|start| *start <= pc) as u32).saturating_sub(1)
    }

    /// Returns the instructions of a block; none if there is no such block.
    pub fn block(&self, block: u32) -> &[Instruction] {
        let start = self.blocks.get(block as usize);
        let end = self.blocks.get(block as usize + 1);
        let end = end.map_or(self.code.len(), |end| *end as usize);
        start.map_or(&[], |start| &self.code[*start as usize..end])
    }
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its symbol.
    pub name: Box<str>,
    /// Its address.
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Whether it must not be written.
    pub constant: bool,
    /// Its nonzero scalars, by ascending offset; `None` if it is defined elsewhere or its
    /// initialiser has no representation here.
    pub initial: Option<Box<[Initial]>>,
    /// Type of its values.
    pub ty: TypeId,
    /// Its address space.
    pub space: AddressSpace,
    /// The position of its declaration.
    pub span: SpanId,
}

impl Global {
    /// The initial integer of `size` bytes at an offset; `None` if some of its bits are
    /// undefined.
    pub fn integer_at(&self, place: u64, size: u64) -> Option<u128> {
        let scalars = self.initial.as_deref()?;
        let mut value = 0;
        for scalar in scalars {
            let bytes = u64::from(scalar.bits / 8);
            let end = scalar.offset + bytes;
            if end <= place || place + size <= scalar.offset {
                continue;
            }
            let whole = scalar.value?;
            for byte in place.max(scalar.offset)..end.min(place + size) {
                let part = whole >> (8 * (byte - scalar.offset)) & 0xff;
                value |= part << (8 * (byte - place));
            }
        }
        Some(value)
    }
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
    placement: placement::Placement,
    mmx: bool,
    plain_comparisons: bool,
}

impl Program {
    /// Returns a type.
    pub fn ty(&self, id: TypeId) -> &Type {
        &self.types[id.0 as usize]
    }
    /// Returns all functions, defined and declared.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }
    /// Returns a function.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }
    /// Returns the function with this symbol.
    pub fn find_function(&self, symbol: &str) -> Option<FunctionId> {
        self.symbols.get(symbol).copied()
    }
    /// Returns the function at this address.
    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        self.addresses.get(&address).copied()
    }
    /// Returns the resolver of the `ifunc` at this address.
    pub fn resolver_at(&self, address: u64) -> Option<FunctionId> {
        self.resolvers.get(&address).copied()
    }
    /// Returns the roots of a pointer of a function.
    pub fn roots(&self, function: FunctionId, pointer: Operand) -> Roots {
        let registers = &self.function(function).roots;
        match pointer {
            Operand::Register(Register(index)) if index as usize >= registers.len() => {
                Roots::UNKNOWN
            }
            _ => Roots::operand(pointer, registers, &self.constants),
        }
    }
    /// Returns all global variables, by ascending address.
    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
    /// Returns the constant pool that [`Operand::Constant`] indexes.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }
    /// Replaces the operation of an instruction; returns the previous one.
    pub fn replace(&mut self, (function, pc): (FunctionId, u32), kind: Kind) -> Kind {
        let code = &mut self.functions[function.0 as usize].code;
        std::mem::replace(&mut code[pc as usize].kind, kind)
    }
    /// Replaces the initial scalars of a global variable; returns the previous ones.
    pub fn set_initial(
        &mut self,
        global: usize,
        initial: Option<Box<[Initial]>>,
    ) -> Option<Box<[Initial]>> {
        std::mem::replace(&mut self.globals[global].initial, initial)
    }
    /// Returns an operand for a constant, which is added to the pool unless it is there.
    pub fn add_constant(&mut self, constant: Constant) -> Operand {
        let known = self.constants.iter().position(|c| *c == constant);
        let index = known.unwrap_or_else(|| {
            self.constants.push(constant);
            self.constants.len() - 1
        });
        Operand::Constant(index as u32)
    }
    /// Adds a function without registering its symbol.
    pub fn push_function(&mut self, function: Function) -> FunctionId {
        self.functions.push(function);
        FunctionId(self.functions.len() as u32 - 1)
    }
    /// Removes the function added last.
    pub fn pop_function(&mut self) {
        self.functions.pop();
    }
    /// Returns the static constructors, in execution order.
    pub fn constructors(&self) -> &[FunctionId] {
        &self.constructors
    }
    /// Returns the target intrinsics that lowering has replaced by generic code.
    pub fn lowered(&self) -> &[String] {
        &self.lowered
    }
    /// Sets the target intrinsics that lowering has replaced by generic code.
    pub fn set_lowered(&mut self, intrinsics: Vec<String>) {
        self.lowered = intrinsics;
    }
    /// Whether some instruction works on MMX registers.
    pub fn has_mmx(&self) -> bool {
        self.mmx
    }
    /// Sets whether some instruction works on MMX registers.
    pub fn set_mmx(&mut self, mmx: bool) {
        self.mmx = mmx;
    }
    /// Whether floats are compared without `-frounding-math`: a compiler may merge such a
    /// comparison and a selection between its operands into one instruction, such as
    /// `minss`.
    pub fn has_plain_comparisons(&self) -> bool {
        self.plain_comparisons
    }
    /// Returns the static destructors, in execution order.
    pub fn destructors(&self) -> &[FunctionId] {
        &self.destructors
    }
    /// Returns a source position; `None` without debug info.
    pub fn location(&self, id: SpanId) -> Option<&Location> {
        self.spans.get(id.0 as usize)
    }
}
