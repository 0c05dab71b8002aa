//! The contract as reports print it, and notes on it.

use crate::contract::{Contract, Direction, Length, Owner, Param, Role, Scalar};
use crate::verdict::Outcome;

/// The mark of a row that the user gave.
pub(super) const GIVEN: &str = " (given)";

/// A contract as reports print it: a row for each parameter or variable, in the syntax of
/// `--arg` and `--global`.
pub fn contract_rows(contract: &Contract) -> String {
    // Roles that follow from other rows, as the end of a vector does, are not repeated.
    let implied = |p: &&Param| matches!(p.role, Role::Place { .. }) && !p.given;
    let params = contract.params.iter().filter(|p| !implied(p));
    let mut rows: Vec<String> = params.map(param).collect();
    rows.extend(contract.globals.iter().map(|global| {
        let given = if global.given { GIVEN } else { "" };
        format!("global {global}{given}")
    }));
    rows.extend(contract.setup.iter().map(|name| format!("setup {name}")));
    rows.extend(
        contract
            .launch
            .iter()
            .map(|launch| format!("launch {launch}")),
    );
    if let Some(result) = &contract.result {
        rows.push(format!("returns {}", result.name));
    }
    rows.join("\n")
}

/// Notes on inferred lengths that an overrun may have caused, and on inferred values of
/// enumerations. `alone` says that a single kernel was examined.
pub(super) fn notes(contract: &Contract, alone: bool) -> String {
    let note = |p: &Param| {
        let Role::Buffer {
            direction,
            element,
            length,
            ..
        } = &p.role
        else {
            return None;
        };
        if p.assumed {
            let (told, option) = match p.owner {
                Some(Owner::Port) => ("the reference does not have it", "--port-arg"),
                _ => ("how far the reference reaches cannot be told", "--arg"),
            };
            return Some(format!(
                "the length of {0} is assumed: it is as far as the port reaches, and {told}; give \
                 it: {option} '{0}={1}'",
                p.name, p.role
            ));
        }
        let Length::Op('+', fewer, more) = length else {
            return None;
        };
        let inferred = !p.given && matches!(**more, Length::Const(_));
        inferred.then(|| {
            let (name, direction) = (&p.name, direction);
            format!(
                "{name} has {length} elements because the code reaches them; \
                 if it should not: --arg '{name}={direction}:{}[{fewer}]'",
                element.name
            )
        })
    };
    let open = |p: &Param| match &p.role {
        Role::Scalar {
            scalar,
            enumeration: Some(enumeration),
            ..
        } if !p.given => {
            let values = match enumeration.combined {
                true => "any combination of its flags",
                false => "one of its enumerators",
            };
            let name = &p.name;
            Some(format!(
                "{name} is taken to be {values}; for any value: --arg '{name}={scalar}'"
            ))
        }
        _ => None,
    };
    if alone {
        return reached(contract);
    }
    let params = contract.params.iter();
    let notes: Vec<String> = params.flat_map(|p| [note(p), open(p)]).flatten().collect();
    notes.join("\n")
}

/// The note on lengths that were taken from a kernel's accesses.
fn reached(contract: &Contract) -> String {
    let assumed: Vec<&Param> = contract.params.iter().filter(|p| p.assumed).collect();
    let names: Vec<&str> = assumed.iter().map(|p| p.name.as_str()).collect();
    let (Some(first), names) = (assumed.first(), names.join(", ")) else {
        return String::new();
    };
    format!(
        "as far as the kernel reaches: the length of {names}; to have it checked: --arg '{}={}'",
        first.name, first.role
    )
}

/// The note on a finding at a negative size, which callers may never pass.
pub(super) fn negative(out: &Outcome) -> String {
    let defect = out.defect.iter().map(|defect| &defect.sizes);
    let difference = out.difference.iter().map(|difference| &difference.sizes);
    let mut sizes = defect.chain(difference).flatten();
    sizes
        .find(|(_, size)| **size < 0)
        .map_or(String::new(), |(name, _)| {
            format!("the type of {name} has negative values; if it is never negative: --size {name}=0..64")
        })
}

fn param(p: &Param) -> String {
    let meaning = match &p.role {
        Role::Const { scalar, bits } => format!("const:{} ({scalar})", constant(*scalar, *bits)),
        role => with_rows(role, p.row.as_ref()),
    };
    let alias = p
        .alias
        .as_ref()
        .map_or(String::new(), |a| format!(", the same memory as {a}"));
    // An inferred end of a buffer may be passed as an argument.
    let told = p.given && !matches!(p.role, Role::Place { .. });
    let given = if told { GIVEN } else { "" };
    let keeps = |wanted| matches!(&p.role, Role::Buffer { direction, .. } if *direction == wanted);
    let owner = match p.owner {
        Some(owner) if keeps(Direction::InOut) => format!(", of the {owner} alone: not compared"),
        Some(owner) => format!(", of the {owner} alone"),
        None => String::new(),
    };
    let meaning = match (p.scratch, meaning.strip_prefix("out:")) {
        (true, Some(rest)) => format!("scratch:{rest}"),
        _ => meaning,
    };
    format!("{}={meaning}{alias}{given}{owner}", p.name)
}

/// A role; the length of a buffer with rows is printed as rows of elements.
fn with_rows(role: &Role, row: Option<&Length>) -> String {
    let text = role.to_string();
    match (role, row) {
        (
            Role::Buffer {
                length: length @ Length::Op('*', rows, _),
                ..
            },
            Some(row),
        ) => text.replacen(&format!("[{length}]"), &format!("[{rows}][{row}]"), 1),
        _ => text,
    }
}

fn constant(scalar: Scalar, bits: u128) -> String {
    crate::verdict::Value::new(scalar, bits).decimal
}
