//! Evaluation of whole cones on concrete values of their free variables.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::arena::{Arena, SymbolId};
use crate::bits::mask;
use crate::cone::Cone;
use crate::eval::{apply, apply_rounded};
use crate::format::Format;
use crate::libm::libm;
use crate::node::TermId;
use crate::op::{Op, Spec};

/// Concrete values of free variables and uninterpreted functions.
pub trait Assignment {
    /// The value of a free variable; bits above its width are ignored.
    fn symbol(&self, id: SymbolId) -> u128;
    /// The value of an uninterpreted function; equal arguments must give equal values. By
    /// default the C library's value if it has a function of this name, otherwise an invented
    /// one.
    fn function(&self, name: &str, width: u8, args: &[u128]) -> u128 {
        libm(name, width, args).unwrap_or_else(|| invented(name, width, args))
    }
}

/// An arbitrary value that depends on the name and the arguments alone.
pub fn invented(name: &str, width: u8, args: &[u128]) -> u128 {
    let half = |seed: u64| {
        let mut hasher = FxHasher::default();
        hasher.write_u64(seed);
        hasher.write(name.as_bytes());
        args.iter().for_each(|&arg| hasher.write_u128(arg));
        // FxHash's low bits are weak: finish as splitmix64 does.
        let mut h = hasher.finish();
        h = (h ^ h >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h = (h ^ h >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        u128::from(h ^ h >> 31)
    };
    (half(1) << 64 | half(2)) & mask(width)
}

/// The kinds of values that one evaluation met. A difference on an input that met none of a kind
/// refutes the equality also under the assumption that excludes this kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// A NaN in a float input, or in an operand or result of a float operation.
    pub nan: bool,
    /// An infinity at one of these places.
    pub infinite: bool,
    /// A −0.0 at one of these places.
    pub negative_zero: bool,
    /// A float operation whose result rounding changed.
    pub inexact: bool,
    /// A sum of non-zero numbers that is zero.
    pub cancelled: bool,
    /// A function value that was invented, not computed by the C library.
    pub uninterpreted: bool,
}

impl Seen {
    fn or(self, other: Seen) -> Seen {
        Seen {
            nan: self.nan | other.nan,
            infinite: self.infinite | other.infinite,
            negative_zero: self.negative_zero | other.negative_zero,
            inexact: self.inexact | other.inexact,
            cancelled: self.cancelled | other.cancelled,
            uninterpreted: self.uninterpreted | other.uninterpreted,
        }
    }

    fn and(self, other: Seen) -> Seen {
        Seen {
            nan: self.nan & other.nan,
            infinite: self.infinite & other.infinite,
            negative_zero: self.negative_zero & other.negative_zero,
            inexact: self.inexact & other.inexact,
            cancelled: self.cancelled & other.cancelled,
            uninterpreted: self.uninterpreted & other.uninterpreted,
        }
    }

    fn float(&mut self, format: Format, bits: u128) {
        self.nan |= format.is_nan(bits);
        self.infinite |= bits & !format.sign_mask() == format.infinity();
        self.negative_zero |= bits == format.sign_mask();
    }
}

/// Whether a sum of non-zero numbers is zero.
fn cancels(spec: Spec, args: &[u128; 3], result: u128) -> bool {
    let summand = match spec.op {
        Op::FAdd | Op::FSub => args[1],
        Op::Fma => args[2],
        _ => return false,
    };
    let is_zero = |bits: u128| bits & !spec.format().sign_mask() == 0;
    is_zero(result) && !is_zero(summand)
}

enum Step {
    Constant,
    Symbol(SymbolId, Option<Format>),
    Apply(u8),
    Operation,
}

struct Instruction {
    spec: Spec,
    step: Step,
    /// Positions of the operands in the cone.
    operands: [u32; 3],
    widths: [u8; 3],
}

/// Evaluates the terms of one cone, in one linear pass per assignment.
pub struct Evaluator<'a> {
    arena: &'a Arena,
    terms: Vec<TermId>,
    code: Vec<Instruction>,
    values: Vec<u128>,
}

