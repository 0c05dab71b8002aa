//! What the ladder proves, kept while it does.

use rewrite_rules::Builder;
use rewrite_rules::trace::Origins;
use rustc_hash::FxHashMap;
use term::{Format, SymbolId, TermId};

use certificate_checker::format;

use super::claim::{Lemma, Open};
use super::evidence::Evidence;
use super::export::{Expansion, Export, Need, number, pairs};
use super::step::{Number, Step};

/// Which of the two versions is being executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The one that is right by definition.
    Reference,
    /// The one that is checked.
    Port,
}

/// What has to be proved at one size.
pub(super) struct Size {
    pub(super) sizes: String,
    pub(super) state: u32,
    pub(super) outputs: Vec<String>,
    pub(super) paths: u32,
    pub(super) obligations: Vec<format::Obligation>,
}

/// Keeps what a certificate needs.
#[derive(Default)]
pub struct Recorder {
    pub(super) export: Export,
    pub(super) needs: Vec<Need>,
    pub(super) sizes: Vec<Size>,
    pub(super) executed: Vec<(TermId, TermId)>,
    /// Claims inside proofs, by number.
    pub(super) lemmas: Vec<Lemma>,
    /// Contexts of certificates by those of the trace; ASSUMED for others.
    pub(super) contexts: FxHashMap<u32, u32>,
    /// Contexts of the trace all of whose rewrites are needed.
    pub(super) whole: Vec<u32>,
    /// The ranges of further contexts, from 2.
    pub(super) narrower: Vec<Vec<(TermId, (f64, f64))>>,
    /// Ranges of variables that stand for terms.
    pub(super) ranges: FxHashMap<SymbolId, (f64, f64)>,
    pub(super) obligations: u32,
    pub(super) zeros_alike: bool,
    /// Where the terms of the reference come from.
    pub(super) reference: (Origins, Expansion),
    /// Where those of the version being executed come from, while the ladder
    /// builds terms of its own.
    pub(super) current: (Origins, Expansion),
    /// Whether branches that go one way only are obligations too.
    branches: bool,
    output: Option<(u32, String)>,
    excludes: Option<String>,
    /// Conditions of the trace that are none of a proof.
    conditions: usize,
    /// The claims that are being decided, each a part of the one before.
    open: Vec<Open>,
}

impl Recorder {
    /// Starts to record a run; `zeros_alike` under *positive zero*.
    pub fn new(builder: &mut Builder, zeros_alike: bool) -> Recorder {
        builder.record();
        Recorder {
            zeros_alike,
            ..Recorder::default()
        }
    }

    /// The branches of a program are obligations too: an assertion is one.
    pub fn follow_branches(&mut self) {
        self.branches = true;
    }

    /// Whether they are, for a branch that is not part of a proof.
    pub fn follows_branches(&self) -> bool {
        self.branches && self.open.is_empty()
    }

    /// Whether there is something to prove, and something was compared at each size.
    pub fn has_proofs(&self) -> bool {
        let proves = |size: &Size| !size.obligations.is_empty();
        let compares = |size: &Size| size.paths > 0 || proves(size);
        self.sizes.iter().any(proves) && self.sizes.iter().all(compares)
    }

    /// A size begins, in a state of the static variables.
    pub fn size(&mut self, sizes: String, state: usize) {
        self.sizes.push(Size {
            sizes,
            state: state as u32,
            outputs: Vec::new(),
            paths: 0,
            obligations: Vec::new(),
        });
    }

    /// A version begins to be executed.
    pub fn version(&mut self, builder: &mut Builder, version: Version) {
        let Some(trace) = builder.trace() else { return };
        let origins = trace.origins.replace(Origins::default());
        let expansion = std::mem::take(&mut self.current.1);
        match version {
            Version::Reference => self.reference = Default::default(),
            Version::Port => self.reference = (origins.unwrap_or_default(), expansion),
        }
    }

    /// A pair of paths begins whose outputs, of these names, are compared.
    pub fn pair(&mut self, outputs: impl Iterator<Item = String>) {
        if let Some(size) = self.sizes.last_mut() {
            size.paths += 1;
            size.outputs = outputs.collect();
        }
    }

    /// The next obligation is about this output.
    pub fn output(&mut self, name: String) {
        let path = self
            .sizes
            .last()
            .map_or(0, |size| size.paths.saturating_sub(1));
        self.output = Some((path, name));
    }

    /// The next obligation says that this cannot happen.
    pub fn excludes(&mut self, what: String) {
        self.excludes = Some(what);
    }

    /// An obligation is to be decided, or a part of the one in hand. Until it is
    /// closed, the ladder's own terms are none that a version asked for.
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

    /// The claim in hand holds where inputs are within further ranges.
    pub fn within(&mut self, ranges: Vec<(TermId, (f64, f64))>) {
        let number = self.narrower.len() as u32 + 2;
        if let Some(open) = self.open.last_mut() {
            open.context = number;
            self.narrower.push(ranges);
        }
    }

    /// The number of the claim that is being decided, once it is proved.
    pub fn number(&self) -> Number {
        match self.open.len() {
            0 | 1 => Number::Obligation(self.obligations),
            _ => Number::Lemma(self.lemmas.len() as u32),
        }
    }

    /// A variable of a proof is within a range.
    pub fn bound(&mut self, variable: SymbolId, range: (f64, f64)) {
        self.ranges.insert(variable, range);
    }

    /// The conditions that the proof uses are these.
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
        // Conditions of the path first: the checker has them in this order.
        given.sort_by_key(|(_, line)| line.is_some());
        open.given = given;
    }

    /// A step was taken.
    pub fn step(&mut self, step: Step) {
        if let Some(open) = self.open.last_mut() {
            open.steps.push(step);
        }
    }

    /// A stage of the proof was completed.
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

    /// A lemma with one step: terms are equal wherever conditions hold.
    pub fn lemma(
        &mut self,
        builder: &mut Builder,
        conditions: &[TermId],
        results: (TermId, TermId),
        step: Step,
    ) -> u32 {
        self.open(builder, conditions, results, None);
        self.given(builder, conditions);
        self.step(step);
        self.close(builder, Some("lemma"));
        self.lemmas.len() as u32 - 1
    }

    /// The claim in hand is decided; it is kept if it was proved, by the step of
    /// this name. A part of a proof becomes the last lemma.
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

    /// The number of the last lemma.
    pub fn last_lemma(&self) -> Option<u32> {
        (self.lemmas.len() as u32).checked_sub(1)
    }
}
