//! Memoization of rewritings by the facts that they depend on.
//!
//! Vector code requests the same operation on different inputs many times. The course of a
//! rewriting depends on the answers to its queries about terms ([`crate::look::Look`]), so the
//! queries, in order, form a path in a tree that branches by answers and ends with the result. A
//! request that follows a known path to its end needs no rule: the terms on the path are made,
//! and nothing is matched. This is selective memoization (Acar, Blelloch, Harper, POPL 2003).
//!
//! Invariant: a remembered request gets the terms that the rules would make, in the same order.
//! The rules and the ranges behind one memory never change.

mod question;
mod recorder;

use rustc_hash::FxHashMap;
use term::{Op, TermId};

use crate::look::{Direct, Look};
use crate::rewriting::Rewriter;
use crate::trace::Request;
use question::{FactNumbers, Question, Registers, answer};
use recorder::Recorder;

/// Number of steps that are stored; when it is reached, all are dropped.
const STEPS: usize = 1 << 16;

/// Cost of recording a rewriting, in remembered requests that must pay for it.
const COST: u32 = 4;
/// Greatest credit that can be accumulated for recording.
const SAVINGS: u32 = 1 << 12;
/// One in this many unknown rewritings is recorded even without credit.
const SAMPLE: u32 = 16;

/// A query, its first answer, and the step that this answer leads to.
#[derive(Clone, Copy)]
struct Step {
    question: Question,
    answer: u64,
    next: u32,
}

const OPEN: Step = Step {
    question: Question::Nothing,
    answer: 0,
    next: 0,
};

/// Marks a missing step.
const NOWHERE: u32 = u32::MAX;

/// A tree of queries for each operator.
pub(crate) struct Recall {
    /// The steps; the first ones are the roots, by operator.
    steps: Vec<Step>,
    /// The successors for answers other than the first.
    other: FxHashMap<(u32, u64), u32>,
    registers: Registers,
    facts: FactNumbers,
    record: Vec<(Question, u64)>,
    savings: u32,
    unknown: u32,
    /// Number of requests that needed no rule, for tests.
    pub(crate) remembered: u64,
}

impl Default for Recall {
    fn default() -> Recall {
        Recall {
            steps: vec![OPEN; Op::ALL.len()],
            other: FxHashMap::default(),
            registers: Registers::default(),
            facts: FactNumbers::default(),
            record: Vec::new(),
            savings: SAVINGS,
            unknown: 0,
            remembered: 0,
        }
    }
}

impl Recall {
    /// The simplified term of a request, from memory or by the rules.
    pub(crate) fn build(
        &mut self,
        rewriter: &mut Rewriter,
        look: &mut Direct,
        request: Request,
    ) -> TermId {
        let constant = |look: &mut Direct, arg: &TermId| look.op(*arg) == Op::Const;
        let folds = request.args().iter().all(|arg| constant(look, arg));
        if folds || request.spec.op == Op::Apply {
            return rewriter.build(look, request);
        }
        match self.follow(look, &request) {
            Question::Done(register) => {
                self.savings = SAVINGS.min(self.savings + 1);
                self.remembered += 1;
                self.registers.term(register)
            }
            Question::Nothing if self.may_record() => {
                let Recall {
                    registers,
                    facts,
                    record,
                    ..
                } = self;
                let mut recorder = Recorder::new(look, request, registers, facts, record);
                let made = rewriter.build(&mut recorder, request);
                let end = recorder.end(made);
                // Once rewriting has stopped, terms are built without simplification whatever
                // the answers, so nothing is learnt.
                if !rewriter.has_stopped() {
                    self.learn(request.spec.op, end);
                }
                made
            }
            _ => rewriter.build(look, request),
        }
    }

    /// Follows the answers for a request; returns the query at the end of the known path.
    fn follow(&mut self, look: &mut Direct, request: &Request) -> Question {
        self.registers.clear();
        let mut at = request.spec.op as u32;
        loop {
            let Some(step) = self.steps.get(at as usize) else {
                return Question::Nothing;
            };
            if let Question::Nothing | Question::Done(_) | Question::TooMany = step.question {
                return step.question;
            }
            let (registers, facts) = (&mut self.registers, &mut self.facts);
            let found = answer(step.question, request, registers, facts, look);
            at = match found == step.answer {
                true => step.next,
                false => self.other.get(&(at, found)).copied().unwrap_or(NOWHERE),
            };
        }
    }

    /// Whether to record an unknown rewriting; seldom, if few are met again.
    fn may_record(&mut self) -> bool {
        self.unknown += 1;
        if self.savings >= COST {
            self.savings -= COST;
            return true;
        }
        self.unknown.is_multiple_of(SAMPLE)
    }

    /// Adds the record to the tree of an operator.
    fn learn(&mut self, op: Op, end: Question) {
        if self.steps.len() + self.record.len() >= STEPS {
            self.steps.clear();
            self.steps.resize(Op::ALL.len(), OPEN);
            self.other.clear();
        }
        let mut at = op as u32;
        for i in 0..self.record.len() {
            let (question, answer) = self.record[i];
            let next = self.steps.len() as u32;
            let step = &mut self.steps[at as usize];
            if step.question == Question::Nothing {
                *step = Step {
                    question,
                    answer,
                    next,
                };
                at = next;
                self.steps.push(OPEN);
                continue;
            }
            // Equal answers lead to the same query.
            debug_assert_eq!(step.question, question);
            if step.question != question {
                return;
            }
            if step.answer == answer {
                at = step.next;
                continue;
            }
            at = *self.other.entry((at, answer)).or_insert(next);
            if at == next {
                self.steps.push(OPEN);
            }
        }
        let last = &mut self.steps[at as usize];
        if last.question == Question::Nothing {
            last.question = end;
        }
    }
}
