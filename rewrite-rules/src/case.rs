//! Concrete instances of rules: random or systematic bindings that make the left side
//! well-sorted, and the values of both sides.

use std::sync::Arc;

use term::{Format, Op, Spec};

use crate::bits::ones;
use crate::category::{FloatFacts, Interval};
use crate::expr::{Operands, eval};
use crate::landmark::Landmark;
use crate::make::{Make, here};
use crate::pattern::MAX_SLOTS;
use crate::pattern::{Expr, evaluated_spec};

/// A binding of a rule's variables.
#[derive(Clone)]
pub(crate) struct Case {
    /// Widths and values of the term slots.
    pub terms: [Option<(u8, u128)>; MAX_SLOTS],
    /// Values of the number slots.
    pub numbers: [u128; MAX_SLOTS],
    /// Widths of the left side's constants, in order.
    pub constants: Vec<u8>,
    /// Bit set of the number slots that have a value.
    pub bound: u32,
    knowledge: Knowledge,
    /// The floats that values are limited to.
    pub floats: Floats,
    /// Constants of the rule, near which values are drawn.
    pub landmarks: Arc<[Landmark]>,
}

/// The floats that are drawn.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Floats {
    /// Floats of all kinds.
    #[default]
    Any,
    /// Small integers, whose sums and products are exact.
    SmallIntegers,
    /// Powers of two of either sign, whose quotients are exact.
    PowersOfTwo,
}

/// Special values met while a side was evaluated.
#[derive(Clone, Copy, Default)]
pub(crate) struct Met {
    pub nan: bool,
    pub infinite: bool,
}

impl Met {
    fn add(&mut self, other: Met) {
        self.nan |= other.nan;
        self.infinite |= other.infinite;
    }
}

/// How much the guards' facts about the terms reveal.
#[derive(Clone, Copy)]
pub(crate) enum Knowledge {
    /// Only their widths.
    Nothing,
    /// Their values, as constants.
    Constants,
    /// Their values, but not as constants.
    Values,
    /// Varies by slot and by the number of the case.
    Varied(u32),
}

/// The widths, formats and roundings that cases are drawn from.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    /// Terms of at most this many bits.
    UpTo(u8),
    /// Terms of at most this many bits, in all formats and roundings.
    Floats(u8),
    /// Terms of at most this many bits, in all formats, rounded to nearest even.
    FloatsToNearest(u8),
    /// Widths and formats of real programs, at random.
    Wide,
    /// Every width, format and rounding that a program can have.
    Every,
}

impl Scale {
    /// The greatest width if widths are enumerated; `None` if they are drawn.
    pub(crate) fn bound(self) -> Option<u8> {
        (!matches!(self, Scale::Wide)).then(|| self.widest())
    }

    /// The greatest width of a term.
    pub(crate) fn widest(self) -> u8 {
        match self {
            Scale::UpTo(bits) | Scale::Floats(bits) | Scale::FloatsToNearest(bits) => bits,
            Scale::Wide | Scale::Every => 128,
        }
    }
}

/// The domain in which the sides of a rule are evaluated: values, or terms.
pub(crate) trait Algebra {
    type Value: Copy;
    fn variable(&mut self, slot: u8) -> Option<Self::Value>;
    fn constant(&mut self, width: u8, value: u128) -> Self::Value;
    /// Applies an operation; `None` if the algebra lacks it.
    fn apply(&mut self, spec: Spec, args: &[Self::Value]) -> Option<Self::Value>;
    fn width(&self, value: Self::Value) -> u8;
}

/// Evaluation to widths and bits by the reference semantics, with the special values that each
/// value is computed from; what a select discards is not met.
struct Concrete {
    terms: [Option<(u8, u128)>; MAX_SLOTS],
}

impl Algebra for Concrete {
    type Value = ((u8, u128), Met);

