//! Ranges and errors of every step, for inputs in one box.
//!
//! Invariant: for all inputs in the box, unless there is an obstacle, every step's computed
//! value is a finite number in `value`, its ideal value lies in `ideal`, and their distance is
//! at most `error`.

use term::Format;

use super::Obstacle;
use super::errors::{Error, Operand, add, div, extremum, inverted, mul, sqrt};
use super::expression::{Defined, Definition, Expression, Step};
use super::interval::{Interval, times};
use super::operation::Operation;
use super::rounding::{Mixed, Model, power};

/// The range and error of one step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    pub(super) operand: Operand,
    /// The error before the result was rounded to nearest; `None` if it was not.
    pub(super) unrounded: Option<Error>,
    /// The exponent of a power of two that divides every value.
    least: i32,
}

/// An exponent that states nothing: so small that every value is a multiple.
const ANY: i32 = i32::MIN / 4;

const UNKNOWN: Numbers = Numbers {
    operand: Operand {
        value: Interval::ALL,
        ideal: Interval::ALL,
        error: Error {
            absolute: f64::INFINITY,
            mixed: Mixed {
                relative: 0.0,
                absolute: f64::INFINITY,
            },
        },
    },
    unrounded: None,
    least: ANY,
};

/// The operand range for which approximate instructions keep their error bound: well within
/// the normal numbers of the format, and at most between 2^-120 and 2^120.
fn approximated(format: Format) -> [f64; 2] {
    let exponent = (format.max_exponent() - 7).min(120);
    [-exponent, exponent].map(power)
}

/// The box to evaluate: the range of every leaf and integer, by step.
pub(super) type Leaves = [Interval];

/// The ranges and errors of the steps so far.
#[derive(Default)]
pub(super) struct Evaluation {
    pub(super) numbers: Vec<Numbers>,
    pub(super) atoms: Vec<Interval>,
    /// The first obstacle to the analysis, and its step.
    pub(super) obstacle: Option<(Obstacle, usize)>,
}

/// A result before rounding.
struct Unrounded {
    value: Interval,
    error: Error,
    least: i32,
    /// Whether rounding can lose digits of a result below the normal numbers.
    underflows: bool,
    /// Whether the format represents every value of the result.
    exact: bool,
    /// Whether the step passes on this value without an operation that rounds.
    last: bool,
    /// For a loose operation, its error as a multiple of that of correct rounding to nearest;
    /// `None` for a correctly rounded operation.
    loose: Option<f64>,
}

