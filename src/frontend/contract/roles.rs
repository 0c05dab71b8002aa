//! The role of every parameter, from types, uses and flags.

use std::collections::HashMap;

use super::bind::Flags;
use super::concrete::{known_lengths, size_params};
use super::{View, Wishes};
use crate::contract::{Contract, Length, Param, Role};
use crate::frontend::args::Meaning;
use crate::frontend::error::FrontendError;
use crate::frontend::layout::{SAMPLER, UNMODELLED};
use crate::frontend::types::{FUNCTION, POINTERS, Type};

/// Assigns every parameter its role.
pub(super) fn assign(
    reference: &View,
    port: &View,
    flags: &Flags<'_>,
    wishes: &Wishes,
) -> Result<Contract, FrontendError> {
    let declared = declared(reference, flags, wishes);
    let assigner = Assigner::new((reference, port), (flags, &declared), wishes);
    let params = (0..flags.len())
        .map(|i| assigner.param(i))
        .collect::<Result<Vec<_>, _>>()?;
    let mut size_variables: Vec<String> = Vec::new();
    for param in &params {
        let lengths = match &param.role {
            Role::Buffer {
                length,
                origin,
                capacity,
                ..
            } => [length, origin].into_iter().chain(capacity).collect(),
            Role::Size { value, .. } => vec![value],
            _ => Vec::new(),
        };
        for length in lengths {
            length.variables(&mut |name| {
                if !size_variables.iter().any(|v| v == name) {
                    size_variables.push(name.to_owned());
                }
            });
        }
    }
    Ok(Contract {
        params,
        globals: Vec::new(),
        setup: Vec::new(),
        launch: None,
        result: None,
        returns_address: false,
        relations: Vec::new(),
        size_variables,
    })
}

/// The sizes that are not parameters: those of `--size`, the lengths of texts, and the
/// extents of images.
fn declared(reference: &View, flags: &Flags<'_>, wishes: &Wishes) -> Vec<String> {
    let mut declared = wishes.sizes.clone();
    for flag in flags.iter().flatten() {
        let lengths = match &flag.meaning {
            Meaning::Symbolic {
                terminated: true,
                length: Some(length),
                ..
            } => std::slice::from_ref(length),
            Meaning::Image(image) => &image.extents,
            _ => &[],
        };
        for length in lengths {
            length.variables(&mut |name| {
                let mut params = reference.signature.params.iter();
                if params.all(|param| param.name != name) {
                    declared.push(name.to_owned());
                }
            });
        }
    }
    declared
}

/// The inputs to a role.
pub(super) struct Assigner<'a> {
    pub(super) reference: &'a View,
    pub(super) port: &'a View,
    pub(super) flags: &'a Flags<'a>,
    pub(super) known: HashMap<String, Length>,
    pub(super) sizes: Vec<usize>,
    pub(super) declared: &'a [String],
    pub(super) alone: bool,
}

impl<'a> Assigner<'a> {
    /// The inputs for two versions, with the sizes that are no parameters.
    pub(super) fn new(
        (reference, port): (&'a View, &'a View),
        (flags, declared): (&'a Flags<'a>, &'a [String]),
        wishes: &Wishes,
    ) -> Assigner<'a> {
        Assigner {
            reference,
            port,
            flags,
            known: known_lengths(reference, flags),
            sizes: size_params(reference, port, flags, wishes),
            declared,
            alone: wishes.alone,
        }
    }
}

