//! The catalogue of decoded instructions, by family.
//!
//! Invariant: every operand refers to an existing register or constant, and every edge to
//! an existing block of the same function.

use std::sync::Arc;

use term::{Format, Op, Outcomes};

use super::operator::{Cast, FastMath, Predicate, Update};
use super::qualifiers::Qualifiers;
use super::span::SpanId;
use super::types::{Scalar, TypeId};

/// A virtual register of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register(pub u32);

/// A register or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register of the current frame.
    Register(Register),
    /// An index into the program's constant pool.
    Constant(u32),
}

/// A function's index in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub u32);

/// A variable part of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// The index, a signed integer.
    pub operand: Operand,
    /// Its width in bits.
    pub bits: u8,
    /// Bytes per unit.
    pub scale: u64,
}

/// A control-flow edge with its phi moves, which happen simultaneously.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// The index of the target block.
    pub target: u32,
    /// Each phi's register and incoming operand.
    pub moves: Box<[(Register, Operand)]>,
}

/// The callee of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function of the program, defined or declared.
    Function(FunctionId),
    /// The function at an address.
    Pointer(Operand),
}

/// A `byval` argument: the address of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByValue {
    /// The index of the argument.
    pub index: u32,
    /// The type of the copy.
    pub ty: TypeId,
    /// The alignment of the copy in bytes; its type may have a smaller one.
    pub align: u64,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// Actual arguments in order.
    pub arguments: Box<[Operand]>,
    /// Their types.
    pub types: Box<[TypeId]>,
    /// `byval` arguments, passed as copies.
    pub by_value: Box<[ByValue]>,
    /// Type of the result.
    pub result: TypeId,
    /// Fast-math flags of a float intrinsic.
    pub fast: FastMath,
    /// Whether the result has no uses.
    pub unused: bool,
    /// The unwind edge, if this is an `invoke`.
    pub unwind: Option<Box<Edge>>,
}

/// A clause of a landing pad: the exceptions that it catches.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// Objects of the type with this `typeinfo`, or any if the address is null.
    Catch(Operand),
    /// Objects of all types but those in this array of `typeinfo` addresses.
    Filter(Operand),
}