impl Evaluation {
    /// Evaluates a whole expression over a box, up to the first obstacle.
    pub(super) fn of(expression: &Expression, leaves: &Leaves) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for leaf in leaves {
            evaluation.push(expression, *leaf);
            if evaluation.obstacle.is_some() {
                break;
            }
        }
        evaluation
    }

    /// Evaluates the next step; `leaf` is its range if it is a leaf or an integer.
    pub(super) fn push(&mut self, expression: &Expression, leaf: Interval) {
        let index = self.numbers.len();
        let step = &expression.steps[index];
        for atom in step.atoms.clone() {
            let range = self.atom(expression, &expression.atoms[atom], leaf);
            self.atoms.push(range);
        }
        let numbers = self.step(step, leaf);
        let mut numbers = numbers.unwrap_or_else(|obstacle| {
            self.obstacle.get_or_insert((obstacle, index));
            UNKNOWN
        });
        if step.own.is_some() {
            let value = numbers.operand.value;
            self.atoms.push(value);
            numbers.operand = Operand {
                value,
                ideal: value,
                error: Error::default(),
            };
            numbers.unrounded = None;
        }
        self.numbers.push(numbers);
    }

    fn atom(&self, expression: &Expression, atom: &Defined, leaf: Interval) -> Interval {
        let [x, y] = &atom.parts;
        let range = |part: &super::polynomial::Compiled| part.range(|a| self.atoms[a as usize]);
        match &atom.definition {
            // A step's own atom is added after the step.
            Definition::Step(_) => Interval::ALL,
            Definition::Integer(..) => leaf,
            Definition::Approximation(step) => match expression.steps[*step].operation {
                Operation::Reciprocal(e) | Operation::ReciprocalRoot(e) => Interval::around_zero(e),
                _ => Interval::ALL,
            },
            Definition::Sum(_) => range(x),
            Definition::Root(_) => range(x).sqrt(),
            Definition::Abs(_) => range(x).abs(),
            Definition::Min(..) => range(x).min(range(y)),
            Definition::Max(..) => range(x).max(range(y)),
            Definition::Select(..) => range(x).hull(range(y)),
        }
    }

    /// Whether a step always has the same value, a power of two or its negation.
    fn is_power_of_two(&self, step: usize) -> bool {
        let Interval { lo, hi } = self.numbers[step].operand.value;
        let fraction = lo.to_bits() & ((1 << 52) - 1);
        lo == hi && lo.is_normal() && fraction == 0
    }

    fn step(&self, step: &Step, leaf: Interval) -> Result<Numbers, Obstacle> {
        let model = step.model.ok_or(Obstacle::Format(step.reading.1))?;
        let ideal = match &step.exact {
            Some(exact) => exact.range(|a| self.atoms[a as usize]),
            None => Interval::ALL,
        };
        let numbers = |i: usize| &self.numbers[step.operands[i]];
        let operand = |i: usize| numbers(i).operand;
        let least = |i: usize| numbers(i).least;
        let both = || least(0).min(least(1));
        let rounded = |value, error, least, underflows| Unrounded {
            value,
            error,
            least,
            underflows,
            exact: false,
            last: false,
            loose: None,
        };
        let within = |ulps: f64, exact: Unrounded| Unrounded {
            loose: Some(2.0 * ulps),
            ..exact
        };
        let given = |value, error, least| Unrounded {
            last: true,
            ..rounded(value, error, least, false)
        };
        let unrounded = match step.operation {
            Operation::Constant(x) => given(Interval::point(x), Error::default(), grid(x)),
            Operation::Leaf => {
                if !leaf.is_bounded() {
                    return Err(Obstacle::Unbounded);
                }
                given(leaf, Error::default(), model.least_exponent())
            }
            Operation::Integer { .. } => rounded(leaf, Error::default(), 0, false),
            Operation::Same => given(operand(0).value, operand(0).error, least(0)),
            Operation::Negate => given(operand(0).value.neg(), operand(0).error, least(0)),
            Operation::Abs => given(operand(0).value.abs(), operand(0).error, least(0)),
            Operation::Add => {
                let (x, y) = (operand(0), operand(1));
                let error = add(&x, &y, ideal.meet(x.ideal.add(y.ideal)));
                rounded(x.value.add(y.value), error, both(), false)
            }
            Operation::Sub => {
                let (x, y) = (operand(0), operand(1).negated());
                let error = add(&x, &y, ideal.meet(x.ideal.add(y.ideal)));
                rounded(x.value.add(y.value), error, both(), false)
            }
            Operation::Mul => {
                let (x, y) = (operand(0), operand(1));
                let value = match step.operands[0] == step.operands[1] {
                    true => x.value.powi(2),
                    false => x.value.mul(y.value),
                };
                let least = least(0) + least(1);
                // A product by a power of two changes the exponent only.
                let moves = |i: usize| self.is_power_of_two(step.operands[i]);
                Unrounded {
                    exact: (moves(0) || moves(1)) && least >= model.least_exponent(),
                    ..rounded(value, mul(&x, &y), least, true)
                }
            }
            Operation::Fma => {
                let (x, y, z) = (operand(0), operand(1), operand(2));
                let product = Operand {
                    value: x.value.mul(y.value),
                    ideal: x.ideal.mul(y.ideal),
                    error: mul(&x, &y),
                };
                let error = add(&product, &z, ideal.meet(product.ideal.add(z.ideal)));
                let least = (least(0) + least(1)).min(least(2));
                rounded(product.value.add(z.value), error, least, true)
            }
            Operation::Contraction => {
                let (x, y, z) = (operand(0), operand(1), operand(2));
                let ideal_product = x.ideal.mul(y.ideal);
                let grid = least(0) + least(1);
                // The product is taken as rounded: the unrounded product is no further from the
                // ideal value.
                let product = rounded(x.value.mul(y.value), mul(&x, &y), grid, true);
                let product = finish(model, ideal_product, product)?;
                let error = add(
                    &product.operand,
                    &z,
                    ideal.meet(product.operand.ideal.add(z.ideal)),
                );
                let sum = product.operand.value.add(z.value);
                rounded(sum, error, grid.min(least(2)), true)
            }
            Operation::Div | Operation::LooseDiv(_) => {
                let (x, y) = (operand(0), operand(1));
                if y.value.mig() == 0.0 || y.ideal.mig() == 0.0 {
                    return Err(Obstacle::Division);
                }
                let error = div(&x, &y, ideal.meet(x.ideal.div(y.ideal)));
                let quotient = rounded(x.value.div(y.value), error, ANY, true);
                match step.operation {
                    Operation::LooseDiv(ulps) => within(ulps, quotient),
                    _ => quotient,
                }
            }
            Operation::Sqrt | Operation::LooseSqrt(_) => {
                let x = operand(0);
                if x.value.lo < 0.0 {
                    return Err(Obstacle::Root);
                }
                let root = rounded(x.value.sqrt(), sqrt(&x), ANY, false);
                match step.operation {
                    Operation::LooseSqrt(ulps) => within(ulps, root),
                    _ => root,
                }
            }
            Operation::Narrow => rounded(operand(0).value, operand(0).error, least(0), true),
            Operation::Round(rounding, through) => {
                let x = operand(0).value;
                let value = match least(0) >= 0 {
                    true => x,
                    false => Interval::new(x.lo.floor(), x.hi.ceil()),
                };
                let bound = through.map_or(f64::INFINITY, |bits| power(i32::from(bits) - 1));
                if value.lo < -bound || value.hi >= bound {
                    return Err(Obstacle::Conversion);
                }
                let away = match Model::new(step.reading.1, rounding) {
                    _ if least(0) >= 0 => 0.0,
                    Some(model) if model.is_nearest() => 0.5,
                    _ => 1.0,
                };
                rounded(value, operand(0).error.and(away), 0, false)
            }
            Operation::Min => {
                let (x, y) = (operand(0), operand(1));
                given(x.value.min(y.value), extremum(&x, &y), both())
            }
            Operation::Max => {
                let (x, y) = (operand(0), operand(1));
                given(x.value.max(y.value), extremum(&x, &y), both())
            }
            Operation::Select(_) => {
                let (x, y) = (operand(0), operand(1));
                given(x.value.hull(y.value), x.error.either(y.error), both())
            }
            Operation::Reciprocal(e) | Operation::ReciprocalRoot(e) => {
                let root = matches!(step.operation, Operation::ReciprocalRoot(_));
                let (value, error) = approximation(&operand(0), ideal, (step.reading.1, e), root)?;
                given(value, error, ANY)
            }
        };
        finish(model, ideal, unrounded)
    }
}

