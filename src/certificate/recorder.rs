//! The recorder: keeps the proofs of the ladder while a run goes on.

use rewrite_rules::trace::Origins;
use rewrite_rules::{Assumptions, Builder};
use rustc_hash::FxHashMap;
use term::{Format, SymbolId, TermId};

use certificate_checker::format;

use super::claim::{ASSUMED, FIRST_NARROWER, Lemma, Open};
use super::evidence::Evidence;
use super::export::{Expansion, Export, Need, number, pairs};
use super::step::{Number, Step};

/// The version that is being executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The reference, which is right by definition.
    Reference,
    /// The port, which is checked.
    Port,
}

/// The obligations at one set of sizes.
pub(super) struct Size {
    pub(super) sizes: String,
    pub(super) state: u32,
    pub(super) outputs: Vec<String>,
    pub(super) paths: u32,
    pub(super) obligations: Vec<format::Obligation>,
}

/// A subgoal of the claim being decided: two terms are equal wherever conditions hold.
pub struct Subgoal<'a> {
    /// The conditions.
    pub path: &'a [TermId],
    /// Both terms.
    pub results: (TermId, TermId),
    /// The float format whose NaNs compare as equal; `None` compares bits.
    pub compare: Option<Format>,
    /// The range of an input that the subgoal is restricted to, if any.
    pub within: Option<(TermId, (f64, f64))>,
}

/// Records everything that a certificate needs.
#[derive(Default)]
pub struct Recorder {
    pub(super) export: Export,
    pub(super) needs: Vec<Need>,
    pub(super) sizes: Vec<Size>,
    pub(super) executed: Vec<(TermId, TermId)>,
    /// The proved subgoals, by number.
    pub(super) lemmas: Vec<Lemma>,
    /// The certificate's context for each context of the trace; `ASSUMED` for those not listed.
    pub(super) contexts: FxHashMap<u32, u32>,
    /// Contexts of the trace whose rewrites are all needed.
    pub(super) whole: Vec<u32>,
    /// The ranges of additional contexts, numbered from [`FIRST_NARROWER`].
    pub(super) narrower: Vec<Vec<(TermId, (f64, f64))>>,
    /// Ranges of variables that stand for terms.
    pub(super) ranges: FxHashMap<SymbolId, (f64, f64)>,
    pub(super) obligations: u32,
    /// The assumptions of the run.
    pub(super) assumptions: Assumptions,
    /// The origins of the reference's terms.
    pub(super) reference: (Origins, Expansion),
    /// The origins of the terms of the version being executed, set aside while the ladder builds
    /// terms of its own.
    pub(super) current: (Origins, Expansion),
    /// Whether branches with a single feasible successor are obligations too.
    branches: bool,
    output: Option<(u32, String)>,
    excludes: Option<String>,
    /// Number of conditions in the trace when the current proof began; later ones belong to the
    /// proof.
    conditions: usize,
    /// The claims being decided, each a subgoal of the one before.
    open: Vec<Open>,
}

impl Recorder {
    /// Starts recording a run under these assumptions.
    pub fn new(builder: &mut Builder, assumptions: Assumptions) -> Recorder {
        builder.record();
        Recorder {
            assumptions,
            ..Recorder::default()
        }
    }

    /// Makes the branches of a program obligations too: an assertion is a branch.
    pub fn follow_branches(&mut self) {
        self.branches = true;
    }

    /// Whether the current branch is an obligation: branches are followed and it is not part of
    /// a proof.
    pub fn follows_branches(&self) -> bool {
        self.branches && self.open.is_empty()
    }

    /// Whether anything was proved, and outputs or conditions were compared at every size.
    pub fn has_proofs(&self) -> bool {
        let proves = |size: &Size| !size.obligations.is_empty();
        let compares = |size: &Size| size.paths > 0 || proves(size);
        self.sizes.iter().any(proves) && self.sizes.iter().all(compares)
    }

    /// Begins a new size, in the given state of the static variables.
    pub fn size(&mut self, sizes: String, state: usize) {
        self.sizes.push(Size {
            sizes,
            state: state as u32,
            outputs: Vec::new(),
            paths: 0,
            obligations: Vec::new(),
        });
    }

    /// Begins the execution of a version.
    pub fn version(&mut self, builder: &mut Builder, version: Version) {
        let Some(trace) = builder.trace() else { return };
        let origins = trace.origins.replace(Origins::default());
        let expansion = std::mem::take(&mut self.current.1);
        match version {
            Version::Reference => self.reference = Default::default(),
            Version::Port => self.reference = (origins.unwrap_or_default(), expansion),
        }
    }

    /// Begins the comparison of a pair of paths with outputs of these names.
    pub fn pair(&mut self, outputs: impl Iterator<Item = String>) {
        if let Some(size) = self.sizes.last_mut() {
            size.paths += 1;
            size.outputs = outputs.collect();
        }
    }

    /// Labels the next obligation with an output.
    pub fn output(&mut self, name: String) {
        let path = self
            .sizes
            .last()
            .map_or(0, |size| size.paths.saturating_sub(1));
        self.output = Some((path, name));
    }

