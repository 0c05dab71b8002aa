//! Translation of proof steps into the certificate's format.

use rewrite_rules::Assumptions;
use rewrite_rules::trace::Request;
use rustc_hash::FxHashMap;
use term::{Arena, TermId};

use certificate_checker::format;
use certificate_checker::{Claim, Value, admitted, circuits, query};

use super::claim::Open;
use super::export::number;
use super::recorder::Recorder;
use super::step::{Number, Step};

/// The state of a proof: the claim that remains to be proved.
struct Now {
    left: TermId,
    right: TermId,
    given: Vec<TermId>,
    /// The copied condition that the claim meets no excluded float, once it is added.
    admitted: Option<TermId>,
    /// The context of rewrites.
    context: u32,
}

impl Recorder {
    /// Translates the steps of a proof.
    pub(super) fn proof(&mut self, arena: &Arena, open: &Open) -> Vec<format::Step> {
        let mut now = Now {
            left: open.left,
            right: open.right,
            given: open.given.iter().map(|(condition, _)| *condition).collect(),
            admitted: None,
            context: open.context,
        };
        let steps = open.steps.iter();
        steps
            .map(|step| self.written(arena, open, step, &mut now))
            .collect()
    }

    /// Translates a step and updates the claim that remains to be proved.
    fn written(&mut self, arena: &Arena, open: &Open, step: &Step, now: &mut Now) -> format::Step {
        match step {
            Step::Within(ranges) => {
                now.context = self.narrowed_context(open.context, ranges);
                format::Step::Within {
                    context: now.context,
                }
            }
            Step::Identical => format::Step::Identical,
            Step::Alike => format::Step::Alike,
            Step::Contradiction => format::Step::Contradiction,
            Step::Renamed(Number::Obligation(of)) => format::Step::Renamed { of: *of },
            Step::Renamed(Number::Lemma(of)) => format::Step::Lemma { of: *of },
            Step::Sum(lemmas) => format::Step::Sum {
                lemmas: lemmas.clone(),
            },
            Step::Unwritten(step) => format::Step::Unwritten {
                step: (*step).to_owned(),
            },
            Step::Numbers(left, right) => {
                (now.left, now.right) = (*left, *right);
                format::Step::Numbers {
                    to: (self.copied(arena, *left), self.copied(arena, *right)),
                }
            }
            Step::Facts(map) => {
                let known = self.needed(arena, 0, map, &[]);
                for i in 0..now.given.len() {
                    let image = known.get(&now.given[i]).copied();
                    let says = |image: &TermId| arena.constant_value(*image) != Some(1);
                    if let Some(image) = image.filter(says).filter(|i| !now.given.contains(i)) {
                        now.given.push(image);
                    }
                }
                now.replace(&known);
                format::Step::Facts {
                    map: self.pairs(arena, map),
                }
            }
            Step::Pass(context, map) => {
                let of = if *context == 0 { 0 } else { now.context };
                self.contexts.insert(*context, of);
                let known = self.needed(arena, *context, map, &[]);
                now.replace(&known);
                format::Step::Pass {
                    context: of,
                    map: self.pairs(arena, map),
                }
            }
            Step::Merge(map, merged) => {
                let known = self.needed(arena, 0, map, merged);
                now.replace(&known);
                let merged = merged.iter().map(|&(from, to, lemma)| {
                    (self.copied(arena, from), self.copied(arena, to), lemma)
                });
                format::Step::Merge {
                    merged: merged.collect(),
                    map: self.pairs(arena, map),
                }
            }
            Step::Cut {
                variables,
                map,
                given,
            } => {
                let cut: Vec<(TermId, TermId, u32)> =
                    variables.iter().map(|&(term, to)| (term, to, 0)).collect();
                let known = self.needed(arena, 0, map, &cut);
                now.replace(&known);
                (now.given, now.context) = (given.clone(), open.context);
                format::Step::Cut {
                    variables: self.pairs(arena, variables),
                    map: self.pairs(arena, map),
                    given: given.iter().map(|&c| self.copied(arena, c)).collect(),
                }
            }
            Step::Integers {
                context,
                values,
                settled,
                map,
                to,
            } => {
                self.contexts.insert(*context, now.context);
                // Intermediate terms appear in no map, so all rewrites of the context are needed.
                self.whole.push(*context);
                (now.left, now.right) = *to;
                let values = values.iter().map(|exact| format::Value {
                    of: number(self.export.request(arena, &exact.request)),
                    term: self.copied(arena, exact.term),
                    integer: self.copied(arena, exact.integer),
                    shift: exact.shift,
                });
                format::Step::Integers {
                    context: now.context,
                    values: values.collect(),
                    settled: self.pairs(arena, settled),
                    map: self.pairs(arena, map),
                    to: (self.copied(arena, to.0), self.copied(arena, to.1)),
                }
            }
            Step::Narrow {
                condition,
                negation,
                to,
            } => {
                let need = negation.map(|request| (0, request, *condition));
                self.needs.extend(need);
                (now.left, now.right) = *to;
                if !now.given.contains(condition) {
                    now.given.push(*condition);
                }
                format::Step::Narrow {
                    condition: self.copied(arena, *condition),
                    to: (self.copied(arena, to.0), self.copied(arena, to.1)),
                }
            }
            Step::Cases([(condition, first), (negation, second)], request) => {
                self.needs.push((0, *request, *negation));
                format::Step::Cases {
                    conditions: (
                        self.copied(arena, *condition),
                        self.copied(arena, *negation),
                    ),
                    lemmas: (*first, *second),
                }
            }
            Step::Order(narrowing, lemma) => self.narrowed(arena, narrowing, *lemma),
            Step::Split(on, cases) => {
                let cases = cases.iter().map(|(given, lemma)| format::Case {
                    given: given.iter().map(|&c| self.copied(arena, c)).collect(),
                    lemma: *lemma,
                });
                let cases = cases.collect();
                format::Step::Split {
                    on: self.copied(arena, *on),
                    cases,
                }
            }
            Step::Exhaustive(inputs) => self.tried(arena, inputs),
            Step::Bounds(conditions) => {
                now.given.extend(conditions);
                let given = conditions.iter().map(|&c| self.copied(arena, c));
                format::Step::Bounds {
                    given: given.collect(),
                }
            }
            Step::Admitted => {
                let stated = open.given.iter().filter(|(_, line)| line.is_none());
                let terms = [open.left, open.right].into_iter();
                let terms = terms.chain(stated.map(|(condition, _)| *condition));
                let roots: Vec<TermId> = terms.map(|t| self.export.copy(arena, t)).collect();
                let into = &mut self.export.arena;
                now.admitted = admitted(into, &roots, self.assumptions);
                format::Step::Admitted
            }
            Step::Sets { sets, map, given } => {
                let members = sets.iter().flat_map(|set| &set.members);
                let members = members.map(|&(term, to)| (term, to, 0));
                let members: Vec<(TermId, TermId, u32)> = members.collect();
                let known = self.needed(arena, 0, map, &members);
                now.replace(&known);
                (now.given, now.context) = (given.clone(), open.context);
                self.alike(arena, sets, map, given)
            }
            Step::Criterion(criterion) => self.criterion(arena, criterion),
            Step::Sums(summing, lemma) => self.summed(arena, summing, *lemma),
            Step::Pieces(pieces) => self.pieces(pieces),
            Step::Search(links) => self.linked(arena, links),
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
                let claim = self.claim(arena, open, now);
                let query = query(&self.export.arena, &claim, &points);
                let point = |v: &Value| format::Point {
                    term: number(v.term),
                    at: v.at.iter().map(|x| format!("{x:#x}")).collect(),
                };
                let points = points.iter().map(point).collect();
                format::Step::Unsat { points, query }
            }
            Step::Circuits => {
                let claim = self.claim(arena, open, now);
                match circuits(&self.export.arena, &claim) {
                    Some(query) => format::Step::Circuits { query },
                    None => format::Step::Unwritten {
                        step: "floats".to_owned(),
                    },
                }
            }
        }
    }

    /// The claim that remains to be proved, over copies.
    fn claim(&mut self, arena: &Arena, open: &Open, now: &Now) -> Claim {
        let given = now.given.iter().map(|&c| self.export.copy(arena, c));
        Claim {
            given: given.chain(now.admitted).collect(),
            left: self.export.copy(arena, now.left),
            right: self.export.copy(arena, now.right),
            compare: open.compare,
            zeros_alike: self.assumptions.contains(Assumptions::POSITIVE_ZERO),
        }
    }

    pub(super) fn copied(&mut self, arena: &Arena, term: TermId) -> u32 {
        number(self.export.copy(arena, term))
    }

    pub(super) fn pairs(&mut self, arena: &Arena, pairs: &[(TermId, TermId)]) -> Vec<(u32, u32)> {
        let copied = |&(a, b): &(TermId, TermId)| (self.copied(arena, a), self.copied(arena, b));
        pairs.iter().map(copied).collect()
    }

    /// The replacement of each term. Records as needed the rewrites that lead there: to the
    /// replacement itself, or to the term that a step in `others` (term, replacement, lemma)
    /// replaces by it.
    pub(super) fn needed(
        &mut self,
        arena: &Arena,
        context: u32,
        map: &[(TermId, TermId)],
        others: &[(TermId, TermId, u32)],
    ) -> FxHashMap<TermId, TermId> {
        let mut known: FxHashMap<TermId, TermId> = FxHashMap::default();
        for &(term, to) in map {
            let node = *arena.node(term);
            if !node.children().is_empty() {
                let children = node.children().iter();
                let args: Vec<TermId> = children.map(|c| *known.get(c).unwrap_or(c)).collect();
                let request = Request::new(node.spec(), &args);
                for &(from, _, _) in others.iter().filter(|(_, replaced, _)| *replaced == to) {
                    self.needs.push((context, request, from));
                }
                self.needs.push((context, request, to));
            }
            known.insert(term, to);
        }
        known
    }
}

impl Now {
    fn replace(&mut self, known: &FxHashMap<TermId, TermId>) {
        let to = |term: TermId| *known.get(&term).unwrap_or(&term);
        (self.left, self.right) = (to(self.left), to(self.right));
    }
}
