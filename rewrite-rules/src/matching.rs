//! Execution of matching programs on terms.

use term::{Format, Op, Spec, TermId};

use crate::category::{FloatFacts, Interval};
use crate::compile::{Program, REGISTERS, ROOT, Step};
use crate::expr::{Operands, eval};
use crate::look::Look;
use crate::low_bits;
use crate::pattern::MAX_SLOTS;
use crate::pattern::ROOT_WIDTH;

/// The bindings of a match. Reused between matches, to avoid allocation and copying.
#[derive(Clone, Copy)]
pub(crate) struct Bindings {
    pub terms: [TermId; REGISTERS],
    pub numbers: [u128; MAX_SLOTS],
}

impl Default for Bindings {
    fn default() -> Bindings {
        Bindings {
            terms: [TermId::from_index(0); REGISTERS],
            numbers: [0; MAX_SLOTS],
        }
    }
}

/// Whether two operands violate the canonical order of commutative operands: constants last,
/// others in order of creation.
pub(crate) fn out_of_order(look: &mut impl Look, x: TermId, y: TermId) -> bool {
    match (look.op(x) == Op::Const, look.op(y) == Op::Const) {
        (true, false) => true,
        (false, true) => false,
        _ => look.is_later(x, y),
    }
}

/// Matched operands as guards query them.
pub(crate) struct Matched<'a, L> {
    pub look: &'a mut L,
    pub terms: &'a [TermId],
}

impl<L: Look> Operands for Matched<'_, L> {
    fn width(&mut self, slot: u8) -> u8 {
        self.look.width(self.terms[slot as usize])
    }
    fn constant(&mut self, slot: u8) -> Option<u128> {
        self.look.constant_value(self.terms[slot as usize])
    }
    fn interval(&mut self, slot: u8) -> Interval {
        self.look.interval(self.terms[slot as usize])
    }
    fn low_bits(&mut self, slot: u8, n: u32) -> (u128, u128) {
        low_bits::bounds(self.look, self.terms[slot as usize], n)
    }
    fn shift_depth(&mut self, slot: u8) -> u8 {
        self.look.shift_depth(self.terms[slot as usize])
    }
    fn is_xor(&mut self, slots: [u8; 3], from: u32, count: u32, partly: bool) -> bool {
        let [term, x, y] = slots.map(|slot| self.terms[slot as usize]);
        low_bits::is_xor(self.look, term, (x, y), (from, count), partly)
    }
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts {
        self.look.float(format, self.terms[slot as usize])
    }
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool {
        self.look.canonical_nan(format, self.terms[slot as usize])
    }
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval {
        let [p, x, y] = [p, x, y].map(|slot| self.terms[slot as usize]);
        self.look.select_interval(p, x, y)
    }
    fn same(&mut self, x: u8, y: u8) -> bool {
        self.terms[x as usize] == self.terms[y as usize]
    }
    fn misordered(&mut self, x: u8, y: u8) -> bool {
        let (x, y) = (self.terms[x as usize], self.terms[y as usize]);
        out_of_order(self.look, x, y)
    }
}

/// Writes operands to their registers.
#[inline]
fn place(terms: &mut [TermId; REGISTERS], to: &[u8; 3], operands: &[TermId]) {
    match operands {
        [x, y] => {
            terms[to[0] as usize] = *x;
            terms[to[1] as usize] = *y;
        }
        operands => {
            for (target, operand) in to.iter().zip(operands) {
                terms[*target as usize] = *operand;
            }
        }
    }
}

/// Whether a program matches `spec(args)`; if so, fills the bindings.
pub(crate) fn matches<L: Look>(
    program: &Program,
    spec: Spec,
    args: &[TermId],
    look: &mut L,
    bindings: &mut Bindings,
) -> bool {
    bindings.numbers[ROOT_WIDTH as usize] = spec.width as u128;
    for step in &program.steps {
        let Bindings { terms, numbers } = bindings;
        let spec_of = |look: &mut L, node: u8| match node {
            ROOT => spec,
            node => look.node(terms[node as usize]).spec(),
        };
        let evaluate = |look: &mut L, expr| {
            let terms = &*terms;
            eval(expr, &*numbers, &mut Matched { look, terms })
        };
        let holds = match step {
            Step::Open { node: ROOT, to, .. } => {
                place(terms, to, args);
                true
            }
            Step::Open { node, op, to } => {
                let node = look.node(terms[*node as usize]);
                let same = node.op() == *op;
                if same {
                    place(terms, to, node.children());
                }
                same
            }
            Step::Bind { node, field, slot } => {
                numbers[*slot as usize] = field.get(spec_of(look, *node));
                true
            }
            Step::Check { node, field, value } => {
                evaluate(look, value) == Some(field.get(spec_of(look, *node)))
            }
            Step::BindConst { node, slot } => match look.constant_value(terms[*node as usize]) {
                Some(value) => {
                    numbers[*slot as usize] = value;
                    true
                }
                None => false,
            },
            Step::CheckConst { node, value } => {
                let found = look.constant_value(terms[*node as usize]);
                found.is_some() && evaluate(look, value) == found
            }
            Step::Same { a, b } => terms[*a as usize] == terms[*b as usize],
            Step::Guard(condition) => evaluate(look, condition) == Some(1),
        };
        if !holds {
            return false;
        }
    }
    true
}
