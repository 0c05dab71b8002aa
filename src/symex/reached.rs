//! The blocks of a program that were executed, and the outcomes of its choices.

use crate::program::{FunctionId, Program};

/// The block that starts at the instruction was executed.
const EXECUTED: u16 = 1;
/// The choice at the instruction had this outcome: its condition held, or failed.
const WAYS: [u16; 2] = [2, 4];
/// Some outcome depended on the inputs.
const OPEN: u16 = 8;
/// The last outcome.
const LAST: [u16; 2] = [16, 32];
/// The outcome occurred twice in a row.
const AGAIN: [u16; 2] = [64, 128];
/// Inputs decided that the choice was made.
const GUARDED: u16 = 256;

/// Widths of integers that may be too narrow for a count of elements.
pub const NARROW: [u8; 2] = [8, 16];

/// Whether a mask keeps the bits of one of the [`NARROW`] widths.
pub const fn is_narrow(mask: u64) -> bool {
    matches!(mask, 0xff | 0xffff)
}

/// The blocks executed and the outcomes of choices, over any number of calls of *one*
/// program.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// One mark per instruction, by function; empty for functions never entered.
    functions: Vec<Box<[u16]>>,
}

impl Reached {
    /// Returns the record of a program of which nothing was executed.
    pub fn nothing(program: &Program) -> Reached {
        Reached {
            functions: program.functions().iter().map(|_| Box::default()).collect(),
        }
    }

    /// Returns the marks of a function's instructions, which are executed now; `guarded` is
    /// whether inputs decided that they are.
    pub(super) fn marks(
        &mut self,
        program: &Program,
        function: FunctionId,
        guarded: bool,
    ) -> Marks<'_> {
        let marks = &mut self.functions[function.0 as usize];
        if marks.is_empty() {
            *marks = vec![0; program.function(function).code.len()].into();
        }
        Marks { marks, guarded }
    }

    /// Whether the block that starts at an instruction was executed.
    pub fn is_executed(&self, function: FunctionId, start: u32) -> bool {
        self.mark(function, start) & EXECUTED != 0
    }

    /// Whether the condition of the choice at an instruction (a branch, select or
    /// comparison) ever held, and whether it ever failed. For a truncation to a [`NARROW`]
    /// width, the condition is that bits were lost.
    pub fn ways(&self, function: FunctionId, at: u32) -> [bool; 2] {
        WAYS.map(|way| self.mark(function, at) & way != 0)
    }

    /// Whether the branch at an instruction had each outcome twice in a row, as that of a
    /// loop with several iterations does.
    pub fn again(&self, function: FunctionId, at: u32) -> [bool; 2] {
        AGAIN.map(|way| self.mark(function, at) & way != 0)
    }

    /// Whether an outcome of the choice at an instruction depended on inputs.
    pub fn is_open(&self, function: FunctionId, at: u32) -> bool {
        self.mark(function, at) & OPEN != 0
    }

    /// Whether the choice at an instruction was made, and inputs decided neither that nor its
    /// outcome.
    pub fn is_fixed(&self, function: FunctionId, at: u32) -> bool {
        let mark = self.mark(function, at);
        mark & (WAYS[0] | WAYS[1]) != 0 && mark & (OPEN | GUARDED) == 0
    }

    fn mark(&self, function: FunctionId, at: u32) -> u16 {
        let marks = self.functions.get(function.0 as usize);
        marks
            .and_then(|marks| marks.get(at as usize))
            .map_or(0, |mark| *mark)
    }

    /// Adds the record of other calls.
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

/// The marks of one function's instructions while they are executed.
#[derive(Default)]
pub(super) struct Marks<'a> {
    /// One mark per instruction; empty where the source does not execute them.
    marks: &'a mut [u16],
    /// Whether inputs decided that they are executed.
    guarded: bool,
}

impl Marks<'_> {
    /// Records that the block that starts at an instruction is executed.
    #[inline]
    pub(super) fn enter(&mut self, start: u32) {
        if let Some(mark) = self.marks.get_mut(start as usize) {
            *mark |= EXECUTED;
        }
    }

    /// Records the outcome of the choice at an instruction.
    #[inline]
    pub(super) fn choose(&mut self, at: u32, holds: bool) {
        if let Some(mark) = self.marks.get_mut(at as usize) {
            let way = usize::from(!holds);
            if *mark & LAST[way] != 0 {
                *mark |= AGAIN[way];
            }
            let guarded = if self.guarded { GUARDED } else { 0 };
            *mark = *mark & !LAST[1 - way] | LAST[way] | WAYS[way] | guarded;
        }
    }

    /// Records that the outcome of the choice at an instruction depends on inputs.
    #[inline]
    pub(super) fn open(&mut self, at: u32) {
        if let Some(mark) = self.marks.get_mut(at as usize) {
            *mark |= OPEN;
        }
    }
}
