//! Instances of rules: terms that a rule's left side matches syntactically, with guards that the
//! checker's own facts confirm.

use rewrite_rules::category::{FloatFacts, Interval};
use rewrite_rules::meaning::{MAX_SLOTS, Operands, ROOT_WIDTH, eval, fields, here};
use rewrite_rules::pattern::{Expr, Pattern};
use term::{Arena, Format, Op, TermId};

use crate::criterion::parity;
use crate::facts::Facts;
use crate::integers::Integer;
use crate::low_bits;

/// Number of matches of a left side that are considered, at most.
const WAYS: usize = 256;

/// The bindings of a match.
#[derive(Clone)]
pub(crate) struct Match {
    pub terms: [Option<TermId>; MAX_SLOTS],
    pub numbers: [u128; MAX_SLOTS],
    bound: u32,
    /// Computed attributes with variables that were not bound yet when they were met.
    late: Vec<(Expr, u128)>,
}

/// The terms and facts that a match is evaluated with.
pub(crate) struct Setting<'a> {
    pub arena: &'a Arena,
    pub facts: &'a mut Facts,
}

impl Setting<'_> {
    /// All matches of a left side on a term.
    pub(crate) fn matches(&mut self, left: &Pattern, term: TermId) -> Vec<Match> {
        let mut start = Match {
            terms: [None; MAX_SLOTS],
            numbers: [0; MAX_SLOTS],
            bound: 1 << ROOT_WIDTH,
            late: Vec::new(),
        };
        start.numbers[ROOT_WIDTH as usize] = u128::from(self.arena.width(term));
        let mut found = self.pattern(left, term, vec![start]);
        found.retain_mut(|m| {
            let late = std::mem::take(&mut m.late);
            late.iter()
                .all(|(expr, value)| self.eval(expr, m) == Some(*value))
        });
        found
    }

    fn pattern(&mut self, pattern: &Pattern, term: TermId, mut ways: Vec<Match>) -> Vec<Match> {
        ways.truncate(WAYS);
        let arena = self.arena;
        match pattern {
            Pattern::Var(slot) => {
                let slot = usize::from(*slot);
                ways.retain_mut(|m| *m.terms[slot].get_or_insert(term) == term);
                ways
            }
            Pattern::Const(value, width) => {
                let Some(found) = arena.constant_value(term) else {
                    return Vec::new();
                };
                let own = u128::from(arena.width(term));
                let value = here(value, &Expr::Num(own));
                ways.retain_mut(|m| {
                    let width = width.as_ref().is_none_or(|w| self.number(m, w, own));
                    width && self.number(m, &value, found)
                });
                ways
            }
            Pattern::Node(op, attributes, args) => {
                let node = *arena.node(term);
                if node.op() != *op {
                    return Vec::new();
                }
                ways.retain_mut(|m| {
                    let mut values = fields(*op).iter().zip(attributes);
                    values.all(|(field, expr)| self.number(m, expr, field.get(node.spec())))
                });
                let children = node.children();
                let mut all = self.operands(args, children, ways.clone());
                if op.is_commutative() && children.len() == 2 && children[0] != children[1] {
                    all.extend(self.operands(args, &[children[1], children[0]], ways));
                }
                all
            }
        }
    }

    fn operands(&mut self, args: &[Pattern], terms: &[TermId], ways: Vec<Match>) -> Vec<Match> {
        let pairs = args.iter().zip(terms);
        pairs.fold(ways, |ways, (arg, &term)| match ways.is_empty() {
            true => ways,
            false => self.pattern(arg, term, ways),
        })
    }

    /// Binds a number slot, or checks the value of an expression.
    fn number(&mut self, m: &mut Match, expr: &Expr, found: u128) -> bool {
        match expr {
            Expr::Var(slot) if m.bound & 1 << slot == 0 => {
                m.bound |= 1 << slot;
                m.numbers[usize::from(*slot)] = found;
                true
            }
            expr if is_bound(m, expr) => self.eval(expr, m) == Some(found),
            expr => {
                m.late.push((expr.clone(), found));
                true
            }
        }
    }

    /// The value of an expression under a match; truth values are 0 and 1.
    pub(crate) fn eval(&mut self, expr: &Expr, m: &Match) -> Option<u128> {
        if !is_bound(m, expr) {
            return None;
        }
        let mut operands = Matched {
            arena: self.arena,
            facts: self.facts,
            terms: &m.terms,
        };
        eval(expr, &m.numbers, &mut operands)
    }
}

