//! Decides the checks on the paths of a harness, and the ends of the paths.

use rustc_hash::FxHashSet;
use term::TermId;

use super::checks::{self, Status};
use super::found::is_cut_short;
use super::given_up::given_up;
use super::harness::Harness;
use super::host;
use super::inputs;
use super::trial::Trials;
use crate::contract::Sizes;
use crate::equiv::{Assumptions, Ladder, Witness};
use crate::pipeline::{
    Excluded, Tally, accesses, compared, decide_check, decide_path_end, found, mend,
};
use crate::symex::{BranchOracle, Check, Defect, DefectKind, End, Finished, KeptPath, Machine};
use crate::verdict::{Comparison, DefectFound, Side};

/// The decisions about one harness.
pub(super) struct Decisions<'a, 'c> {
    pub harness: &'a Harness<'a, 'c>,
    pub machine: Machine<'a>,
    pub ladder: Ladder,
    pub tally: Tally,
    /// Whether an assertion is known to fail.
    refuted: bool,
    /// The checks decided so far: paths that diverge after a check share it.
    decided: FxHashSet<(KeptPath, TermId)>,
}

impl<'a, 'c> Decisions<'a, 'c> {
    /// Starts without decisions. `refuted` says whether an assertion is known to fail.
    pub fn new(
        harness: &'a Harness<'a, 'c>,
        machine: Machine<'a>,
        ladder: Ladder,
        tally: Tally,
        refuted: bool,
    ) -> Decisions<'a, 'c> {
        Decisions {
            harness,
            machine,
            ladder,
            tally,
            refuted,
            decided: FxHashSet::default(),
        }
    }

    /// Runs the harness on the ladder's inputs if paths were not followed to their end.
    pub fn try_inputs(&mut self, finished: &[Finished]) {
        let settings = self.harness.settings;
        // A trial does not record path conditions, so an assumption might exclude its
        // input.
        let assuming = settings.assumptions != Assumptions::default();
        if self.refuted || assuming || !finished.iter().any(is_cut_short) {
            return;
        }
        let arena = self.machine.builder.arena();
        let attempt = |objects| match settings.stop() {
            None => self.harness.run_on(objects, false),
            Some(_) => None,
        };
        let inputs = self.ladder.inputs(arena);
        let Some((witness, defect)) = Trials::new(arena, &attempt).failure(inputs) else {
            return;
        };
        let mut roots: Vec<TermId> = arena.symbols().iter().map(|s| s.term).collect();
        roots.extend(finished.iter().flat_map(|path| path.state.path()));
        let failed = self.machine.builder.bool(false);
        let excluded = Excluded::Witness {
            witness,
            roots,
            failed,
        };
        self.record(&defect, excluded);
    }

    /// Decides the checks of a path, and its end.
    pub fn path(&mut self, path: &Finished) {
        // A defect that a known input reaches is decided first, before the checks of the
        // path.
        let at_once = match &path.end {
            End::Defect(defect) if self.is_refuted(path) => Some(defect),
            _ => None,
        };
        if let Some(defect) = at_once {
            self.path_end(path, defect);
        }
        let mut checks: Vec<&Check> = path.state.checks().iter().collect();
        if self.refuted {
            let (builder, ladder) = (&self.machine.builder, &mut self.ladder);
            checks.sort_by_cached_key(|c| {
                !ladder.has_refuted(builder, &c.path.to_vec(), c.condition)
            });
        }
        for check in checks {
            self.check(check);
        }
        if at_once.is_none() {
            self.end(path);
        }
    }

    /// Whether a known input takes a path.
    fn is_refuted(&mut self, path: &Finished) -> bool {
        let never = self.machine.builder.bool(false);
        let builder = &self.machine.builder;
        self.ladder.has_refuted(builder, path.state.path(), never)
    }

    /// Considers what the program checked, and its exit status. With `must_check`, a
    /// program without a check leaves the run undecided.
    pub fn conclude_checks(&mut self, finished: &[Finished], must_check: bool) {
        let given_up = given_up(self.harness.settings, &mut self.machine, finished);
        if let Some(call) = given_up.everywhere() {
            self.tally
                .require_a_result(&given_up.message(), call.location.clone());
            return;
        }
        for sentence in given_up.sentences() {
            self.tally.lean_on(&sentence);
        }
        let others = finished.iter().filter(|path| !given_up.explains(path));
        let status = checks::status(&self.machine, others);
        let ends = match status {
            Status::Zero => None,
            Status::Other(status) => Some(format!("ends with status {status} on some path")),
            Status::Open => Some("ends with a status that depends on the inputs".to_owned()),
        };
        // Leaks and the order of a host's commands are checks too; a status other than zero says
        // that the host found fault with what these computed, or gave up.
        let (program, reached) = (self.harness.program, &self.machine.reached);
        let asked = self.harness.settings.leaks
            || self.harness.host.is_some()
                && ends.is_none()
                && checks::has_commands(program, reached);
        let checked = asked || checks::any(self.harness.program, reached, ends.is_none());
        if must_check && !checked {
            self.tally.require_checks(ends.as_deref());
        } else if let Some(ends) = ends {
            let note = format!("the program {ends}, which is no failure here");
            self.tally.lean_on(&note);
        }
    }

