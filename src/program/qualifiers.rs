//! Qualifiers of memory accesses: address space, memory order and volatility.

use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMTypeKind};

use term::Op;

use super::operator::{Predicate, Update};
use crate::llvm::Value;

/// An address space, with clang's numbers of OpenCL's address spaces for SPIR. Addresses of
/// all spaces are distinct; host programs use only the first one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AddressSpace(pub u32);

impl AddressSpace {
    /// Private memory of a work-item, and all memory of a host program.
    pub const PRIVATE: AddressSpace = AddressSpace(0);
    /// Memory of all work-items.
    pub const GLOBAL: AddressSpace = AddressSpace(1);
    /// Memory of all work-items that none of them writes.
    pub const CONSTANT: AddressSpace = AddressSpace(2);
    /// Local memory of a work-group.
    pub const LOCAL: AddressSpace = AddressSpace(3);
    /// Private, global or local memory, depending on the address.
    pub const GENERIC: AddressSpace = AddressSpace(4);

    /// Returns the address space of a pointer.
    pub(super) fn of(pointer: Value<'_>) -> AddressSpace {
        AddressSpace(pointer.ty().address_space())
    }
}

/// The memory order of an access (LLVM's atomic orderings).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Not atomic.
    #[default]
    Plain,
    /// Atomic without further order: `memory_order_relaxed`, or LLVM's `unordered`.
    Relaxed,
    /// `memory_order_acquire`, and `memory_order_consume`.
    Acquire,
    /// `memory_order_release`.
    Release,
    /// `memory_order_acq_rel`.
    AcquireRelease,
    /// `memory_order_seq_cst`.
    SequentiallyConsistent,
}

/// A kind of atomic update; several updates of one kind have the same final result in any
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Commuting {
    /// Sums and differences, modulo 2^w.
    Sum,
    /// Conjunctions.
    And,
    /// Disjunctions.
    Or,
    /// Exclusive disjunctions.
    Xor,
    /// Minimum or maximum of signed or unsigned integers, by the predicate.
    Extremum(Predicate),
}

impl Commuting {
    /// Returns the kind of an update, if it commutes. Sums of floats do not: they are
    /// rounded.
    pub(super) fn of(update: Update) -> Option<Commuting> {
        match update {
            Update::Integer(Op::Add | Op::Sub) => Some(Commuting::Sum),
            Update::Integer(Op::And) => Some(Commuting::And),
            Update::Integer(Op::Or) => Some(Commuting::Or),
            Update::Integer(Op::Xor) => Some(Commuting::Xor),
            Update::Extremum(predicate) => Some(Commuting::Extremum(predicate)),
            _ => None,
        }
    }
}

/// The qualifiers of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// Its memory order.
    pub order: Order,
    /// The address space of the pointer.
    pub space: AddressSpace,
    /// The kind of commuting update that it belongs to, if the old value is unused.
    pub commuting: Option<Commuting>,
    /// Whether it is volatile: others may change or observe the memory.
    pub volatile: bool,
    /// Whether it is atomic to accesses of its work-group only (`memory_scope_work_group`).
    pub within_group: bool,
}

impl Qualifiers {
    /// The qualifiers of accesses by models of functions: not atomic, through a generic
    /// pointer.
    pub const PLAIN: Qualifiers = Qualifiers {
        order: Order::Plain,
        space: AddressSpace::GENERIC,
        commuting: None,
        volatile: false,
        within_group: false,
    };

    /// Whether it is a volatile access of a host program. (In memory that work-items share,
    /// a volatile read is taken as a relaxed atomic one.)
    pub fn is_shared(self) -> bool {
        self.volatile && self.space == AddressSpace::PRIVATE
    }

    /// Returns the qualifiers of a load, store or atomic update through `pointer`.
    pub(super) fn of(instruction: Value<'_>, pointer: Value<'_>) -> Qualifiers {
        use LLVMAtomicOrdering::*;
        let order = match instruction.ordering() {
            LLVMAtomicOrderingNotAtomic if is_polled(instruction, pointer) => Order::Relaxed,
            LLVMAtomicOrderingNotAtomic => Order::Plain,
            LLVMAtomicOrderingUnordered | LLVMAtomicOrderingMonotonic => Order::Relaxed,
            LLVMAtomicOrderingAcquire => Order::Acquire,
            LLVMAtomicOrderingRelease => Order::Release,
            LLVMAtomicOrderingAcquireRelease => Order::AcquireRelease,
            LLVMAtomicOrderingSequentiallyConsistent => Order::SequentiallyConsistent,
        };
        Qualifiers {
            order,
            space: AddressSpace::of(pointer),
            commuting: None,
            volatile: instruction.is_volatile(),
            within_group: false,
        }
    }
}

/// Whether an instruction is a volatile load of a scalar from memory that work-items share.
/// OpenCL C 1.x has no atomic load: kernels read atomically updated memory through the
/// pointer to volatile that atomic functions take.
fn is_polled(instruction: Value<'_>, pointer: Value<'_>) -> bool {
    use inkwell::llvm_sys::LLVMOpcode::LLVMLoad;
    let shared = AddressSpace::of(pointer) != AddressSpace::PRIVATE;
    let scalar = matches!(
        instruction.ty().kind(),
        LLVMTypeKind::LLVMIntegerTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
    );
    shared && instruction.opcode() == LLVMLoad && instruction.is_volatile() && scalar
}