fn is_bound(m: &Match, expr: &Expr) -> bool {
    match expr {
        Expr::Num(_) => true,
        Expr::Here => false,
        Expr::Var(slot) => m.bound & 1 << slot != 0,
        Expr::Term(slot) | Expr::Width(slot) => m.terms[usize::from(*slot)].is_some(),
        Expr::Float(_, format) => is_bound(m, format),
        Expr::Call(_, args) => args.iter().all(|arg| is_bound(m, arg)),
    }
}

/// Matched terms as guards query them.
struct Matched<'a> {
    arena: &'a Arena,
    facts: &'a mut Facts,
    terms: &'a [Option<TermId>; MAX_SLOTS],
}

impl Matched<'_> {
    /// The term of a bound slot; expressions with unbound slots are never evaluated.
    fn term(&self, slot: u8) -> TermId {
        self.terms[usize::from(slot)].unwrap_or(TermId::from_index(0))
    }
}

impl Operands for Matched<'_> {
    fn width(&mut self, slot: u8) -> u8 {
        self.arena.width(self.term(slot))
    }
    fn constant(&mut self, slot: u8) -> Option<u128> {
        self.arena.constant_value(self.term(slot))
    }
    fn interval(&mut self, slot: u8) -> Interval {
        let term = self.term(slot);
        interval(self.facts.integer(self.arena, term))
    }
    fn low_bits(&mut self, slot: u8, n: u32) -> (u128, u128) {
        let term = self.term(slot);
        low_bits::bounds(self.facts, self.arena, term, n)
    }
    fn shift_depth(&mut self, _: u8) -> u8 {
        // Only the prover decides how far to rewrite; rules hold for any answer.
        0
    }
    fn is_xor(&mut self, slots: [u8; 3], from: u32, count: u32, partly: bool) -> bool {
        let terms = slots.map(|slot| self.term(slot));
        parity::is_xor(self.arena, terms, (from, count), partly)
    }
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts {
        let term = self.term(slot);
        if self.arena.width(term) != format.width() {
            return FloatFacts::UNKNOWN;
        }
        self.facts.float(self.arena, format, term).facts()
    }
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool {
        let term = self.term(slot);
        self.arena.width(term) == format.width()
            && self.facts.canonical_nan(self.arena, format, term)
    }
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval {
        let arms = [p, x, y].map(|slot| self.term(slot));
        interval(self.facts.select(self.arena, arms))
    }
    fn same(&mut self, x: u8, y: u8) -> bool {
        self.term(x) == self.term(y)
    }
    fn misordered(&mut self, _: u8, _: u8) -> bool {
        // Only the prover decides on the order; rules hold for any answer.
        true
    }
}

fn interval(bounds: Integer) -> Interval {
    Interval {
        umin: bounds.u.0,
        umax: bounds.u.1,
        smin: bounds.s.0,
        smax: bounds.s.1,
    }
}

/// The value of an operation whose operands are all constants.
pub(crate) fn folded(arena: &Arena, term: TermId) -> Option<u128> {
    let node = arena.node(term);
    if matches!(node.op(), Op::Const | Op::Symbol | Op::Apply) {
        return None;
    }
    let children = node.children();
    let values: Option<Vec<u128>> = children.iter().map(|&c| arena.constant_value(c)).collect();
    let widths: Vec<u8> = children.iter().map(|&c| arena.width(c)).collect();
    Some(term::apply(node.spec(), &widths, &values?))
}
