//! Changes to the port that can be applied and undone.

use crate::program::{Callee, Function, FunctionId, Kind, Program};
use crate::verdict::Change;

/// A change to an instruction.
pub(super) struct Candidate {
    pub change: Change,
    pub edit: Edit,
}

/// How an instruction is changed.
pub(super) enum Edit {
    /// It becomes this one.
    Here(Kind),
    /// It calls a copy of its callee with this instruction changed.
    Within {
        callee: FunctionId,
        at: u32,
        kind: Kind,
    },
    /// It becomes a call of a new function; the callee of `kind` is replaced by it.
    Around { function: Box<Function>, kind: Kind },
}

/// What restores the program.
pub(super) struct Undo {
    kind: Kind,
    pushed: bool,
}

impl Candidate {
    /// Whether the change is that of a relation between floats, inside a function called.
    pub fn is_relation(&self) -> bool {
        let Edit::Within { kind, .. } = &self.edit else {
            return false;
        };
        matches!(kind, Kind::FloatCompare { .. })
    }

    /// Applies the change at an instruction of the program.
    pub fn apply(&self, program: &mut Program, at: (FunctionId, u32)) -> Undo {
        let (function, kind) = match &self.edit {
            Edit::Here(kind) => {
                return Undo {
                    kind: program.replace(at, kind.clone()),
                    pushed: false,
                };
            }
            Edit::Within { callee, .. } => {
                let call = program.function(at.0).code[at.1 as usize].kind.clone();
                (program.function(*callee).clone(), call)
            }
            Edit::Around { function, kind } => ((**function).clone(), kind.clone()),
        };
        let new = program.push_function(function);
        if let Edit::Within { at, kind, .. } = &self.edit {
            program.replace((new, *at), kind.clone());
        }
        let mut kind = kind;
        if let Kind::Call(call) = &mut kind {
            call.callee = Callee::Function(new);
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
