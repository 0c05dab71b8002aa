//! Selects between polynomials, and comparisons of polynomials.

use rewrite_rules::Builder;
use term::{Node, Op, TermId};

use super::follow::MAX_WIDTH;
use super::form::{Atom, Form, product};
use super::variable::Variable;
use super::{Sums, mask, signed};

/// The width in which selects and quotients are built, so that they are the same terms for
/// operands of any width.
pub(super) const COMMON_WIDTH: u8 = 64;

/// Splits off the monomials that two polynomials share: the shared part, and both remainders.
/// `None` if they share none or neither remainder is a constant.
fn common(
    x: &Form,
    y: &Form,
    value: impl Fn(&[Atom]) -> Option<Form>,
) -> Option<(Form, Form, Form)> {
    let mut shared = x.monomials.iter();
    let shared = shared.try_fold(Form::constant(0), |sum, (monomial, &coefficient)| {
        match y.monomials.get(monomial) == Some(&coefficient) {
            true => sum.plus(&value(monomial)?, coefficient),
            false => Some(sum),
        }
    })?;
    if shared.monomials.is_empty() {
        return None;
    }
    let without = |form: &Form| {
        let rest = form.monomials.iter();
        let mut rest = rest.filter(|(monomial, _)| !shared.monomials.contains_key(*monomial));
        rest.try_fold(Form::constant(form.constant), |sum, (monomial, &c)| {
            sum.plus(&value(monomial)?, c)
        })
    };
    let (x, y) = (without(x)?, without(y)?);
    let one = x.monomials.is_empty() || y.monomials.is_empty();
    one.then_some((shared, x, y))
}

impl Sums {
    /// A select between polynomials, independent of the width it was computed in.
    pub(super) fn choice(
        &mut self,
        builder: &mut Builder,
        term: TermId,
        node: &Node,
    ) -> Option<Form> {
        let [x, y] = [1, 2].map(|i| self.forms.get(&node.child(i)).cloned());
        let (x, y) = (x?, y?);
        let condition = self.settle(builder, node.child(0));
        match builder.constant_value(condition) {
            Some(0) => return Some(y),
            Some(_) => return Some(x),
            None => {}
        }
        let [x, y] = [x, y].map(|form| {
            let same = self.congruent(condition, &form, node.width());
            same.unwrap_or(form)
        });
        let difference = x.plus(&y, -1)?;
        if difference.monomials.is_empty() {
            let holds = self.bit(builder, condition, false)?;
            return y.plus(&holds, difference.constant);
        }
        // Monomials shared by both arms are added outside of the select.
        let common = common(&x, &y, |monomial| {
            product(monomial, |atom| self.bounds[&atom])
        });
        let (common, x, y) = match common {
            Some(parts) => parts,
            None => (Form::constant(0), x, y),
        };
        let condition = self.earliest(builder, condition, &x, &y);
        let cases = [(&x, true), (&y, false)];
        let [(a, b), (c, d)] =
            cases.map(|(form, holds)| self.in_case(builder, condition, form, holds));
        let (mut low, mut high) = (a.min(c), b.max(d));
        let exact = |form: &Form| {
            form.wrapped(node.width(), true)
                .is_some_and(|w| w.constant == form.constant)
        };
        if common.monomials.is_empty() && exact(&x) && exact(&y) {
            let (least, most) = self.interval(builder, term, true);
            (low, high) = (low.max(least), high.min(most));
        }
        let wide = [&x, &y].map(|form| self.materialised(builder, form));
        let choice = builder.select(condition, wide[0]?, wide[1]?);
        self.choices.insert(choice, (condition, x, y));
        let chosen = self.made(builder, choice, (low, high));
        common.plus(&chosen, 1)
    }

