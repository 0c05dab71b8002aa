//! Follows a pointer argument to the accesses through it.

use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::Walk;
use crate::frontend::moved::MOVED;
use crate::guard;
use crate::llvm::{Type, Value};

/// The position of a pointer in the buffer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    /// The offset in bytes; `None` if it is not known.
    offset: Option<i64>,
    /// The object in the buffer that it does not leave: the offset in bytes and the size of a
    /// structure of which it points to a member, or of an array of which it points to an element.
    within: Option<(i64, u64)>,
}

impl Spot {
    /// The start of the buffer.
    pub const START: Spot = Spot {
        offset: Some(0),
        within: None,
    };

    /// An unknown position in the same object.
    fn anywhere(self) -> Spot {
        Spot {
            offset: None,
            ..self
        }
    }
}

impl<'m> Walk<'_, 'm> {
    /// Follows a pointer into the buffer.
    pub(super) fn pointer(&mut self, pointer: Value<'m>, spot: Spot) {
        // A pointer that advances in a loop has ever larger offsets.
        let offset = spot.offset.filter(|o| (0..1 << 32).contains(o));
        let spot = Spot { offset, ..spot };
        if self.seen.contains(&(pointer, spot.anywhere())) || !self.seen.insert((pointer, spot)) {
            return;
        }
        for user in pointer.users() {
            if user.kind() != LLVMValueKind::LLVMInstructionValueKind {
                self.constant(user);
                continue;
            }
            if !user
                .function()
                .is_some_and(|function| (self.counts)(function))
            {
                continue;
            }
            match user.opcode() {
                LLVMOpcode::LLVMLoad => {
                    self.usage.reads = true;
                    self.access(spot, user.ty());
                }
                LLVMOpcode::LLVMStore if user.operand(1) == pointer => {
                    let stored = user.operand(0);
                    if stored == pointer {
                        self.usage.unknown();
                    }
                    self.usage.writes = true;
                    self.access(spot, stored.ty());
                }
                LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg
                    if user.operand(1) != pointer =>
                {
                    self.usage.reads = true;
                    self.usage.writes = true;
                    self.access(spot, user.operand(1).ty());
                }
                LLVMOpcode::LLVMGetElementPtr => {
                    let module = self.module;
                    let step = module.and_then(|module| user.constant_offset(module.layout()));
                    let offset = offset.zip(step).and_then(|(a, b)| a.checked_add(b));
                    let within = spot.within.or_else(|| self.within(user, spot));
                    self.pointer(user, Spot { offset, within });
                }
                LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMAddrSpaceCast
                | LLVMOpcode::LLVMFreeze
                | LLVMOpcode::LLVMSelect => self.pointer(user, spot),
                LLVMOpcode::LLVMPHI => self.pointer(user, spot.anywhere()),
                LLVMOpcode::LLVMICmp => {}
                LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => {
                    self.call(user, pointer, spot);
                }
                _ => self.usage.unknown(),
            }
        }
    }

    /// Follows a pointer into a constant that contains it.
    fn constant(&mut self, user: Value<'m>) {
        use LLVMValueKind::*;
        match user.kind() {
            LLVMConstantExprValueKind
            | LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind => self.pointer(user, Spot::default()),
            // Lists of symbols that the compiler must keep.
            LLVMGlobalVariableValueKind
                if matches!(&*user.name(), "llvm.used" | "llvm.compiler.used") => {}
            _ => self.usage.unknown(),
        }
    }

    /// The object that an address in it does not leave, as `c->buf[k]` stays in `*c`. A last
    /// member of one element at most may be the start of more.
    fn within(&self, gep: Value<'m>, spot: Spot) -> Option<(i64, u64)> {
        let layout = self.module?.layout();
        let ty = gep.source_element()?;
        let is_open =
            |ty: Type<'m>| ty.kind() == LLVMTypeKind::LLVMArrayTypeKind && ty.length() <= 1;
        let is_object = match ty.kind() {
            LLVMTypeKind::LLVMArrayTypeKind => !is_open(ty),
            LLVMTypeKind::LLVMStructTypeKind => {
                let last = ty
                    .field_count()
                    .checked_sub(1)
                    .and_then(|last| ty.field(last));
                last.is_some_and(|last| !is_open(last))
            }
            _ => false,
        };
        let inside = gep.operand_count() > 2 && gep.operand(1).unsigned() == Some(0);
        (is_object && inside).then_some((spot.offset?, layout.size(ty)))
    }

    fn access(&mut self, spot: Spot, ty: Type<'m>) {
        let size = self.module.map(|module| module.layout().store_size(ty));
        self.reach(spot, size);
    }

    fn reach(&mut self, spot: Spot, size: Option<u64>) {
        let (offset, size) = match (spot.offset, size, spot.within) {
            (Some(offset), Some(size), _) => (Some(offset), Some(size)),
            (_, _, Some((offset, size))) => (Some(offset), Some(size)),
            (offset, size, None) => (offset, size),
        };
        match (offset, size) {
            (Some(offset), Some(size)) => {
                self.usage.extent = self.usage.extent.max((offset as u64).saturating_add(size));
            }
            _ => self.usage.dynamic = true,
        }
    }

    fn call(&mut self, call: Value<'m>, pointer: Value<'m>, spot: Spot) {
        let callee = call.callee().filter(|callee| callee.is_function());
        let Some(callee) = callee.filter(|callee| *callee != pointer) else {
            return self.usage.unknown();
        };
        let name = callee.name();
        let [read, write] = [guard::READ, guard::WRITE].map(|guard| guard::is(&name, guard));
        if read || write {
            self.usage.reads |= read;
            self.usage.writes |= write;
            return self.reach(spot, call.operand(2).unsigned());
        }
        for index in 0..call.argument_count() {
            if call.operand(index) != pointer {
                continue;
            }
            let parameter = callee.parameter(index);
            if let Some(parameter) = parameter.filter(|_| !callee.is_declaration()) {
                // A recursive call may pass on ever larger offsets.
                let spot = match self.entered.contains(&callee) {
                    true => spot.anywhere(),
                    false => spot,
                };
                self.entered.push(callee);
                self.pointer(parameter, spot);
                self.entered.pop();
            } else if !self.intrinsic(call, &name, index, spot) {
                self.declared(callee, index);
            }
        }
    }

    /// Records the uses by intrinsics with a known effect on memory; false for other
    /// functions.
    fn intrinsic(&mut self, call: Value<'m>, name: &str, index: u32, spot: Spot) -> bool {
        const SILENT: [&str; 5] = [
            MOVED,
            "llvm.lifetime.",
            "llvm.dbg.",
            "llvm.assume",
            "llvm.prefetch",
        ];
        if SILENT.iter().any(|prefix| name.starts_with(prefix)) {
            return true;
        }
        if name.starts_with("llvm.threadlocal.address") {
            self.pointer(call, spot);
            return true;
        }
        let copies = ["llvm.memcpy.", "llvm.memmove."]
            .iter()
            .any(|p| name.starts_with(p));
        if !copies && !name.starts_with("llvm.memset.") {
            return false;
        }
        let size = call.operand(2).unsigned();
        self.usage.writes |= index == 0;
        self.usage.reads |= copies && index == 1;
        self.reach(spot, size);
        true
    }

    /// Records the uses by a function without a body, as far as its attributes tell.
    fn declared(&mut self, callee: Value<'m>, index: u32) {
        let has = |name: &str| callee.attribute(Some(index), name).is_some();
        // Bit 1 of the effects is that arguments' memory is written.
        let effects = callee.attribute(None, "memory");
        let harmless = effects.is_some_and(|effects| effects & 2 == 0);
        self.usage.dynamic = true;
        self.usage.reads |= !has("writeonly") && !has("readnone");
        self.usage.writes |= !has("readonly") && !has("readnone") && !harmless;
    }
}