/// An instruction's operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// These values unchanged, as a structure if there are several; `None` is undefined.
    /// Decoded from assembly without instructions.
    Values(Box<[Option<Operand>]>),
    /// Integer arithmetic, lane by lane; `op` is `Add` … `AShr`.
    Integer {
        /// The term operator.
        op: Op,
        /// Lane width in bits.
        bits: u8,
        /// Whether some operands are undefined in the source: those with signed overflow
        /// (`nsw`), whose result wraps, and shifts by the width or more (metadata
        /// `simdiff.checked`).
        checked: bool,
        /// Operands.
        args: [Operand; 2],
    },
    /// Integer or pointer comparison, lane by lane.
    Compare {
        /// The predicate.
        predicate: Predicate,
        /// Lane width in bits.
        bits: u8,
        /// Operands.
        args: [Operand; 2],
    },
    /// Float arithmetic, lane by lane; `op` is `FAdd` … `FRem`.
    Float {
        /// The term operator.
        op: Op,
        /// Format of operands and result.
        format: Format,
        /// Flags that allow other results.
        fast: FastMath,
        /// Operands.
        args: [Operand; 2],
    },
    /// Float negation: the sign bit flipped, lane by lane.
    Negate {
        /// Format of operand and result.
        format: Format,
        /// Flags that allow other results.
        fast: FastMath,
        /// Operand.
        arg: Operand,
    },
    /// Float comparison, lane by lane.
    FloatCompare {
        /// Format of the operands.
        format: Format,
        /// Outcomes that give true.
        outcomes: Outcomes,
        /// Flags that allow other results.
        fast: FastMath,
        /// Operands.
        args: [Operand; 2],
    },
    /// A conversion, lane by lane.
    Cast {
        /// The kind of conversion.
        cast: Cast,
        /// Lane type of the operand.
        from: Scalar,
        /// Lane type of the result.
        to: Scalar,
        /// Whether the source performs this conversion to an integer, which is undefined if
        /// the integer type cannot represent the number (metadata `simdiff.checked`).
        checked: bool,
        /// Whether LLVM made it to put a member of a structure into a register with others, or
        /// to take it out.
        packs: bool,
        /// Operand.
        arg: Operand,
    },
    /// The same bits in another scalar or vector type.
    Bitcast {
        /// Type of the operand.
        from: TypeId,
        /// Type of the result.
        to: TypeId,
        /// Operand.
        arg: Operand,
    },
    /// Selection by a one-bit condition or by a vector of them.
    Select {
        /// Type of the result.
        ty: TypeId,
        /// Flags that allow other results.
        fast: FastMath,
        /// Condition, value if set, value if clear.
        args: [Operand; 3],
    },
    /// Replacement of undefined lanes by definite values.
    Freeze {
        /// Type of operand and result.
        ty: TypeId,
        /// Operand.
        arg: Operand,
    },
    /// A lane of a vector.
    ExtractElement {
        /// Type of the vector.
        vector: TypeId,
        /// Width of the index in bits.
        index_bits: u8,
        /// Vector and index.
        args: [Operand; 2],
    },
    /// A vector with one lane replaced.
    InsertElement {
        /// Type of the vector.
        vector: TypeId,
        /// Width of the index in bits.
        index_bits: u8,
        /// Vector, new lane and index.
        args: [Operand; 3],
    },
    /// Lanes of two vectors selected by a constant mask.
    Shuffle {
        /// Type of the operands.
        vector: TypeId,
        /// For each result lane: its lane in the concatenated operands, `None`
        /// for poison.
        mask: Box<[Option<u32>]>,
        /// Operands.
        args: [Operand; 2],
    },
    /// A member of an aggregate.
    ExtractValue {
        /// Path to the member.
        path: Box<[u32]>,
        /// Operand.
        arg: Operand,
    },
    /// An aggregate with one member replaced.
    InsertValue {
        /// Path to the member.
        path: Box<[u32]>,
        /// Aggregate and new member.
        args: [Operand; 2],
    },
    /// Address arithmetic (`getelementptr`).
    Address {
        /// The base address.
        base: Operand,
        /// Constant part of the offset in bytes.
        offset: i64,
        /// Variable parts of the offset.
        indices: Box<[Index]>,
        /// Number of lanes; `None` for a scalar address.
        lanes: Option<u32>,
    },
    /// Read from memory.
    Load {
        /// Type of the value.
        ty: TypeId,
        /// Whether the load was hoisted out of a branch (metadata `simdiff.speculative`);
        /// it may then be out of bounds, with an undetermined value.
        speculative: bool,
        /// Whether some use keeps only part of its bits, as for a bit-field: undefined
        /// other bits are then harmless.
        masked: bool,
        /// Promised alignment in bytes.
        align: u32,
        /// Its qualifiers.
        qualifiers: Qualifiers,
        /// Address.
        address: Operand,
    },
    /// Write to memory.
    Store {
        /// Type of the value.
        ty: TypeId,
        /// Promised alignment in bytes.
        align: u32,
        /// Its qualifiers.
        qualifiers: Qualifiers,
        /// Address.
        address: Operand,
        /// Value.
        value: Operand,
    },
    /// A stack object.
    Alloca {
        /// Type of one element.
        ty: TypeId,
        /// Number of elements.
        count: Operand,
        /// Alignment in bytes.
        align: u64,
        /// Its name in reports: that of its register, if it has one.
        name: Arc<str>,
    },
    /// Compare and exchange; the result is the old value and a success bit.
    CompareExchange {
        /// Type of the value.
        ty: TypeId,
        /// Its qualifiers.
        qualifiers: Qualifiers,
        /// Whether it may fail for no reason, and this would make a difference.
        may_fail: bool,
        /// Address, expected and new value.
        args: [Operand; 3],
    },
    /// Read, combine and write; the result is the old value.
    ReadModifyWrite {
        /// How the old value and the operand are combined.
        update: Update,
        /// Type of the value.
        ty: TypeId,
        /// Its qualifiers.
        qualifiers: Qualifiers,
        /// Address and operand.
        args: [Operand; 2],
    },
    /// Query for the capabilities of the processor: `cpuid` or, without a leaf, `xgetbv`.
    Identify {
        /// The leaf, in eax.
        leaf: Option<Operand>,
        /// The subleaf or register index, in ecx.
        index: Option<Operand>,
        /// The registers that make the result: 0 is eax, 1 ebx, 2 ecx, 3 edx.
        outputs: Box<[u8]>,
    },
    /// A call.
    Call(Box<Call>),
    /// The start of a landing pad; unwinding has already set its result.
    LandingPad {
        /// Whether it has a cleanup that runs even if no clause matches.
        cleanup: bool,
        /// Its clauses in order.
        clauses: Box<[Clause]>,
    },
    /// Continues unwinding with the pair that a landing pad returned.
    Resume(Operand),
    /// An instruction without effect.
    Nothing,
    /// Unconditional branch.
    Jump(Box<Edge>),
    /// Branch on a one-bit condition.
    Branch {
        /// Condition.
        condition: Operand,
        /// Edges if set and if clear.
        edges: Box<[Edge; 2]>,
    },
    /// Branch on an integer.
    Switch {
        /// Width of the value in bits.
        bits: u8,
        /// The value.
        value: Operand,
        /// Cases in order: value and edge.
        cases: Box<[(u128, Edge)]>,
        /// Edge for all other values.
        default: Box<Edge>,
    },
    /// Branch to a label's address (`goto *p`).
    IndirectBranch {
        /// The address.
        address: Operand,
        /// The possible targets: label address and edge.
        targets: Box<[(u64, Edge)]>,
    },
    /// Return to the caller.
    Return(Option<Operand>),
    /// A point that must not be reached.
    Unreachable,
    /// An operation without semantics here; a path that reaches it stops.
    Unsupported(Box<str>),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// Its source position.
    pub span: SpanId,
    /// The register that it defines, if any.
    pub result: Option<Register>,
    /// Its operation.
    pub kind: Kind,
}
