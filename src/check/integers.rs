//! Integer results under assumptions about floats.
//!
//! *Ordered*, *finite* and *positive zero* restrict every float that either version reads,
//! computes or returns (`docs/assumptions.md`). An integer result is not a float: equality
//! that holds only because an intermediate float is excluded is not claimed for it. It has
//! to hold wherever the float *inputs* satisfy the assumptions.

use rewrite_rules::Builder;
use rustc_hash::FxHashSet;
use term::{Arena, Cone, Format, Op, TermId};

use super::Pair;
use super::run::Run;
use crate::equiv::{Assumptions, Decision, Ladder, Obligation, Options};
use crate::pipeline::{involvement, value};
use crate::side::input_values;
use crate::symex::Machine;
use crate::verdict::{Undecided, UndecidedKind};

impl Pair<'_, '_> {
    /// Records an integer output that is equal under the assumptions, but not proved equal
    /// when only the inputs satisfy them.
    pub(super) fn hold_to_inputs(
        &self,
        machine: &mut Machine<'_>,
        obligation: &Obligation,
        output: &str,
        run: &mut Run<'_>,
    ) {
        let given = self.settings.assumptions;
        let laws = given & Assumptions::ALGEBRAIC;
        let roots = [&obligation.path[..], &[obligation.left, obligation.right]].concat();
        let arena = machine.builder.arena();
        if given == laws || !computes_floats(arena, &roots, given) {
            return;
        }
        let mut inputs_only = obligation.clone();
        let conditions = input_conditions(&mut machine.builder, &roots, given);
        inputs_only.path.extend(conditions);
        let mut ladder = Ladder::new(
            &self.settings.rules,
            Options {
                assumptions: laws,
                budget: self.settings.budget,
                ranges: run.ladder.ranges_mut().clone(),
                deadline: self.settings.deadline(),
                ..Options::default()
            },
        );
        let flags = crate::settings::flags(given).join(" ");
        let message = match ladder.decide(&mut machine.builder, &inputs_only) {
            Decision::Equal { .. } => return,
            Decision::Different { witness, .. } => {
                let arena = machine.builder.arena();
                let involved = involvement(arena, &roots);
                let inputs =
                    input_values(arena, self.given(run.inputs), &witness, &roots, involved);
                let shown: Vec<String> = inputs
                    .iter()
                    .filter(|input| input.involved)
                    .take(4)
                    .map(|input| format!("{} = {}", input.name, input.value.decimal))
                    .collect();
                let results =
                    [obligation.left, obligation.right].map(|t| value(arena, t, &witness));
                format!(
                    "{output} is an integer that an intermediate float decides which {flags} \
                     leaves out: with {} the versions give {:#x} and {:#x}",
                    shown.join(", "),
                    results[0],
                    results[1]
                )
            }
            Decision::Suspected { .. } | Decision::Undecided { .. } => format!(
                "{output} is an integer; whether an intermediate float decides it which {flags} \
                 leaves out is not known"
            ),
        };
        run.tally.undecided(Undecided::new(UndecidedKind::ExcludedIntermediate, message).with_help(
                "an assumption about floats holds for integer results as far as the inputs are \
                 as assumed: give them ranges with --arg"
                    .to_owned(),
            ).at(self.port.location()));
    }
}

/// Whether terms depend on floats other than inputs and constants that satisfy the assumptions.
/// What is only chosen among these, as in a search for a maximum, satisfies them as well.
fn computes_floats(arena: &Arena, roots: &[TermId], given: Assumptions) -> bool {
    let cone = Cone::of(arena, roots);
    let mut seen = FxHashSet::default();
    cone.terms.iter().any(|term| {
        let node = arena.node(*term);
        let mut operands = node.children().iter();
        node.op().yields_float()
            || node.op() == Op::FCmp
                && !operands.all(|&operand| {
                    is_chosen(arena, (operand, node.spec().format()), given, &mut seen)
                })
    })
}

/// Whether a float is an input, or a constant that satisfies the assumptions, or chosen among
/// such floats. `seen` has terms for which this is known or being found.
fn is_chosen(
    arena: &Arena,
    (term, format): (TermId, Format),
    given: Assumptions,
    seen: &mut FxHashSet<TermId>,
) -> bool {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = arena.node(term);
        let fits = match node.op() {
            Op::Select => {
                open.extend(&node.children()[1..]);
                true
            }
            Op::Const => arena
                .constant_value(term)
                .is_some_and(|bits| satisfies(format, bits, given)),
            Op::Symbol => arena.symbol_id(term).is_some_and(|symbol| {
                let buffer = arena.buffer(arena.symbol(symbol).buffer);
                buffer.format == Some(format) && arena.width(term) == format.width()
            }),
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    true
}

/// Whether a constant is one of the floats to which assumptions restrict a proof.
fn satisfies(format: Format, bits: u128, given: Assumptions) -> bool {
    let magnitude = bits & !format.sign_mask();
    let is_finite = magnitude < format.infinity();
    let is_number = !format.is_nan(bits);
    (!given.contains(Assumptions::FINITE) || is_finite)
        && (!given.contains(Assumptions::ORDERED) || is_number)
        && (!given.contains(Assumptions::POSITIVE_ZERO) || bits != format.sign_mask())
}

/// The conditions that every float input below `roots` satisfies the assumptions.
fn input_conditions(builder: &mut Builder, roots: &[TermId], given: Assumptions) -> Vec<TermId> {
    let symbols = Cone::of(builder.arena(), roots).symbols(builder.arena());
    let mut conditions = Vec::new();
    for symbol in symbols {
        let arena = builder.arena();
        let symbol = arena.symbol(symbol);
        let Some(format) = arena.buffer(symbol.buffer).format else {
            continue;
        };
        let term = symbol.term;
        let width = format.width();
        if arena.width(term) != width {
            continue;
        }
        let mask = builder.constant(width, !format.sign_mask());
        let magnitude = builder.and(term, mask);
        let infinity = builder.constant(width, format.infinity());
        if given.contains(Assumptions::FINITE) {
            conditions.push(builder.ult(magnitude, infinity));
        } else if given.contains(Assumptions::ORDERED) {
            conditions.push(builder.ule(magnitude, infinity));
        }
        if given.contains(Assumptions::POSITIVE_ZERO) {
            let zero = builder.constant(width, format.sign_mask());
            conditions.push(builder.ne(term, zero));
        }
    }
    conditions
}
