//! Which blocks of a program were executed, and which way its choices went.

use crate::program::{FunctionId, Program};

/// What happened at an instruction.
const EXECUTED: u8 = 1;
/// A choice went this way: its condition held, or failed.
const WAYS: [u8; 2] = [2, 4];
/// Which way it went depended on the inputs.
const OPEN: u8 = 8;
/// It went this way last.
const LAST: [u8; 2] = [16, 32];
/// It went this way twice in a row.
const AGAIN: [u8; 2] = [64, 128];

/// Widths of integers that a count of elements may not fit into.
pub const NARROW: [u8; 2] = [8, 16];

/// Whether a mask keeps what fits into one of these.
pub const fn is_narrow(mask: u64) -> bool {
    matches!(mask, 0xff | 0xffff)
}

/// The blocks executed and the ways taken, over any number of calls of *one* program.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// By function, then by instruction; empty for functions never entered.
    functions: Vec<Box<[u8]>>,
}

impl Reached {
    /// Nothing yet of a program.
    pub fn nothing(program: &Program) -> Reached {
        Reached {
            functions: program.functions().iter().map(|_| Box::default()).collect(),
        }
    }

    /// The marks of a function's instructions.
    pub(super) fn marks(&mut self, program: &Program, function: FunctionId) -> &mut [u8] {
        let marks = &mut self.functions[function.0 as usize];
        if marks.is_empty() {
            *marks = vec![0; program.function(function).code.len()].into();
        }
        marks
    }

    /// Whether the block that starts at an instruction was executed.
    pub fn is_executed(&self, function: FunctionId, start: u32) -> bool {
        self.mark(function, start) & EXECUTED != 0
    }

    /// Whether the choice at an instruction (a branch, select or comparison) went each way,
    /// with the condition that held and with the one that failed. Where a number is made
    /// [`NARROW`], that bits were lost is what held.
    pub fn ways(&self, function: FunctionId, at: u32) -> [bool; 2] {
        WAYS.map(|way| self.mark(function, at) & way != 0)
    }

    /// Whether the branch at an instruction went each way twice in a row, as that of a
    /// loop does which goes round more than once.
    pub fn again(&self, function: FunctionId, at: u32) -> [bool; 2] {
        AGAIN.map(|way| self.mark(function, at) & way != 0)
    }

    /// Whether which way the choice at an instruction went depended on inputs, ever.
    pub fn is_open(&self, function: FunctionId, at: u32) -> bool {
        self.mark(function, at) & OPEN != 0
    }

    fn mark(&self, function: FunctionId, at: u32) -> u8 {
        let marks = self.functions.get(function.0 as usize);
        marks
            .and_then(|marks| marks.get(at as usize))
            .map_or(0, |mark| *mark)
    }

    /// Adds what other calls reached.
    pub fn extend(&mut self, other: &Reached) {
        if self.functions.len() < other.functions.len() {
            self.functions.resize(other.functions.len(), Box::default());
        }
        for (mine, theirs) in self.functions.iter_mut().zip(&other.functions) {
            match mine.is_empty() {
                true => mine.clone_from(theirs),
                false => mine.iter_mut().zip(theirs).for_each(|(m, t)| *m |= t),
            }
        }
    }
}

/// Notes that the block starting at an instruction is executed.
#[inline]
pub(super) fn enter(marks: &mut [u8], start: u32) {
    if let Some(mark) = marks.get_mut(start as usize) {
        *mark |= EXECUTED;
    }
}

/// Notes which way the choice at an instruction goes.
#[inline]
pub(super) fn choose(marks: &mut [u8], at: u32, holds: bool) {
    if let Some(mark) = marks.get_mut(at as usize) {
        let way = usize::from(!holds);
        if *mark & LAST[way] != 0 {
            *mark |= AGAIN[way];
        }
        *mark = *mark & !LAST[1 - way] | LAST[way] | WAYS[way];
    }
}

/// Notes that which way it goes depends on inputs.
#[inline]
pub(super) fn open(marks: &mut [u8], at: u32) {
    if let Some(mark) = marks.get_mut(at as usize) {
        *mark |= OPEN;
    }
}
