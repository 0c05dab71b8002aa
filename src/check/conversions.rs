//! Results that only the processor determines: the conversion of a float out of an
//! integer's range, which depends on the instruction that the compiler chose, and the bits
//! of a computed NaN, which depend on the order of operands. If outputs rest on one of
//! these, both versions are run natively on extreme inputs.

use rustc_hash::FxHashSet;
use term::{Arena, Assignment, Cone, Evaluator, Op, TermId};

use certificate_checker::reads_float_bits;

use super::Pair;
use super::indeterminate::is_undefined_on;
use super::run::{PathPair, Run};
use crate::budgets::trials::{CONVERSION_SIZES, CONVERSION_TRIALS};
use crate::contract::{Range, Role, Scalar};
use crate::equiv::{Witness, excludes};
use crate::pipeline::{expressions, involvement, value};
use crate::replay::{Outcome, Placement};
use crate::side::{self, Output, extremes, input_values};
use crate::symex::{Converted, Machine};
use crate::verdict::{Difference, Kind, Replay, Side, Undefined, Unread};

impl Pair<'_, '_> {
    /// Runs both versions natively if their outputs rest on conversions out of range or on
    /// the bits of a computed NaN, and records a difference.
    pub(super) fn compare_natively(
        &self,
        machine: &Machine<'_>,
        (pairs, ranges): (&[PathPair], &[Converted]),
        run: &mut Run<'_>,
    ) {
        let hunt = &run.tally.hunt;
        let met = [Side::Reference, Side::Port]
            .iter()
            .any(|side| hunt.has_found(*side, Undefined::Conversion));
        let arena = machine.builder.arena();
        let sees = pairs.iter().any(|pair| sees_nans(arena, pair));
        if pairs.is_empty() || !met && !sees || run.tally.hunt.native >= CONVERSION_SIZES {
            return;
        }
        run.tally.hunt.native += 1;
        let witnesses: Vec<Witness> = extremes(arena, run.inputs)
            .take(CONVERSION_TRIALS)
            .collect();
        // Which operand's NaN a result is depends on the order that code generation chooses.
        let has_orders = sees && self.source.is_none() && self.contract.launch.is_none();
        for unoptimised in [false, true].into_iter().take(1 + usize::from(has_orders)) {
            let outcomes = [&self.reference, &self.port].map(|side| {
                let case = |w: &Witness| side.case(arena, run.inputs, w, Placement::Aligned);
                let cases: Vec<_> = witnesses.iter().map(case).collect();
                let mut native = side.native();
                let outcomes = match unoptimised {
                    true => native.run_unoptimised(&cases),
                    false => native.run_all(&cases),
                };
                outcomes.unwrap_or_default()
            });
            let found = self.unlike_outcomes(arena, (&witnesses, &outcomes), pairs, run);
            if let Some((witness, outputs, bits)) = found {
                return self.unlike_conversions(machine, (witness, outputs), bits, ranges, run);
            }
        }
    }

    /// The first output that differs after native runs on these inputs, the input, and the bits
    /// that each version left.
    fn unlike_outcomes<'w>(
        &self,
        arena: &Arena,
        (witnesses, [left, right]): (&'w [Witness], &[Vec<Outcome>; 2]),
        pairs: &[PathPair],
        run: &Run<'_>,
    ) -> Option<(&'w Witness, (Output, Output), [u128; 2])> {
        let first = pairs.first()?;
        for (witness, (left, right)) in witnesses.iter().zip(left.iter().zip(right)) {
            for (at, (output, _)) in first.outputs.iter().enumerate() {
                let place = (output.place, output.scalar);
                let bits = |side: &side::Side<'_, '_>, outcome| {
                    side.output(self.given(run.inputs), place, outcome)
                };
                let (Some(x), Some(y)) = (bits(&self.reference, left), bits(&self.port, right))
                else {
                    continue;
                };
                if super::replays::alike(output.scalar, x, y) {
                    continue;
                }
                let taken = pairs.iter().find(|pair| takes(arena, &pair.path, witness));
                // What the reference leaves uninitialised may differ.
                let taken = taken.filter(|pair| {
                    !is_undefined_on(arena, &pair.outputs[at].0, witness)
                        && !self.is_excluded(arena, pair, at, witness)
                });
                if let Some(pair) = taken {
                    return Some((witness, pair.outputs[at], [x, y]));
                }
            }
        }
        None
    }

    /// Whether the assumptions exclude an input: by a float that an output meets, or, if that is an
    /// integer, by a float that is read (decision 42).
    fn is_excluded(&self, arena: &Arena, pair: &PathPair, at: usize, witness: &Witness) -> bool {
        let (left, right) = pair.outputs[at];
        let mut roots = pair.path.clone();
        roots.extend([left.term, right.term].into_iter().flatten());
        let cone = Cone::of(arena, &roots);
        if matches!(left.scalar, Scalar::Int { .. }) {
            let symbols = cone.symbols(arena).into_iter();
            roots = symbols.map(|id| arena.symbol(id).term).collect();
        }
        let mut evaluator = Evaluator::new(arena, &cone);
        let seen = evaluator.run_monitored(&roots, witness);
        excludes(self.settings.assumptions, seen)
    }

