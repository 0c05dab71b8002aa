//! The role of a pointer: its element type, length and direction.

use super::View;
use super::roles::Assigner;
use super::values::{is_named, scalars, truth_value};
use crate::contract::{Direction, Element, Length, Role, Scalar};
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::types::{Pointer, Type};

impl Assigner<'_> {
    /// The role of a pointer parameter: a buffer.
    pub(super) fn buffer(&self, index: usize, pointer: &Pointer) -> Result<Role, FrontendError> {
        let unsaid = Meaning::unsaid();
        let Meaning::Symbolic {
            direction,
            scratch: _,
            scalar,
            named,
            length,
            row,
            terminated,
            origin,
            capacity,
            align,
            range,
        } = self.flags[index].map_or(&unsaid, |arg| &arg.meaning)
        else {
            return Err(self.misfit(index, "a pointer cannot be a size".into()));
        };
        is_named(named, pointer.pointee.element().as_ref())?;
        let mut element = match (pointer.pointee.element(), *scalar) {
            (None, None) => {
                let fix = format!("{}=inout:u8[{}]", self.name(index), self.some_length());
                return Err(self.unsupported(
                    index,
                    "it does not say what it points to",
                    Some(fix),
                ));
            }
            (None, Some(scalar)) => Element::scalar(scalar),
            (Some(element), None) => element,
            (Some(element), Some(scalar)) => self.reinterpret(index, element, scalar)?,
        };
        if let Some(align) = pointer.align {
            element.align = align;
        }
        // The final contents of rows are copied back, changed or not.
        let copied = row.is_some() && self.reference.signature.params[index].rows;
        let direction = match direction {
            Some(Direction::Out) => Direction::Out,
            _ if copied => Direction::InOut,
            Some(direction) => *direction,
            None => self.direction(index, pointer),
        };
        if *terminated && !(element.leaves.len() == 1 && is_character(element.leaves[0].scalar)) {
            let reason = "texts are of integers with 8, 16 or 32 bits".to_owned();
            return Err(self.misfit(index, reason));
        }
        let length = match length {
            Some(length) if *terminated => {
                let longest = self.resolve_length(index, length)?;
                Length::Op('+', Box::new(longest), Box::new(Length::Const(1)))
            }
            Some(length) => self.resolve_length(index, length)?,
            None if pointer.reference => Length::Const(1),
            None => match self.end_of(index)? {
                Some(end) => self.resolve_length(index, end)?,
                None => self.length(index, &element)?.0,
            },
        };
        let origin = match origin {
            Some(origin) => self.resolve_length(index, origin)?,
            None => Length::Const(0),
        };
        let capacity = match capacity {
            Some(capacity) => Some(self.resolve_length(index, capacity)?),
            None => None,
        };
        let range = match range {
            Some(_) if element.leaves.is_empty() => {
                return Err(self.misfit(index, "its elements have no values".into()));
            }
            Some(range) => self.range(index, Some(range), &scalars(&element))?,
            None => match *pointer.pointee {
                Type::Scalar(scalar) => truth_value(scalar).1,
                _ => None,
            },
        };
        Ok(Role::Buffer {
            direction,
            element,
            length,
            terminated: *terminated,
            capacity,
            origin,
            align: align.as_ref().map(|(bytes, _)| *bytes),
            range,
            image: None,
        })
    }

    /// The element type that an `--arg` asks for, if the buffer can be viewed that way.
    fn reinterpret(
        &self,
        index: usize,
        element: Element,
        scalar: Scalar,
    ) -> Result<Element, FrontendError> {
        let wanted = Element::scalar(scalar);
        let fits = match element.leaves.as_slice() {
            [leaf] => leaf.scalar.bits() == scalar.bits(),
            leaves => {
                let uniform = leaves.iter().all(|l| l.scalar == leaves[0].scalar);
                uniform && element.size.is_multiple_of(wanted.size)
            }
        };
        if !fits {
            let reason = format!(
                "its elements have {} bytes, but {scalar} has {}",
                element.size, wanted.size
            );
            return Err(self.misfit(index, reason));
        }
        Ok(wanted)
    }

    fn direction(&self, index: usize, pointer: &Pointer) -> Direction {
        let constant = |view: &View| match &view.signature.params[index].ty {
            Type::Pointer(p) => p.constant,
            _ => false,
        };
        // A `mutable` member is written in a method that is `const`; debug info does not name it.
        let this = self.reference.signature.params[index].name == "this";
        let is_cache = this && self.reference.usage[index].writes;
        if (pointer.constant || constant(self.reference)) && !is_cache {
            return Direction::In;
        }
        let uses = [self.reference.usage[index], self.port.usage[index]];
        match (uses.iter().any(|u| u.reads), uses.iter().any(|u| u.writes)) {
            (_, false) => Direction::In,
            (false, true) => Direction::Out,
            (true, true) => Direction::InOut,
        }
    }
}

/// Whether a scalar can be a character of a text.
const fn is_character(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::Int {
            bits: 8 | 16 | 32,
            ..
        }
    )
}
