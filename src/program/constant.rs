//! Evaluation of constants, including constant expressions and addresses.

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};

use super::decode::Decoder;
use super::types::{Scalar, Shape};
use crate::llvm::Value;

/// A constant's value; `None` in a lane stands for undef or poison.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// One scalar.
    Scalar {
        /// Width in bits.
        bits: u8,
        /// Its value.
        value: Option<u128>,
    },
    /// A vector.
    Vector {
        /// Lane width in bits.
        bits: u8,
        /// Its lanes.
        lanes: Box<[Option<u128>]>,
    },
    /// An array or structure; empty for operands that are metadata.
    Aggregate(Box<[Constant]>),
}

/// One scalar of a global's initialiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initial {
    /// Offset in bytes.
    pub offset: u64,
    /// Width in bits, a multiple of 8.
    pub bits: u8,
    /// Its value; `None` if undefined.
    pub value: Option<u128>,
}

/// Most members of a first-class aggregate that are expanded.
const MAX_MEMBERS: u64 = 1 << 16;

fn low_bits(value: u128, bits: u8) -> u128 {
    value & (u128::MAX >> (128 - u32::from(bits)))
}

fn sign_extend(value: u128, bits: u8) -> i128 {
    let shift = 128 - u32::from(bits);
    (value << shift) as i128 >> shift
}

/// Returns a sum, difference, product or exclusive or; only its low bits are meaningful.
fn compute(opcode: LLVMOpcode, x: u128, y: u128) -> u128 {
    match opcode {
        LLVMOpcode::LLVMAdd => x.wrapping_add(y),
        LLVMOpcode::LLVMSub => x.wrapping_sub(y),
        LLVMOpcode::LLVMMul => x.wrapping_mul(y),
        _ => x ^ y,
    }
}

/// Divides the bits of lanes of `from` bits, lowest first, into `count` lanes of `to` bits.
/// A lane with an undefined bit is undefined.
fn recut(lanes: &[Option<u128>], from: u8, to: u8, count: u32) -> Vec<Option<u128>> {
    let bit = |at: usize| {
        let lane = lanes.get(at / usize::from(from)).copied().flatten()?;
        Some(lane >> (at % usize::from(from)) & 1)
    };
    let lane = |i: usize| {
        (0..usize::from(to)).try_fold(0, |lane, at| {
            Some(lane | bit(i * usize::from(to) + at)? << at)
        })
    };
    (0..count as usize).map(lane).collect()
}

/// A constant, or the description of what has no representation here.
pub(super) type Evaluated<T> = Result<T, String>;

impl<'m> Decoder<'m> {
    /// Evaluates a constant of first-class type.
    pub(super) fn constant(&mut self, value: Value<'m>) -> Evaluated<Constant> {
        let ty = self.type_id(value.ty());
        match self.program.ty(ty).shape.clone() {
            Shape::Scalar(scalar) => {
                let bits = scalar.bits();
                Ok(Constant::Scalar {
                    bits,
                    value: self.scalar(value, scalar)?,
                })
            }
            Shape::Vector { lane, count } => {
                let bits = lane.bits();
                let lanes = self.lanes(value, lane, count)?;
                Ok(Constant::Vector {
                    bits,
                    lanes: lanes.into(),
                })
            }
            Shape::Array { count, .. } if count <= MAX_MEMBERS => self.members(value, count as u32),
            Shape::Struct(fields) => self.members(value, fields.len() as u32),
            _ => Err(format!("constant of type {}", value.ty().print())),
        }
    }

    fn members(&mut self, value: Value<'m>, count: u32) -> Evaluated<Constant> {
        let members = (0..count).map(|i| {
            let element = self.element(value, i)?;
            self.constant(element)
        });
        Ok(Constant::Aggregate(members.collect::<Evaluated<_>>()?))
    }