    fn variable(&mut self, slot: u8) -> Option<((u8, u128), Met)> {
        Some((self.terms[slot as usize]?, Met::default()))
    }
    fn constant(&mut self, width: u8, value: u128) -> ((u8, u128), Met) {
        ((width, value), Met::default())
    }
    fn apply(&mut self, spec: Spec, args: &[((u8, u128), Met)]) -> Option<((u8, u128), Met)> {
        let mut plain = [(0, 0); 3];
        for (plain, arg) in plain.iter_mut().zip(args) {
            *plain = arg.0;
        }
        let (widths, values) = operands(&plain[..args.len()]);
        let (widths, values) = (&widths[..args.len()], &values[..args.len()]);
        let value = term::apply(spec, widths, values);
        let mut met = Met::default();
        let deciding = match spec.op {
            Op::Or => ones(spec.width.into()),
            _ => 0,
        };
        let discarded = match (spec.op, values) {
            (Op::Select, [condition, ..]) => Some(if *condition == 1 { 2 } else { 1 }),
            (Op::And | Op::Or, [x, _]) if *x == deciding => Some(1),
            (Op::And | Op::Or, [_, y]) if *y == deciding => Some(0),
            _ => None,
        };
        for (i, (_, below)) in args.iter().enumerate() {
            if Some(i) != discarded {
                met.add(*below);
            }
        }
        if spec.op.is_float() {
            met.look(spec.op, spec, widths, values, value);
        }
        Some(((spec.width, value), met))
    }
    fn width(&self, value: ((u8, u128), Met)) -> u8 {
        value.0.0
    }
}

/// Evaluation to widths and bits by the processor's instructions.
struct Processor {
    terms: [Option<(u8, u128)>; MAX_SLOTS],
}

impl Algebra for Processor {
    type Value = (u8, u128);

    fn variable(&mut self, slot: u8) -> Option<(u8, u128)> {
        self.terms[slot as usize]
    }
    fn constant(&mut self, width: u8, value: u128) -> (u8, u128) {
        (width, value)
    }
    fn apply(&mut self, spec: Spec, args: &[(u8, u128)]) -> Option<(u8, u128)> {
        let (widths, values) = operands(args);
        let value = term::on_processor(spec, &widths[..args.len()], &values[..args.len()])?;
        Some((spec.width, value))
    }
    fn width(&self, value: (u8, u128)) -> u8 {
        value.0
    }
}

/// Separates widths and values; no operation has more than three operands.
fn operands(args: &[(u8, u128)]) -> ([u8; 3], [u128; 3]) {
    let (mut widths, mut values) = ([0; 3], [0; 3]);
    for (i, (width, value)) in args.iter().enumerate() {
        widths[i] = *width;
        values[i] = *value;
    }
    (widths, values)
}

impl Case {
    /// A case without values.
    pub(crate) fn empty(knowledge: Knowledge) -> Case {
        Case {
            terms: [None; MAX_SLOTS],
            numbers: [0; MAX_SLOTS],
            constants: Vec::new(),
            bound: 0,
            knowledge,
            floats: Floats::Any,
            landmarks: Arc::default(),
        }
    }

    /// Selects by the case's number which facts about the terms are known to guards.
    pub(crate) fn vary_knowledge(&mut self, number: u32) {
        self.knowledge = match number % 4 {
            0 => Knowledge::Constants,
            1 => Knowledge::Values,
            _ => Knowledge::Varied(number),
        };
    }

    /// The width and value of a side, adding the special values that it meets; `None` when it is
    /// ill-sorted.
    pub(crate) fn run(&mut self, makes: &[Make], met: &mut Met) -> Option<(u8, u128)> {
        let mut concrete = Concrete { terms: self.terms };
        let (value, seen) = self.interpret(makes, &mut concrete)?;
        met.add(seen);
        Some(value)
    }

    /// The width and value of a side by the processor; `None` when the side is ill-sorted or the
    /// processor lacks an instruction for one of its operations.
    pub(crate) fn run_on_processor(&mut self, makes: &[Make]) -> Option<(u8, u128)> {
        let mut processor = Processor { terms: self.terms };
        self.interpret(makes, &mut processor)
    }

    /// Evaluates a side in an algebra; `None` when the side is ill-sorted or the algebra lacks
    /// an operation.
    pub(crate) fn interpret<A: Algebra>(&mut self, makes: &[Make], a: &mut A) -> Option<A::Value> {
        let numbers = self.numbers;
        let mut stack: Vec<A::Value> = Vec::with_capacity(makes.len());
        let mut constants = 0..self.constants.len();
        for make in makes {
            match make {
                Make::Var(slot) => stack.push(a.variable(*slot)?),
                Make::Const { width, value } => {
                    let generated = constants.next().map(|i| self.constants[i]);
                    let (width, value) = match (width, generated) {
                        (Expr::Here, Some(w)) => {
                            let width = Expr::Num(w as u128);
                            (w as u128, eval(&here(value, &width), &numbers, self)?)
                        }
                        _ => (eval(width, &numbers, self)?, eval(value, &numbers, self)?),
                    };
                    if !(1..=128).contains(&width) {
                        return None;
                    }
                    stack.push(a.constant(width as u8, value & ones(width)));
                }
                Make::Node {
                    op,
                    attributes,
                    arity,
                } => {
                    let below = stack.len() - arity;
                    let args = &stack[below..];
                    let mut widths = [0; 3];
                    for (width, &arg) in widths.iter_mut().zip(args) {
                        *width = a.width(arg);
                    }
                    let number = |expr: &Expr| eval(expr, &numbers, self);
                    let spec = evaluated_spec(*op, attributes, &widths[..*arity], number)?;
                    let made = a.apply(spec, args)?;
                    stack.truncate(below);
                    stack.push(made);
                }
            }
        }
        stack.pop()
    }

