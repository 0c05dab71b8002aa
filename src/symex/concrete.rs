//! The fast lane: instructions on constants, executed without terms.
//!
//! Invariant: what is executed here gives exactly what the general semantics
//! give. Whatever is not plain (an operand that depends on inputs, a defect, an
//! access that has to be recorded, a changed floating-point environment) is left
//! to them: the fast lane stops in front of the instruction.

use term::{Arena, Format, Op, Rounding, Spec};

use super::executor::Executor;
use super::memory::Memory;
use super::mxcsr::Mxcsr;
use super::object::Protection;
use super::slot::Slot;
use super::value::Value;
use crate::program::{
    Cast, Edge, FastMath, Index, Instruction, Kind, Operand, Predicate, Program, Register, Scalar,
    Shape, TypeId,
};

/// Accesses that insist on no more alignment than this do not fault: scalars.
pub(super) const SCALAR_ALIGN: u32 = 8;

impl Executor<'_, '_> {
    /// Executes at most `most` instructions, up to the first one that is not
    /// plain or the innermost join.
    pub fn run_constants(&mut self, most: u64) {
        let machine = &mut *self.machine;
        let searcher = &mut self.searcher;
        let state = &mut self.state;
        let function = self.program.function(state.frame.function);
        let join = match self.join {
            Some(join) if join.depth == state.callers.len() => join.pc,
            _ => u32::MAX,
        };
        let mut lane = FastLane {
            program: self.program,
            arena: machine.builder.arena(),
            constants: &machine.constants,
            globals_read: &machine.globals_read,
            registers: &mut state.frame.registers,
            memory: &mut state.memory,
            scratch: &mut self.scratch,
            plain_floats: state.mxcsr == Mxcsr::DEFAULT,
            watched: machine.watch.is_some(),
            relied_on: machine.statistics.alignment_relied_on,
            accesses: 0,
        };
        let (mut pc, mut executed) = (state.frame.pc, 0);
        while executed < most && pc != join {
            let Some(instruction) = function.code.get(pc as usize) else {
                break;
            };
            match lane.step(instruction) {
                Some(Next::Following) => pc += 1,
                Some(Next::Block(block)) => {
                    pc = function.blocks[block as usize];
                    if searcher.watches() {
                        searcher.reach(state.frame.function, block);
                    }
                }
                None => break,
            }
            self.span = instruction.span;
            executed += 1;
        }
        machine.statistics.memory_accesses += lane.accesses;
        machine.statistics.instructions += executed;
        state.steps += executed;
        state.frame.pc = pc;
    }
}

/// Where an instruction leads.
enum Next {
    /// To the one after it.
    Following,
    /// To a block.
    Block(u32),
}

/// What the fast lane works on: parts of the executor, borrowed once for many
/// instructions.
struct FastLane<'a> {
    program: &'a Program,
    arena: &'a Arena,
    constants: &'a [Slot],
    globals_read: &'a [bool],
    registers: &'a mut [Slot],
    memory: &'a mut Memory,
    scratch: &'a mut Vec<Slot>,
    /// Whether the floating-point environment is the default.
    plain_floats: bool,
    /// Whether stores have to be watched.
    watched: bool,
    /// The alignment that the program is known to rely on.
    relied_on: u64,
    /// Loads and stores executed.
    accesses: u64,
}

