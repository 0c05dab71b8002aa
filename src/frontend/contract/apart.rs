//! Parameters that are parts of others: fields of structures that are taken apart, and rows.

use super::roles::Assigner;
use crate::contract::Length;
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::types::Type;

impl Assigner<'_> {
    /// The length of a row, where a flag tells rows apart.
    pub(super) fn row(&self, index: usize) -> Result<Option<Length>, FrontendError> {
        match self.flags[index].map(|arg| &arg.meaning) {
            Some(Meaning::Symbolic { row: Some(row), .. }) => {
                self.resolve_length(index, row).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The element of its buffer that another pointer is said to point to: its end, where
    /// nothing else is said of its length.
    ///
    /// # Errors
    /// [`FrontendError::ArgType`] about that pointer, where it cannot.
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

    /// That a pointer cannot point where a flag says.
    pub(super) fn no_place(&self, index: usize, of: &str) -> FrontendError {
        let reason = format!(
            "it cannot point into `{of}`: one of the two is no pointer to elements, or the index \
             names no integer parameter and no --size"
        );
        self.misfit(index, reason)
    }

    /// Whether it is what a call leaves in a structure that is taken apart.
    pub(super) fn is_apart(&self, index: usize) -> bool {
        self.reference.signature.is_apart(index)
    }

    /// Whether it is a field that neither version looks at.
    pub(super) fn is_idle_field(&self, index: usize) -> bool {
        let used = [self.reference, self.port].map(|view| view.usage[index].used);
        self.name(index).contains(['.', '>']) && used == [false, false]
    }
}
