//! How memory is accessed: in which address space, and in which order with accesses
//! of other threads.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMTypeKind};

use term::Op;

use super::operator::{Predicate, Update};
use super::raw::{self, opcode};

/// An address space, numbered as clang numbers those of OpenCL for SPIR. Addresses of
/// all spaces are distinct; host programs have the first one only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AddressSpace(pub u32);

impl AddressSpace {
    /// A work-item's own memory; all memory of a host program.
    pub const PRIVATE: AddressSpace = AddressSpace(0);
    /// Memory of all work-items.
    pub const GLOBAL: AddressSpace = AddressSpace(1);
    /// Memory of all work-items that none writes.
    pub const CONSTANT: AddressSpace = AddressSpace(2);
    /// Memory of a work-group.
    pub const LOCAL: AddressSpace = AddressSpace(3);
    /// Private, global or local, as the address says.
    pub const GENERIC: AddressSpace = AddressSpace(4);

    /// That of a pointer.
    pub(super) fn of(pointer: LLVMValueRef) -> AddressSpace {
        // SAFETY: a pointer of the live module.
        AddressSpace(unsafe { LLVMGetPointerAddressSpace(raw::type_of(pointer)) })
    }
}

/// Which order an access has with those of other threads (LLVM's atomic orderings).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// None: it is not atomic.
    #[default]
    Plain,
    /// Atomic, and no more than that: `memory_order_relaxed`, or LLVM's `unordered`.
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

/// A kind of atomic update of which several leave the same behind in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Commuting {
    /// Sums and differences, which wrap around.
    Sum,
    /// Conjunctions.
    And,
    /// Disjunctions.
    Or,
    /// Exclusive disjunctions.
    Xor,
    /// The least or the greatest of signed or unsigned integers, as the predicate says.
    Extremum(Predicate),
}

impl Commuting {
    /// The kind of an update; sums of floats are rounded, and so depend on their order.
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

/// How an access is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Qualifiers {
    /// Its order with those of other threads.
    pub order: Order,
    /// The address space of the pointer.
    pub space: AddressSpace,
    /// It belongs to an update of this kind whose old value nobody uses.
    pub commuting: Option<Commuting>,
    /// Whether what is accessed may change, or be looked at, beside the program.
    pub volatile: bool,
}

impl Qualifiers {
    /// Not atomic, by a pointer that may point anywhere: what models of functions do.
    pub const PLAIN: Qualifiers = Qualifiers {
        order: Order::Plain,
        space: AddressSpace::GENERIC,
        commuting: None,
        volatile: false,
    };

    /// Whether a host accesses what others may change. (In what work-items share, a
    /// volatile access is one of an order of its own.)
    pub fn is_shared(self) -> bool {
        self.volatile && self.space == AddressSpace::PRIVATE
    }

    /// Those of a load, a store or an atomic update through a pointer.
    pub(super) fn of(instruction: LLVMValueRef, pointer: LLVMValueRef) -> Qualifiers {
        use LLVMAtomicOrdering::*;
        use inkwell::llvm_sys::LLVMOpcode::LLVMAtomicCmpXchg;
        // SAFETY: the value is an instruction that accesses memory.
        let ordering = unsafe {
            match opcode(instruction) {
                LLVMAtomicCmpXchg => LLVMGetCmpXchgSuccessOrdering(instruction),
                _ => LLVMGetOrdering(instruction),
            }
        };
        let order = match ordering {
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
            // SAFETY: the value is an instruction that accesses memory.
            volatile: unsafe { LLVMGetVolatile(instruction) != 0 },
        }
    }
}

/// Whether a volatile scalar in memory that items share is read. OpenCL C 1.x has no
/// atomic load: kernels read what they update atomically through the pointer to volatile
/// that atomic functions take.
fn is_polled(instruction: LLVMValueRef, pointer: LLVMValueRef) -> bool {
    use inkwell::llvm_sys::LLVMOpcode::LLVMLoad;
    let shared = AddressSpace::of(pointer) != AddressSpace::PRIVATE;
    // SAFETY: the value is an instruction that accesses memory; types are alive.
    shared
        && opcode(instruction) == LLVMLoad
        && unsafe {
            LLVMGetVolatile(instruction) != 0
                && matches!(
                    LLVMGetTypeKind(LLVMTypeOf(instruction)),
                    LLVMTypeKind::LLVMIntegerTypeKind
                        | LLVMTypeKind::LLVMFloatTypeKind
                        | LLVMTypeKind::LLVMDoubleTypeKind
                )
        }
}