impl<'a> Evaluator<'a> {
    /// Prepares the cone's terms.
    pub fn new(arena: &'a Arena, cone: &Cone) -> Evaluator<'a> {
        let mut values = vec![0; cone.len()];
        let code = cone
            .terms
            .iter()
            .zip(&mut values)
            .map(|(&term, value)| {
                let node = arena.node(term);
                let mut operands = [0; 3];
                let mut widths = [0; 3];
                for (i, &child) in node.children().iter().enumerate() {
                    operands[i] = cone
                        .position(child)
                        .expect("a cone holds its terms' operands")
                        as u32;
                    widths[i] = arena.width(child);
                }
                let step = match (arena.constant_value(term), arena.symbol_id(term)) {
                    (Some(constant), _) => {
                        *value = constant;
                        Step::Constant
                    }
                    (_, Some(id)) => {
                        let format = arena.buffer(arena.symbol(id).buffer).format;
                        Step::Symbol(id, format.filter(|f| f.width() == node.width()))
                    }
                    _ if node.op() == Op::Apply => Step::Apply(node.children().len() as u8),
                    _ => Step::Operation,
                };
                Instruction {
                    spec: node.spec(),
                    step,
                    operands,
                    widths,
                }
            })
            .collect();
        Evaluator {
            arena,
            terms: cone.terms.clone(),
            code,
            values,
        }
    }

    /// Evaluates every term of the cone.
    pub fn run(&mut self, assignment: &dyn Assignment) {
        for i in 0..self.code.len() {
            let step = &self.code[i];
            let args = step.operands.map(|o| self.values[o as usize]);
            self.values[i] = match step.step {
                Step::Constant => continue,
                Step::Symbol(id, _) => assignment.symbol(id) & mask(step.spec.width),
                Step::Apply(count) => self.function(step.spec, assignment, &args[..count as usize]),
                Step::Operation => apply(step.spec, &step.widths, &args),
            };
        }
    }

    /// Evaluates every term of the cone and returns the kinds of values met where `roots` are
    /// computed: a value that a select discards is not met, nor one that an `and` or `or`
    /// combines with a value that decides the result alone. If either of two does, only what both
    /// have met counts. About 10 times slower than [`Evaluator::run`] on floats.
    ///
    /// # Panics
    /// When a root is not in the cone.
    pub fn run_monitored(&mut self, roots: &[TermId], assignment: &dyn Assignment) -> Seen {
        self.run(assignment);
        let mut seen: Vec<Seen> = Vec::with_capacity(self.code.len());
        for (step, &value) in self.code.iter().zip(&self.values) {
            let mut own = self.below(step, &seen);
            self.watch(step, value, &mut own);
            seen.push(own);
        }
        let roots = roots.iter().map(|root| seen[self.position(*root)]);
        roots.fold(Seen::default(), Seen::or)
    }

    /// What the operands that determine a value have met.
    fn below(&self, step: &Instruction, seen: &[Seen]) -> Seen {
        let of = |at: usize| seen[step.operands[at] as usize];
        let value = |at: usize| self.values[step.operands[at] as usize];
        let all = |count: usize| (0..count).map(of).fold(Seen::default(), Seen::or);
        match (&step.step, step.spec.op) {
            (Step::Constant | Step::Symbol(..), _) => Seen::default(),
            (Step::Apply(count), _) => all(usize::from(*count)),
            (Step::Operation, Op::Select) => {
                let chosen = if value(0) == 0 { 2 } else { 1 };
                of(0).or(of(chosen))
            }
            (Step::Operation, op @ (Op::And | Op::Or)) => {
                let deciding = match op {
                    Op::And => 0,
                    _ => mask(step.spec.width),
                };
                match [value(0) == deciding, value(1) == deciding] {
                    [true, true] => of(0).and(of(1)),
                    [true, false] => of(0),
                    [false, true] => of(1),
                    [false, false] => of(0).or(of(1)),
                }
            }
            (Step::Operation, op) => all(op.arity()),
        }
    }

    /// The value of a term of the cone after the last run.
    ///
    /// # Panics
    /// When the term is not in the cone.
    pub fn value(&self, term: TermId) -> u128 {
        self.values[self.position(term)]
    }

    fn position(&self, term: TermId) -> usize {
        let position = self.terms.binary_search(&term);
        position.expect("the term is in the evaluated cone")
    }

    /// Records the values that a step of the last run met.
    fn watch(&self, step: &Instruction, value: u128, seen: &mut Seen) {
        let args = step.operands.map(|o| self.values[o as usize]);
        match step.step {
            Step::Constant => {}
            Step::Symbol(_, format) => {
                if let Some(format) = format {
                    seen.float(format, value);
                }
            }
            Step::Apply(count) => {
                let name = self.function_name(step.spec);
                let args = &args[..count as usize];
                seen.uninterpreted |= libm(name, step.spec.width, args) != Some(value);
            }
            Step::Operation => {
                self.watch_operands(step, &args, seen);
                if step.spec.op.yields_float() {
                    let result = apply_rounded(step.spec, &step.widths, &args);
                    seen.float(step.spec.format(), result.bits);
                    seen.inexact |= result.inexact;
                    seen.cancelled |= cancels(step.spec, &args, result.bits);
                }
            }
        }
    }

    /// Records operands that a float operation reads as floats, wherever they come from. A
    /// constant operand of a comparison is skipped: it is not a value that the program computes
    /// with.
    fn watch_operands(&self, step: &Instruction, args: &[u128; 3], seen: &mut Seen) {
        let Some(format) = step.spec.operand_format() else {
            return;
        };
        for (&arg, &operand) in args.iter().zip(&step.operands).take(step.spec.op.arity()) {
            let constant = matches!(self.code[operand as usize].step, Step::Constant);
            if !(constant && step.spec.op == Op::FCmp) {
                seen.float(format, arg);
            }
        }
    }

    fn function_name(&self, spec: Spec) -> &'a str {
        self.arena.function_name(crate::FunctionId(spec.attr))
    }

    fn function(&self, spec: Spec, assignment: &dyn Assignment, args: &[u128]) -> u128 {
        assignment.function(self.function_name(spec), spec.width, args) & mask(spec.width)
    }
}