impl FastLane<'_> {
    /// One instruction; `None` if it is not plain, and nothing has happened then.
    fn step(&mut self, instruction: &Instruction) -> Option<Next> {
        let (bits, value) = match &instruction.kind {
            Kind::Integer { op, bits, args } => {
                let [x, y] = self.pair(args)?;
                (*bits, integer(*op, *bits, x, y)?)
            }
            Kind::Compare {
                predicate,
                bits,
                args,
            } => {
                let [x, y] = self.pair(args)?;
                (1, u64::from(compare(*predicate, *bits, x, y)))
            }
            Kind::Cast {
                cast,
                from,
                to,
                arg,
            } => {
                let x = self.constant(*arg)?;
                (to.bits(), self.cast(*cast, *from, *to, x)?)
            }
            Kind::Select { fast, args, .. } if fast.is_empty() => {
                let chosen = match self.constant(args[0])? {
                    0 => args[2],
                    _ => args[1],
                };
                let Slot::Constant { bits, value } = *self.slot(chosen) else {
                    return None;
                };
                (bits, value)
            }
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } => (64, self.address(*base, *offset, indices)?),
            Kind::Load {
                ty, align, address, ..
            } => {
                let slot = self.load(*ty, *align, *address)?;
                return self.define(instruction.result, slot);
            }
            Kind::Store {
                ty,
                align,
                address,
                value,
            } => {
                self.store(*ty, *align, *address, *value)?;
                return Some(Next::Following);
            }
            Kind::Float {
                op,
                format,
                fast,
                args,
            } => {
                let [x, y] = self.pair(args)?;
                let spec = Spec::float(*op, *format, Rounding::NearestEven);
                (
                    format.width(),
                    self.float(spec, *format, *fast, &[x.into(), y.into()])?,
                )
            }
            Kind::FloatCompare {
                format,
                outcomes,
                fast,
                args,
            } => {
                let [x, y] = self.pair(args)?;
                let spec = Spec::fcmp(*format, *outcomes);
                (1, self.float(spec, *format, *fast, &[x.into(), y.into()])?)
            }
            Kind::Negate { format, fast, arg } if fast.is_empty() => {
                let x = self.constant(*arg)?;
                (format.width(), x ^ format.sign_mask() as u64)
            }
            Kind::Jump(edge) => return Some(self.follow(edge)),
            Kind::Branch { condition, edges } => {
                let condition = self.constant(*condition)?;
                return Some(self.follow(&edges[usize::from(condition == 0)]));
            }
            Kind::Switch {
                value,
                cases,
                default,
                ..
            } => {
                let value = u128::from(self.constant(*value)?);
                let case = cases.iter().find(|(case, _)| *case == value);
                return Some(self.follow(case.map_or(default, |(_, edge)| edge)));
            }
            Kind::Nothing => return Some(Next::Following),
            _ => return None,
        };
        self.define(instruction.result, Slot::Constant { bits, value })
    }

    fn define(&mut self, register: Option<Register>, slot: Slot) -> Option<Next> {
        if let Some(register) = register {
            self.registers[register.0 as usize] = slot;
        }
        Some(Next::Following)
    }

    fn slot(&self, operand: Operand) -> &Slot {
        match operand {
            Operand::Register(register) => &self.registers[register.0 as usize],
            Operand::Constant(index) => &self.constants[index as usize],
        }
    }

    fn constant(&self, operand: Operand) -> Option<u64> {
        self.slot(operand).constant()
    }

    fn pair(&self, operands: &[Operand; 2]) -> Option<[u64; 2]> {
        Some([self.constant(operands[0])?, self.constant(operands[1])?])
    }

    /// Enters an edge's block; its phis take their values at once.
    fn follow(&mut self, edge: &Edge) -> Next {
        match &*edge.moves {
            [] => {}
            [(register, operand)] => {
                self.registers[register.0 as usize] = self.slot(*operand).clone();
            }
            moves => {
                for (_, operand) in moves {
                    let slot = self.slot(*operand).clone();
                    self.scratch.push(slot);
                }
                for ((register, _), slot) in moves.iter().zip(self.scratch.drain(..)) {
                    self.registers[register.0 as usize] = slot;
                }
            }
        }
        Next::Block(edge.target)
    }

    fn address(&self, base: Operand, offset: i64, indices: &[Index]) -> Option<u64> {
        let mut address = self.constant(base)?.wrapping_add(offset as u64);
        for index in indices {
            let value = signed(self.constant(index.operand)?, index.bits.min(64)) as u64;
            address = address.wrapping_add(value.wrapping_mul(index.scale));
        }
        Some(address)
    }

    fn cast(&self, cast: Cast, from: Scalar, to: Scalar, x: u64) -> Option<u64> {
        let bits = to.bits();
        Some(match (cast, from, to) {
            _ if bits > 64 => return None,
            (Cast::Truncate | Cast::ZeroExtend | Cast::Pointer, ..) => x & mask(bits),
            (Cast::SignExtend, ..) => signed(x, from.bits()) as u64 & mask(bits),
            _ if !self.plain_floats => return None,
            (Cast::Float, Scalar::Float(from), Scalar::Float(to)) if from != to => convert(
                Spec::fconvert(from, to, Rounding::NearestEven),
                from.width(),
                x,
            ),
            (Cast::SignedToFloat, _, Scalar::Float(to)) => {
                let spec = Spec::from_int(Op::SiToF, to, Rounding::NearestEven);
                convert(spec, from.bits(), x)
            }
            (Cast::UnsignedToFloat, _, Scalar::Float(to)) => {
                let spec = Spec::from_int(Op::UiToF, to, Rounding::NearestEven);
                convert(spec, from.bits(), x)
            }
            (Cast::FloatToSigned, Scalar::Float(from), _) => {
                let wide = if bits <= 32 { 32 } else { 64 };
                let spec = Spec::to_int(Op::FToSi, from, Rounding::TowardZero, wide);
                convert(spec, from.width(), x) & mask(bits)
            }
            _ => return None,
        })
    }

    /// A float operation or comparison.
    fn float(&self, spec: Spec, format: Format, fast: FastMath, args: &[u128; 2]) -> Option<u64> {
        let plain = self.plain_floats && fast.is_empty();
        plain.then(|| term::apply(spec, &[format.width(); 2], args) as u64)
    }

    /// Whether an access of this alignment is neither misaligned nor the first to
    /// rely on it.
    fn is_aligned(&self, address: u64, align: u32) -> bool {
        let align = u64::from(align);
        align <= u64::from(SCALAR_ALIGN)
            || address.is_multiple_of(align)
                && (align <= self.relied_on || !Memory::is_heap(address))
    }

    fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        match self.program.ty(ty).shape {
            Shape::Scalar(scalar) if scalar.bits() <= 64 => Some(scalar),
            _ => None,
        }
    }

    fn load(&mut self, ty: TypeId, align: u32, address: Operand) -> Option<Slot> {
        let scalar = self.scalar(ty)?;
        let address = self.constant(address)?;
        let (bits, size) = (scalar.bits(), scalar.store_size());
        if !self.is_aligned(address, align) {
            return None;
        }
        let (rank, object) = self.memory.find(address)?;
        let offset = address - object.base;
        let inside = object.is_live() && offset.saturating_add(size) <= object.spec.size;
        let unrecorded = Memory::is_global(address)
            && object.spec.protection == Protection::Writable
            && self.globals_read.get(rank) == Some(&false);
        if !inside || unrecorded {
            return None;
        }
        let slot = match object.constant(offset, size as usize) {
            Some(value) => Slot::Constant {
                bits,
                value: value as u64 & mask(bits),
            },
            None => {
                let term = object.whole(offset, size as usize)?;
                if self.arena.width(term) != bits {
                    return None;
                }
                Slot::Value(Value::Scalar(Some(term)))
            }
        };
        self.accesses += 1;
        Some(slot)
    }

    fn store(&mut self, ty: TypeId, align: u32, address: Operand, value: Operand) -> Option<()> {
        let scalar = self.scalar(ty)?;
        let address = self.constant(address)?;
        let size = scalar.store_size();
        let value = match *self.slot(value) {
            Slot::Constant { value, .. } => Ok(value),
            Slot::Value(Value::Scalar(Some(term))) if scalar.bits() % 8 == 0 => Err(term),
            _ => return None,
        };
        if self.watched || !self.is_aligned(address, align) {
            return None;
        }
        let object = self.memory.find_mut(address, size)?;
        let offset = address - object.base;
        match value {
            Ok(value) => object.store_constant(offset, size as usize, u128::from(value)),
            Err(term) => object.store(offset, size as usize, term),
        }
        self.accesses += 1;
        Some(())
    }
}

const fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits)
}

/// The low bits of x read as two's complement.
const fn signed(x: u64, bits: u8) -> i64 {
    let shift = 64 - bits;
    ((x << shift) as i64) >> shift
}

/// Arithmetic; `None` where it is not defined.
fn integer(op: Op, bits: u8, x: u64, y: u64) -> Option<u64> {
    let (sx, sy) = (signed(x, bits), signed(y, bits));
    let overflows = sy == -1 && x == 1 << (bits - 1);
    let value = match op {
        Op::Add => x.wrapping_add(y),
        Op::Sub => x.wrapping_sub(y),
        Op::Mul => x.wrapping_mul(y),
        Op::And => x & y,
        Op::Or => x | y,
        Op::Xor => x ^ y,
        Op::Shl if y < u64::from(bits) => x << y,
        Op::LShr if y < u64::from(bits) => x >> y,
        Op::AShr if y < u64::from(bits) => (sx >> y) as u64,
        Op::UDiv => x.checked_div(y)?,
        Op::URem => x.checked_rem(y)?,
        Op::SDiv if y != 0 && !overflows => sx.wrapping_div(sy) as u64,
        Op::SRem if y != 0 && !overflows => sx.wrapping_rem(sy) as u64,
        _ => return None,
    };
    Some(value & mask(bits))
}

fn compare(predicate: Predicate, bits: u8, x: u64, y: u64) -> bool {
    let (x, y) = if predicate.swap { (y, x) } else { (x, y) };
    let holds = match predicate.op {
        Op::Eq => x == y,
        Op::Ult => x < y,
        _ => signed(x, bits) < signed(y, bits),
    };
    holds != predicate.negate
}

/// A conversion of one operand of this width.
fn convert(spec: Spec, width: u8, x: u64) -> u64 {
    term::apply(spec, &[width], &[u128::from(x)]) as u64
}
