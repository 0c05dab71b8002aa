//! Queries of a rewriting about terms, encoded independently of the terms' ids.
//!
//! Invariant: the registers of a request hold distinct terms, in the order in which they were
//! first seen. Queries and answers refer to registers, so the answers determine whether two
//! terms are the same.

use rustc_hash::FxHashMap;
use term::{Format, Op, Spec, TermId};

use crate::category::FloatFacts;
use crate::look::{Direct, Look};
use crate::trace::Request;

/// Number of terms that one remembered rewriting may see.
const REGISTERS: usize = 64;

/// Answer code: a new term, which gets the next register.
const NEW: u8 = 0xff;
/// Answer code: no term.
const NONE: u8 = 0xfe;
/// Marks answers that are constants.
const CONSTANT: u64 = 1 << 63;

/// A query about terms in registers, or a request to make a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// No query is known here.
    Nothing,
    /// The requested operation, and which of its operands are equal.
    Request,
    /// The operation and operands of a term; for a constant, the constant itself.
    Node(u8),
    /// The width of a term.
    Width(u8),
    /// Whether the first term was made after the second.
    IsLater(u8, u8),
    /// Bounds of a term as an integer.
    Interval(u8),
    /// Bounds of a select of three terms.
    SelectInterval(u8, u8, u8),
    /// The shift depth of a term.
    ShiftDepth(u8),
    /// Facts about a term as a float.
    Float(Format, u8),
    /// Whether a term is never a NaN other than the canonical one.
    CanonicalNan(Format, u8),
    /// A simpler term that is the same number.
    Number(Format, u8),
    /// Makes this constant.
    Constant(TermId),
    /// Makes the term of an operation on terms in registers.
    Term(Spec, [u8; 3]),
    /// The end of the path, with the register of the result.
    Done(u8),
    /// The end of the path: there were too many queries.
    TooMany,
}

/// Number of slots of the register index; a power of two.
const SLOTS: usize = 128;

/// The terms seen in one rewriting.
pub(super) struct Registers {
    terms: [TermId; REGISTERS],
    len: u8,
    /// Whether a term did not get a register for lack of space.
    pub(super) overflow: bool,
    /// For each hash, the latest register with it.
    latest: [u8; SLOTS],
    /// For each register, the previous register with its hash; [`NONE`] for the first.
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
    /// Removes all terms.
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

    /// The latest register with a hash. Stale entries from earlier rewritings are at or above
    /// the length, or have another hash.
    #[inline]
    fn latest(&self, hash: usize) -> u8 {
        let latest = self.latest[hash];
        let is_own = latest < self.len && self.term(latest).index() % SLOTS == hash;
        if is_own { latest } else { NONE }
    }

    /// The register of a term, if it has one.
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

    /// The register of a term; [`NEW`] if the term had none and has been given one.
    #[inline]
    fn enter(&mut self, term: TermId) -> u8 {
        match self.find(term) {
            Some(known) => known,
            None => self.enter_new(term),
        }
    }

    /// Gives a term without a register the next one.
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

    /// Encodes an operation and the registers of its operands.
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

/// Numbers of float facts; equal facts have equal numbers.
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

/// Answers a query. Terms that it finds or makes are in registers afterwards.
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

/// Answers a query that is less frequent.
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
