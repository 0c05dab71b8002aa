//! Both sides of a rule compiled to straight-line code for one choice of widths, attributes and
//! constants, which an exhaustive check runs for every value.

use term::Spec;

use crate::case::{Algebra, Case};
use crate::make::Make;
use crate::memo::Memo;
use crate::pattern::MAX_SLOTS;

/// The compiled code; its first registers are the term slots.
pub(crate) struct Tape {
    registers: Vec<u128>,
    steps: Vec<Step>,
    sides: [usize; 2],
}

struct Step {
    spec: Spec,
    arity: usize,
    args: [usize; 3],
    widths: [u8; 3],
    /// The memo table of the operation's results, if it has one.
    table: Option<usize>,
    to: usize,
}

/// Compiles sides. A value is a width and a register.
struct Recorder<'a> {
    widths: [Option<u8>; MAX_SLOTS],
    registers: Vec<u128>,
    steps: Vec<Step>,
    memo: &'a mut Memo,
}

impl Algebra for Recorder<'_> {
    type Value = (u8, usize);

    fn variable(&mut self, slot: u8) -> Option<(u8, usize)> {
        Some((self.widths[slot as usize]?, slot as usize))
    }
    fn constant(&mut self, width: u8, value: u128) -> (u8, usize) {
        self.registers.push(value);
        (width, self.registers.len() - 1)
    }
    fn apply(&mut self, spec: Spec, operands: &[(u8, usize)]) -> Option<(u8, usize)> {
        let (mut args, mut widths) = ([0; 3], [0; 3]);
        for (i, (width, register)) in operands.iter().enumerate() {
            args[i] = *register;
            widths[i] = *width;
        }
        let (arity, to) = (operands.len(), self.registers.len());
        let table = self.memo.table(spec, &widths[..arity]);
        self.registers.push(0);
        self.steps.push(Step {
            spec,
            arity,
            args,
            widths,
            table,
            to,
        });
        Some((spec.width, to))
    }
    fn width(&self, value: (u8, usize)) -> u8 {
        value.0
    }
}

impl Tape {
    /// Compiles two sides for the widths, attributes and constants of a case, which must not
    /// depend on the values of terms. `None` when a side is ill-sorted or the sides have
    /// different widths.
    pub(crate) fn new(case: &mut Case, sides: [&[Make]; 2], memo: &mut Memo) -> Option<Tape> {
        let mut recorder = Recorder {
            widths: std::array::from_fn(|slot| case.slot_width(slot as u8)),
            registers: vec![0; MAX_SLOTS],
            steps: Vec::new(),
            memo,
        };
        let left = case.interpret(sides[0], &mut recorder)?;
        let right = case.interpret(sides[1], &mut recorder)?;
        (left.0 == right.0).then_some(Tape {
            registers: recorder.registers,
            steps: recorder.steps,
            sides: [left.1, right.1],
        })
    }

    /// Sets the value of a term.
    pub(crate) fn set(&mut self, slot: u8, value: u128) {
        self.registers[slot as usize] = value;
    }

    /// Runs the code; whether both sides have the same bits.
    pub(crate) fn agrees(&mut self, memo: &mut Memo) -> bool {
        for step in &self.steps {
            let args = step.args.map(|register| self.registers[register]);
            let (widths, args) = (&step.widths[..step.arity], &args[..step.arity]);
            self.registers[step.to] = match step.table {
                Some(table) => memo.look_up(table, step.spec, widths, args),
                None => term::apply(step.spec, widths, args),
            };
        }
        let [left, right] = self.sides.map(|register| self.registers[register]);
        left == right
    }
}