    /// Replaces a polynomial by the one that the condition compares, if they are equal modulo
    /// 2^width up to sign and a constant: for clamps whose middle arm was computed in fewer
    /// bits.
    fn congruent(&self, condition: TermId, form: &Form, width: u8) -> Option<Form> {
        let (variable, ..) = self.meanings.get(&condition)?;
        let place = self.variables.iter().position(|v| v.term == *variable)?;
        let (polynomial, _) = self.numbers.iter().find(|(_, number)| **number == place)?;
        let Variable { low, high, .. } = self.variables[place];
        let compared = Form {
            monomials: polynomial.iter().cloned().collect(),
            constant: 0,
            low,
            high,
        };
        let modulus = 1i128
            .checked_shl(width.into())
            .filter(|_| width <= MAX_WIDTH)?;
        [1, -1].into_iter().find_map(|sign| {
            let rest = form.plus(&compared, -sign)?;
            let vanishes = rest.monomials.values().all(|c| c % modulus == 0);
            vanishes.then(|| Form::constant(form.constant).plus(&compared, sign))?
        })
    }

    /// An arm of a select, expressed over the variable that the condition compares.
    pub(super) fn chosen(
        &mut self,
        builder: &mut Builder,
        condition: TermId,
        value: TermId,
    ) -> Option<TermId> {
        let width = builder.width(value);
        let condition = self.settle(builder, condition);
        let form = self.forms.get(&value).filter(|_| width <= COMMON_WIDTH)?;
        let same = self.congruent(condition, form, width)?;
        let wide = self.materialised(builder, &same)?;
        Some(match width < COMMON_WIDTH {
            true => builder.trunc(wide, width),
            false => wide,
        })
    }

    /// A canonical condition for a select between these arms: if both arms are equal at the last
    /// value below the bound, the bound is lowered by one.
    pub(super) fn earliest(
        &mut self,
        builder: &mut Builder,
        condition: TermId,
        x: &Form,
        y: &Form,
    ) -> TermId {
        let Some(&(variable, bound, below)) = self.meanings.get(&condition) else {
            return condition;
        };
        let mut at = |form: &Form| {
            let scale = match form.monomials.is_empty() {
                true => 0,
                false => self.variable(builder, form).filter(|v| v.0 == variable)?.1,
            };
            form.constant.checked_add(scale.checked_mul(bound - 1)?)
        };
        if at(x).is_none() || at(x) != at(y) {
            return condition;
        }
        let condition = self.below(builder, variable, bound - 1);
        match below {
            true => condition,
            false => builder.not(condition),
        }
    }

    /// The condition that a variable is below a bound.
    pub(super) fn below(&mut self, builder: &mut Builder, variable: TermId, bound: i128) -> TermId {
        let known = self.variables.iter().find(|v| v.term == variable);
        let (low, high) = known.map_or((i128::MIN, i128::MAX), |v| (v.low, v.high));
        let width = builder.width(variable);
        let below = match bound {
            bound if bound <= low => builder.bool(false),
            bound if bound > high => builder.bool(true),
            bound => {
                let bound = builder.constant(width, bound as u128 & mask(width));
                builder.slt(variable, bound)
            }
        };
        self.meanings.insert(below, (variable, bound, true));
        let not = builder.not(below);
        self.meanings.insert(not, (variable, bound, false));
        below
    }

    /// The bounds of a polynomial in the case in which a condition holds, or does not.
    pub(super) fn in_case(
        &mut self,
        builder: &mut Builder,
        condition: TermId,
        form: &Form,
        holds: bool,
    ) -> (i128, i128) {
        let known = (form.low, form.high);
        let Some(&(variable, bound, below)) = self.meanings.get(&condition) else {
            return known;
        };
        let Some((own, scale)) = self
            .variable(builder, form)
            .filter(|(own, _)| *own == variable)
        else {
            return known;
        };
        let Some(Variable { low, high, .. }) = self.variables.iter().find(|v| v.term == own) else {
            return known;
        };
        let (low, high) = match holds == below {
            true => (*low, bound - 1),
            false => (bound, *high),
        };
        let ends = [low, high].map(|end| end.saturating_mul(scale).saturating_add(form.constant));
        let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        (known.0.max(low), known.1.min(high))
    }

