//! Checks that two signatures can be called with the same arguments.

use super::View;
use crate::contract::{Contract, Element, Role, Scalar};
use crate::frontend::error::FrontendError;
use crate::frontend::types::Type;

/// Checks the properties that must agree before roles are known: the number of parameters,
/// and which of them are pointers, numbers and structures.
pub(super) fn same_shape(reference: &View, port: &View) -> Result<(), FrontendError> {
    let (left, right) = (&reference.signature, &port.signature);
    if left.params.len() != right.params.len() {
        let (l, r) = (left.params.len(), right.params.len());
        return Err(differ(
            reference,
            port,
            format!("{l} parameters against {r}"),
        ));
    }
    for (param, (l, r)) in left.params.iter().zip(&right.params).enumerate() {
        if left.is_apart(param) && !same_fields(&l.ty, &r.ty) {
            let difference = format!(
                "the fields of `{}` are laid out differently: `{}` against `{}`",
                l.name, l.spelled, r.spelled
            );
            return Err(differ(reference, port, difference));
        }
        let matches = match (&l.ty, &r.ty) {
            (Type::Place { .. }, Type::Place { of, index }) => {
                // Each version has its own names for the parameters.
                let name = |own: &str| {
                    let at = right.params.iter().position(|p| p.name == own);
                    at.map_or(own, |at| &left.params[at].name).to_owned()
                };
                let named = Type::Place {
                    of: name(of),
                    index: index.renamed(&name),
                };
                l.ty == named
            }
            (l, r) => alike(l, r),
        };
        if !matches {
            let difference = format!("`{}` is `{}` against `{}`", l.name, l.spelled, r.spelled);
            return Err(differ(reference, port, difference));
        }
    }
    let same_result = match (&left.result, &right.result) {
        (Type::Scalar(l), Type::Scalar(r)) => same_scalar(*l, *r),
        (l, r) => alike(l, r),
    };
    if !same_result {
        let (l, r) = (&left.result_spelled, &right.result_spelled);
        return Err(differ(
            reference,
            port,
            format!("the result is `{l}` against `{r}`"),
        ));
    }
    Ok(())
}

/// Checks that numbers which are not concrete in every run have equal widths.
pub(super) fn same_widths(
    reference: &View,
    port: &View,
    contract: &Contract,
) -> Result<(), FrontendError> {
    let both = reference
        .signature
        .params
        .iter()
        .zip(&port.signature.params);
    for ((l, r), param) in both.zip(&contract.params) {
        if let (Role::Scalar { .. }, Type::Scalar(left), Type::Scalar(right)) =
            (&param.role, &l.ty, &r.ty)
            && !same_scalar(*left, *right)
        {
            let difference = format!("`{}` is `{}` against `{}`", l.name, l.spelled, r.spelled);
            return Err(differ(reference, port, difference));
        }
    }
    Ok(())
}

/// Notes, for each integer whose width or sign differs, which values are compared.
pub(super) fn other_types(reference: &View, port: &View, contract: &Contract) -> Vec<String> {
    let (left, right) = (&reference.signature.params, &port.signature.params);
    let both = left.iter().zip(right).zip(&contract.params);
    both.filter_map(|((l, r), param)| {
        let compared = match &param.role {
            Role::Size { .. } => "compared at the sizes listed, which both hold",
            Role::Scalar { .. } => "compared as the same bits",
            _ => return None,
        };
        match (&l.ty, &r.ty) {
            (Type::Scalar(left @ Scalar::Int { .. }), Type::Scalar(right @ Scalar::Int { .. }))
                if left != right =>
            {
                Some(format!(
                    "`{}` is `{}` in the reference and `{}` in the port: {compared}",
                    l.name, l.spelled, r.spelled
                ))
            }
            _ => None,
        }
    })
    .collect()
}

fn differ(reference: &View, port: &View, difference: String) -> FrontendError {
    FrontendError::Signatures {
        reference: reference.signature.text.clone(),
        port: port.signature.text.clone(),
        difference,
    }
}

/// Whether two scalars are equal up to signedness.
fn same_scalar(left: Scalar, right: Scalar) -> bool {
    match (left, right) {
        (Scalar::Int { bits: l, .. }, Scalar::Int { bits: r, .. }) => l == r,
        (left, right) => left == right,
    }
}

/// Whether one scalar is a half and the other one the integer that holds its bits, which is
/// the host's type for it (OpenCL 3.0, 6.3.1.1: `cl_half`).
fn half_as_bits(left: Scalar, right: Scalar) -> bool {
    let is_float = |s: Scalar| matches!(s, Scalar::Float { .. });
    is_float(left) != is_float(right) && left.bits() == 16 && right.bits() == 16
}

/// Whether two types can have the same meaning; integers may still differ in width.
fn alike(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Scalar(Scalar::Int { .. }), Type::Scalar(Scalar::Int { .. })) => true,
        (Type::Scalar(l), Type::Scalar(r)) => l == r,
        (Type::Aggregate(l), Type::Aggregate(r)) => same_layout(l, r),
        (Type::Pointer(l), Type::Pointer(r)) => match (&*l.pointee, &*r.pointee) {
            (Type::Scalar(l), Type::Scalar(r)) => {
                let byte = |s: &Scalar| s.bits() == 8;
                byte(l) || byte(r) || same_scalar(*l, *r) || half_as_bits(*l, *r)
            }
            _ => true,
        },
        (Type::Image(l), Type::Image(r)) => l.kind == r.kind,
        (Type::Image(_), Type::Pointer(_)) | (Type::Pointer(_), Type::Image(_)) => true,
        (Type::Void, Type::Void) => true,
        (Type::Function { name: l }, Type::Function { name: r }) => l == r,
        // Refused, or fixed to a constant, later.
        (Type::Opaque { .. }, Type::Opaque { .. } | Type::Pointer(_)) => true,
        (Type::Pointer(_), Type::Opaque { .. }) => true,
        _ => false,
    }
}

/// Whether the fields of two structures that calls write can be compared one by one.
fn same_fields(left: &Type, right: &Type) -> bool {
    let fields = |ty: &Type| match ty {
        Type::Pointer(pointer) => pointer.pointee.element().map(|element| {
            let leaves = element.leaves.iter();
            let fields: Vec<_> = leaves
                .map(|leaf| (leaf.offset, leaf.scalar.bits()))
                .collect();
            (element.size, fields)
        }),
        _ => None,
    };
    fields(left).is_some() && fields(left) == fields(right)
}

/// Whether two elements have the same bytes: structures of the same scalars, or vectors
/// with different lanes.
fn same_layout(left: &Element, right: &Element) -> bool {
    let floats = |e: &Element| {
        e.leaves
            .iter()
            .all(|l| matches!(l.scalar, Scalar::Float { .. }))
    };
    left.size == right.size && floats(left) == floats(right)
}