    /// Labels the next obligation with an event that it excludes.
    pub fn excludes(&mut self, what: String) {
        self.excludes = Some(what);
    }

    /// Opens an obligation, or a subgoal of the claim being decided. Until it is closed, terms
    /// that the ladder builds do not count as requested by a version.
    pub fn open(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        results: (TermId, TermId),
        compare: Option<Format>,
    ) {
        if self.open.is_empty()
            && let Some(trace) = builder.trace()
        {
            let origins = trace.origins.replace(Origins::default());
            self.current.0 = origins.unwrap_or_default();
            self.conditions = trace.conditions.len();
        }
        self.open.push(Open::new(path, results, compare));
    }

    /// The number of the context like another one, but with these ranges.
    pub(super) fn narrowed_context(
        &mut self,
        context: u32,
        ranges: &[(TermId, (f64, f64))],
    ) -> u32 {
        let outer = context.checked_sub(FIRST_NARROWER);
        let mut all = outer.map_or_else(Vec::new, |outer| self.narrower[outer as usize].clone());
        all.retain(|(term, _)| ranges.iter().all(|(other, _)| other != term));
        all.extend(ranges);
        let known = self.narrower.iter().position(|ranges| *ranges == all);
        let index = known.unwrap_or_else(|| {
            self.narrower.push(all);
            self.narrower.len() - 1
        });
        index as u32 + FIRST_NARROWER
    }

    /// The number that the current claim will have once it is proved.
    pub fn number(&self) -> Number {
        match self.open.len() {
            0 | 1 => Number::Obligation(self.obligations),
            _ => Number::Lemma(self.lemmas.len() as u32),
        }
    }

    /// Sets the conditions that the current proof uses.
    pub fn given(&mut self, builder: &mut Builder, conditions: &[TermId]) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let (arena, trace) = builder.arena_and_trace();
        let origins = trace.and_then(|trace| trace.origins.as_ref());
        let none = Origins::default();
        let mut given: Vec<(TermId, Option<format::Given>)> = Vec::new();
        for &condition in conditions {
            if given.iter().any(|(known, _)| *known == condition) {
                continue;
            }
            if open.path.contains(&condition) {
                given.push((condition, None));
                continue;
            }
            let mut expansion = Expansion::default();
            let origins = origins.unwrap_or(&none);
            let needs = (0, &mut self.needs);
            let raw = self
                .export
                .expand(arena, origins, condition, &mut expansion, needs);
            let line = format::Given {
                condition: number(self.export.copy(arena, condition)),
                raw: Some(number(raw)),
                built: pairs(&expansion.pairs),
            };
            given.push((condition, Some(line)));
        }
        // Path conditions first: the checker expects this order.
        given.sort_by_key(|(_, line)| line.is_some());
        open.given = given;
    }

    /// Records a proof step.
    pub fn step(&mut self, step: Step) {
        if let Some(open) = self.open.last_mut() {
            open.steps.push(step);
        }
    }

    /// Records the evidence of a completed stage of the proof.
    pub fn evidence(&mut self, evidence: Evidence) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        if evidence.whole {
            open.steps.clear();
        }
        open.steps.extend(evidence.steps);
        self.ranges.extend(evidence.bounds);
    }

    /// Records a proved subgoal; returns the number of the lemma.
    pub fn lemma(&mut self, builder: &mut Builder, subgoal: &Subgoal<'_>, proof: Evidence) -> u32 {
        let (path, results) = (subgoal.path, subgoal.results);
        let within = subgoal.within;
        let context = within.map(|range| self.narrowed_context(ASSUMED, &[range]));
        self.open(builder, path, results, subgoal.compare);
        if let (Some(context), Some(open)) = (context, self.open.last_mut()) {
            open.context = context;
        }
        self.given(builder, path);
        self.evidence(proof);
        self.close(builder, Some("lemma"));
        self.lemmas.len() as u32 - 1
    }

    /// Closes the current claim. It is kept if it was proved, by the step of the given name; a
    /// subgoal becomes the last lemma.
    pub fn close(&mut self, builder: &mut Builder, proved: Option<&'static str>) {
        let Some(mut open) = self.open.pop() else {
            return;
        };
        if let Some(step) = proved
            && !open.steps.last().is_some_and(Step::ends)
        {
            open.steps.push(Step::Unwritten(step));
        }
        if !self.open.is_empty() {
            if proved.is_some() {
                let lemma = self.part(builder.arena(), &open);
                self.lemmas.push(lemma);
            }
            return;
        }
        if let Some(trace) = builder.trace() {
            trace.passes.clear();
            trace.conditions.truncate(self.conditions);
            trace.origins = Some(std::mem::take(&mut self.current.0));
        }
        let (output, excludes) = (self.output.take(), self.excludes.take());
        if proved.is_some() {
            self.oblige(builder, &open, output, excludes);
        }
    }

    /// The number of the last lemma, if there is one.
    pub fn last_lemma(&self) -> Option<u32> {
        (self.lemmas.len() as u32).checked_sub(1)
    }
}
