//! Instructions.

use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::{
    LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind,
};

use super::{Block, Layout, Type, Value};

impl<'m> Value<'m> {
    /// The opcode of an instruction; `LLVMUserOp1`, which no instruction has, for other
    /// values.
    pub(crate) fn opcode(self) -> LLVMOpcode {
        match self.is_instruction() {
            // SAFETY: the value is an instruction.
            true => unsafe { LLVMGetInstructionOpcode(self.raw) },
            false => LLVMOpcode::LLVMUserOp1,
        }
    }

    /// The block that contains an instruction.
    pub(crate) fn block(self) -> Option<Block<'m>> {
        match self.is_instruction() {
            // SAFETY: the value is an instruction.
            true => Block::new(unsafe { LLVMGetInstructionParent(self.raw) }),
            false => None,
        }
    }

    /// The function that contains an instruction.
    pub(crate) fn function(self) -> Option<Value<'m>> {
        self.block()?.function()
    }

    /// The instruction after this one in its block.
    pub(crate) fn next(self) -> Option<Value<'m>> {
        self.block()?;
        // SAFETY: the value is an instruction in a block.
        Value::new(unsafe { LLVMGetNextInstruction(self.raw) })
    }

    /// The instruction before this one in its block.
    pub(crate) fn previous(self) -> Option<Value<'m>> {
        self.block()?;
        // SAFETY: the value is an instruction in a block.
        Value::new(unsafe { LLVMGetPreviousInstruction(self.raw) })
    }

    /// Whether it ends a block.
    pub(crate) fn is_terminator(self) -> bool {
        // SAFETY: any value may be asked for the terminator it is.
        unsafe { !LLVMIsATerminatorInst(self.raw).is_null() }
    }

    /// The blocks to which a terminator leads, in order.
    pub(crate) fn successors(self) -> Vec<Block<'m>> {
        if !self.is_terminator() {
            return Vec::new();
        }
        // SAFETY: the value is a terminator; successors are indexed below their count.
        unsafe {
            let count = LLVMGetNumSuccessors(self.raw);
            let successor = |index| Block::new(LLVMGetSuccessor(self.raw, index));
            (0..count).filter_map(successor).collect()
        }
    }

    /// The condition of a branch that has one.
    pub(crate) fn condition(self) -> Option<Value<'m>> {
        // SAFETY: only a branch is asked whether it has a condition.
        unsafe {
            (self.opcode() == LLVMOpcode::LLVMBr && LLVMIsConditional(self.raw) != 0)
                .then(|| Value::known(LLVMGetCondition(self.raw)))
        }
    }

    /// The values of a phi, each with the block that it comes from.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (Value<'m>, Block<'m>)> {
        let count = match self.opcode() {
            // SAFETY: the value is a phi.
            LLVMOpcode::LLVMPHI => unsafe { LLVMCountIncoming(self.raw) },
            _ => 0,
        };
        (0..count).map(move |index| {
            // SAFETY: the value is a phi, and has an entry at the index.
            unsafe {
                (
                    Value::known(LLVMGetIncomingValue(self.raw, index)),
                    Block::known(LLVMGetIncomingBlock(self.raw, index)),
                )
            }
        })
    }

    /// The value of a phi that comes from a block.
    pub(crate) fn incoming_from(self, block: Block<'m>) -> Option<Value<'m>> {
        let mut all = self.incoming();
        all.find(|(_, from)| *from == block).map(|(value, _)| value)
    }

    /// The predicate of an `icmp`.
    pub(crate) fn predicate(self) -> Option<LLVMIntPredicate> {
        // SAFETY: the value is a comparison of integers.
        (self.opcode() == LLVMOpcode::LLVMICmp).then(|| unsafe { LLVMGetICmpPredicate(self.raw) })
    }

    /// The outcomes for which an `fcmp` holds: a bit each for equal, greater, less and
    /// unordered, from the lowest bit on. Zero for other values.
    pub(crate) fn outcomes(self) -> u8 {
        match self.opcode() {
            // SAFETY: the value is a comparison of floats, whose predicates are numbered so.
            LLVMOpcode::LLVMFCmp => unsafe { LLVMGetFCmpPredicate(self.raw) as u8 },
            _ => 0,
        }
    }

    /// Whether an addition, subtraction, multiplication or left shift is undefined on signed
    /// overflow (`nsw`).
    pub(crate) fn is_nsw(self) -> bool {
        use LLVMOpcode::{LLVMAdd, LLVMMul, LLVMShl, LLVMSub};
        // SAFETY: the flag is read where there can be one.
        matches!(self.opcode(), LLVMAdd | LLVMSub | LLVMMul | LLVMShl)
            && unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    /// The fast-math flags, if the value can have some.
    pub(crate) fn fast_math(self) -> Option<u32> {
        // SAFETY: any value may be asked whether it can have the flags.
        unsafe {
            (self.is_instruction() && LLVMCanValueUseFastMathFlags(self.raw) != 0)
                .then(|| LLVMGetFastMathFlags(self.raw))
        }
    }

    /// The alignment in bytes of an access, a local variable or a global, as far as it is
    /// given; zero otherwise.
    pub(crate) fn alignment(self) -> u32 {
        use LLVMOpcode::{LLVMAlloca, LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        let has = self.is_function()
            || self.is_global_variable()
            || matches!(
                self.opcode(),
                LLVMAlloca | LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg
            );
        match has {
            // SAFETY: the value is of a kind that has an alignment.
            true => unsafe { LLVMGetAlignment(self.raw) },
            false => 0,
        }
    }

    /// Whether an access is volatile.
    pub(crate) fn is_volatile(self) -> bool {
        use LLVMOpcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        let accesses = matches!(
            self.opcode(),
            LLVMLoad | LLVMStore | LLVMAtomicRMW | LLVMAtomicCmpXchg
        );
        // SAFETY: the value is an access.
        accesses && unsafe { LLVMGetVolatile(self.raw) != 0 }
    }

    /// The memory order of an access; for a compare and exchange, of its success.
    pub(crate) fn ordering(self) -> LLVMAtomicOrdering {
        use LLVMOpcode::{LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
        // SAFETY: the order is asked of accesses.
        unsafe {
            match self.opcode() {
                LLVMAtomicCmpXchg => LLVMGetCmpXchgSuccessOrdering(self.raw),
                LLVMLoad | LLVMStore | LLVMAtomicRMW => LLVMGetOrdering(self.raw),
                _ => LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic,
            }
        }
    }

    /// Whether a compare and exchange may fail for no reason.
    pub(crate) fn is_weak(self) -> bool {
        // SAFETY: the value is a `cmpxchg`.
        self.opcode() == LLVMOpcode::LLVMAtomicCmpXchg && unsafe { LLVMGetWeak(self.raw) != 0 }
    }

    /// The operation of an `atomicrmw`.
    pub(crate) fn update(self) -> Option<LLVMAtomicRMWBinOp> {
        // SAFETY: the value is an `atomicrmw`.
        (self.opcode() == LLVMOpcode::LLVMAtomicRMW)
            .then(|| unsafe { LLVMGetAtomicRMWBinOp(self.raw) })
    }

    /// The type that an `alloca` allocates.
    pub(crate) fn allocated(self) -> Option<Type<'m>> {
        // SAFETY: the value is an `alloca`.
        (self.opcode() == LLVMOpcode::LLVMAlloca)
            .then(|| Type::known(unsafe { LLVMGetAllocatedType(self.raw) }))
    }

    /// The type from which a `getelementptr`, an instruction or a constant expression, starts.
    pub(crate) fn source_element(self) -> Option<Type<'m>> {
        // SAFETY: the value is a `getelementptr`.
        self.is_address()
            .then(|| Type::known(unsafe { LLVMGetGEPSourceElementType(self.raw) }))
    }

    /// Whether it is a `getelementptr`, an instruction or a constant expression.
    pub(crate) fn is_address(self) -> bool {
        let address = LLVMOpcode::LLVMGetElementPtr;
        self.opcode() == address || self.constant_opcode() == Some(address)
    }

    /// The offset in bytes that a `getelementptr` adds, if it is constant.
    pub(crate) fn constant_offset(self, layout: Layout<'m>) -> Option<i64> {
        let mut ty = self.source_element()?;
        let mut total: i64 = 0;
        for (position, index) in self.operands().skip(1).enumerate() {
            let index = index.signed()?;
            let step = if position > 0 && ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index).ok()?;
                let offset = layout.offset(ty, field);
                ty = ty.field(field)?;
                offset as i64
            } else {
                if position > 0 {
                    ty = ty.element()?;
                }
                index.checked_mul(layout.size(ty) as i64)?
            };
            total = total.checked_add(step)?;
        }
        Some(total)
    }

    /// The lanes that a `shufflevector`, an instruction or a constant expression, takes from
    /// both vectors; `None` for an undefined lane.
    pub(crate) fn mask(self) -> Vec<Option<u32>> {
        let shuffle = LLVMOpcode::LLVMShuffleVector;
        if self.opcode() != shuffle && self.constant_opcode() != Some(shuffle) {
            return Vec::new();
        }
        // SAFETY: the value is a shuffle; elements are indexed below their count.
        unsafe {
            let lane = |index| u32::try_from(LLVMGetMaskValue(self.raw, index)).ok();
            (0..LLVMGetNumMaskElements(self.raw)).map(lane).collect()
        }
    }

    /// The indices of an `extractvalue` or `insertvalue`.
    pub(crate) fn path(self) -> Vec<u32> {
        use LLVMOpcode::{LLVMExtractValue, LLVMInsertValue};
        if !matches!(self.opcode(), LLVMExtractValue | LLVMInsertValue) {
            return Vec::new();
        }
        // SAFETY: the value has an index list of the returned length.
        unsafe {
            let count = LLVMGetNumIndices(self.raw) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.raw), count).to_vec()
        }
    }

    /// The clauses of a `landingpad`.
    pub(crate) fn clauses(self) -> Vec<Value<'m>> {
        if self.opcode() != LLVMOpcode::LLVMLandingPad {
            return Vec::new();
        }
        // SAFETY: the value is a `landingpad`; clauses are indexed below their count.
        unsafe {
            let clause = |index| Value::known(LLVMGetClause(self.raw, index));
            (0..LLVMGetNumClauses(self.raw)).map(clause).collect()
        }
    }

    /// Whether a `landingpad` is entered for every exception.
    pub(crate) fn is_cleanup(self) -> bool {
        // SAFETY: the value is a `landingpad`.
        self.opcode() == LLVMOpcode::LLVMLandingPad && unsafe { LLVMIsCleanup(self.raw) != 0 }
    }

    /// Whether an instruction shifts a scalar by an amount that is not a constant below its
    /// width. Vector code shifts by any amount and masks the result (`docs/decisions/0008`).
    pub(crate) fn may_shift_too_far(self) -> bool {
        use LLVMOpcode::{LLVMAShr, LLVMLShr, LLVMShl};
        if !matches!(self.opcode(), LLVMShl | LLVMLShr | LLVMAShr) {
            return false;
        }
        let amount = || self.operand(1).unsigned();
        self.ty()
            .width()
            .is_some_and(|width| amount().is_none_or(|amount| amount >= u64::from(width)))
    }
}
