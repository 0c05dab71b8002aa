//! The role of every parameter, from types, uses and flags.

use std::collections::HashMap;

use super::bind::Flags;
use super::concrete::{known_lengths, size_params};
use super::{View, Wishes};
use crate::contract::{
    Contract, Element, Enumeration, Enumerator, Length, Param, Range, Role, Scalar,
};
use crate::frontend::args::{GivenRange, Meaning, unknown_type};
use crate::frontend::error::FrontendError;
use crate::frontend::layout::{SAMPLER, UNMODELLED};
use crate::frontend::number;
use crate::frontend::quote::Quote;
use crate::frontend::types::{BOOL, BOOL_IN_MEMORY, FUNCTION, POINTERS, Type};

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
            scratch: false,
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

    fn constant(&self, index: usize, ty: &Type, text: &str) -> Result<Role, FrontendError> {
        let scalar = match ty {
            Type::Scalar(scalar) => truth_value(*scalar).0,
            Type::Aggregate(_) => {
                return Err(self.misfit(index, "a structure cannot be a constant".into()));
            }
            _ => Scalar::Int {
                bits: 64,
                signed: false,
            },
        };
        match number::bits(text, scalar) {
            Some(bits) => Ok(Role::Const { scalar, bits }),
            None => Err(self.misfit(index, format!("{text} is not a value of {scalar}"))),
        }
    }

    fn scalar(&self, index: usize, scalar: Scalar) -> Result<Role, FrontendError> {
        let (scalar, truth) = truth_value(scalar);
        let meaning = self.flags[index].map(|arg| &arg.meaning);
        if let Some(Meaning::Size(value)) = meaning {
            if matches!(scalar, Scalar::Float { .. }) {
                return Err(self.misfit(index, "a size has to be an integer".into()));
            }
            let value = match value {
                Some(length) => self.resolve_length(index, length)?,
                None => Length::Var(self.name(index).to_owned()),
            };
            let own = value == Length::Var(self.name(index).to_owned());
            let listed = match own {
                true => listed(self.declared(index)),
                false => Vec::new(),
            };
            return Ok(Role::Size {
                scalar,
                value,
                listed,
            });
        }
        let enumeration = self.enumeration(index, scalar)?;
        let mut shown = scalar;
        let mut range = None;
        if let Some(Meaning::Symbolic {
            direction,
            scalar: given,
            named,
            length,
            align,
            range: r,
            ..
        }) = meaning
        {
            is_named(named, None)?;
            if direction.is_some() || length.is_some() || align.is_some() {
                let reason = "it is passed by value, so it has no direction, length or alignment";
                return Err(self.misfit(index, reason.into()));
            }
            if self.sizes.contains(&index) {
                let reason = "another --arg uses it in a length, so it has to be a size";
                return Err(self.misfit(index, reason.into()));
            }
            if let Some(given) = given {
                if !same_kind(*given, scalar) {
                    return Err(self.misfit(index, format!("{given} does not fit; it is {scalar}")));
                }
                shown = *given;
            }
            range = self.range(index, r.as_deref(), &[shown])?;
        } else if self.sizes.contains(&index) {
            let value = Length::Var(self.name(index).to_owned());
            let listed = listed(self.declared(index));
            return Ok(Role::Size {
                scalar,
                value,
                listed,
            });
        }
        Ok(Role::Scalar {
            scalar: shown,
            range: range
                .or(truth)
                .or_else(|| enumeration.as_ref().and_then(Enumeration::range)),
            enumeration,
        })
    }

    fn aggregate(&self, index: usize, element: &Element) -> Result<Role, FrontendError> {
        let mut range = None;
        match self.flags[index].map(|arg| &arg.meaning) {
            None => {}
            Some(Meaning::Symbolic {
                direction: None,
                scalar: None,
                named,
                length: None,
                row: None,
                terminated: _,
                origin: _,
                capacity: None,
                align: None,
                range: r,
            }) => {
                is_named(named, Some(element))?;
                range = self.range(index, r.as_deref(), &scalars(element))?;
            }
            Some(_) => {
                let reason = "a structure passed by value can only be given a range";
                return Err(self.misfit(index, reason.into()));
            }
        }
        Ok(Role::Value {
            element: element.clone(),
            range,
        })
    }

    /// The range of an `--arg`, checked against each of the scalars.
    pub(super) fn range(
        &self,
        index: usize,
        range: Option<&GivenRange>,
        scalars: &[Scalar],
    ) -> Result<Option<Range>, FrontendError> {
        let (Some(range), Some(arg)) = (range, self.flags[index]) else {
            return Ok(None);
        };
        let mut shown = None;
        for scalar in scalars {
            match number::range(range, *scalar) {
                Ok(range) => shown = Some(range),
                Err((Some(quote), reason)) => {
                    return Err(FrontendError::RangeEnd { quote, reason });
                }
                Err((None, reason)) => {
                    return Err(FrontendError::EmptyRange {
                        quote: arg.quote.clone(),
                        reason,
                    });
                }
            }
        }
        Ok(shown)
    }
}

/// The values of a size whose type has these enumerators.
fn listed(enumerators: &[Enumerator]) -> Vec<i64> {
    let values = enumerators.iter().map(|e| e.value);
    let mut listed: Vec<i64> = values.filter_map(|value| value.try_into().ok()).collect();
    listed.sort_unstable();
    listed.dedup();
    listed
}

/// Checks that a type named in a flag is the parameter's own type; `struct` and the like may
/// be left out.
pub(super) fn is_named(named: &Option<Quote>, own: Option<&Element>) -> Result<(), FrontendError> {
    let Some(name) = named else { return Ok(()) };
    let tag = |own: &str| match own.split_once(' ') {
        Some(("struct" | "union" | "enum", own)) => own == name.part(),
        _ => false,
    };
    match own {
        Some(own) if own.name == name.part() || tag(&own.name) => Ok(()),
        Some(own) if own.leaves.len() > 1 => Err(FrontendError::Syntax {
            help: "the type may be left out, as in 'p=in:[n]'",
            reason: format!(
                "`{}` is not the type of the elements: they are `{}`",
                name.part(),
                own.name
            ),
            quote: name.clone(),
        }),
        _ => Err(unknown_type(name.clone())),
    }
}

/// The scalar types in an element.
pub(super) fn scalars(element: &Element) -> Vec<Scalar> {
    element.leaves.iter().map(|leaf| leaf.scalar).collect()
}

/// The representation of a `bool` in a contract: a byte that is zero or one.
pub(super) fn truth_value(scalar: Scalar) -> (Scalar, Option<Range>) {
    let range = Range {
        low: 0.0,
        high: 1.0,
    };
    match scalar == BOOL {
        true => (BOOL_IN_MEMORY, Some(range)),
        false => (scalar, None),
    }
}

fn same_kind(left: Scalar, right: Scalar) -> bool {
    left.bits() == right.bits()
        && matches!(left, Scalar::Float { .. }) == matches!(right, Scalar::Float { .. })
}
