//! Obligations and lemmas as lines of the certificate.

use rewrite_rules::Builder;
use rewrite_rules::trace::Origins;
use rustc_hash::FxHashSet;
use term::{Arena, TermId};

use certificate_checker::format;

use super::claim::{ASSUMED, Lemma, Open};
use super::export::number;
use super::recorder::{Recorder, Version};

impl Recorder {
    /// Writes a subgoal of a proof as a lemma.
    pub(super) fn part(&mut self, arena: &Arena, open: &Open) -> Lemma {
        let outer = std::mem::take(&mut self.needs);
        let proof = self.proof(arena, open);
        let needs = std::mem::replace(&mut self.needs, outer);
        let hypotheses = open.given.iter().filter(|(_, line)| line.is_none());
        let hypotheses: Vec<TermId> = hypotheses.map(|(condition, _)| *condition).collect();
        let mut copied = |term: TermId| number(self.export.copy(arena, term));
        let line = format::Lemma {
            number: self.lemmas.len() as u32,
            context: (open.context != ASSUMED).then_some(open.context),
            hypotheses: hypotheses.into_iter().map(&mut copied).collect(),
            left: copied(open.left),
            right: copied(open.right),
            compare: open.compare.map(|f| f.name().to_owned()),
            given: open
                .given
                .iter()
                .filter_map(|(_, line)| line.clone())
                .collect(),
            proof,
        };
        Lemma { line, needs }
    }

    /// The conditions that a proof uses.
    fn conditions(&mut self, arena: &Arena, open: &Open) -> Vec<format::Given> {
        let given = open.given.iter().map(|(condition, line)| match line {
            Some(line) => line.clone(),
            None => format::Given {
                condition: number(self.export.copy(arena, *condition)),
                raw: None,
                built: Vec::new(),
            },
        });
        given.collect()
    }

    /// Records a proved obligation. Results and path are written in raw form, as the versions
    /// requested them.
    pub(super) fn oblige(
        &mut self,
        builder: &Builder,
        open: &Open,
        output: Option<(u32, String)>,
        excludes: Option<String>,
    ) {
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
            number(recorder.executed_as(arena, origins, term, reference))
        };
        let path: Vec<u32> = open
            .path
            .iter()
            .map(|&c| raw(self, c, Version::Port))
            .collect();
        let left = raw(self, open.left, Version::Reference);
        let right = raw(self, open.right, Version::Port);
        let proof = self.proof(arena, open);
        let given = self.conditions(arena, open);
        let Some(size) = self.sizes.len().checked_sub(1) else {
            return;
        };
        let line = format::Obligation {
            number: self.obligations,
            size: size as u32,
            output,
            excludes,
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

    /// Records, for a program, that each condition that folded to a constant when it was built
    /// has that value: an obligation of its own.
    pub fn fold_conditions(&mut self, builder: &mut Builder) {
        let (arena, trace) = builder.arena_and_trace();
        let Some(origins) = trace.and_then(|trace| trace.origins.as_ref()) else {
            return;
        };
        let conditions = trace.map(|trace| trace.conditions.as_slice());
        let mut known = FxHashSet::default();
        for (request, answer) in conditions.unwrap_or_default() {
            if !known.insert(*request) {
                continue;
            }
            let args = request.args().iter();
            let args: Vec<TermId> = args
                .map(|&arg| self.executed_as(arena, origins, arg, false))
                .collect();
            let raw = self.export.make(arena, request.spec, &args);
            let value = self.export.copy(arena, *answer);
            self.executed.push((raw, value));
            self.needs.push((0, *request, *answer));
            let Some(size) = self.sizes.last_mut() else {
                return;
            };
            size.obligations.push(format::Obligation {
                number: self.obligations,
                size: 0,
                output: None,
                excludes: Some("a condition is another constant".to_owned()),
                path: Vec::new(),
                left: number(value),
                right: number(raw),
                compare: None,
                given: Vec::new(),
                proof: vec![format::Step::Identical],
            });
            self.obligations += 1;
        }
    }

    /// The raw form of a term, as one of the versions requested it.
    fn executed_as(
        &mut self,
        arena: &Arena,
        current: &Origins,
        term: TermId,
        reference: bool,
    ) -> TermId {
        let (origins, expansion) = match reference {
            true => (&self.reference.0, &mut self.reference.1),
            false => (current, &mut self.current.1),
        };
        let needs = (0, &mut self.needs);
        let raw = self.export.expand(arena, origins, term, expansion, needs);
        self.executed.append(&mut expansion.pairs);
        raw
    }
}
