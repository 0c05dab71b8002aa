//! What the ladder proves, kept while it does.

use rewrite_rules::Builder;
use rewrite_rules::trace::{Origins, Request};
use rustc_hash::FxHashMap;
use term::{Arena, Format, TermId};

use certificate_checker::format;
use certificate_checker::{Claim, Value, query};

use super::export::{Expansion, Export, Need};
use super::step::Step;

/// Which of the two versions is being executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The one that is right by definition.
    Reference,
    /// The one that is checked.
    Port,
}

/// The context of the assumptions and ranges in a certificate.
pub(super) const ASSUMED: u32 = 1;

/// What has to be proved at one size.
pub(super) struct Size {
    pub(super) sizes: String,
    pub(super) outputs: Vec<String>,
    pub(super) paths: u32,
    pub(super) obligations: Vec<format::Obligation>,
}

/// An obligation that is being decided.
struct Open {
    path: Vec<TermId>,
    left: TermId,
    right: TermId,
    compare: Option<Format>,
    /// Conditions in use, and where those come from that are not the path's.
    given: Vec<(TermId, Option<format::Given>)>,
    steps: Vec<Step>,
}

/// Keeps what a certificate needs.
#[derive(Default)]
pub struct Recorder {
    pub(super) export: Export,
    pub(super) needs: Vec<Need>,
    pub(super) sizes: Vec<Size>,
    pub(super) executed: Vec<(TermId, TermId)>,
    obligations: u32,
    zeros_alike: bool,
    /// Where the terms of the reference come from.
    reference: (Origins, Expansion),
    /// Where those of the version being executed come from, while the ladder
    /// builds terms of its own.
    current: (Origins, Expansion),
    output: Option<(u32, String)>,
    open: Option<Open>,
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

