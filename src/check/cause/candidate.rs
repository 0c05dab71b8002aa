//! Changes to the port that can be applied and undone.

use crate::program::{Callee, FunctionId, Kind, Program};
use crate::verdict::Change;

/// A change to an instruction; if `within` is set, to that instruction of a copy of the
/// called function.
pub(super) struct Candidate {
    pub change: Change,
    pub kind: Kind,
    pub within: Option<(FunctionId, u32)>,
}

/// What restores the program.
pub(super) struct Undo {
    kind: Kind,
    pushed: bool,
}

impl Candidate {
    /// Applies the change at an instruction of the program.
    pub fn apply(&self, program: &mut Program, at: (FunctionId, u32)) -> Undo {
        let Some((callee, inner)) = self.within else {
            return Undo {
                kind: program.replace(at, self.kind.clone()),
                pushed: false,
            };
        };
        let copy = program.function(callee).clone();
        let copy = program.push_function(copy);
        program.replace((copy, inner), self.kind.clone());
        let mut kind = program.function(at.0).code[at.1 as usize].kind.clone();
        if let Kind::Call(call) = &mut kind {
            call.callee = Callee::Function(copy);
        }
        Undo {
            kind: program.replace(at, kind),
            pushed: true,
        }
    }
}

impl Undo {
    /// Undoes the change at the same instruction.
    pub fn undo(self, program: &mut Program, at: (FunctionId, u32)) {
        program.replace(at, self.kind);
        if self.pushed {
            program.pop_function();
        }
    }
}