/// Rounds a result, and narrows its computed and ideal ranges by each other.
fn finish(model: Model, ideal: Interval, unrounded: Unrounded) -> Result<Numbers, Obstacle> {
    let Unrounded {
        error,
        least,
        underflows,
        exact,
        last,
        loose,
        ..
    } = unrounded;
    let value = unrounded.value.meet(around(ideal, error.mixed));
    let value = value.meet(widened(ideal, error.absolute));
    if !value.is_bounded() || value.mag() > model.greatest() {
        return Err(Obstacle::Overflow);
    }
    let digits = i32::from(model.format.precision());
    let fits = least.saturating_add(digits);
    let representable =
        least >= model.least_exponent() && (fits > 1023 || value.mag() <= power(fits.max(-1074)));
    let mut after = error;
    let mut rounded = value;
    if let Some(times) = loose {
        let below = underflows && value.mig() < model.least_normal();
        let tiny = if below { model.tiny() } else { 0.0 };
        let more = times * model.error(value.mag());
        after = error.and(more);
        after.mixed = error.mixed.rounded(times * model.unit(), times * tiny);
        rounded = model.rounded(widened(value, more));
        if rounded.mag() > model.greatest() {
            return Err(Obstacle::Overflow);
        }
    } else if !last && !exact && !representable {
        let below = underflows && value.mig() < model.least_normal();
        let tiny = if below { model.tiny() } else { 0.0 };
        after = error.and(model.error(value.mag()));
        after.mixed = error.mixed.rounded(model.unit(), tiny);
        rounded = model.rounded(value);
    }
    let rounded = rounded.meet(around(ideal, after.mixed));
    let rounded = rounded.meet(widened(ideal, after.absolute));
    let ideal = ideal.meet(widened(rounded, after.absolute));
    after.absolute = after.absolute.min(after.mixed.at(ideal.mag()));
    Ok(Numbers {
        operand: Operand {
            value: rounded,
            ideal,
            error: after,
        },
        unrounded: (!last && loose.is_none() && model.is_nearest()).then_some(error),
        least: least.max(model.grid(rounded.mig())),
    })
}

