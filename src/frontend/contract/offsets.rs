//! Integers and pointer offsets as polynomials.

use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, LLVMValueKind};

use super::entries::largest;
use super::extent::Analysis;
use super::poly::{Poly, Symbol};
use crate::budgets::contract::OFFSET_DEPTH;
use crate::llvm::Value;

impl<'m> Analysis<'m> {
    /// The offset in bytes of a pointer from its argument.
    pub(super) fn pointer(&mut self, value: Value<'m>) -> Option<Poly> {
        if self.arguments.contains_key(&value) {
            return Some(Poly::default());
        }
        if value.kind() != LLVMValueKind::LLVMInstructionValueKind {
            return None;
        }
        match value.opcode() {
            LLVMOpcode::LLVMPHI => Some(self.loop_symbol(value)),
            LLVMOpcode::LLVMFreeze => self.value(value.operand(0)),
            LLVMOpcode::LLVMGetElementPtr => {
                let base = self.value(value.operand(0))?;
                base.add(&self.step(value)?)
            }
            _ => None,
        }
    }

    /// The number of bytes that a `getelementptr` adds.
    pub(super) fn step(&mut self, gep: Value<'m>) -> Option<Poly> {
        let mut ty = gep.source_element()?;
        let mut total = Poly::default();
        for (position, index) in gep.operands().skip(1).enumerate() {
            let index = self.value(index)?;
            if position > 0 && ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = u32::try_from(index.as_constant()?).ok()?;
                let offset = self.layout.offset(ty, field);
                total = total.add(&Poly::constant(offset as i64))?;
                ty = ty.field(field)?;
                continue;
            }
            if position > 0 {
                ty = ty.element()?;
            }
            let size = self.layout.size(ty);
            total = total.add(&index.scale(i64::try_from(size).ok()?, 1)?)?;
        }
        Some(total)
    }

    /// An integer, or an upper bound on it.
    pub(super) fn integer(&mut self, value: Value<'m>) -> Option<Poly> {
        if let Some(constant) = value.signed() {
            let width = value.ty().width()?;
            return (width <= 64).then(|| Poly::constant(constant));
        }
        if let Some(index) = self.arguments.get(&value) {
            return Some(Poly::symbol(Symbol::Argument(*index)));
        }
        if value.kind() != LLVMValueKind::LLVMInstructionValueKind {
            return None;
        }
        let opcode = value.opcode();
        if opcode == LLVMOpcode::LLVMPHI {
            return Some(self.loop_symbol(value));
        }
        if let Some((operands, least)) = extreme(value) {
            return self.either(operands, least);
        }
        let binary = value.operand_count() == 2;
        if opcode == LLVMOpcode::LLVMAnd {
            return self.masked(value);
        }
        if let Some(most) = self.most(value).or_else(|| largest(value)) {
            return Some(Poly::constant(most));
        }
        let left = match opcode {
            LLVMOpcode::LLVMZExt => {
                let inner = value.operand(0);
                let width = inner.ty().width();
                let width = width.unwrap_or(u32::MAX);
                // A byte from memory is at most 255.
                let most = (width <= 16).then(|| Poly::constant((1 << width) - 1));
                return self.value(inner).or(most);
            }
            LLVMOpcode::LLVMSExt | LLVMOpcode::LLVMTrunc | LLVMOpcode::LLVMFreeze => {
                return self.value(value.operand(0));
            }
            _ if binary => self.value(value.operand(0))?,
            _ => return None,
        };
        let right = self.value(value.operand(1))?;
        let constant = right.as_constant();
        let power = |k: i64| (0..62).contains(&k).then(|| 1i64 << k);
        match opcode {
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMOr => left.add(&right),
            LLVMOpcode::LLVMSub => left.sub(&right),
            LLVMOpcode::LLVMMul => left.mul(&right),
            LLVMOpcode::LLVMShl => left.scale(power(constant?)?, 1),
            LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMUDiv => {
                left.scale(1, constant.filter(|c| *c > 0)?)
            }
            LLVMOpcode::LLVMAShr | LLVMOpcode::LLVMLShr => left.scale(1, power(constant?)?),
            _ => None,
        }
    }

    /// An upper bound on the smaller (`least`) or larger of two values: of `max(n, 0)` that is `n`,
    /// of `min(n, capacity)` the one that is a length of the buffer, and of an index `min(k, 63)`
    /// the constant.
    fn either(&mut self, operands: [Value<'m>; 2], least: bool) -> Option<Poly> {
        let (a, b) = match operands.map(|operand| self.value(operand)) {
            [Some(a), Some(b)] => (a, b),
            // `min(x, 63)` of a value that is not known.
            [Some(one), None] | [None, Some(one)] if least && one.as_constant().is_some() => {
                return Some(one);
            }
            _ => return None,
        };
        if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
            return Some(Poly::constant(if least { x.min(y) } else { x.max(y) }));
        }
        let belongs = |poly: &Poly| {
            let buffer = self.buffer;
            buffer.is_some_and(|buffer| self.lengths.belongs(poly, buffer))
        };
        let is_index = |poly: &Poly| least && !self.counts && !self.lengths.tells(poly);
        match (a.as_constant(), b.as_constant()) {
            (Some(_), None) => Some(if is_index(&b) { a } else { b }),
            (None, Some(_)) => Some(if is_index(&a) { b } else { a }),
            _ => match (belongs(&a), belongs(&b)) {
                (true, false) => Some(a),
                (false, true) => Some(b),
                _ => None,
            },
        }
    }

    /// An upper bound on a masked value: `n` for `n & ~3`, 15 for `x & 15`.
    pub(super) fn masked(&mut self, and: Value<'m>) -> Option<Poly> {
        /// A mask from this value on aligns, and bounds no index.
        const WIDE: i64 = 1 << 20;
        let mask = self.value(and.operand(1))?;
        match mask.as_constant()? {
            0..WIDE => Some(mask),
            _ => self.value(and.operand(0)),
        }
    }

    /// The largest result of an operation with few possible results, for any operand: a
    /// table index such as `phase >> 24` or `x % 10`.
    fn most(&mut self, operation: Value<'m>) -> Option<i64> {
        /// A right shift by at least this distance makes a table index; a shorter one may
        /// count blocks of elements.
        const FAR: i64 = 8;
        /// The largest width in bits of a table index.
        const INDEX: i64 = 12;
        let opcode = operation.opcode();
        let is_remainder = matches!(opcode, LLVMOpcode::LLVMURem | LLVMOpcode::LLVMSRem);
        if opcode != LLVMOpcode::LLVMLShr && !is_remainder {
            return None;
        }
        let right = self.value(operation.operand(1))?.as_constant()?;
        if is_remainder {
            return (1..=1 << INDEX).contains(&right).then(|| right - 1);
        }
        let left = i64::from(operation.ty().width()?) - right;
        (right >= FAR && (1..=INDEX).contains(&left)).then(|| (1 << left) - 1)
    }

    pub(super) fn loop_symbol(&mut self, phi: Value<'m>) -> Poly {
        Poly::symbol(self.symbol(phi))
    }

    /// The symbol of a phi.
    pub(super) fn symbol(&mut self, phi: Value<'m>) -> Symbol {
        let known = self.loops.iter().position(|p| *p == phi);
        Symbol::Loop(known.unwrap_or_else(|| {
            self.loops.push(phi);
            self.loops.len() - 1
        }))
    }

    /// An integer, or a pointer's offset.
    pub(super) fn value(&mut self, value: Value<'m>) -> Option<Poly> {
        if self.depth > OFFSET_DEPTH {
            return None;
        }
        self.depth += 1;
        let poly = match value.ty().kind() {
            LLVMTypeKind::LLVMPointerTypeKind => self.pointer(value),
            LLVMTypeKind::LLVMIntegerTypeKind => self.integer(value),
            _ => None,
        };
        self.depth -= 1;
        poly
    }
}

