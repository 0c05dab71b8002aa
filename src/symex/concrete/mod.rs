//! The fast lane: executes instructions on constants without terms.
//!
//! Invariant: its results equal those of the general semantics. It stops before an
//! instruction that is not plain (an operand depends on inputs, a defect, an access to be
//! recorded, a changed floating-point environment) and leaves that to them.

mod lanes;
mod memory;
mod word;

use term::{Arena, Op, Rounding, Spec};

use self::word::{compare, convert, integer, overflows, signed};
use super::environment::Mxcsr;
use super::executor::Executor;
use super::extents::Extents;
use super::memory::Memory;
use super::pause::Pause;
use super::reached::{self, Marks};
use super::slot::Slot;
use super::thread::Progress;
use crate::program::{Cast, Edge, Instruction, Kind, Operand, Program, Register};

/// Greatest alignment in bytes, that of scalars, whose absence does not make an access
/// fault.
pub(super) const SCALAR_ALIGN: u32 = 8;

impl Executor<'_, '_> {
    /// Executes at most `most` instructions, up to the innermost join or to an instruction
    /// that is not plain.
    pub fn run_constants(&mut self, most: u64) {
        if !matches!(self.state.thread.progress, Progress::Running) || self.machine.trace.is_some()
        {
            return;
        }
        let stops = self.stops;
        let machine = &mut *self.machine;
        let searcher = &mut self.searcher;
        let state = &mut self.state;
        let function = self.program.function(state.thread.frame.function);
        let id = state.thread.frame.function;
        let stopping = stops.watches(id);
        let join = match self.join {
            Some(join) if join.depth == state.thread.callers.len() => join.pc,
            _ => u32::MAX,
        };
        let counts = state.is_executed_by_source(&machine.builder);
        let guarded = state.is_guarded(&machine.builder, machine.given);
        let mut lane = FastLane {
            program: self.program,
            arena: machine.builder.arena(),
            constants: &machine.constants,
            globals_read: &machine.globals_read,
            registers: &mut state.thread.frame.registers,
            memory: &mut state.memory,
            extents: &mut machine.extents,
            scratch: &mut self.scratch,
            marks: match counts {
                true => machine.reached.marks(self.program, id, guarded),
                false => Marks::default(),
            },
            plain_floats: state.thread.mxcsr == Mxcsr::DEFAULT,
            watched: machine.watch.is_some(),
            promised: state.promises.is_some(),
            accesses: 0,
            vectors: 0,
        };
        let (mut pc, mut executed) = (state.thread.frame.pc, 0);
        while executed < most && pc != join {
            let Some(instruction) = function.code.get(pc as usize) else {
                break;
            };
            match lane.step(pc, instruction) {
                Some(Next::Following) => pc += 1,
                Some(Next::Block(block)) => {
                    pc = function.blocks[block as usize];
                    lane.marks.enter(pc);
                    if searcher.watches() {
                        searcher.reach(id, block);
                    }
                    if stopping && stops.has_block(self.program, id, block) {
                        state.thread.progress = Progress::Paused(Box::new(Pause::Block {
                            function: id,
                            block,
                        }));
                        self.span = instruction.span;
                        executed += 1;
                        break;
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
        state.thread.steps += executed;
        state.thread.frame.pc = pc;
    }
}

/// The successor of an instruction.
enum Next {
    /// The instruction that follows it.
    Following,
    /// The start of a block.
    Block(u32),
}

/// The data of the fast lane: parts of the executor, borrowed once for many instructions.
struct FastLane<'a> {
    program: &'a Program,
    arena: &'a Arena,
    constants: &'a [Slot],
    globals_read: &'a [bool],
    registers: &'a mut [Slot],
    memory: &'a mut Memory,
    extents: &'a mut Extents,
    scratch: &'a mut Vec<Slot>,
    /// The marks of the function's instructions, see [`reached`]; empty where the source does not
    /// execute them.
    marks: Marks<'a>,
    /// Whether the floating-point environment is the default.
    plain_floats: bool,
    /// Whether stores have to be checked for the watched output.
    watched: bool,
    /// Whether accesses have to be recorded for `restrict`.
    promised: bool,
    /// Number of loads and stores executed.
    accesses: u64,
    /// Number of operations on vectors executed.
    vectors: u64,
}

impl FastLane<'_> {
    /// Executes one instruction; `None`, without an effect, if it is not plain.
    fn step(&mut self, pc: u32, instruction: &Instruction) -> Option<Next> {
        let slot = match &instruction.kind {
            Kind::Integer {
                op,
                bits,
                checked,
                args,
            } => {
                let slot = self.map(args, *bits, |x, y| {
                    if *checked && overflows(*op, *bits, x, y) {
                        return None;
                    }
                    if *op == Op::Sub && *bits == 64 && self.memory.are_apart(x, y) {
                        return None;
                    }
                    integer(*op, *bits, x, y)
                })?;
                if let Slot::Constant { value, .. } = slot
                    && let Some(lost) = self.loses(*op, *bits, args, value)
                {
                    self.marks.choose(pc, lost);
                }
                slot
            }
            Kind::Compare {
                predicate,
                bits,
                args,
            } => {
                let ordered = predicate.op != Op::Eq;
                let slot = self.map(args, 1, |x, y| {
                    let noted = *bits == 64
                        && match ordered {
                            true => self.memory.are_apart(x, y),
                            false => self.memory.is_null_test(x, y),
                        };
                    if noted {
                        return None;
                    }
                    Some(u64::from(compare(*predicate, *bits, x, y)))
                })?;
                self.choose(pc, &slot);
                slot
            }
            Kind::Cast {
                cast,
                from,
                to,
                arg,
                ..
            } => {
                let plain = self.plain_floats;
                let bits = to.bits();
                let slot = self.map_one(*arg, bits, |x| convert(*cast, *from, *to, plain, x))?;
                if let (Cast::Truncate, true, Slot::Constant { value, .. }) =
                    (cast, reached::NARROW.contains(&bits), &slot)
                {
                    let whole = self.constant(*arg).map(|x| signed(x, from.bits()) as u64);
                    let again = signed(*value, bits) as u64;
                    let lost = whole.is_some_and(|whole| whole != again && whole != *value);
                    self.marks.choose(pc, lost);
                }
                slot
            }
            Kind::Select { fast, args, .. } if fast.is_empty() => {
                let selected = self.select(args)?;
                if let Slot::Constant { value, .. } = self.slot(args[0]) {
                    let holds = *value != 0;
                    self.marks.choose(pc, holds);
                }
                selected
            }
            Kind::Address {
                base,
                offset,
                indices,
                lanes: None,
            } => Slot::address(self.address(*base, *offset, indices)?),
            Kind::Load { .. } | Kind::Store { .. } if self.promised => return None,
            Kind::Load { qualifiers, .. } | Kind::Store { qualifiers, .. }
                if qualifiers.volatile =>
            {
                return None;
            }
            Kind::Load {
                ty,
                align,
                address,
                speculative,
                ..
            } => self.load(*ty, *align, *address, *speculative)?,
            Kind::Store {
                ty,
                align,
                address,
                value,
                ..
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
            } => {
                let slot = self.float(Spec::fcmp(*format, *outcomes), *format, *fast, args)?;
                self.choose(pc, &slot);
                slot
            }
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
                // It only reinterprets bits and is not counted as an operation.
                let slot = self.bitcast(*to, *arg)?;
                self.set(instruction.result, slot);
                return Some(Next::Following);
            }
            Kind::Jump(edge) => return Some(self.follow(edge)),
            Kind::Branch { condition, edges } => {
                let condition = self.constant(*condition)?;
                self.marks.choose(pc, condition != 0);
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

    /// Records the outcomes of the choices that these conditions make at an instruction.
    #[inline]
    fn choose(&mut self, pc: u32, conditions: &Slot) {
        match conditions {
            Slot::Constant { value, .. } => self.marks.choose(pc, *value != 0),
            Slot::Vector(lanes) => {
                for lane in lanes.lanes() {
                    self.marks.choose(pc, lane != 0);
                }
            }
            Slot::Value(_) => {}
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

    /// Whether an operation loses bits of a number; `None` unless it narrows a number to a
    /// [`reached::NARROW`] width.
    fn loses(&self, op: Op, bits: u8, args: &[Operand; 2], value: u64) -> Option<bool> {
        match op {
            // A sum that wraps is less than its operands.
            Op::Add if reached::NARROW.contains(&bits) => Some(value < self.constant(args[0])?),
            Op::And => {
                let mask = self.constant(args[1])?;
                reached::is_narrow(mask).then_some(())?;
                Some(self.constant(args[0])? > mask)
            }
            _ => None,
        }
    }

    /// Continues with the edge's target; its phis take their values simultaneously.
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
}
