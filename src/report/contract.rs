//! The contract, and what to look at in it.

use crate::contract::{Contract, Direction, Element, Length, Param, Range, Role, Scalar};

pub(super) fn contract_rows(contract: &Contract) -> String {
    let mut rows: Vec<String> = contract.params.iter().map(param).collect();
    if let Some(result) = &contract.result {
        rows.push(format!("returns {}", result.name));
    }
    rows.join("\n")
}

/// Lengths that may be an overrun of the code they were inferred from.
pub(super) fn notes(contract: &Contract) -> String {
    let note = |p: &Param| {
        let Role::Buffer {
            direction,
            element,
            length: length @ Length::Op('+', fewer, more),
            ..
        } = &p.role
        else {
            return None;
        };
        let inferred = !p.given && matches!(**more, Length::Const(_));
        inferred.then(|| {
            let (name, direction) = (&p.name, direction_word(*direction));
            format!(
                "{name} has {length} elements because the code reaches them; \
                 if it should not: --arg '{name}={direction}:{}[{fewer}]'",
                element.name
            )
        })
    };
    let notes: Vec<String> = contract.params.iter().filter_map(note).collect();
    notes.join("\n")
}

fn direction_word(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "in",
        Direction::Out => "out",
        Direction::InOut => "inout",
    }
}

fn param(p: &Param) -> String {
    let range = |r: &Option<Range>, float: bool| match r {
        Some(r) if float => format!(" in {:?}..{:?}", r.low, r.high),
        // Whole numbers, as they were given.
        Some(r) => format!(" in {}..{}", r.low, r.high),
        None => String::new(),
    };
    let is_float = |scalar: Scalar| matches!(scalar, Scalar::Float { .. });
    let any_float = |element: &Element| element.leaves.iter().any(|leaf| is_float(leaf.scalar));
    let meaning = match &p.role {
        Role::Buffer {
            direction,
            element,
            length,
            origin,
            range: r,
        } => {
            let direction = direction_word(*direction);
            let origin = match origin.is_zero() {
                true => String::new(),
                false => format!("@{origin}"),
            };
            format!(
                "{direction}:{}[{length}]{origin}{}",
                element.name,
                range(r, any_float(element))
            )
        }
        Role::Scalar { scalar, range: r } => format!("{scalar}{}", range(r, is_float(*scalar))),
        Role::Value { element, range: r } => {
            format!("{}{}", element.name, range(r, any_float(element)))
        }
        Role::Const { scalar, bits } => format!("const:{} ({scalar})", constant(*scalar, *bits)),
        Role::Size { value, .. } => format!("size:{value}"),
    };
    let alias = p
        .alias
        .as_ref()
        .map_or(String::new(), |a| format!(", the same memory as {a}"));
    let given = if p.given { " (given)" } else { "" };
    format!("{}={meaning}{alias}{given}", p.name)
}

fn constant(scalar: crate::contract::Scalar, bits: u128) -> String {
    crate::verdict::Value::new(scalar, bits).decimal
}