    /// A size begins.
    pub fn size(&mut self, sizes: String) {
        self.sizes.push(Size {
            sizes,
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

    /// An obligation is to be decided. Until it is closed, the ladder's own
    /// terms are none that a version asked for.
    pub fn open(
        &mut self,
        builder: &mut Builder,
        path: &[TermId],
        (left, right): (TermId, TermId),
        compare: Option<Format>,
    ) {
        if let Some(trace) = builder.trace() {
            let origins = trace.origins.replace(Origins::default());
            self.current.0 = origins.unwrap_or_default();
        }
        self.open = Some(Open {
            path: path.to_vec(),
            left,
            right,
            compare,
            given: Vec::new(),
            steps: Vec::new(),
        });
    }

    /// Whether an obligation is being decided.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The number of the obligation that is being decided.
    pub fn number(&self) -> u32 {
        self.obligations
    }

    /// The conditions that the proof uses are these.
    pub fn given(&mut self, builder: &mut Builder, conditions: &[TermId]) {
        let Some(open) = &mut self.open else { return };
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
        if let Some(open) = &mut self.open {
            open.steps.push(step);
        }
    }

    /// The only step.
    pub fn only(&mut self, step: Step) {
        if let Some(open) = &mut self.open {
            open.steps = vec![step];
        }
    }

    /// The obligation is decided; it is kept if it was proved, by the step of
    /// this name.
    pub fn close(&mut self, builder: &mut Builder, proved: Option<&'static str>) {
        if let Some(trace) = builder.trace() {
            trace.passes.clear();
            trace.origins = Some(std::mem::take(&mut self.current.0));
        }
        let output = self.output.take();
        let Some((mut open, step)) = self.open.take().zip(proved) else {
            return;
        };
        if !open.steps.last().is_some_and(Step::ends) {
            open.steps.push(Step::Unwritten(step));
        }
        let (arena, trace) = builder.arena_and_trace();
        let Some(origins) = trace.and_then(|trace| trace.origins.as_ref()) else {
            return;
        };
        let raw = |recorder: &mut Recorder, term: TermId, first: Version| {
            let (own, other) = (origins, &recorder.reference.0);
            let here = matches!(own.get(&term), Some(Some(_)));
            let there = matches!(other.get(&term), Some(Some(_)));
            let reference = match first {
                Version::Reference => there || !here,
                Version::Port => there && !here,
            };
            recorder.executed_as(arena, origins, term, reference)
        };
        let path: Vec<u32> = open
            .path
            .iter()
            .map(|&c| raw(self, c, Version::Port))
            .collect();
        let left = raw(self, open.left, Version::Reference);
        let right = raw(self, open.right, Version::Port);
        let mut now = (open.left, open.right);
        let mut proof = Vec::new();
        for step in &open.steps {
            proof.push(self.written(arena, &open, step, &mut now));
        }
        let given = open.given.iter().map(|(condition, line)| match line {
            Some(line) => line.clone(),
            None => format::Given {
                condition: number(self.export.copy(arena, *condition)),
                raw: None,
                built: Vec::new(),
            },
        });
        let given = given.collect();
        let Some(size) = self.sizes.len().checked_sub(1) else {
            return;
        };
        let line = format::Obligation {
            number: self.obligations,
            size: size as u32,
            output,
            path,
            left,
            right,
            compare: open.compare.map(|f| f.name().to_owned()),
            given,
            proof,
        };
        self.obligations += 1;
        self.sizes[size].obligations.push(line);
    }

    /// The term as a version asked for it.
    fn executed_as(
        &mut self,
        arena: &Arena,
        current: &Origins,
        term: TermId,
        reference: bool,
    ) -> u32 {
        let (origins, expansion) = match reference {
            true => (&self.reference.0, &mut self.reference.1),
            false => (current, &mut self.current.1),
        };
        let needs = (0, &mut self.needs);
        let raw = self.export.expand(arena, origins, term, expansion, needs);
        self.executed.append(&mut expansion.pairs);
        number(raw)
    }

    /// A step as the certificate has it; keeps track of what remains to be
    /// compared.
    fn written(
        &mut self,
        arena: &Arena,
        open: &Open,
        step: &Step,
        now: &mut (TermId, TermId),
    ) -> format::Step {
        match step {
            Step::Identical => format::Step::Identical,
            Step::Alike => format::Step::Alike,
            Step::Contradiction => format::Step::Contradiction,
            Step::Renamed(of) => format::Step::Renamed { of: *of },
            Step::Unwritten(step) => format::Step::Unwritten {
                step: (*step).to_owned(),
            },
            Step::Numbers(left, right) => {
                *now = (*left, *right);
                let copies = (
                    self.export.copy(arena, *left),
                    self.export.copy(arena, *right),
                );
                format::Step::Numbers {
                    to: (number(copies.0), number(copies.1)),
                }
            }
            Step::Facts(map) => {
                let map = self.replacements(arena, 0, map, now);
                format::Step::Facts { map }
            }
            Step::Pass(context, map) => {
                let map = self.replacements(arena, *context, map, now);
                let context = if *context == 0 { 0 } else { ASSUMED };
                format::Step::Pass { context, map }
            }
            Step::Exhaustive(inputs) => {
                let inputs = inputs.iter().map(|&(symbol, low, size)| {
                    let copy = self.export.copy(arena, arena.symbol(symbol).term);
                    (number(copy), format!("{low:#x}"), size)
                });
                // In the order of the copies.
                let mut inputs: Vec<(u32, String, u64)> = inputs.collect();
                inputs.sort_unstable();
                format::Step::Exhaustive { inputs }
            }
            Step::Unsat(points) => {
                let mut points: Vec<Value> = points
                    .iter()
                    .map(|(term, at)| Value {
                        term: self.export.copy(arena, *term),
                        at: at.clone(),
                    })
                    .collect();
                points.sort();
                points.dedup();
                let claim = Claim {
                    given: open
                        .given
                        .iter()
                        .map(|(c, _)| self.export.copy(arena, *c))
                        .collect(),
                    left: self.export.copy(arena, now.0),
                    right: self.export.copy(arena, now.1),
                    compare: open.compare,
                    zeros_alike: self.zeros_alike,
                };
                let query = query(&self.export.arena, &claim, &points);
                let point = |v: &Value| format::Point {
                    term: number(v.term),
                    at: v.at.iter().map(|x| format!("{x:#x}")).collect(),
                };
                let points = points.iter().map(point).collect();
                format::Step::Unsat { points, query }
            }
        }
    }

    /// The pairs of a replacement; what they rest on is needed.
    fn replacements(
        &mut self,
        arena: &Arena,
        context: u32,
        map: &[(TermId, TermId)],
        now: &mut (TermId, TermId),
    ) -> Vec<(u32, u32)> {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut lines = Vec::new();
        for &(term, to) in map {
            let node = *arena.node(term);
            if !node.children().is_empty() {
                let children = node.children().iter();
                let args: Vec<TermId> = children.map(|c| *known.get(c).unwrap_or(c)).collect();
                self.needs
                    .push((context, Request::new(node.spec(), &args), to));
            }
            known.insert(term, to);
            let copies = (self.export.copy(arena, term), self.export.copy(arena, to));
            lines.push((number(copies.0), number(copies.1)));
        }
        let of = |term: TermId| *known.get(&term).unwrap_or(&term);
        *now = (of(now.0), of(now.1));
        lines
    }
}

/// The number of a copied term in the certificate.
pub(super) fn number(copy: TermId) -> u32 {
    copy.index() as u32
}

/// The numbers of pairs.
pub(super) fn pairs(pairs: &[(TermId, TermId)]) -> Vec<(u32, u32)> {
    pairs.iter().map(|&(a, b)| (number(a), number(b))).collect()
}
