//! Rewritings remembered by what they looked at.
//!
//! Vector code asks for the same operation on other inputs again and again. What
//! a rewriting does depends on the answers to the questions it asked about terms
//! ([`crate::look::Look`]), so the questions, in order, are a path through a tree
//! that branches by answers and ends with the result. A request that leads along
//! a known path to its end needs no rule: the terms on the way are made, and
//! nothing is matched. This is selective memoization (Acar, Blelloch, Harper,
//! POPL 2003).
//!
//! Invariant: a remembered request gets the terms that the rules would make, in
//! the same order. The rules and the ranges of a memory never change.

mod question;
mod recorder;

use rustc_hash::FxHashMap;
use term::{Op, TermId};

use crate::look::{Direct, Look};
use crate::rewriting::Rewriter;
use crate::trace::Request;
use question::{FactNumbers, Question, Registers, answer};
use recorder::Recorder;

/// Most steps that are remembered; then all are forgotten.
const STEPS: usize = 1 << 16;

/// What a recorded rewriting costs, in remembered ones that must pay for it.
const COST: u32 = 4;
/// Most that can be saved up for recording.
const SAVINGS: u32 = 1 << 12;
/// One in so many unknown rewritings is recorded though nothing is saved up.
const SAMPLE: u32 = 16;

/// A question, the answer that came first, and where that leads.
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

/// No step.
const NOWHERE: u32 = u32::MAX;

/// A tree of questions for each operator.
pub(crate) struct Recall {
    /// The first are the roots, by operator.
    steps: Vec<Step>,
    /// Where answers lead that were not the first.
    other: FxHashMap<(u32, u64), u32>,
    registers: Registers,
    facts: FactNumbers,
    record: Vec<(Question, u64)>,
    savings: u32,
    unknown: u32,
    /// Requests that needed no rule; tests watch it.
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
    /// The simplified term of a request, by memory or by the rules.
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
                // After the end terms are made as they are, whatever the answers were.
                if !rewriter.has_stopped() {
                    self.learn(request.spec.op, end);
                }
                made
            }
            _ => rewriter.build(look, request),
        }
    }

    /// Follows the answers for a request to the question where the way ends.
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

    /// Whether to record an unknown rewriting: not where few are met again.
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
            // The same answers lead to the same question.
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