    pub(super) fn element(&self, value: Value<'m>, index: u32) -> Evaluated<Value<'m>> {
        let element = value.element(index);
        element.ok_or_else(|| "constant expression of vector type".to_owned())
    }

    /// Evaluates the lanes of a constant vector.
    fn lanes(
        &mut self,
        value: Value<'m>,
        lane: Scalar,
        count: u32,
    ) -> Evaluated<Vec<Option<u128>>> {
        if value.kind() == LLVMValueKind::LLVMConstantExprValueKind {
            return self.vector_expression(value, lane.bits(), count);
        }
        let lanes = (0..count).map(|i| {
            let element = self.element(value, i)?;
            self.scalar(element, lane)
        });
        lanes.collect()
    }

    /// Evaluates the lanes of a constant expression of vector type.
    fn vector_expression(
        &mut self,
        value: Value<'m>,
        bits: u8,
        count: u32,
    ) -> Evaluated<Vec<Option<u128>>> {
        use LLVMOpcode::*;
        let opcode = value.constant_opcode();
        let opcode = opcode.ok_or_else(|| format!("constant {}", value.print()))?;
        let (first, first_bits) = self.lanes_of_operand(value, 0)?;
        Ok(match opcode {
            LLVMBitCast => recut(&first, first_bits, bits, count),
            LLVMTrunc | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast => {
                let narrow = |lane: &Option<u128>| lane.map(|lane| low_bits(lane, bits));
                first.iter().map(narrow).collect()
            }
            LLVMAdd | LLVMSub | LLVMMul | LLVMXor => {
                let (second, _) = self.lanes_of_operand(value, 1)?;
                let lanes = first.iter().zip(&second);
                let result =
                    lanes.map(|(x, y)| Some(low_bits(compute(opcode, (*x)?, (*y)?), bits)));
                result.collect()
            }
            LLVMInsertElement => {
                let (element, index) = (
                    self.scalar_operand(value, 1)?,
                    self.scalar_operand(value, 2)?,
                );
                let mut lanes = first;
                match index.0.and_then(|index| lanes.get_mut(index as usize)) {
                    Some(lane) => *lane = element.0,
                    None => lanes.fill(None),
                }
                lanes
            }
            LLVMShuffleVector => {
                let (second, _) = self.lanes_of_operand(value, 1)?;
                let all = [first, second].concat();
                let lane = |at: Option<u32>| all.get(at? as usize).copied().flatten();
                value.mask().into_iter().map(lane).collect()
            }
            _ => return Err(format!("constant {}", value.print())),
        })
    }

    /// Evaluates the lanes of an operand of a constant expression, one for a scalar;
    /// returns them with their width.
    fn lanes_of_operand(
        &mut self,
        value: Value<'m>,
        index: u32,
    ) -> Evaluated<(Vec<Option<u128>>, u8)> {
        let operand = value.operand(index);
        let ty = self.type_id(operand.ty());
        match self.program.ty(ty).shape {
            Shape::Scalar(scalar) => Ok((vec![self.scalar(operand, scalar)?], scalar.bits())),
            Shape::Vector { lane, count } => Ok((self.lanes(operand, lane, count)?, lane.bits())),
            _ => Err(format!("constant {}", value.print())),
        }
    }

    fn scalar(&mut self, value: Value<'m>, scalar: Scalar) -> Evaluated<Option<u128>> {
        use LLVMValueKind::*;
        let bits = scalar.bits();
        match value.kind() {
            LLVMConstantIntValueKind if bits <= 64 => Ok(value.unsigned().map(u128::from)),
            LLVMConstantIntValueKind => {
                let text = value.print();
                let digits = text.rsplit(' ').next().unwrap_or_default();
                let parsed = digits.parse::<i128>().ok().map(|v| v as u128);
                let parsed = parsed.or_else(|| digits.parse().ok());
                parsed.map(|v| Some(low_bits(v, bits))).ok_or(text)
            }
            LLVMConstantFPValueKind => {
                let integer = value.float_bits();
                let integer = integer.ok_or_else(|| format!("constant {}", value.print()))?;
                self.scalar(integer, Scalar::Int(bits))
            }
            LLVMConstantPointerNullValueKind | LLVMConstantAggregateZeroValueKind => Ok(Some(0)),
            LLVMUndefValueValueKind | LLVMPoisonValueKind => Ok(None),
            LLVMFunctionValueKind | LLVMGlobalVariableValueKind | LLVMGlobalIFuncValueKind => self
                .addresses
                .get(&value)
                .map(|a| Some(u128::from(*a)))
                .ok_or_else(|| "the address of a symbol that may be absent".to_owned()),
            LLVMBlockAddressValueKind => {
                let block = value.operand(1).as_block();
                Ok(block.map(|block| u128::from(self.label(block))))
            }
            LLVMGlobalAliasValueKind => {
                let target = value.aliasee().ok_or("an alias of nothing")?;
                self.scalar(target, scalar)
            }
            LLVMConstantExprValueKind => self.expression(value, bits),
            _ => Err(format!("constant {}", value.print())),
        }
    }

    fn scalar_operand(&mut self, value: Value<'m>, index: u32) -> Evaluated<(Option<u128>, u8)> {
        let operand = value.operand(index);
        let ty = self.type_id(operand.ty());
        match self.program.ty(ty).shape {
            Shape::Scalar(scalar) => Ok((self.scalar(operand, scalar)?, scalar.bits())),
            _ => Err("constant expression over vectors".to_owned()),
        }
    }

    fn expression(&mut self, value: Value<'m>, bits: u8) -> Evaluated<Option<u128>> {
        use LLVMOpcode::*;
        let opcode = value.constant_opcode();
        let opcode = opcode.ok_or_else(|| format!("constant {}", value.print()))?;
        let result = match opcode {
            LLVMGetElementPtr => {
                let (Some(base), _) = self.scalar_operand(value, 0)? else {
                    return Ok(None);
                };
                let (offset, indices) = self.address_parts(value)?;
                let mut address = base.wrapping_add(offset as i128 as u128);
                for (operand, scale) in indices {
                    let ty = self.type_id(operand.ty());
                    let Shape::Scalar(scalar) = self.program.ty(ty).shape else {
                        return Err("constant expression over vectors".to_owned());
                    };
                    let Some(index) = self.scalar(operand, scalar)? else {
                        return Ok(None);
                    };
                    let index = sign_extend(index, scalar.bits()) as u128;
                    address = address.wrapping_add(index.wrapping_mul(u128::from(scale)));
                }
                address
            }
            LLVMBitCast => {
                let (lanes, from) = self.lanes_of_operand(value, 0)?;
                match recut(&lanes, from, bits, 1)[0] {
                    Some(bits) => bits,
                    None => return Ok(None),
                }
            }
            LLVMExtractElement => {
                let (lanes, _) = self.lanes_of_operand(value, 0)?;
                let (index, _) = self.scalar_operand(value, 1)?;
                let lane = index.and_then(|index| lanes.get(index as usize).copied().flatten());
                match lane {
                    Some(lane) => lane,
                    None => return Ok(None),
                }
            }
            LLVMTrunc | LLVMPtrToInt | LLVMIntToPtr | LLVMAddrSpaceCast => {
                match self.scalar_operand(value, 0)?.0 {
                    Some(operand) => operand,
                    None => return Ok(None),
                }
            }
            LLVMAdd | LLVMSub | LLVMMul | LLVMXor => {
                let (Some(x), Some(y)) = (
                    self.scalar_operand(value, 0)?.0,
                    self.scalar_operand(value, 1)?.0,
                ) else {
                    return Ok(None);
                };
                compute(opcode, x, y)
            }
            _ => return Err(format!("constant {}", value.print())),
        };
        Ok(Some(low_bits(result, bits)))
    }

    /// Appends the nonzero scalars of an initialiser, with their offsets.
    pub(super) fn flatten(
        &mut self,
        value: Value<'m>,
        offset: u64,
        out: &mut Vec<Initial>,
    ) -> Evaluated<()> {
        if value.kind() == LLVMValueKind::LLVMConstantAggregateZeroValueKind {
            return Ok(());
        }
        let llvm_type = value.ty();
        let ty = self.type_id(llvm_type);
        match self.program.ty(ty).shape.clone() {
            Shape::Scalar(scalar) => {
                let value = self.scalar(value, scalar)?;
                if value != Some(0) {
                    let bits = (scalar.store_size() * 8) as u8;
                    out.push(Initial {
                        offset,
                        bits,
                        value,
                    });
                }
            }
            Shape::Vector { lane, count } => {
                if lane.bits() % 8 != 0 {
                    return Err("initialiser of bit vectors".to_owned());
                }
                let lanes = self.lanes(value, lane, count)?;
                for (i, value) in lanes.into_iter().enumerate() {
                    if value != Some(0) {
                        out.push(Initial {
                            offset: offset + i as u64 * lane.store_size(),
                            bits: lane.bits(),
                            value,
                        });
                    }
                }
            }
            Shape::Array { element: ty, count } => {
                let stride = self.program.ty(ty).size;
                for i in 0..count {
                    let element = self.element(value, i as u32)?;
                    self.flatten(element, offset + i * stride, out)?;
                }
            }
            Shape::Struct(fields) => {
                for (i, (_, at)) in fields.iter().enumerate() {
                    let element = self.element(value, i as u32)?;
                    self.flatten(element, offset + at, out)?;
                }
            }
            Shape::Void | Shape::Unsupported(_) => {
                return Err(format!("initialiser of type {}", llvm_type.print()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_recut_from_the_lowest_bit_on() {
        let bytes = [Some(0x21), Some(0x43), None, Some(0x87)];
        assert_eq!(recut(&bytes, 8, 16, 2), [Some(0x4321), None]);
        assert_eq!(recut(&[Some(0b101)], 8, 1, 4), [1, 0, 1, 0].map(Some));
    }
}