    /// The width of a term slot.
    pub(crate) fn slot_width(&self, slot: u8) -> Option<u8> {
        self.terms[slot as usize].map(|(width, _)| width)
    }

    fn term(&self, slot: u8) -> (u8, u128) {
        self.terms[slot as usize].unwrap_or((1, 0))
    }
    /// The knowledge about a slot: 0 nothing, 1 bounds, 2 the value, 3 the value as a constant.
    fn knowledge(&self, slot: u8) -> u32 {
        match self.knowledge {
            Knowledge::Constants => 3,
            Knowledge::Values => 2,
            Knowledge::Nothing => 0,
            Knowledge::Varied(case) => (case.wrapping_mul(2654435761) >> (2 * slot + 4)) & 3,
        }
    }
    fn around(&self, slot: u8, width: u8, value: u128) -> Interval {
        match self.knowledge(slot) {
            0 => Interval::full(width),
            1 => {
                let hi = value.saturating_add(1 + value / 4).min(ones(width as u128));
                Interval::unsigned(width, value / 2, hi)
            }
            _ => Interval::constant(width, value),
        }
    }
}

impl Met {
    fn look(&mut self, op: Op, spec: term::Spec, widths: &[u8], values: &[u128], result: u128) {
        let mut see = |format: Format, bits: u128| {
            let magnitude = bits & (format.sign_mask() - 1);
            self.nan |= magnitude > format.infinity();
            self.infinite |= magnitude == format.infinity();
        };
        if let Some(format) = spec.operand_format() {
            for (value, width) in values.iter().zip(widths) {
                debug_assert_eq!(*width, format.width());
                see(format, *value);
            }
        }
        if op.yields_float() {
            see(spec.format(), result);
        }
    }
}

impl Operands for Case {
    fn width(&mut self, slot: u8) -> u8 {
        self.term(slot).0
    }
    fn constant(&mut self, slot: u8) -> Option<u128> {
        (self.knowledge(slot) == 3).then_some(self.term(slot).1)
    }
    fn interval(&mut self, slot: u8) -> Interval {
        let (width, value) = self.term(slot);
        self.around(slot, width, value)
    }
    fn low_bits(&mut self, slot: u8, n: u32) -> (u128, u128) {
        let all = ones(n.into());
        match self.knowledge(slot) {
            0 | 1 => (0, all),
            _ => (self.term(slot).1 & all, self.term(slot).1 & all),
        }
    }
    fn shift_depth(&mut self, _: u8) -> u8 {
        // Not a fact about the value: a rule that uses it must hold for any answer.
        0
    }
    fn is_xor(&mut self, slots: [u8; 3], from: u32, count: u32, partly: bool) -> bool {
        // Can be known also about terms whose values are unknown.
        let [term, x, y] = slots.map(|slot| self.term(slot));
        let within = |width: u8, end: u32| end <= width.into();
        let parity = (x.1 ^ y.1) >> from;
        let other = if partly {
            term.1 & !parity
        } else {
            term.1 ^ parity
        };
        !matches!(self.knowledge, Knowledge::Nothing)
            && within(term.0, count)
            && within(x.0, from + count)
            && within(y.0, from + count)
            && other & ones(count.into()) == 0
    }
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts {
        let exactly = FloatFacts::constant(format, self.term(slot).1);
        match self.knowledge(slot) {
            0 => FloatFacts::UNKNOWN,
            1 => exactly.hull(FloatFacts::constant(format, format.one())),
            _ => exactly,
        }
    }
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool {
        let value = self.term(slot).1;
        let magnitude = value & (format.sign_mask() - 1);
        let fine = magnitude <= format.infinity() || value == format.canonical_nan();
        self.knowledge(slot) >= 2 && fine
    }
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval {
        let slot = if self.term(p).1 == 1 { x } else { y };
        let (width, value) = self.term(slot);
        self.around(p, width, value)
    }
    fn same(&mut self, x: u8, y: u8) -> bool {
        x == y
    }
    fn misordered(&mut self, x: u8, y: u8) -> bool {
        self.knowledge(x) >= self.knowledge(y)
    }
}
