//! A change to the port, made and taken back.

use crate::program::{Callee, FunctionId, Kind, Program};
use crate::verdict::Change;

/// A change to an instruction, or to the function that it calls there.
pub(super) struct Candidate {
    pub change: Change,
    pub kind: Kind,
    pub within: Option<(FunctionId, u32)>,
}

/// What stood there.
pub(super) struct Undo {
    kind: Kind,
    pushed: bool,
}

impl Candidate {
    /// Makes the change.
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
    /// Takes the change back.
    pub fn undo(self, program: &mut Program, at: (FunctionId, u32)) {
        program.replace(at, self.kind);
        if self.pushed {
            program.pop_function();
        }
    }
}