/// The operands of which a value is the smaller or the larger one, and whether it is the smaller.
fn extreme(value: Value<'_>) -> Option<([Value<'_>; 2], bool)> {
    use LLVMIntPredicate::*;
    match value.opcode() {
        LLVMOpcode::LLVMCall => {
            let name = value.callee_name();
            let is = |kinds: [&str; 2]| {
                name.starts_with("llvm.") && kinds.iter().any(|kind| name.contains(kind))
            };
            let least = is(["smin.", "umin."]);
            let operands = || [0, 1].map(|at| value.operand(at));
            (least || is(["smax.", "umax."])).then(|| (operands(), least))
        }
        LLVMOpcode::LLVMSelect => {
            let compared = value.operand(0);
            let is_less = match compared.predicate()? {
                LLVMIntSLT | LLVMIntULT | LLVMIntSLE | LLVMIntULE => true,
                LLVMIntSGT | LLVMIntUGT | LLVMIntSGE | LLVMIntUGE => false,
                _ => return None,
            };
            let chosen = [value.operand(1), value.operand(2)];
            let [x, y] = [0, 1].map(|at| compared.operand(at));
            if chosen == [x, y] {
                Some((chosen, is_less))
            } else {
                (chosen == [y, x]).then_some((chosen, !is_less))
            }
        }
        _ => None,
    }
}
