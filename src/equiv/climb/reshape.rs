//! Steps that make other claims of one: parts, cases, narrower inputs, inner
//! equalities.

use rewrite_rules::difference::Difference;
use rewrite_rules::search;
use term::{Cone, TermId};

use super::Climb;
use super::sample::path_samples;
use crate::certificate::{Part, Step as Proof, negation};
use crate::equiv::Witness;
use crate::equiv::choice;
use crate::equiv::claim::{Compare, Obligation};
use crate::equiv::decision::{Decision, Step};
use crate::equiv::ladder::{Ladder, Reach};
use crate::equiv::order;
use crate::equiv::parity;
use crate::equiv::pieces::{self, Piece};
use crate::equiv::split::{self, split};
use crate::equiv::summands;
use crate::equiv::sums::{self, Abstraction, Grain};
use crate::equiv::sweep::{Means, sweep};
use crate::solver::Limits;

/// Conditions split on, one within the case of another.
const MAX_CASES: usize = 3;

impl Climb<'_> {
    /// Parts of the difference that rest on different inputs, each by itself; where
    /// there are none, the results without the summands that they have in common.
    pub(super) fn take_apart(&mut self) -> Option<Decision> {
        if self.reduced.compare != Compare::Bits {
            return None;
        }
        let Ladder {
            options, canonical, ..
        } = &mut *self.ladder;
        let (claim, ranges) = (&self.reduced, &options.ranges);
        let Difference { summands, sides } =
            canonical.difference(self.builder, claim, ranges, options.assumptions);
        let samples = path_samples(self.builder.arena(), claim, &mut self.portfolio);
        let Some(parts) = summands::parts(self.builder, &summands, &samples) else {
            return self.without_common(sides);
        };
        let mut lemmas = Vec::new();
        for (sum, value) in parts {
            let width = self.builder.width(sum);
            let obligation = Obligation {
                left: sum,
                right: self.builder.constant(width, value),
                ..self.reduced.obligation()
            };
            match self.ladder.decide(self.builder, &obligation) {
                Decision::Equal { .. } => lemmas.extend(self.ladder.last_lemma()),
                _ => return None,
            }
        }
        self.ladder.note(Proof::Sum(lemmas));
        Some(Decision::Equal {
            step: Step::Summands,
        })
    }

    /// The claim that two terms are equal whose difference is that of the results,
    /// where they are smaller.
    fn without_common(&mut self, [left, right]: [TermId; 2]) -> Option<Decision> {
        let arena = self.builder.arena();
        let size = |roots: [TermId; 2]| Cone::of(arena, &roots).len();
        if self.ladder.reach < Reach::Whole
            || size([left, right]) >= size([self.reduced.left, self.reduced.right])
        {
            return None;
        }
        let obligation = Obligation {
            left,
            right,
            ..self.reduced.obligation()
        };
        let decision = self
            .ladder
            .decide_within(Reach::Sums, self.builder, &obligation);
        if !matches!(decision, Decision::Equal { .. }) {
            return None;
        }
        let lemmas = self.ladder.last_lemma().into_iter().collect();
        self.ladder.note(Proof::Sum(lemmas));
        Some(Decision::Equal {
            step: Step::Summands,
        })
    }

    /// Pieces that the results are put together of, each by itself.
    pub(super) fn piece_by_piece(&mut self) -> Option<Decision> {
        let pieces = pieces::pieces(self.builder, &self.reduced)?;
        let mut lemmas = Vec::new();
        for Piece { obligation, asked } in pieces {
            match self.ladder.decide(self.builder, &obligation) {
                Decision::Equal { .. } => {}
                _ => return None,
            }
            let lemma = self.ladder.last_lemma();
            lemmas.extend(lemma.map(|lemma| Part { asked, lemma }));
        }
        self.ladder.note(Proof::Pieces(lemmas));
        Some(Decision::Equal { step: Step::Pieces })
    }

    /// Bits as exclusive ors of bits.
    pub(super) fn parity(&mut self) -> Option<Decision> {
        let (left, right) = (self.reduced.left, self.reduced.right);
        if !parity::equal(self.builder.arena(), left, right) {
            return None;
        }
        self.ladder.note(Proof::Parity);
        Some(Decision::Equal { step: Step::Parity })
    }

    /// Minima and maxima of values that are one of two.
    pub(super) fn zero_one(&mut self) -> Option<Decision> {
        let (left, right) = (self.reduced.left, self.reduced.right);
        if !order::equal_by_bits(self.builder.arena(), left, right) {
            return None;
        }
        self.ladder.note(Proof::ZeroOne);
        Some(Decision::Equal { step: Step::Order })
    }

    /// Sums as variables, of whole terms, then of fields and of bits. Only quick steps
    /// follow, since the claim over variables may be more than is true.
    pub(super) fn sums(&mut self) -> Option<Decision> {
        for grain in [Grain::Terms, Grain::Fields, Grain::Bits] {
            let ranges = &self.ladder.options.ranges;
            let Some(Abstraction {
                obligation,
                known,
                summing,
            }) = sums::abstracted(self.builder, &self.reduced, ranges, grain)
            else {
                continue;
            };
            if let Some(recorder) = &mut self.ladder.recorder {
                for (&symbol, range) in &known {
                    recorder.bound(symbol, (range.low, range.high));
                }
            }
            self.ladder.options.ranges.extend(known);
            let decision = self
                .ladder
                .decide_within(Reach::Quick, self.builder, &obligation);
            if matches!(decision, Decision::Equal { .. }) {
                if let Some(lemma) = self.ladder.last_lemma() {
                    self.ladder.note(Proof::Sums(summing, lemma));
                }
                return Some(Decision::Equal { step: Step::Sums });
            }
        }
        None
    }

    /// Inputs that are only compared and moved, as few bits as tell them apart.
    pub(super) fn order(&mut self) -> Option<Decision> {
        let (obligation, narrowing) = order::narrow(self.builder, &self.reduced)?;
        // Its cases may be refuted by inputs that no wide ones correspond to.
        let cases = std::mem::replace(&mut self.ladder.cases, MAX_CASES);
        let decision = self.ladder.decide(self.builder, &obligation);
        self.ladder.cases = cases;
        if !matches!(decision, Decision::Equal { .. }) {
            return None;
        }
        if let Some(lemma) = self.ladder.last_lemma() {
            self.ladder.note(Proof::Order(narrowing, lemma));
        }
        Some(Decision::Equal { step: Step::Order })
    }

    /// Equality saturation on the simple forms.
    pub(super) fn search(&mut self) -> Option<Decision> {
        let Ladder {
            options,
            canonical,
            recorder,
            ..
        } = &mut *self.ladder;
        if self.terms > options.budget.search_terms {
            return None;
        }
        let (left, right) = (self.reduced.left, self.reduced.right);
        let (rules, limits) = (canonical.rules(), options.budget.search);
        let assumptions = options.assumptions;
        let Some(recorder) = recorder else {
            let arena = self.builder.arena();
            return search::equal(arena, left, right, rules, assumptions, limits)
                .then_some(Decision::Equal { step: Step::Search });
        };
        let arena = self.builder.arena_mut();
        let links = search::explain(arena, left, right, rules, assumptions, limits)?;
        recorder.step(Proof::Search(links));
        Some(Decision::Equal { step: Step::Search })
    }

    /// Cases of one float that both results compare with constants.
    pub(super) fn split(&mut self) -> Option<Decision> {
        let cut = self.cut();
        let Ladder {
            options,
            canonical,
            solver,
            recorder,
            ..
        } = &mut *self.ladder;
        let mut means = split::Means {
            recorder: recorder.as_mut(),
            canonical,
            solver,
            ranges: &cut.ranges,
            assumptions: options.assumptions,
            limits: options.budget.small,
        };
        split(self.builder, &cut, &mut means).then_some(Decision::Equal { step: Step::Split })
    }

    /// Both cases of a condition that many choices hang on.
    pub(super) fn choose(&mut self) -> Option<Decision> {
        if self.ladder.cases == MAX_CASES {
            return None;
        }
        let condition = choice::condition(self.builder.arena(), &self.reduced)?;
        self.ladder.cases += 1;
        let cases = [condition, self.builder.not(condition)];
        let mut lemmas = [None; 2];
        let holds = cases.iter().zip(&mut lemmas).all(|(&case, lemma)| {
            let mut obligation = self.reduced.obligation();
            obligation.path.push(case);
            let decision = self.ladder.decide(self.builder, &obligation);
            *lemma = self.ladder.last_lemma();
            matches!(decision, Decision::Equal { .. })
        });
        self.ladder.cases -= 1;
        if let [Some(first), Some(second)] = lemmas {
            let request = negation(self.builder, condition);
            let cases = [(cases[0], first), (cases[1], second)];
            self.ladder.note(Proof::Cases(cases, request));
        }
        holds.then_some(Decision::Equal { step: Step::Split })
    }

    /// Inner equalities that hang on few values, each tried.
    pub(super) fn sweep_small(&mut self) -> Option<Decision> {
        let samples = path_samples(self.builder.arena(), &self.reduced, &mut self.portfolio);
        self.sweep_with(&samples, None)
    }

    /// Inner equalities first: with small queries, then with as much for each
    /// as the whole claim may have.
    pub(super) fn sweep(&mut self) -> Option<Decision> {
        let samples = path_samples(self.builder.arena(), &self.reduced, &mut self.portfolio);
        let budget = self.budget();
        [budget.small, budget.solver]
            .into_iter()
            .find_map(|limits| self.sweep_with(&samples, Some(limits)))
    }

    fn sweep_with(&mut self, samples: &[Witness], limits: Option<Limits>) -> Option<Decision> {
        let Ladder {
            options,
            solver,
            recorder,
            swept,
            ..
        } = &mut *self.ladder;
        let mut means = Means {
            known: swept,
            values: 1 << options.budget.exhaustive_bits,
            recorder: recorder.as_mut(),
            ranges: &options.ranges,
            assumptions: options.assumptions,
            deadline: &options.deadline,
            solver: limits.map(|limits| (solver, limits)),
        };
        let merged = sweep(self.builder, &self.reduced, samples, &mut means)?;
        (self.reduced.left, self.reduced.right) = merged;
        if self.reduces() {
            return Some(Decision::Equal { step: Step::Sweep });
        }
        limits.and_then(|_| self.solve())
    }
}
