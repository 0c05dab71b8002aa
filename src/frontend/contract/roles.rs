//! The role of every parameter, from types, uses and flags.

use std::collections::HashMap;

use super::{View, Wishes, lengths};
use crate::contract::{Contract, Direction, Element, Length, Param, Range, Role, Scalar};
use crate::frontend::args::{Arg, Meaning};
use crate::frontend::error::{FrontendError, Quote, nearest};
use crate::frontend::names;
use crate::frontend::number;
use crate::frontend::types::{BOOL, BOOL_IN_MEMORY, Pointer, Type};

/// The `--arg` of each parameter that has one.
pub(super) type Flags<'w> = Vec<Option<&'w Arg>>;

/// Finds the parameter that each `--arg` is about.
pub(super) fn bind<'w>(
    reference: &View,
    port: &View,
    wishes: &'w Wishes,
) -> Result<Flags<'w>, FrontendError> {
    let mut flags: Flags<'w> = vec![None; reference.signature.params.len()];
    for arg in &wishes.args {
        let index = find(reference, port, &arg.name)?;
        match flags[index] {
            Some(first) if first.meaning != arg.meaning => {
                return Err(FrontendError::Contradiction {
                    quote: arg.quote.clone(),
                    param: arg.name.part().to_owned(),
                    first: first.text.clone(),
                });
            }
            _ => flags[index] = Some(arg),
        }
    }
    Ok(flags)
}

/// The parameter of that name: the reference's name for it, or else the port's.
fn find(reference: &View, port: &View, quote: &Quote) -> Result<usize, FrontendError> {
    let position = |view: &View| {
        view.signature
            .params
            .iter()
            .position(|p| p.name == quote.part())
    };
    position(reference)
        .or_else(|| position(port))
        .ok_or_else(|| {
            let names: Vec<&str> = reference
                .signature
                .params
                .iter()
                .map(|p| p.name.as_str())
                .collect();
            FrontendError::ParamMissing {
                quote: quote.clone(),
                nearest: nearest(quote.part(), names.iter().copied())
                    .first()
                    .map(|s| s.to_string()),
                params: names.into_iter().map(str::to_owned).collect(),
            }
        })
}

/// Gives every parameter its role.
pub(super) fn assign(
    reference: &View,
    port: &View,
    flags: &Flags<'_>,
    wishes: &Wishes,
) -> Result<Contract, FrontendError> {
    let assigner = Assigner {
        reference,
        port,
        flags,
        known: known_lengths(reference, flags),
        sizes: size_params(reference, port, flags),
        declared: &wishes.sizes,
    };
    let params = (0..flags.len())
        .map(|i| assigner.param(i))
        .collect::<Result<Vec<_>, _>>()?;
    let mut size_variables: Vec<String> = Vec::new();
    for param in &params {
        if let Role::Buffer { length, .. } | Role::Size { value: length, .. } = &param.role {
            length.variables(&mut |name| {
                if !size_variables.iter().any(|v| v == name) {
                    size_variables.push(name.to_owned());
                }
            });
        }
    }
    Ok(Contract {
        params,
        result: None,
        size_variables,
    })
}

/// The integer parameters that are concrete in every run.
fn size_params(reference: &View, port: &View, flags: &Flags<'_>) -> Vec<usize> {
    let params = &reference.signature.params;
    let integer = |i: usize| {
        matches!(
            params[i].ty,
            Type::Scalar(Scalar::Int { bits: 16..=64, .. })
        )
    };
    let named_in_a_length = |i: usize| {
        let mut found = false;
        for arg in flags.iter().flatten() {
            if let Meaning::Symbolic {
                length: Some(length),
                ..
            } = &arg.meaning
            {
                length.variables(&mut |name| found |= name == params[i].name);
            }
        }
        found
    };
    let shapes = |i: usize| reference.usage[i].shapes || port.usage[i].shapes;
    let some_shape = (0..params.len()).any(|i| integer(i) && shapes(i));
    let dynamic = (0..params.len()).any(|i| {
        matches!(params[i].ty, Type::Pointer(_))
            && (reference.usage[i].dynamic || port.usage[i].dynamic)
    });
    let by_name = |i: usize| {
        let name = &params[i].name;
        let sized = names::is_count(name) || names::is_width(name) || names::is_height(name);
        !some_shape && dynamic && (sized || names::is_stride(name))
    };
    (0..params.len())
        .filter(|&i| integer(i))
        .filter(|&i| match flags[i].map(|arg| &arg.meaning) {
            Some(Meaning::Size(_)) => true,
            Some(Meaning::Const(_)) => false,
            Some(Meaning::Symbolic { .. }) => named_in_a_length(i),
            None => shapes(i) || by_name(i) || named_in_a_length(i),
        })
        .collect()
}