impl Assigner<'_> {
    /// The name of a parameter.
    pub(super) fn name(&self, index: usize) -> &str {
        &self.reference.signature.params[index].name
    }

    /// The more informative type: the reference's, unless it is `void *`.
    fn ty(&self, index: usize) -> &Type {
        let ty = &self.reference.signature.params[index].ty;
        match ty {
            Type::Pointer(p) if *p.pointee == Type::Void => &self.port.signature.params[index].ty,
            _ => ty,
        }
    }

    fn param(&self, index: usize) -> Result<Param, FrontendError> {
        let flag = self.flags[index];
        if let Some(image) = self.image(index) {
            return Ok(Param {
                name: self.name(index).to_owned(),
                role: self.image_role(index, image)?,
                assumed: false,
                given: flag.is_some(),
                row: None,
                alias: None,
                scratch: false,
                owner: None,
            });
        }
        let role = match (flag.map(|arg| &arg.meaning), self.ty(index)) {
            (None, Type::Opaque { .. } | Type::Pointer(_)) if self.is_idle_field(index) => {
                self.constant(index, &Type::Void, "0")?
            }
            _ if self.is_apart(index) && flag.is_some_and(|arg| !arg.meaning.says_nothing()) => {
                return Err(self.misfit(index, "its fields are described one by one".into()));
            }
            (_, Type::Function { name }) => Role::Function {
                function: name.clone(),
            },
            (_, Type::Place { of, index }) => Role::Place {
                of: of.clone(),
                index: index.clone(),
            },
            (Some(Meaning::Place { of, .. }), _) => {
                return Err(self.no_place(index, of.part()));
            }
            (Some(Meaning::Result), _) => {
                let reason = "say that of the version that stores what the other one returns: \
                              --port-arg or --reference-arg";
                return Err(self.misfit(index, reason.to_owned()));
            }
            (Some(Meaning::Function(name)), _) => {
                return Err(self.misfit(
                    index,
                    format!("`{}` is no function that it can point to", name.part()),
                ));
            }
            (Some(Meaning::Const(text)), ty) => self.constant(index, ty, text)?,
            (_, Type::Scalar(scalar)) => self.scalar(index, *scalar)?,
            (_, Type::Aggregate(element)) => self.aggregate(index, element)?,
            (_, Type::Pointer(pointer)) => self.buffer(index, pointer)?,
            (_, Type::Void | Type::Image(_)) => {
                return Err(self.unsupported(index, "it has no values", None));
            }
            (
                Some(Meaning::Symbolic {
                    row: Some(_),
                    length: Some(length),
                    ..
                }),
                Type::Opaque { .. },
            ) => {
                self.resolve_length(index, length)?;
                let reason = "its rows need lengths made of integer parameters, or of fields";
                return Err(self.misfit(index, reason.to_owned()));
            }
            (_, Type::Opaque { reason }) => {
                let spelled = &self.reference.signature.params[index].spelled;
                // A reference is never null.
                let address = spelled.contains('*')
                    && !spelled.ends_with('&')
                    && !reason.starts_with(UNMODELLED);
                let address = address || reason == SAMPLER;
                let value = match reason.as_str() {
                    SAMPLER => "const:CLK_ADDRESS_CLAMP_TO_EDGE|CLK_FILTER_NEAREST",
                    POINTERS => "inout:[4][64]",
                    FUNCTION => "function:NAME",
                    _ => "const:0",
                };
                let fix = address.then(|| format!("{}={value}", self.name(index)));
                return Err(self.unsupported(index, reason, fix));
            }
        };
        let told = matches!(
            flag.map(|arg| &arg.meaning),
            Some(Meaning::Symbolic {
                length: Some(_),
                ..
            })
        );
        let assumed = match (&role, self.ty(index)) {
            (Role::Buffer { element, .. }, Type::Pointer(p)) if !told && !p.reference => self
                .length(index, element)
                .is_ok_and(|(_, assumed)| assumed),
            _ => false,
        };
        Ok(Param {
            name: self.name(index).to_owned(),
            role,
            assumed,
            given: flag.is_some(),
            row: self.row(index)?,
            alias: None,
            scratch: matches!(
                flag.map(|arg| &arg.meaning),
                Some(Meaning::Symbolic { scratch: true, .. })
            ),
            owner: None,
        })
    }

    pub(super) fn unsupported(
        &self,
        index: usize,
        reason: &str,
        fix: Option<String>,
    ) -> FrontendError {
        let source = &self.reference.signature.params[index];
        FrontendError::ParamType {
            param: source.name.clone(),
            ty: source.spelled.clone(),
            reason: reason.to_owned(),
            fix,
        }
    }

    /// The error for an `--arg` that does not fit its parameter.
    pub(super) fn misfit(&self, index: usize, reason: String) -> FrontendError {
        let source = &self.reference.signature.params[index];
        match self.flags[index] {
            Some(arg) => FrontendError::ArgType {
                quote: arg.quote.clone(),
                param: source.name.clone(),
                ty: source.spelled.clone(),
                reason,
            },
            None => self.unsupported(index, &reason, None),
        }
    }
}
