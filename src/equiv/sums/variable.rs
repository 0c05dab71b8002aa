//! Free variables that stand for polynomials.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Buffer, Cone, TermId};

use super::form::{self, Atom, Form};
use super::{Grain, Sums, mask};

/// Greatest width of a variable.
const MAX_VARIABLE: u8 = 122;

/// A free variable that stands for a polynomial, with its bounds.
#[derive(Clone, Copy)]
pub(super) struct Variable {
    pub(super) term: TermId,
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Variable {
    /// A variable wide enough for a polynomial over atoms with the given bounds; `None` if it
    /// would be too wide.
    pub(super) fn of(
        builder: &mut Builder,
        primitive: &[(Vec<Atom>, i128)],
        bounds: &FxHashMap<Atom, (i128, i128)>,
        number: usize,
    ) -> Option<Variable> {
        let mut sum = Form::constant(0);
        for (monomial, coefficient) in primitive {
            let product = form::product(monomial, |atom| bounds[&atom])?;
            sum = sum.plus(&product, *coefficient)?;
        }
        let (low, high) = (sum.low, sum.high);
        let bits = |x: i128| 129 - x.max(!x).leading_zeros() as u8;
        let width = bits(low).max(bits(high));
        if width > MAX_VARIABLE {
            return None;
        }
        let arena = builder.arena_mut();
        let buffer = arena.add_buffer(Buffer {
            name: format!("sum{number}"),
            format: None,
            signed: true,
            scalar: true,
            undefined: false,
        });
        let term = arena.add_symbol(buffer, 0, width);
        Some(Variable { term, low, high })
    }
}

impl Sums {
    /// A polynomial modulo 2^width as a term over its variable; `None` if the polynomial has at
    /// most one atom and a constant, and so no variable.
    pub(super) fn sum(&mut self, builder: &mut Builder, form: &Form, width: u8) -> Option<TermId> {
        if form.monomials.is_empty() {
            return Some(builder.constant(width, form.constant as u128 & mask(width)));
        }
        let reduced = form.reduced(width, |atom| self.bounds[&atom]);
        let form = reduced.as_ref().unwrap_or(form);
        let (variable, scale) = self.variable(builder, form)?;
        let own = builder.width(variable);
        let value = match own < width {
            true => builder.sext(variable, width),
            false => builder.trunc(variable, width),
        };
        let factor = builder.constant(width, scale as u128 & mask(width));
        let product = builder.mul(value, factor);
        let constant = builder.constant(width, form.constant as u128 & mask(width));
        Some(builder.add(product, constant))
    }

    /// The variable of a polynomial, and the factor between them.
    pub(super) fn variable(
        &mut self,
        builder: &mut Builder,
        form: &Form,
    ) -> Option<(TermId, i128)> {
        if form.is_simple() || self.grain == Grain::Inner && self.is_derived(builder, form) {
            return None;
        }
        let scale = form.scale();
        let primitive = form.monomials.iter().map(|(m, c)| (m.clone(), c / scale));
        let primitive: Vec<(Vec<Atom>, i128)> = primitive.collect();
        let ends = [form.low - form.constant, form.high - form.constant];
        let [first, second] = match scale > 0 {
            true => ends,
            false => [ends[1], ends[0]],
        };
        let (low, high) = (first.div_euclid(scale), second.div_euclid(scale));
        let number = match self.numbers.get(&primitive) {
            Some(&number) => number,
            None => {
                let number = self.variables.len();
                let variable = Variable::of(builder, &primitive, &self.bounds, number)?;
                self.variables.push(variable);
                self.numbers.insert(primitive, number);
                number
            }
        };
        let variable = &mut self.variables[number];
        variable.low = variable.low.max(low);
        variable.high = variable.high.min(high);
        Some((variable.term, scale))
    }

    /// Whether an atom of a polynomial depends on variables.
    fn is_derived(&mut self, builder: &Builder, form: &Form) -> bool {
        let mut atoms = form.monomials.keys().flatten();
        atoms.any(|&(atom, _)| {
            *self.derived.entry(atom).or_insert_with(|| {
                let cone = Cone::of(builder.arena(), &[atom]);
                let variable = |v: &Variable| cone.position(v.term).is_some();
                self.variables.iter().any(variable)
            })
        })
    }
}