    fn check(&mut self, check: &Check) {
        let key = (check.path.clone(), check.condition);
        if self.tally.is_refuted() || !self.decided.insert(key) {
            return;
        }
        self.tally.coverage.outputs += 1;
        let (builder, ladder) = (&mut self.machine.builder, &mut self.ladder);
        let excluded = decide_check(builder, ladder, check, &mut self.tally);
        let comparison = has_witness(&excluded).and_then(|(witness, failed)| {
            compared(builder, ladder, &check.path.to_vec(), failed, witness)
        });
        let (machine, tally) = (&self.machine, &mut self.tally);
        let found = (&check.defect, comparison);
        record(self.harness, machine, found, excluded, tally);
    }

    fn end(&mut self, path: &Finished) {
        match &path.end {
            End::Infeasible => {}
            End::Returned(_) | End::Exited(_) => {
                self.status(path);
                let leaks = match self.harness.settings.leaks {
                    true => self.machine.leaks(&path.state, None),
                    false => Vec::new(),
                };
                for leak in leaks {
                    if self.tally.is_refuted() {
                        break;
                    }
                    self.path_end(path, &leak);
                }
            }
            End::Defect(defect) => self.path_end(path, defect),
            End::Stopped(stop) => self.tally.stopped(stop, Side::Program),
        }
    }

    /// Decides whether the exit status of a path rests on an undefined value.
    fn status(&mut self, path: &Finished) {
        let End::Returned(Some(value)) = &path.end else {
            return;
        };
        let defect = self.harness.undefined_status();
        match value.lanes() {
            [None] => self.path_end(path, &defect),
            [Some(status)] => {
                if let Some(condition) = self.machine.is_defined(*status) {
                    let path = path.state.kept_path();
                    self.check(&Check {
                        path,
                        condition,
                        defect,
                    });
                }
            }
            _ => {}
        }
    }

    /// Decides whether an input takes a path to a defect.
    fn path_end(&mut self, path: &Finished, defect: &Defect) {
        let (builder, ladder) = (&mut self.machine.builder, &mut self.ladder);
        let excluded = decide_path_end(builder, ladder, path.state.path(), defect, &mut self.tally);
        self.record(defect, excluded);
    }

    fn record(&mut self, defect: &Defect, excluded: Excluded) {
        let (machine, tally) = (&self.machine, &mut self.tally);
        record(self.harness, machine, (defect, None), excluded, tally);
    }
}

/// The input that reaches a defect, and the condition that it violates.
fn has_witness(excluded: &Excluded) -> Option<(&Witness, TermId)> {
    match excluded {
        Excluded::Witness {
            witness, failed, ..
        } => Some((witness, *failed)),
        _ => None,
    }
}

/// Records a defect that could not be excluded, with the comparison that failed, unless the
/// replay traced the defect to an undefined value.
pub(super) fn record(
    harness: &Harness<'_, '_>,
    machine: &Machine<'_>,
    (defect, comparison): (&Defect, Option<Comparison>),
    excluded: Excluded,
    tally: &mut Tally,
) {
    let Excluded::Witness { witness, roots, .. } = excluded else {
        return;
    };
    let (defect, replayed) = harness.replay(machine, defect, &witness);
    let inputs = inputs::values(machine.builder.arena(), &witness, &roots);
    let ignored = harness.host.as_ref().map(host::ignored);
    let ignored = ignored.filter(|all| !all.is_empty());
    let accesses = accesses(harness.program, machine.builder.arena(), &defect, &witness);
    let is_race = defect.kind == DefectKind::Race;
    let mended = is_race.then(|| {
        let is_local = host::is_local(harness.program, &accesses);
        mend(harness.program, &accesses, is_local)
    });
    tally.defect(DefectFound {
        help: ignored.map(|all| all.join("; ")).or(mended.flatten()),
        accesses,
        comparison: comparison.filter(|_| defect.kind == DefectKind::AssertionFailed),
        ..found(&defect, (Side::Program, &Sizes::new()), inputs, replayed)
    });
}
