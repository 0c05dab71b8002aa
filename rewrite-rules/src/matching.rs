//! Running a matching program on a term of the arena.

use term::{Arena, Format, Op, Spec, TermId};

use crate::category::{Analysis, FloatFacts, Interval, View};
use crate::compile::{Program, REGISTERS, ROOT, Step};
use crate::expr::{Operands, eval};
use crate::pattern::MAX_SLOTS;
use crate::pattern::ROOT_WIDTH;

/// What a match has bound. Kept between matches, so that none allocates or copies.
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

/// The canonical order of commutative operands: constants come last, others
/// in order of creation.
pub(crate) fn out_of_order(arena: &Arena, x: TermId, y: TermId) -> bool {
    match (arena.op(x) == Op::Const, arena.op(y) == Op::Const) {
        (true, false) => true,
        (false, true) => false,
        _ => x > y,
    }
}

/// Matched operands as guards see them.
pub(crate) struct Matched<'a> {
    pub view: View<'a>,
    pub analysis: &'a mut Analysis,
    pub terms: &'a [TermId],
}

impl Operands for Matched<'_> {
    fn width(&self, slot: u8) -> u8 {
        self.view.arena.width(self.terms[slot as usize])
    }
    fn constant(&self, slot: u8) -> Option<u128> {
        self.view.arena.constant_value(self.terms[slot as usize])
    }
    fn interval(&mut self, slot: u8) -> Interval {
        self.analysis.interval(self.view, self.terms[slot as usize])
    }
    fn float(&mut self, format: Format, slot: u8) -> FloatFacts {
        self.analysis
            .float(self.view, format, self.terms[slot as usize])
    }
    fn canonical_nan(&mut self, format: Format, slot: u8) -> bool {
        let term = self.terms[slot as usize];
        self.analysis.canonical_nan(self.view, format, term)
    }
    fn select_interval(&mut self, p: u8, x: u8, y: u8) -> Interval {
        let [p, x, y] = [p, x, y].map(|slot| self.terms[slot as usize]);
        self.analysis.select(self.view, p, x, y)
    }
    fn same(&self, x: u8, y: u8) -> bool {
        self.terms[x as usize] == self.terms[y as usize]
    }
    fn misordered(&self, x: u8, y: u8) -> bool {
        let (x, y) = (self.terms[x as usize], self.terms[y as usize]);
        out_of_order(self.view.arena, x, y)
    }
}

/// Puts operands into their registers.
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

/// Whether a program matches `spec(args)`; fills the bindings if so.
pub(crate) fn matches(
    program: &Program,
    spec: Spec,
    args: &[TermId],
    view: View,
    analysis: &mut Analysis,
    bindings: &mut Bindings,
) -> bool {
    let arena = view.arena;
    bindings.numbers[ROOT_WIDTH as usize] = spec.width as u128;
    for step in &program.steps {
        let Bindings { terms, numbers } = bindings;
        let spec_of = |node: u8| match node {
            ROOT => spec,
            node => arena.node(terms[node as usize]).spec(),
        };
        let mut evaluate = |expr| {
            let mut operands = Matched {
                view,
                analysis,
                terms: &*terms,
            };
            eval(expr, &*numbers, &mut operands)
        };
        let holds = match step {
            Step::Open { node: ROOT, to, .. } => {
                place(terms, to, args);
                true
            }
            Step::Open { node, op, to } => {
                let node = arena.node(terms[*node as usize]);
                let same = node.op() == *op;
                if same {
                    place(terms, to, node.children());
                }
                same
            }
            Step::Bind { node, field, slot } => {
                numbers[*slot as usize] = field.get(spec_of(*node));
                true
            }
            Step::Check { node, field, value } => {
                evaluate(value) == Some(field.get(spec_of(*node)))
            }
            Step::BindConst { node, slot } => match arena.constant_value(terms[*node as usize]) {
                Some(value) => {
                    numbers[*slot as usize] = value;
                    true
                }
                None => false,
            },
            Step::CheckConst { node, value } => {
                let found = arena.constant_value(terms[*node as usize]);
                found.is_some() && evaluate(value) == found
            }
            Step::Same { a, b } => terms[*a as usize] == terms[*b as usize],
            Step::Guard(condition) => evaluate(condition) == Some(1),
        };
        if !holds {
            return false;
        }
    }
    true
}