/// Value and error of an approximate reciprocal of x, or of √x.
fn approximation(
    x: &Operand,
    ideal: Interval,
    (format, bound): (Format, f64),
    root: bool,
) -> Result<(Interval, Error), Obstacle> {
    let [low, high] = approximated(format);
    let negative = root && (x.value.lo <= 0.0 || x.ideal.lo <= 0.0);
    if negative || x.value.mig() < low || x.value.mag() > high || x.ideal.mig() == 0.0 {
        return Err(Obstacle::Approximation);
    }
    let relative = inverted(x).ok_or(Obstacle::Approximation)?;
    let exact = if root { x.value.sqrt() } else { x.value };
    let value = exact.recip();
    let spread = Interval::around_zero(bound).add(Interval::point(1.0));
    let mixed = Mixed {
        relative,
        absolute: 0.0,
    };
    let size = ideal.mag().min(times(ideal_size(x, root), spread.hi));
    let error = Error {
        absolute: mixed.at(size),
        mixed,
    };
    Ok((value.mul(spread), error))
}

fn ideal_size(x: &Operand, root: bool) -> f64 {
    let exact = if root { x.ideal.sqrt() } else { x.ideal };
    exact.recip().mag()
}

/// The exponent of the last set bit.
fn grid(x: f64) -> i32 {
    if x == 0.0 {
        return 1023;
    }
    let bits = x.abs().to_bits();
    let exponent = ((bits >> 52) as i32).max(1) - 1075;
    let fraction = bits & ((1 << 52) - 1) | if bits >> 52 == 0 { 0 } else { 1 << 52 };
    exponent + fraction.trailing_zeros() as i32
}

/// All numbers within a mixed bound of a number in the interval.
fn around(ideal: Interval, mixed: Mixed) -> Interval {
    if mixed.relative >= 1.0 || !ideal.is_bounded() {
        return Interval::ALL;
    }
    // x ± (r|x| + a) is increasing in x as long as r < 1.
    let by = |x: f64| mixed.at(x.abs());
    ideal.add(Interval::new(-by(ideal.lo), by(ideal.hi)))
}

fn widened(x: Interval, by: f64) -> Interval {
    match by.is_finite() {
        true => x.add(Interval::around_zero(by)),
        false => Interval::ALL,
    }
}
