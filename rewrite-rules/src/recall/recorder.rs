//! A [`Look`] that records its queries.
//!
//! Invariant: unless something was lost, the record contains, in order, every query that the
//! rewriting depends on so far.

use term::{Format, Node, Op, Spec, TermId};

use super::question::{FactNumbers, Question, Registers, answer};
use crate::category::{FloatFacts, Interval};
use crate::look::{Direct, Look};
use crate::number::may_be_replaced;
use crate::trace::Request;

/// Number of queries that are recorded for one rewriting, at most.
const QUESTIONS: usize = 256;

/// Answers queries about terms and records them.
pub(super) struct Recorder<'a, 'd> {
    look: &'a mut Direct<'d>,
    request: Request,
    registers: &'a mut Registers,
    facts: &'a mut FactNumbers,
    record: &'a mut Vec<(Question, u64)>,
    /// Bit set of the registers whose nodes are known.
    open: u64,
    /// Whether a query could not be recorded.
    lost: bool,
}

impl<'a, 'd> Recorder<'a, 'd> {
    pub(super) fn new(
        look: &'a mut Direct<'d>,
        request: Request,
        registers: &'a mut Registers,
        facts: &'a mut FactNumbers,
        record: &'a mut Vec<(Question, u64)>,
    ) -> Recorder<'a, 'd> {
        registers.clear();
        record.clear();
        let mut recorder = Recorder {
            look,
            request,
            registers,
            facts,
            record,
            open: 0,
            lost: false,
        };
        recorder.ask(Question::Request);
        recorder
    }

    /// The last entry of the record, for this result.
    pub(super) fn end(self, result: TermId) -> Question {
        match self.registers.find(result).filter(|_| !self.lost) {
            Some(register) => Question::Done(register),
            None => Question::TooMany,
        }
    }

    /// Records a query with its answer, unless it is in the record already.
    fn ask(&mut self, question: Question) {
        if self.lost || self.record.iter().any(|(known, _)| *known == question) {
            return;
        }
        let answer = answer(
            question,
            &self.request,
            self.registers,
            self.facts,
            self.look,
        );
        self.lost = self.registers.overflow || self.record.len() == QUESTIONS;
        if !self.lost {
            self.record.push((question, answer));
        }
    }

    /// The register of a term seen before.
    fn register(&mut self, term: TermId) -> Option<u8> {
        if self.lost {
            return None;
        }
        let register = self.registers.find(term);
        self.lost |= register.is_none();
        register
    }

    /// Records a query about a term seen before.
    fn ask_of(&mut self, term: TermId, question: impl FnOnce(u8) -> Question) {
        if let Some(register) = self.register(term) {
            self.ask(question(register));
        }
    }

    /// Whether a term's node is known, or nothing is recorded any more.
    fn is_open(&self, term: TermId) -> bool {
        if self.lost {
            return true;
        }
        let register = self.registers.find(term);
        register.is_some_and(|r| self.open & 1 << r != 0)
    }
    fn open(&mut self, term: TermId) {
        if let Some(register) = self.register(term) {
            self.open |= 1 << register;
        }
    }
}

impl Look for Recorder<'_, '_> {
    /// Without a record there is nothing to observe, and rebuilding shared right sides may take
    /// exponentially many rewrites.
    fn keeps(&self) -> bool {
        self.lost
    }
    fn node(&mut self, term: TermId) -> Node {
        if !self.is_open(term) {
            self.ask_of(term, Question::Node);
            self.open(term);
        }
        self.look.node(term)
    }
    fn width(&mut self, term: TermId) -> u8 {
        if !self.is_open(term) {
            self.ask_of(term, Question::Width);
        }
        self.look.width(term)
    }
    fn constant_value(&mut self, term: TermId) -> Option<u128> {
        self.node(term);
        self.look.constant_value(term)
    }
    fn is_later(&mut self, x: TermId, y: TermId) -> bool {
        if let (Some(x), Some(y)) = (self.register(x), self.register(y)) {
            self.ask(Question::IsLater(x, y));
        }
        self.look.is_later(x, y)
    }
    fn interval(&mut self, term: TermId) -> Interval {
        // The value of a constant is known with its node.
        if !self.is_open(term) || self.look.op(term) != Op::Const {
            self.ask_of(term, Question::Interval);
        }
        self.look.interval(term)
    }
    fn select_interval(&mut self, p: TermId, x: TermId, y: TermId) -> Interval {
        let registers = [p, x, y].map(|term| self.register(term));
        if let [Some(p), Some(x), Some(y)] = registers {
            self.ask(Question::SelectInterval(p, x, y));
        }
        self.look.select_interval(p, x, y)
    }
    fn shift_depth(&mut self, term: TermId) -> u8 {
        self.ask_of(term, Question::ShiftDepth);
        self.look.shift_depth(term)
    }
    fn float(&mut self, format: Format, term: TermId) -> FloatFacts {
        if !self.is_open(term) || self.look.op(term) != Op::Const {
            self.ask_of(term, |register| Question::Float(format, register));
        }
        self.look.float(format, term)
    }
    fn canonical_nan(&mut self, format: Format, term: TermId) -> bool {
        self.ask_of(term, |register| Question::CanonicalNan(format, register));
        self.look.canonical_nan(format, term)
    }
    fn as_number(&mut self, format: Format, term: TermId) -> TermId {
        if !may_be_replaced(self.op(term)) {
            return term;
        }
        self.ask_of(term, |register| Question::Number(format, register));
        self.look.as_number(format, term)
    }
    fn constant(&mut self, width: u8, value: u128) -> TermId {
        let term = self.look.constant(width, value);
        self.ask(Question::Constant(term));
        self.open(term);
        term
    }
    fn term(&mut self, spec: Spec, args: &[TermId]) -> TermId {
        let mut registers = [0; 3];
        for (register, arg) in registers.iter_mut().zip(args) {
            *register = self.register(*arg).unwrap_or_default();
        }
        self.lost |= spec.op.arity() != args.len();
        self.ask(Question::Term(spec, registers));
        let term = self.look.term(spec, args);
        self.open(term);
        term
    }
}
