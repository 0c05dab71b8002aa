//! Addresses that `getelementptr` computes, as offsets and scaled indices.

use inkwell::llvm_sys::LLVMTypeKind;

use super::constant::Evaluated;
use super::decode::Decoder;
use crate::llvm::Value;

impl<'m> Decoder<'m> {
    /// Returns the constant byte offset of a `getelementptr`, and its variable indices with
    /// their scales in bytes.
    pub(super) fn address_parts(
        &mut self,
        value: Value<'m>,
    ) -> Evaluated<(i64, Vec<(Value<'m>, u64)>)> {
        let start = value.source_element();
        let mut ty = start.ok_or_else(|| format!("address {}", value.print()))?;
        let mut offset = 0i64;
        let mut indices = Vec::new();
        for i in 1..value.operand_count() {
            let index = value.operand(i);
            if i > 1 && ty.kind() == LLVMTypeKind::LLVMStructTypeKind {
                let field = match index.is_integer() {
                    true => index,
                    false => self.element(index, 0)?,
                };
                let field = field.unsigned().unwrap_or(0) as u32;
                offset = offset.wrapping_add(self.layout.offset(ty, field) as i64);
                ty = ty.field(field).ok_or("an address past a structure")?;
                continue;
            }
            if i > 1 {
                ty = ty.element().ok_or("an address inside of a scalar")?;
            }
            let id = self.type_id(ty);
            let scale = self.program.ty(id).size;
            let narrow = index.ty().width().is_some_and(|width| width <= 64);
            match index.signed().filter(|_| narrow) {
                Some(count) => offset = offset.wrapping_add(count.wrapping_mul(scale as i64)),
                None => indices.push((index, scale)),
            }
        }
        Ok((offset, indices))
    }
}
