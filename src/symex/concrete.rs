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
use super::packed::Packed;
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
            vectors: 0,
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
        machine.statistics.vector_operations += lane.vectors;
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
    /// Operations on vectors executed.
    vectors: u64,
}

impl FastLane<'_> {
    /// One instruction; `None` if it is not plain, and nothing has happened then.
    fn step(&mut self, instruction: &Instruction) -> Option<Next> {
        let slot = match &instruction.kind {
            Kind::Integer { op, bits, args } => {
                self.map(args, *bits, |x, y| integer(*op, *bits, x, y))?
            }
            Kind::Compare {
                predicate,
                bits,
                args,
            } => self.map(args, 1, |x, y| {
                Some(u64::from(compare(*predicate, *bits, x, y)))
            })?,
            Kind::Cast {
                cast,
                from,
                to,
                arg,
            } => {
                let plain = self.plain_floats;
                self.map_one(*arg, to.bits(), |x| convert(*cast, *from, *to, plain, x))?
            }
            Kind::Select { fast, args, .. } if fast.is_empty() => self.select(args)?,
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } => Slot::address(self.address(*base, *offset, indices)?),
            Kind::Load {
                ty, align, address, ..
            } => self.load(*ty, *align, *address)?,
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
                let spec = Spec::float(*op, *format, Rounding::NearestEven);
                self.float(spec, *format, *fast, args)?
            }
            Kind::FloatCompare {
                format,
                outcomes,
                fast,
                args,
            } => self.float(Spec::fcmp(*format, *outcomes), *format, *fast, args)?,
            Kind::Negate { format, fast, arg } if fast.is_empty() => {
                let sign = format.sign_mask() as u64;
                self.map_one(*arg, format.width(), |x| Some(x ^ sign))?
            }
            Kind::ExtractElement { args, .. } => {
                let (vector, index) = (self.vector(args[0])?, self.constant(args[1])?);
                let bits = vector.bits();
                let value = (index < vector.count() as u64).then(|| vector.lane(index as usize))?;
                Slot::Constant { bits, value }
            }
            Kind::InsertElement { args, .. } => {
                let (mut vector, value) = (self.vector(args[0])?, self.constant(args[1])?);
                let index = self.constant(args[2])?;
                (index < vector.count() as u64).then(|| vector.set(index as usize, value))?;
                Slot::Vector(vector)
            }
            Kind::Shuffle { mask, args, .. } => self.shuffle(mask, args)?,
            Kind::Bitcast { to, arg, .. } => {
                // Other bits of the same value; no operation of its own.
                let slot = self.bitcast(*to, *arg)?;
                self.set(instruction.result, slot);
                return Some(Next::Following);
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
        self.vectors += u64::from(matches!(slot, Slot::Vector(_)));
        self.set(instruction.result, slot);
        Some(Next::Following)
    }

    fn set(&mut self, register: Option<Register>, slot: Slot) {
        if let Some(register) = register {
            self.registers[register.0 as usize] = slot;
        }
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

    fn vector(&self, operand: Operand) -> Option<Packed> {
        match self.slot(operand) {
            Slot::Vector(lanes) => Some(*lanes),
            _ => None,
        }
    }

    /// Applies `f` lane by lane; its results have this width.
    #[inline(always)]
    fn map(
        &self,
        args: &[Operand; 2],
        bits: u8,
        f: impl Fn(u64, u64) -> Option<u64>,
    ) -> Option<Slot> {
        match (self.slot(args[0]), self.slot(args[1])) {
            (Slot::Constant { value: x, .. }, Slot::Constant { value: y, .. }) => {
                let value = f(*x, *y)?;
                Some(Slot::Constant { bits, value })
            }
            (Slot::Vector(x), Slot::Vector(y)) => {
                let mut result = Packed::new(bits, x.count())?;
                for i in 0..x.count() {
                    result.set(i, f(x.lane(i), y.lane(i))?);
                }
                Some(Slot::Vector(result))
            }
            _ => None,
        }
    }

    /// The same for one operand.
    #[inline(always)]
    fn map_one(&self, arg: Operand, bits: u8, f: impl Fn(u64) -> Option<u64>) -> Option<Slot> {
        match self.slot(arg) {
            Slot::Constant { value, .. } if bits <= 64 => {
                let value = f(*value)?;
                Some(Slot::Constant { bits, value })
            }
            Slot::Vector(x) => {
                let mut result = Packed::new(bits, x.count())?;
                for i in 0..x.count() {
                    result.set(i, f(x.lane(i))?);
                }
                Some(Slot::Vector(result))
            }
            _ => None,
        }
    }

    fn select(&self, args: &[Operand; 3]) -> Option<Slot> {
        match self.slot(args[0]) {
            Slot::Constant { value, .. } => {
                let chosen = self.slot(args[if *value == 0 { 2 } else { 1 }]);
                // What else may be chosen counts as an operation in its own way.
                (!matches!(chosen, Slot::Value(_))).then(|| chosen.clone())
            }
            Slot::Vector(conditions) => {
                let (mut result, y) = (self.vector(args[1])?, self.vector(args[2])?);
                for i in (0..conditions.count()).filter(|i| conditions.lane(*i) == 0) {
                    result.set(i, y.lane(i));
                }
                Some(Slot::Vector(result))
            }
            Slot::Value(_) => None,
        }
    }

    fn shuffle(&self, mask: &[Option<u32>], args: &[Operand; 2]) -> Option<Slot> {
        let (x, y) = (self.vector(args[0])?, self.vector(args[1]));
        let mut result = Packed::new(x.bits(), mask.len())?;
        for (i, lane) in mask.iter().enumerate() {
            let lane = (*lane)? as usize;
            result.set(
                i,
                match lane.checked_sub(x.count()) {
                    None => x.lane(lane),
                    Some(lane) => y?.lane(lane),
                },
            );
        }
        Some(Slot::Vector(result))
    }

    fn bitcast(&self, to: TypeId, arg: Operand) -> Option<Slot> {
        let all = match self.slot(arg) {
            Slot::Constant { value, .. } => u128::from(*value),
            Slot::Vector(lanes) => lanes.all(),
            Slot::Value(_) => return None,
        };
        match self.program.ty(to).shape {
            Shape::Scalar(scalar) if scalar.bits() <= 64 => Some(Slot::Constant {
                bits: scalar.bits(),
                value: all as u64,
            }),
            Shape::Vector { lane, count } => {
                Packed::from_bits(lane.bits(), count as usize, all).map(Slot::Vector)
            }
            _ => None,
        }
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

    /// A float operation or comparison, lane by lane.
    fn float(
        &self,
        spec: Spec,
        format: Format,
        fast: FastMath,
        args: &[Operand; 2],
    ) -> Option<Slot> {
        let plain = self.plain_floats && fast.is_empty();
        let widths = [format.width(); 2];
        let apply = |x, y| term::apply(spec, &widths, &[u128::from(x), u128::from(y)]) as u64;
        self.map(args, spec.width, |x, y| plain.then(|| apply(x, y)))
    }

    /// Whether an access of this alignment is neither misaligned nor the first to
    /// rely on it.
    fn is_aligned(&self, address: u64, align: u32) -> bool {
        let align = u64::from(align);
        align <= u64::from(SCALAR_ALIGN)
            || address.is_multiple_of(align)
                && (align <= self.relied_on || !Memory::is_heap(address))
    }

    fn load(&mut self, ty: TypeId, align: u32, address: Operand) -> Option<Slot> {
        let ty = self.program.ty(ty);
        let address = self.constant(address)?;
        let size = ty.store_size;
        if size == 0 || size > 16 || !self.is_aligned(address, align) {
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
        let slot = match (&ty.shape, object.constant(offset, size as usize)) {
            (Shape::Scalar(scalar), Some(value)) if scalar.bits() <= 64 => Slot::Constant {
                bits: scalar.bits(),
                value: value as u64 & mask(scalar.bits()),
            },
            (Shape::Vector { lane, count }, Some(all)) if lane.bits() >= 8 => {
                Slot::Vector(Packed::from_bits(lane.bits(), *count as usize, all)?)
            }
            (Shape::Scalar(scalar), None) => {
                let term = object.whole(offset, size as usize)?;
                if self.arena.width(term) != scalar.bits() {
                    return None;
                }
                Slot::Value(Value::Scalar(Some(term)))
            }
            _ => return None,
        };
        self.accesses += 1;
        Some(slot)
    }

    fn store(&mut self, ty: TypeId, align: u32, address: Operand, value: Operand) -> Option<()> {
        let size = self.program.ty(ty).store_size;
        let address = self.constant(address)?;
        let slot = match value {
            Operand::Register(register) => &self.registers[register.0 as usize],
            Operand::Constant(index) => &self.constants[index as usize],
        };
        let plain = match slot {
            Slot::Constant { .. } => true,
            Slot::Vector(lanes) => lanes.bits() >= 8,
            Slot::Value(Value::Scalar(Some(term))) => {
                u64::from(self.arena.width(*term)) == 8 * size
            }
            Slot::Value(_) => false,
        };
        if !plain || self.watched || !self.is_aligned(address, align) {
            return None;
        }
        let object = self.memory.find_mut(address, size)?;
        let offset = address - object.base;
        match slot {
            Slot::Constant { value, .. } => {
                object.store_constant(offset, size as usize, u128::from(*value));
            }
            Slot::Vector(lanes) => {
                let step = u64::from(lanes.bits() / 8);
                for (value, i) in lanes.lanes().zip(0..) {
                    object.store_constant(offset + i * step, step as usize, u128::from(value));
                }
                self.vectors += 1;
            }
            Slot::Value(value) => {
                if let Some(term) = value.lane() {
                    object.store(offset, size as usize, term);
                }
            }
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

/// A conversion; `plain` says that the floating-point environment is the default.
fn convert(cast: Cast, from: Scalar, to: Scalar, plain: bool, x: u64) -> Option<u64> {
    let bits = to.bits();
    let apply = |spec| term::apply(spec, &[from.bits()], &[u128::from(x)]) as u64;
    Some(match (cast, from, to) {
        _ if bits > 64 => return None,
        (Cast::Truncate | Cast::ZeroExtend | Cast::Pointer, ..) => x & mask(bits),
        (Cast::SignExtend, ..) => signed(x, from.bits()) as u64 & mask(bits),
        _ if !plain => return None,
        (Cast::Float, Scalar::Float(from), Scalar::Float(to)) if from != to => {
            apply(Spec::fconvert(from, to, Rounding::NearestEven))
        }
        (Cast::SignedToFloat, _, Scalar::Float(to)) => {
            apply(Spec::from_int(Op::SiToF, to, Rounding::NearestEven))
        }
        (Cast::UnsignedToFloat, _, Scalar::Float(to)) => {
            apply(Spec::from_int(Op::UiToF, to, Rounding::NearestEven))
        }
        (Cast::FloatToSigned, Scalar::Float(format), _) => {
            let wide = if bits <= 32 { 32 } else { 64 };
            apply(Spec::to_int(Op::FToSi, format, Rounding::TowardZero, wide)) & mask(bits)
        }
        _ => return None,
    })
}
