//! The roles of parameters that are members of others: fields of split structures, and
//! rows.

use super::roles::Assigner;
use crate::contract::Length;
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::types::Type;

impl Assigner<'_> {
    /// The length of a row, if an `--arg` gives one.
    pub(super) fn row(&self, index: usize) -> Result<Option<Length>, FrontendError> {
        match self.flags[index].map(|arg| &arg.meaning) {
            Some(Meaning::Symbolic { row: Some(row), .. }) => {
                self.resolve_length(index, row).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The index of the element that another pointer is said to point to. It is the length
    /// of this buffer if nothing else gives one.
    ///
    /// # Errors
    /// [`FrontendError::ArgType`] about that pointer, if it cannot point there.
    pub(super) fn end_of(&self, index: usize) -> Result<Option<&Length>, FrontendError> {
        for (pointer, arg) in self.flags.iter().enumerate() {
            let Some(Meaning::Place { of, index: end }) = arg.map(|arg| &arg.meaning) else {
                continue;
            };
            if of.part() == self.name(index) {
                let params = &self.reference.signature.params;
                return match &params[pointer].ty {
                    Type::Place { .. } => Ok(Some(end)),
                    _ => Err(self.no_place(pointer, of.part())),
                };
            }
        }
        let mut params = self.reference.signature.params.iter();
        Ok(params.find_map(|param| match &param.ty {
            Type::Place { of, index: end } if of == self.name(index) => Some(end),
            _ => None,
        }))
    }

    /// The error for a pointer that cannot point where an `--arg` says.
    pub(super) fn no_place(&self, index: usize, of: &str) -> FrontendError {
        let reason = format!(
            "it cannot point into `{of}`: one of the two is no pointer to elements, or the index \
             names no integer parameter and no --size"
        );
        self.misfit(index, reason)
    }

    /// Whether it is a structure that a call writes and that is split into members.
    pub(super) fn is_apart(&self, index: usize) -> bool {
        self.reference.signature.is_apart(index)
    }

    /// Whether it is a field that neither version uses.
    pub(super) fn is_idle_field(&self, index: usize) -> bool {
        let used = [self.reference, self.port].map(|view| view.usage[index].used);
        let is_field = self.name(index).contains(['.', '>']);
        (is_field || self.is_unnamed(index)) && used == [false, false]
    }

    /// Whether a parameter is a pointer to what has no name or no definition.
    fn is_unnamed(&self, index: usize) -> bool {
        [self.reference, self.port].iter().all(|view| {
            let param = &view.signature.params[index];
            match &param.ty {
                Type::Pointer(pointer) => *pointer.pointee == Type::Void,
                Type::Opaque { .. } => param.spelled.ends_with('*'),
                _ => false,
            }
        })
    }
}
