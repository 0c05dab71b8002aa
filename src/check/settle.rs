//! How a path of one version ended, and whether what had to hold on it did.

use term::Arena;

use super::Pair;
use super::pair::Run;
use crate::contract::Role;
use crate::equiv::Witness;
use crate::pipeline::{Excluded, decide_check, decide_path_end, involvement};
use crate::settings::Level;
use crate::side::{Call, Output, input_values};
use crate::symex::{Defect, DefectKind, End, Finished, Machine};
use crate::verdict::{self, DefectFound, Undecided, Undefined, UndefinedFound};

/// An alignment that the contract does not promise.
struct Promise {
    /// What it promises, as a sentence.
    now: String,
    /// The flag that promises enough.
    flag: String,
    /// The alignment in bytes.
    align: u32,
}

impl Pair<'_, '_> {
    /// Decides what had to hold on a path and how it ended; the outputs if it
    /// returned.
    pub(super) fn settle(
        &self,
        machine: &mut Machine<'_>,
        which: verdict::Side,
        call: &Call,
        finished: &Finished,
        run: &mut Run<'_>,
    ) -> Option<Vec<Output>> {
        for check in finished.state.checks() {
            let excluded = decide_check(&mut machine.builder, run.ladder, check, run.tally);
            self.record(machine, which, &check.defect, excluded, run);
            if run.tally.is_settled() || !self.go_on(run.tally) {
                return None;
            }
        }
        let side = self.side(which);
        match &finished.end {
            End::Returned(returned) => {
                if self.settings.leaks {
                    let path = finished.state.path();
                    for leak in machine.leaks(&finished.state, returned.as_ref()) {
                        let builder = &mut machine.builder;
                        let excluded = decide_path_end(builder, run.ladder, path, &leak, run.tally);
                        self.record(machine, which, &leak, excluded, run);
                        if run.tally.is_settled() {
                            return None;
                        }
                    }
                }
                Some(call.outputs(
                    machine,
                    &finished.state,
                    returned.as_ref(),
                    side.abi,
                    self.contract,
                    run.inputs,
                ))
            }
            End::Defect(defect) => {
                let path = finished.state.path();
                let excluded =
                    decide_path_end(&mut machine.builder, run.ladder, path, defect, run.tally);
                match defect.kind {
                    DefectKind::UnreachableReached if !self.is_defect(which) => {
                        self.leave_out(machine, which, defect, excluded, run);
                    }
                    _ => self.record(machine, which, defect, excluded, run),
                }
                None
            }
            End::Infeasible => None,
            End::Exited(status) => {
                let message = format!("the {} ends the process with status {status}", which.word());
                run.tally.undecided(Undecided {
                    kind: "exit".to_owned(),
                    message,
                    help: None,
                    location: None,
                    count: 1,
                });
                None
            }
            End::Stopped(stop) => {
                run.tally.stopped(stop, which);
                None
            }
        }
    }

    /// How the contract would promise the alignments that an access needs, and one of the
    /// other version's on the same input.
    fn alignment(
        &self,
        arena: &Arena,
        which: verdict::Side,
        defect: &Defect,
        witness: &Witness,
        run: &Run<'_>,
    ) -> Option<String> {
        let own = self.promise(defect)?;
        let other = match which {
            verdict::Side::Reference => verdict::Side::Port,
            _ => verdict::Side::Reference,
        };
        let theirs = self.traced(arena, other, witness, None, run);
        let theirs = theirs.and_then(|defect| self.promise(&defect));
        let word = other.word();
        Some(match theirs {
            None => format!("{}; if every caller aligns it: {}", own.now, own.flag),
            Some(theirs) if theirs.now == own.now => {
                let more = if theirs.align > own.align {
                    theirs
                } else {
                    own
                };
                format!(
                    "{}, and both versions need more; if every caller aligns it: {}",
                    more.now, more.flag
                )
            }
            Some(theirs) => format!(
                "{}, and {}, of which the {word} needs more; if every caller aligns both: {} {}",
                own.now, theirs.now, own.flag, theirs.flag
            ),
        })
    }

    /// What the contract would have to promise for an access, if that would help.
    fn promise(&self, defect: &Defect) -> Option<Promise> {
        let (DefectKind::Misaligned(_), Some(object)) = (defect.kind, &defect.object) else {
            return None;
        };
        let mut params = self.contract.params.iter();
        let param = params.find(|p| p.name == object.name)?;
        let mut role = param.role.clone();
        let Role::Buffer { element, align, .. } = &mut role else {
            return None;
        };
        let promised = align.unwrap_or(element.align);
        // No alignment of its start helps an access in between.
        let between = defect.offset.is_some_and(|at| at % defect.size as i64 != 0);
        let needed = u32::try_from(defect.size).ok()?;
        if between || promised >= needed {
            return None;
        }
        *align = Some(needed);
        let name = &param.name;
        Some(Promise {
            now: format!("{name} is promised to start at a multiple of {promised} bytes"),
            flag: format!("--arg '{name}={role}'"),
            align: needed,
        })
    }

    /// Whether it is a defect that a version reaches what it declares unreachable.
    fn is_defect(&self, which: verdict::Side) -> bool {
        match self.settings.undefined.of(Undefined::Unreachable) {
            Some(level) => level == Level::Defect,
            None => which == verdict::Side::Port,
        }
    }

    /// Notes that a version reaches what it declares unreachable: no outputs are
    /// compared there.
    fn leave_out(
        &self,
        machine: &Machine<'_>,
        which: verdict::Side,
        defect: &Defect,
        excluded: Excluded,
        run: &mut Run<'_>,
    ) {
        let Excluded::Witness { witness, roots, .. } = excluded else {
            return;
        };
        let kind = Undefined::Unreachable;
        let ignored = self.settings.undefined.of(kind) == Some(Level::Ignore);
        if ignored || !run.tally.hunt.note(which, kind, &defect.location) {
            return;
        }
        let arena = machine.builder.arena();
        let involved = involvement(arena, &roots);
        run.tally.undefined.push(UndefinedFound {
            kind,
            side: which,
            location: defect.location.clone(),
            sizes: run.sizes.clone(),
            inputs: input_values(arena, self.contract, run.inputs, &witness, &roots, involved),
        });
    }

    /// Records a defect that could not be excluded.
    fn record(
        &self,
        machine: &Machine<'_>,
        which: verdict::Side,
        defect: &Defect,
        excluded: Excluded,
        run: &mut Run<'_>,
    ) {
        let Excluded::Witness { witness, roots, .. } = excluded else {
            return;
        };
        let arena = machine.builder.arena();
        let traced = match defect.kind {
            DefectKind::UndefinedBranch => self.traced(arena, which, &witness, None, run),
            _ => None,
        };
        let traced = traced.filter(|d| d.kind == defect.kind && d.location == defect.location);
        let defect = traced.as_ref().unwrap_or(defect);
        let (replay, sanitizer) =
            self.replay_defect(arena, which, defect, (&witness, None), run.inputs);
        let involved = involvement(arena, &roots);
        run.tally.defect(DefectFound {
            sizes: run.sizes.clone(),
            side: which,
            kind: defect.kind.name().to_owned(),
            message: defect.message(),
            location: defect.location.clone(),
            allocation: defect.object.as_ref().and_then(|o| o.allocation.clone()),
            release: defect.object.as_ref().and_then(|o| o.release.clone()),
            inputs: input_values(arena, self.contract, run.inputs, &witness, &roots, involved),
            comparison: None,
            help: self.alignment(arena, which, defect, &witness, run),
            replay,
            sanitizer,
        });
    }
}
