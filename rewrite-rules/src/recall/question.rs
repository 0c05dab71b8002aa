//! What a rewriting asks about terms, in numbers that do not name the terms.
//!
//! Invariant: the registers of a request hold different terms, each in one, and
//! in the order in which they were first seen. Questions and answers speak of
//! registers. So whether two terms are the same follows from the answers.

use rustc_hash::FxHashMap;
use term::{Format, Op, Spec, TermId};

use crate::category::FloatFacts;
use crate::look::{Direct, Look};
use crate::trace::Request;

/// Most terms that one remembered rewriting may see.
const REGISTERS: usize = 64;

/// Answers: the term is a new one, and has its own register from here on.
const NEW: u8 = 0xff;
/// Answers: no term.
const NONE: u8 = 0xfe;
/// Marks answers that are constants.
const CONSTANT: u64 = 1 << 63;

/// A question about terms in registers, or an order to make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Nothing was ever asked here.
    Nothing,
    /// What is asked for? The operation, and which operands are the same.
    Request,
    /// What is the term made of? A constant is its own answer.
    Node(u8),
    /// How wide is it?
    Width(u8),
    /// Was the first made after the second?
    IsLater(u8, u8),
    /// Its bounds as an integer.
    Interval(u8),
    /// Bounds of the selection.
    SelectInterval(u8, u8, u8),
    /// How often sums are shifted within it.
    ShiftDepth(u8),
    /// What is known of it as a float.
    Float(Format, u8),
    /// Whether it is no NaN but the canonical one.
    CanonicalNan(Format, u8),
    /// Which term is the same number?
    Number(Format, u8),
    /// Which is this constant?
    Constant(TermId),
    /// Which term is made of these?
    Term(Spec, [u8; 3]),
    /// No more questions: this is the result.
    Done(u8),
    /// No more questions: there were too many.
    TooMany,
}

/// Slots of the register index; a power of two.
const SLOTS: usize = 128;

/// The terms seen in one rewriting.
pub(super) struct Registers {
    terms: [TermId; REGISTERS],
    len: u8,
    /// Whether there was no register for a term.
    pub(super) overflow: bool,
    /// For each hash, the latest register with it.
    latest: [u8; SLOTS],
    /// For each register, the one before with its hash; [`NONE`] for the first.
    before: [u8; REGISTERS],
}

impl Default for Registers {
    fn default() -> Registers {
        Registers {
            terms: [TermId::from_index(0); REGISTERS],
            len: 0,
            overflow: false,
            latest: [NONE; SLOTS],
            before: [NONE; REGISTERS],
        }
    }
}

impl Registers {
    /// Forgets every term.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.overflow = false;
    }
    /// The term in a register.
    #[inline]
    pub(super) fn term(&self, register: u8) -> TermId {
        self.terms[register as usize % REGISTERS]
    }

    /// The latest register with a hash. What earlier rewritings left in the index is
    /// not below the length, or has another hash.
    #[inline]
    fn latest(&self, hash: usize) -> u8 {
        let latest = self.latest[hash];
        let is_own = latest < self.len && self.term(latest).index() % SLOTS == hash;
        if is_own { latest } else { NONE }
    }

    /// The register of a term.
    #[inline]
    pub(super) fn find(&self, term: TermId) -> Option<u8> {
        let mut at = self.latest(term.index() % SLOTS);
        while at != NONE {
            if self.term(at) == term {
                return Some(at);
            }
            at = self.before[at as usize % REGISTERS];
        }
        None
    }

    /// The register of a term, or that it is new.
    #[inline]
    fn enter(&mut self, term: TermId) -> u8 {
        match self.find(term) {
            Some(known) => known,
            None => self.enter_new(term),
        }
    }

    /// Gives a term that has no register its own.
    #[inline]
    fn enter_new(&mut self, term: TermId) -> u8 {
        if self.len as usize == REGISTERS {
            self.overflow = true;
            return NONE;
        }
        let (hash, at) = (term.index() % SLOTS, self.len as usize % REGISTERS);
        self.terms[at] = term;
        self.before[at] = self.latest(hash);
        self.latest[hash] = self.len;
        self.len += 1;
        NEW
    }

    /// The operation and the registers of its operands.
    #[inline]
    fn enter_node(&mut self, spec: Spec, children: &[TermId]) -> u64 {
        let mut codes = 0;
        for child in children {
            codes = codes << 8 | u64::from(self.enter(*child));
        }
        let spec = spec.op as u32 | (spec.width as u32) << 8 | (spec.attr as u32) << 16;
        codes << 34 | (children.len() as u64) << 32 | u64::from(spec)
    }
}

/// Numbers for what is known of floats: equal facts have equal numbers.
#[derive(Default)]
pub(super) struct FactNumbers {
    known: FxHashMap<(u8, u64, u64), u32>,
}

impl FactNumbers {
    fn number(&mut self, facts: FloatFacts) -> u32 {
        let next = self.known.len() as u32;
        let key = (facts.categories, facts.lo.to_bits(), facts.hi.to_bits());
        *self.known.entry(key).or_insert(next)
    }
}

/// The answer to a question. Terms that it finds or makes are in registers
/// afterwards.
#[inline(always)]
pub(super) fn answer(
    question: Question,
    request: &Request,
    registers: &mut Registers,
    facts: &mut FactNumbers,
    look: &mut Direct,
) -> u64 {
    match question {
        Question::Nothing | Question::Done(_) | Question::TooMany => 0,
        Question::Request => registers.enter_node(request.spec, request.args()),
        Question::Node(of) => {
            let term = registers.term(of);
            let node = look.arena.node(term);
            match node.op() {
                Op::Const => CONSTANT | term.index() as u64,
                _ => registers.enter_node(node.spec(), node.children()),
            }
        }
        Question::Width(of) => look.width(registers.term(of)).into(),
        Question::IsLater(x, y) => look.is_later(registers.term(x), registers.term(y)).into(),
        Question::Interval(of) => {
            let (analysis, view) = look.analysis();
            analysis.interval_number(view, registers.term(of)).into()
        }
        Question::Constant(term) => registers.enter(term).into(),
        Question::Term(spec, args) => {
            let args = args.map(|r| registers.term(r));
            let first_new = look.arena.len();
            let term = look.arena.term(spec, &args[..spec.op.arity()]);
            let code = match term.index() < first_new {
                true => registers.enter(term),
                false => registers.enter_new(term),
            };
            code.into()
        }
        question => rare(question, registers, facts, look),
    }
}

/// The answer to a question that is asked less often.
#[inline(never)]
fn rare(
    question: Question,
    registers: &mut Registers,
    facts: &mut FactNumbers,
    look: &mut Direct,
) -> u64 {
    match question {
        Question::SelectInterval(p, x, y) => {
            let [p, x, y] = [p, x, y].map(|r| registers.term(r));
            let interval = look.select_interval(p, x, y);
            look.analysis.intervals.number(interval).into()
        }
        Question::ShiftDepth(of) => look.shift_depth(registers.term(of)).into(),
        Question::Float(format, of) => {
            let known = look.float(format, registers.term(of));
            facts.number(known).into()
        }
        Question::CanonicalNan(format, of) => look.canonical_nan(format, registers.term(of)).into(),
        Question::Number(format, of) => {
            let number = look.as_number(format, registers.term(of));
            registers.enter(number).into()
        }
        _ => 0,
    }
}