    fn unlike_conversions(
        &self,
        machine: &Machine<'_>,
        (witness, (left, right)): (&Witness, (Output, Output)),
        bits: [u128; 2],
        ranges: &[Converted],
        run: &mut Run<'_>,
    ) {
        let (builder, arena) = (&machine.builder, machine.builder.arena());
        let (Some(x), Some(y)) = (left.term, right.term) else {
            return;
        };
        // If the model distinguishes the results too, the cause is another one, which the
        // ladder did not prove.
        if value(arena, x, witness) != value(arena, y, witness) {
            return;
        }
        let formulas = expressions(builder, (x, y), left.scalar, self.tables(), witness);
        let [reference, port] = formulas.sides;
        let involved = involvement(arena, &[x, y]);
        let difference = Difference {
            sizes: run.sizes.clone(),
            output: side::name(self.contract, left.place),
            inputs: input_values(arena, self.given(run.inputs), witness, &[x, y], involved),
            reference: side::shown(self.contract, (left.place, left.scalar), bits[0]),
            port: side::shown(self.contract, (right.place, right.scalar), bits[1]),
            ulps: None,
            largest_error: None,
            infinite_error: None,
            overflow: None,
            within: self.range_of(arena, &[x, y], ranges),
            agrees_with: Vec::new(),
            reference_expression: reference,
            port_expression: port,
            definitions: formulas.definitions,
            reference_location: self.reference.location(),
            port_location: self.port.location(),
            spread: Vec::new(),
            at_sizes: None,
            cause: None,
            unread: Unread::default(),
            places: run.starts.told(self.contract, &run.observed),
            replay: Replay::Confirmed,
            results: Vec::new(),
            kind: match is_in_range(arena, &[x, y], ranges, witness) {
                true => Some(Kind::NanOrder),
                false => Some(Kind::Conversion),
            },
            detail: None,
            help: None,
            equal_under: Vec::new(),
            found_by: "native samples".to_owned(),
        };
        run.tally.difference(difference);
    }

    /// The `--arg` that keeps a converted float in range, if that float is an input itself.
    fn range_of(&self, arena: &Arena, roots: &[TermId], ranges: &[Converted]) -> Option<String> {
        let cone = Cone::of(arena, roots);
        let (symbol, (low, high)) = ranges
            .iter()
            .filter(|c| cone.terms.contains(&c.x))
            .find_map(|c| Some((arena.symbol_id(c.x)?, c.range)))?;
        let name = &arena.buffer(arena.symbol(symbol).buffer).name;
        let param = self.contract.params.iter().find(|p| p.name == *name)?;
        let mut role = param.role.clone();
        match &mut role {
            Role::Buffer { range, .. } | Role::Scalar { range, .. } => {
                *range = Some(Range { low, high });
            }
            _ => return None,
        }
        Some(format!("--arg '{name}={role}'"))
    }
}

/// Whether every conversion below `roots` is in range.
fn is_in_range(arena: &Arena, roots: &[TermId], ranges: &[Converted], witness: &Witness) -> bool {
    let cone = Cone::of(arena, roots);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness as &dyn Assignment);
    let mut converted = ranges.iter().filter(|c| cone.terms.contains(&c.x));
    converted.all(|c| c.holds(evaluator.value(c.x)))
}

/// Whether an output depends on the bits of a computed float.
fn sees_nans(arena: &Arena, pair: &PathPair) -> bool {
    let outputs = pair.outputs.iter().flat_map(|(x, y)| [x.term, y.term]);
    let roots: Vec<TermId> = outputs.flatten().chain(pair.path.iter().copied()).collect();
    let bits = |(x, _): &(Output, Output)| {
        let integer = matches!(x.scalar, Scalar::Int { .. });
        integer && x.term.is_some_and(|x| is_computed_float(arena, x))
    };
    let cone = Cone::of(arena, &roots);
    pair.outputs.iter().any(bits)
        || cone
            .terms
            .iter()
            .any(|term| reads_float_bits(arena, arena.node(*term)))
}

/// Whether a term is a computed float, or chosen among such.
pub(super) fn is_computed_float(arena: &Arena, term: TermId) -> bool {
    let (mut open, mut seen) = (vec![term], FxHashSet::default());
    while let Some(term) = open.pop() {
        let node = arena.node(term);
        if node.op().yields_float() {
            return true;
        }
        if matches!(node.op(), Op::Select | Op::Concat) && seen.insert(term) {
            open.extend(node.children());
        }
    }
    false
}

fn takes(arena: &Arena, path: &[TermId], witness: &Witness) -> bool {
    let cone = Cone::of(arena, path);
    let mut evaluator = Evaluator::new(arena, &cone);
    evaluator.run(witness as &dyn Assignment);
    path.iter()
        .all(|condition| evaluator.value(*condition) == 1)
}