    /// A new term as a signed number within the given bounds.
    pub(super) fn made(
        &mut self,
        builder: &Builder,
        term: TermId,
        (low, high): (i128, i128),
    ) -> Form {
        if let Some(value) = builder.constant_value(term) {
            return Form::constant(signed(value, builder.width(term)));
        }
        let bounds = self.bounds.entry((term, true)).or_insert((low, high));
        *bounds = (bounds.0.max(low), bounds.1.min(high));
        Form::atom((term, true), *bounds)
    }

    /// A polynomial as a signed term of the common width, if it fits.
    pub(super) fn materialised(&mut self, builder: &mut Builder, form: &Form) -> Option<TermId> {
        let half = 1i128 << (COMMON_WIDTH - 1);
        if form.low < -half || form.high >= half {
            return None;
        }
        if let Some(sum) = self.sum(builder, form, COMMON_WIDTH) {
            return Some(sum);
        }
        let simple = form.is_simple().then_some(&form.monomials);
        let (monomial, coefficient) = simple?.iter().next()?;
        let &(term, read_signed) = monomial.first()?;
        let number = match read_signed {
            _ if builder.width(term) >= COMMON_WIDTH => builder.trunc(term, COMMON_WIDTH),
            true => builder.sext(term, COMMON_WIDTH),
            false => builder.zext(term, COMMON_WIDTH),
        };
        let [factor, constant] = [*coefficient, form.constant]
            .map(|x| builder.constant(COMMON_WIDTH, x as u128 & mask(COMMON_WIDTH)));
        let product = builder.mul(number, factor);
        Some(builder.add(product, constant))
    }

    pub(super) fn comparison(&mut self, builder: &mut Builder, node: &Node) -> Option<TermId> {
        let difference = |sums: &Sums, signed: bool| {
            let width = builder.width(node.child(0));
            let [x, y] = [node.child(0), node.child(1)].map(|operand| {
                let form = sums.forms.get(&operand)?;
                form.wrapped(width, signed)
            });
            x?.plus(&y?, -1)
        };
        let (equal, difference) = match node.op() {
            Op::Slt => (false, difference(self, true)?),
            Op::Ult => (false, difference(self, false)?),
            Op::Eq => {
                let difference = difference(self, true).or_else(|| difference(self, false));
                (true, difference?)
            }
            // A test of the sign bit, or of an unsigned value reaching half of its range.
            Op::Extract if node.width() == 1 && builder.width(node.child(0)) > 1 => {
                let place = node.spec().offset();
                let form = self.forms.get(&node.child(0))?;
                if let Some(signed) = form.wrapped(place + 1, true) {
                    return self.negative(builder, &signed);
                }
                if form.is_placement(|atom| self.bounds[&atom]) {
                    return None;
                }
                let half = Form::constant(1i128.checked_shl(place.into())?);
                let below = form.wrapped(place + 1, false)?.plus(&half, -1)?;
                let below = self.negative(builder, &below)?;
                return Some(builder.not(below));
            }
            _ => return None,
        };
        if !equal {
            return self.negative(builder, &difference);
        }
        let (variable, scale) = self.variable(builder, &difference)?;
        let Variable { low, high, .. } = *self.variables.iter().find(|v| v.term == variable)?;
        let value = -difference.constant / scale;
        if difference.constant % scale != 0 || value < low || value > high {
            return Some(builder.bool(false));
        }
        let width = builder.width(variable);
        let value = builder.constant(width, value as u128 & mask(width));
        Some(builder.eq(variable, value))
    }

    /// The condition that a polynomial is negative; `None` if it has at most one atom and a
    /// constant, and so no variable.
    pub(super) fn negative(&mut self, builder: &mut Builder, form: &Form) -> Option<TermId> {
        let (variable, scale) = self.variable(builder, form)?;
        let (size, constant) = (scale.abs(), form.constant);
        // scale × v + constant < 0
        let bound = match scale > 0 {
            true => -constant.div_euclid(size),
            false => constant.div_euclid(size) + 1,
        };
        let below = self.below(builder, variable, bound);
        Some(match scale > 0 {
            true => below,
            false => builder.not(below),
        })
    }
}
