//! The code of a version that ran at no size, as verdicts report it, and how the guards of
//! such code see the arguments.

use std::collections::BTreeSet;

use crate::contract::{Contract, Role, Scalar, Sizes};
use crate::coverage::{Arm, Graph, Parameter};
use crate::frontend::AbiArg;
use crate::frontend::sizes::MAX_SIZE;
use crate::pipeline::runs;
use crate::symex::Reached;
use crate::verdict::{self, Undecided, UndecidedKind, Unmet, Unreached};

/// The form of an argument in guards.
pub fn parameter(contract: &Contract, arg: &AbiArg) -> Parameter {
    let (param, offset) = match arg {
        AbiArg::Value { param, offset, .. } => (*param, *offset),
        AbiArg::Buffer { param } => (*param, 0),
        AbiArg::Image { .. }
        | AbiArg::Copy { .. }
        | AbiArg::Local { .. }
        | AbiArg::Result { .. } => {
            return Parameter::Address;
        }
    };
    match &contract.params[param].role {
        Role::Size { value, .. } if offset == 0 => Parameter::Size(value.clone()),
        Role::Const { scalar, bits } if offset == 0 => {
            let signed = matches!(scalar, Scalar::Int { signed: true, .. });
            Parameter::Constant(match signed {
                true => term::signed(*bits, scalar.bits()) as u128,
                false => *bits,
            })
        }
        Role::Buffer { .. } => Parameter::Address,
        _ => Parameter::Input,
    }
}

/// The lines that a version did not execute, by reason and size, because it did not take these
/// arms. `fate` says why an arm was not taken, and at which sizes it may be.
pub fn rows(
    graph: &Graph<'_>,
    (reached, arms): (&Reached, Vec<Arm>),
    side: verdict::Side,
    fate: impl Fn(Arm) -> (Unmet, Option<Sizes>),
) -> Vec<Unreached> {
    let mut rows: Vec<Unreached> = Vec::new();
    for arm in arms {
        let (because, sizes) = fate(arm);
        let because = match (graph.is_narrowing(arm), because) {
            (true, Unmet::Sizes) => Unmet::Narrowed,
            // A narrowing that loses no bits has been executed.
            (true, _) => continue,
            (false, because) => because,
        };
        if !graph.changes_something(arm, reached) {
            continue;
        }
        let mut places = graph.lines_behind(&[arm], reached);
        if places.is_empty() && !graph.has_lines() {
            places.insert(String::new(), BTreeSet::new());
        }
        for (file, lines) in places {
            let row = Unreached {
                side,
                first: lines.first().copied().unwrap_or_default(),
                lines: ranges(&lines),
                function: lines.is_empty().then(|| graph.name(arm.function())),
                file,
                choice: graph.is_choice(arm, reached) && !graph.is_narrowing(arm),
                because,
                sizes: sizes.clone(),
            };
            let known = rows.iter_mut().find(|r| {
                (&r.file, &r.lines, &r.function) == (&row.file, &row.lines, &row.function)
            });
            match known {
                // The gravest reason counts, and code that never ran counts before a
                // choice.
                Some(known) => {
                    let choice = known.choice && row.choice;
                    if known.because > row.because {
                        *known = row;
                    }
                    known.choice = choice;
                }
                None => rows.push(row),
            }
        }
    }
    rows
}

/// The reason to give for lines that were not executed.
pub fn reason(unreached: &Unreached) -> Undecided {
    let Unreached {
        side,
        file,
        first,
        choice,
        because,
        sizes,
        ..
    } = unreached;
    let (side, place) = (side.word(), unreached.place());
    let accept = "accept it: --allow-unreached";
    Undecided::new(
        UndecidedKind::Unreached,
        match because {
            Unmet::Case => format!(
                "{side}: conditions in {place} may meet at larger sizes as they did at none of \
                 those tried"
            ),
            Unmet::Narrowed => format!(
                "{side}: a number in {place} loses bits at sizes larger than those tried"
            ),
            Unmet::TooLarge => format!(
                "{side}: {place} may run at sizes above {MAX_SIZE} only, which are not executed"
            ),
            Unmet::Negative => format!(
                "{side}: {place} ran at no size tried: negative sizes lead there, and the contract \
                 does not say how long buffers are then"
            ),
            Unmet::Addresses => format!(
                "{side}: {place} ran at no place of the buffers tried: it depends on their \
                 addresses"
            ),
            _ if *choice => {
                format!("{side}: a choice in {place} went one way at every size tried")
            }
            _ => format!("{side}: {place} ran at no size tried"),
        },
    )
    .with_help(match sizes {
        _ if *because == Unmet::Negative => format!(
            "give lengths, as in --arg 'NAME=in:u8[64]', with --size for negative sizes, or {accept}"
        ),
        _ if *because == Unmet::Addresses => {
            format!("promise an alignment with --arg 'NAME=align:4096', or {accept}")
        }
        _ if *because == Unmet::TooLarge => {
            format!("give the sizes that callers use with --size, or {accept}")
        }
        Some(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(|(n, v)| format!("{n}={v}")).collect();
            format!("try --size {}, or {accept}", sizes.join(","))
        }
        None => format!("give sizes that lead there with --size, or {accept}"),
    })
    .at((*first > 0).then(|| verdict::Location {
        file: file.clone(),
        line: *first,
        column: 0,
    }))
}

/// Line numbers as text: `8..9, 12`.
fn ranges(lines: &BTreeSet<u32>) -> String {
    runs(lines.iter().map(|line| i64::from(*line)))
}
