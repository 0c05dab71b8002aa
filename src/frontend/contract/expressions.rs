//! The length of a buffer as an expression, inferred or given, with known parameters
//! substituted.

use super::View;
use super::lengths;
use super::roles::Assigner;
use crate::contract::{Element, Length};
use crate::frontend::args::Meaning;
use crate::frontend::error::{FrontendError, nearest};
use crate::frontend::names;
use crate::frontend::quote::Quote;
use crate::frontend::types::Type;

impl Assigner<'_> {
    pub(super) fn size_names(&self) -> Vec<&str> {
        self.sizes.iter().map(|&i| self.name(i)).collect()
    }

    /// A length to show as an example.
    pub(super) fn some_length(&self) -> String {
        match self.size_names().as_slice() {
            [] => "64".into(),
            [start, end] if names::is_start(start) && names::is_end(end) => {
                format!("{end}-{start}")
            }
            names => names.join("*"),
        }
    }

    /// The inferred length, and whether it is only an assumption.
    pub(super) fn length(
        &self,
        index: usize,
        element: &Element,
    ) -> Result<(Length, bool), FrontendError> {
        if self.alone {
            // The execution of the kernel finds the length.
            return Ok((Length::Const(1), true));
        }
        let sizes = self.named_sizes();
        let buffer = self.measured(index, element, &sizes);
        if let Some((length, assumed)) = lengths::infer(&buffer, self.reference, self.port) {
            return match self.substitute(&length, 0) {
                Ok(length) => Ok((length, assumed)),
                Err(()) => Err(self.circular(index)),
            };
        }
        let ty = match element.leaves.as_slice() {
            [leaf] => leaf.scalar.to_string(),
            _ => String::new(),
        };
        let spelled = &self.reference.signature.params[index].spelled;
        let written = self.reference.usage[index].writes || self.port.usage[index].writes;
        let text = sizes.is_empty() && spelled.contains("char") && !written;
        Err(FrontendError::UnknownLength {
            param: self.name(index).to_owned(),
            candidates: sizes.iter().map(|(_, name)| (*name).to_owned()).collect(),
            fix: match (self.likely_end(index), text) {
                (Some(end), _) => format!("{end}=&{}[n]", self.name(index)),
                (None, true) => format!("{}=cstr[..n]", self.name(index)),
                (None, false) => format!("{}={ty}[{}]", self.name(index), self.some_length()),
            },
        })
    }

    /// The length that the reference's accesses reach, if it is known.
    pub(super) fn reached(&self, index: usize, element: &Element) -> Option<Length> {
        let sizes = self.named_sizes();
        let length = self
            .measured(index, element, &sizes)
            .reached(self.reference)?;
        self.substitute(&length, 0).ok()
    }

    fn named_sizes(&self) -> Vec<(usize, &str)> {
        self.sizes.iter().map(|&i| (i, self.name(i))).collect()
    }

    fn measured<'b>(
        &'b self,
        index: usize,
        element: &'b Element,
        sizes: &'b [(usize, &'b str)],
    ) -> lengths::Buffer<'b> {
        lengths::Buffer {
            index,
            name: self.name(index),
            element,
            sizes,
        }
    }

    /// A parameter that probably points to the end of the buffer: a pointer of the same type that a
    /// version compares with it or subtracts, or through which neither version reads or writes.
    fn likely_end(&self, index: usize) -> Option<&str> {
        let params = &self.reference.signature.params;
        let versions = [self.reference, self.port];
        let is_end = |other: &usize| {
            let accessed = |view: &View| view.usage[*other].reads || view.usage[*other].writes;
            matches!(params[*other].ty, Type::Pointer(_))
                && params[*other].ty == params[index].ty
                && versions.iter().all(|view| view.usage[*other].used)
                && !versions.iter().any(|view| accessed(view))
        };
        let is_apart = |other: &usize| {
            let mut versions = versions.iter();
            versions.any(|view| view.distances.contains(&[index, *other]))
        };
        let others = || index + 1..params.len();
        let end = others().find(is_apart);
        end.or_else(|| others().find(is_end))
            .map(|end| self.name(end))
    }

    /// A length from an `--arg`: every name in it has to be a size, declared or a
    /// parameter.
    pub(super) fn resolve_length(
        &self,
        index: usize,
        length: &Length,
    ) -> Result<Length, FrontendError> {
        let mut unknown = None;
        length.variables(&mut |name| {
            let size = self.sizes.iter().any(|&i| self.name(i) == name);
            let free = self.flags[index].is_some_and(|arg| matches!(arg.meaning, Meaning::Size(_)));
            let taken = self
                .reference
                .signature
                .params
                .iter()
                .any(|p| p.name == name);
            let known = self.known.contains_key(name) || self.declared.iter().any(|d| d == name);
            if !size && !known && (taken || !free) && unknown.is_none() {
                unknown = Some(name.to_owned());
            }
        });
        if let Some(name) = unknown {
            return Err(self.not_a_size(index, &name));
        }
        self.substitute(length, 0).map_err(|_| self.circular(index))
    }

    pub(super) fn not_a_size(&self, index: usize, name: &str) -> FrontendError {
        let mut variables: Vec<String> = self.size_names().iter().map(|s| s.to_string()).collect();
        variables.extend(self.declared.iter().cloned());
        let quote = match self.flags[index] {
            Some(arg) => {
                let start = word(&arg.text, name, arg.quote.start);
                Quote {
                    start,
                    end: start + name.len(),
                    ..arg.quote.clone()
                }
            }
            None => return self.circular(index),
        };
        FrontendError::SizeMissing {
            quote,
            nearest: nearest(name, variables.iter().map(String::as_str))
                .first()
                .map(|s| s.to_string()),
            variables,
        }
    }

    pub(super) fn circular(&self, index: usize) -> FrontendError {
        self.misfit(index, "its length depends on itself".into())
    }

    /// Substitutes parameters whose value is known; fails on a cycle.
    pub(super) fn substitute(&self, length: &Length, depth: u32) -> Result<Length, ()> {
        if depth > 16 {
            return Err(());
        }
        Ok(match length {
            Length::Const(_) => length.clone(),
            Length::Var(name) => match self.known.get(name) {
                // `n=size:n` stands for itself.
                Some(Length::Var(same)) if same == name => length.clone(),
                Some(value) => self.substitute(value, depth + 1)?,
                None => length.clone(),
            },
            Length::Op(op, a, b) => {
                let (a, b) = (self.substitute(a, depth)?, self.substitute(b, depth)?);
                Length::Op(*op, Box::new(a), Box::new(b))
            }
        })
    }
}

/// The position of the whole word `name` in `text`, at or after `from`.
fn word(text: &str, name: &str, from: usize) -> usize {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .map(|(at, _)| at)
        .find(|&at| {
            at >= from
                && !text[..at].ends_with(inside)
                && !text[at + name.len()..].starts_with(inside)
        })
        .unwrap_or(from)
}