/// Parameters whose value is fixed or an expression: what their names stand for in
/// lengths.
fn known_lengths(reference: &View, flags: &Flags<'_>) -> HashMap<String, Length> {
    let mut known = HashMap::new();
    for (param, arg) in reference.signature.params.iter().zip(flags) {
        let value = match arg.map(|a| &a.meaning) {
            Some(Meaning::Size(Some(length))) => length.clone(),
            Some(Meaning::Const(text)) => match text.parse() {
                Ok(value) => Length::Const(value),
                Err(_) => continue,
            },
            _ => continue,
        };
        known.insert(param.name.clone(), value);
    }
    known
}

struct Assigner<'a> {
    reference: &'a View,
    port: &'a View,
    flags: &'a Flags<'a>,
    known: HashMap<String, Length>,
    sizes: Vec<usize>,
    declared: &'a [String],
}

impl Assigner<'_> {
    fn name(&self, index: usize) -> &str {
        &self.reference.signature.params[index].name
    }

    /// The type that says most: the reference's, unless it is `void *`.
    fn ty(&self, index: usize) -> &Type {
        let ty = &self.reference.signature.params[index].ty;
        match ty {
            Type::Pointer(p) if *p.pointee == Type::Void => &self.port.signature.params[index].ty,
            _ => ty,
        }
    }

    fn param(&self, index: usize) -> Result<Param, FrontendError> {
        let flag = self.flags[index];
        let role = match (flag.map(|arg| &arg.meaning), self.ty(index)) {
            (Some(Meaning::Const(text)), ty) => self.constant(index, ty, text)?,
            (_, Type::Scalar(scalar)) => self.scalar(index, *scalar)?,
            (_, Type::Aggregate(element)) => self.aggregate(index, element)?,
            (_, Type::Pointer(pointer)) => self.buffer(index, pointer)?,
            (_, Type::Void) => return Err(self.unsupported(index, "it has no values", None)),
            (_, Type::Opaque { reason }) => {
                let address = self.reference.signature.params[index]
                    .spelled
                    .contains(['*', '&']);
                let fix = address.then(|| format!("{}=const:0", self.name(index)));
                return Err(self.unsupported(index, reason, fix));
            }
        };
        Ok(Param {
            name: self.name(index).to_owned(),
            role,
            given: flag.is_some(),
            alias: None,
        })
    }

    fn unsupported(&self, index: usize, reason: &str, fix: Option<String>) -> FrontendError {
        let source = &self.reference.signature.params[index];
        FrontendError::ParamType {
            param: source.name.clone(),
            ty: source.spelled.clone(),
            reason: reason.to_owned(),
            fix,
        }
    }

    /// An `--arg` that does not fit its parameter.
    fn misfit(&self, index: usize, reason: String) -> FrontendError {
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
            return Ok(Role::Size { scalar, value });
        }
        let mut shown = scalar;
        let mut range = None;
        if let Some(Meaning::Symbolic {
            direction,
            scalar: given,
            length,
            range: r,
        }) = meaning
        {
            if direction.is_some() || length.is_some() {
                let reason = "it is passed by value, so it has no direction and no length";
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
            range = self.range(index, *r, shown)?;
        } else if self.sizes.contains(&index) {
            let value = Length::Var(self.name(index).to_owned());
            return Ok(Role::Size { scalar, value });
        }
        Ok(Role::Scalar {
            scalar: shown,
            range: range.or(truth),
        })
    }

    fn aggregate(&self, index: usize, element: &Element) -> Result<Role, FrontendError> {
        let mut range = None;
        match self.flags[index].map(|arg| &arg.meaning) {
            None => {}
            Some(Meaning::Symbolic {
                direction: None,
                scalar: None,
                length: None,
                range: r,
            }) => {
                range = *r;
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

    fn buffer(&self, index: usize, pointer: &Pointer) -> Result<Role, FrontendError> {
        let (direction, scalar, length, range) = match self.flags[index].map(|arg| &arg.meaning) {
            Some(Meaning::Symbolic {
                direction,
                scalar,
                length,
                range,
            }) => (*direction, *scalar, length.as_ref(), *range),
            Some(_) => return Err(self.misfit(index, "a pointer cannot be a size".into())),
            None => (None, None, None, None),
        };
        let element = match (pointer.pointee.element(), scalar) {
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
        let direction = match direction {
            Some(direction) => direction,
            None => self.direction(index, pointer),
        };
        let length = match length {
            Some(length) => self.resolve_length(index, length)?,
            None if pointer.reference => Length::Const(1),
            None => self.length(index, &element)?,
        };
        let range = match range {
            Some(_) => self.range(index, range, element.leaves[0].scalar)?,
            None => match *pointer.pointee {
                Type::Scalar(scalar) => truth_value(scalar).1,
                _ => None,
            },
        };
        Ok(Role::Buffer {
            direction,
            element,
            length,
            range,
        })
    }

    /// The element that an `--arg` asks for, if the buffer can be seen that way.
    fn reinterpret(
        &self,
        index: usize,
        element: Element,
        scalar: Scalar,
    ) -> Result<Element, FrontendError> {
        let wanted = Element::scalar(scalar);
        let raw = element.size == 1 && element.leaves.len() == 1;
        let fits = match element.leaves.as_slice() {
            [leaf] => raw || leaf.scalar.bits() == scalar.bits(),
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
        if pointer.constant || constant(self.reference) {
            return Direction::In;
        }
        let uses = [self.reference.usage[index], self.port.usage[index]];
        match (uses.iter().any(|u| u.reads), uses.iter().any(|u| u.writes)) {
            (_, false) => Direction::In,
            (false, true) => Direction::Out,
            (true, true) => Direction::InOut,
        }
    }

    fn size_names(&self) -> Vec<&str> {
        self.sizes.iter().map(|&i| self.name(i)).collect()
    }

    /// A length to show in an example.
    fn some_length(&self) -> String {
        match self.size_names().as_slice() {
            [] => "64".into(),
            names => names.join("*"),
        }
    }

    fn length(&self, index: usize, element: &Element) -> Result<Length, FrontendError> {
        let sizes: Vec<(usize, &str)> = self.sizes.iter().map(|&i| (i, self.name(i))).collect();
        let buffer = lengths::Buffer {
            index,
            name: self.name(index),
            element,
            sizes: &sizes,
        };
        if let Some(length) = lengths::infer(&buffer, self.reference, self.port) {
            return self
                .substitute(&length, 0)
                .map_err(|_| self.circular(index));
        }
        let ty = match element.leaves.as_slice() {
            [leaf] => leaf.scalar.to_string(),
            _ => String::new(),
        };
        Err(FrontendError::UnknownLength {
            param: self.name(index).to_owned(),
            candidates: sizes.iter().map(|(_, name)| (*name).to_owned()).collect(),
            fix: format!("{}={ty}[{}]", self.name(index), self.some_length()),
        })
    }

    /// A length from a flag: every name has to be a size, declared or a parameter.
    fn resolve_length(&self, index: usize, length: &Length) -> Result<Length, FrontendError> {
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

    fn not_a_size(&self, index: usize, name: &str) -> FrontendError {
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

    fn circular(&self, index: usize) -> FrontendError {
        self.misfit(index, "its length depends on itself".into())
    }

    /// Replaces parameters whose value is known; fails on a cycle.
    fn substitute(&self, length: &Length, depth: u32) -> Result<Length, ()> {
        if depth > 16 {
            return Err(());
        }
        Ok(match length {
            Length::Const(_) => length.clone(),
            Length::Var(name) => match self.known.get(name) {
                // `n=size:n` is just `n`.
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

    /// A range with at least one value of the type in it.
    fn range(
        &self,
        index: usize,
        range: Option<Range>,
        scalar: Scalar,
    ) -> Result<Option<Range>, FrontendError> {
        let Some(range) = range else { return Ok(None) };
        match number::admits(range, scalar) {
            true => Ok(Some(range)),
            false => Err(FrontendError::EmptyRange {
                quote: match self.flags[index] {
                    Some(arg) => arg.quote.clone(),
                    None => return Ok(None),
                },
                reason: format!("no {scalar} lies in it"),
            }),
        }
    }
}

/// What a `bool` is in a contract: a byte that is zero or one.
fn truth_value(scalar: Scalar) -> (Scalar, Option<Range>) {
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

/// Where the whole word `name` is in `text`, from `from` on.
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

/// Lets the parameters of every `--alias` share one buffer.
pub(super) fn share(
    contract: &mut Contract,
    reference: &View,
    port: &View,
    wishes: &Wishes,
) -> Result<(), FrontendError> {
    for alias in &wishes.aliases {
        let param = find(reference, port, &alias.param)?;
        let target = find(reference, port, &alias.target)?;
        let refuse = |reason: &str| {
            Err(FrontendError::Alias {
                quote: alias.param.clone(),
                reason: reason.to_owned(),
            })
        };
        if param == target {
            return refuse("it would share its own buffer");
        }
        if contract.params[target].alias.is_some() || contract.params[param].alias.is_some() {
            return refuse("one of the two already shares a buffer");
        }
        let name = &contract.params[param].name;
        if contract
            .params
            .iter()
            .any(|p| p.alias.as_ref() == Some(name))
        {
            return refuse("its buffer is already shared");
        }
        let (
            Role::Buffer {
                element,
                length,
                direction,
                ..
            },
            Role::Buffer { .. },
        ) = (&contract.params[param].role, &contract.params[target].role)
        else {
            return refuse("both parameters have to be buffers");
        };
        let (element, length, used) = (element.clone(), length.clone(), *direction);
        let Role::Buffer {
            element: target_element,
            length: target_length,
            direction,
            ..
        } = &mut contract.params[target].role
        else {
            continue;
        };
        if element.size != target_element.size || length != *target_length {
            return refuse("the two buffers have different sizes");
        }
        if used != *direction {
            *direction = Direction::InOut;
        }
        contract.params[param].alias = Some(contract.params[target].name.clone());
    }
    Ok(())
}
