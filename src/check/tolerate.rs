//! Outputs that may differ within a tolerance.

use term::{Arena, Cone, FunctionId, Op, TermId};

use super::Pair;
use super::run::Exceeding;
use super::run::Run;
use crate::accuracy::{Bound, Obstacle, Tolerance};
use crate::contract::Scalar;
use crate::equiv::{Closeness, Decision, Obligation};
use crate::side::{Output, class};
use crate::symex::Machine;
use crate::verdict::{Undecided, UndecidedKind};

/// The name of the step that decides outputs by error analysis.
const STEP: &str = "error analysis";

impl Pair<'_, '_> {
    /// Decides whether a float output that is not proved equal is within the tolerance.
    pub(super) fn tolerate(
        &self,
        machine: &mut Machine<'_>,
        obligation: Obligation,
        outputs: (&Output, &Output),
        decision: Decision,
        tolerance: Tolerance,
        run: &mut Run<'_>,
    ) {
        let (reference, _) = outputs;
        let Scalar::Float { format } = reference.scalar else {
            return;
        };
        let start = match &decision {
            Decision::Different { witness, .. } => Some(witness),
            _ => None,
        };
        let builder = &mut machine.builder;
        let mut closeness = run.ladder.tolerate(builder, &obligation, tolerance, start);
        let mut step = "samples";
        if matches!(closeness, Closeness::Open { .. }) {
            // Native execution may find what the model does not know or the search missed.
            let exceeds = |x, y| !tolerance.admits(format, x, y);
            let (arena, path) = (machine.builder.arena(), &obligation.path);
            let native = self.native_witness(arena, path, reference, run, &exceeds);
            if let Some(witness) = native {
                let excess = 0.0;
                closeness = Closeness::Exceeded { witness, excess };
                step = "native samples";
            }
        }
        match closeness {
            Closeness::Within(bound) => {
                let roots = [obligation.left, obligation.right];
                for sentence in approximations(machine.builder.arena(), &roots) {
                    run.tally.lean_on(sentence);
                }
                run.tally.judged.within(bound);
                run.tally.decided_by(STEP);
            }
            Closeness::Exceeded { witness, excess } => {
                run.tally.decided_by(step);
                let outputs = (*outputs.0, *outputs.1);
                let found = Exceeding {
                    obligation,
                    outputs,
                    witness,
                    step,
                    excess,
                };
                self.exceeding(machine, found, run);
            }
            Closeness::Open { bound, obstacle } => {
                run.tally.judged.undecided();
                let output = class(self.contract, reference.place);
                let arena = machine.builder.arena();
                let (why, help) = open(arena, (obstacle, bound), tolerance);
                run.tally.undecided(Undecided::new(UndecidedKind::Tolerance, format!(
                        "{output}: no input was found that exceeds {tolerance}, but that none does was not proved: {why}"
                    )).with_help(help).at(self.port.location()));
            }
        }
    }
}

/// The documented error bounds that a proof leans on, for operations whose results are not
/// fixed.
fn approximations(arena: &Arena, roots: &[TermId]) -> Vec<&'static str> {
    let cone = Cone::of(arena, roots);
    let name = |term: &TermId| match arena.node(*term).spec() {
        spec if spec.op == Op::Apply => arena.function_name(FunctionId(spec.attr)),
        _ => "",
    };
    let names = cone.terms.iter().map(name);
    let names = names.filter_map(|name| name.strip_prefix("simdiff.approx."));
    let (of_devices, of_processors): (Vec<_>, Vec<_>) =
        names.partition(|name| name.starts_with("opencl."));
    let mut sentences = Vec::new();
    if !of_processors.is_empty() {
        sentences.push(
            "approximate reciprocals err by no more than is documented: \
             1.5 × 2^-12 (SSE), 2^-14 (AVX-512), 2^-11 + 2^-14 (AVX-512-FP16)",
        );
    }
    if !of_devices.is_empty() {
        sentences.push(
            "the device's operations err by no more than OpenCL C 3.0, 7.4 allows in single \
             precision: 2.5 ulp in quotients, 3 in sqrt, 2 in rsqrt, 8192 in half_*; products \
             and sums are rounded once or twice",
        );
    }
    sentences
}

/// Why an output was not proved to be within a tolerance, and what would help.
fn open(
    arena: &Arena,
    (obstacle, bound): (Option<(Obstacle, TermId)>, Option<Bound>),
    tolerance: Tolerance,
) -> (String, String) {
    match (obstacle, bound) {
        (Some((obstacle, term)), _) => obstructed(arena, obstacle, term),
        (None, Some(bound)) => (
            format!("no bound below {} was proved", bound.describe(tolerance)),
            "narrow the input ranges with --arg, or raise --tolerance".to_owned(),
        ),
        (None, None) => (
            "it may come close to zero by cancellation, where no relative bound holds".to_owned(),
            "allow an absolute error too, such as rel=1e-6,abs=1e-6".to_owned(),
        ),
    }
}

/// The obstacle to a proof, and what to do about it.
fn obstructed(arena: &Arena, obstacle: Obstacle, term: TermId) -> (String, String) {
    let input = arena.symbol_id(term).map(|id| {
        let symbol = arena.symbol(id);
        arena.buffer(symbol.buffer).name.clone()
    });
    match (obstacle, input) {
        (Obstacle::Unbounded, Some(input)) => (
            format!("{input} has no range"),
            format!("give it one with --arg, such as '{input}=in:f32[n] in -1e3..1e3'"),
        ),
        _ => (
            obstacle.message(),
            "narrow the input ranges with --arg".to_owned(),
        ),
    }
}
