//! Two results as a list of operations on real numbers, each with its ideal value: the
//! polynomial that it would equal without any rounding.
//!
//! A subexpression that is not polynomial becomes an atom. Invariants: operands come before the
//! step that reads them; atoms come before the steps and atoms that mention them; steps with
//! equal polynomials have equal ideal values.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Format, Rounding, TermId};

use super::operation::{Operation, Reading, operation};
use super::polynomial::{Atom, Compiled, Polynomial};
use super::rounding::Model;
use crate::budgets::accuracy::{ANALYSIS_STEPS, IDEAL_SUMMANDS, PRODUCT_SUMMANDS};

/// The meaning of an atom.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Definition {
    /// The computed value of a step.
    Step(usize),
    /// An integer term, and whether it is read as signed.
    Integer(TermId, bool),
    /// The relative error of an approximate instruction, given by its step.
    Approximation(usize),
    /// A sum that is a factor with an exponent.
    Sum(Polynomial),
    /// √max(x, 0).
    Root(Polynomial),
    /// |x|.
    Abs(Polynomial),
    /// The minimum of two polynomials.
    Min(Polynomial, Polynomial),
    /// The maximum of two polynomials.
    Max(Polynomial, Polynomial),
    /// The first polynomial where the condition holds, otherwise the second.
    Select(TermId, Polynomial, Polynomial),
}

/// An atom, with the polynomials of its definition compiled.
pub(super) struct Defined {
    pub(super) definition: Definition,
    pub(super) parts: [Compiled; 2],
}

/// One operation of the results.
pub(super) struct Step {
    pub(super) reading: Reading,
    pub(super) operation: Operation,
    pub(super) operands: Vec<usize>,
    /// The rounding of its result; `None` for formats that are not supported.
    pub(super) model: Option<Model>,
    /// The polynomial that it computes before rounding; `None` if there is none.
    pub(super) exact: Option<Compiled>,
    /// The ideal value, which later steps build on.
    pub(super) ideal: Rc<Polynomial>,
    /// The atoms introduced for `exact`.
    pub(super) atoms: Range<usize>,
    /// The atom for its computed value, if the step is cut: its ideal value is then that atom
    /// too.
    pub(super) own: Option<Atom>,
}

/// An operation that has no ideal value yet.
pub(super) struct Planned {
    pub(super) reading: Reading,
    pub(super) operation: Operation,
    pub(super) operands: Vec<usize>,
    /// Whether both results compute it.
    pub(super) shared: bool,
}

/// Returns the operations of two results of one format, operands first, and the indices of the
/// results. `None` when there are too many operations.
pub(super) fn plan(
    arena: &Arena,
    format: Format,
    roots: [TermId; 2],
) -> Option<(Vec<Planned>, [usize; 2])> {
    let mut found: FxHashMap<Reading, (Operation, Vec<Reading>)> = FxHashMap::default();
    let mut reached: [FxHashSet<Reading>; 2] = Default::default();
    for (side, root) in reached.iter_mut().zip(roots) {
        let mut open = vec![(root, format)];
        while let Some(reading) = open.pop() {
            if side.insert(reading) {
                let read = || operation(arena, reading);
                open.extend(&found.entry(reading).or_insert_with(read).1);
            }
            if found.len() > ANALYSIS_STEPS {
                return None;
            }
        }
    }
    // Ascending terms: operands come first.
    let mut readings: Vec<Reading> = found.keys().copied().collect();
    readings.sort_unstable();
    let place = |reading: &Reading| readings.binary_search(reading).unwrap_or(0);
    let places = roots.map(|root| place(&(root, format)));
    let planned = readings.iter().map(|reading| {
        let (operation, operands) = &found[reading];
        Planned {
            reading: *reading,
            operation: *operation,
            operands: operands.iter().map(place).collect(),
            shared: reached.iter().all(|side| side.contains(reading)),
        }
    });
    Some((planned.collect(), places))
}

/// Both results, as steps and atoms.
#[derive(Default)]
pub(super) struct Expression {
    pub(super) steps: Vec<Step>,
    pub(super) atoms: Vec<Defined>,
    numbers: BTreeMap<Definition, Atom>,
}

impl Expression {
    /// Adds a step. If `cut`, a step that both results share becomes an atom. `positive` tells
    /// whether an atom, or the ideal value of a step, is never negative.
    pub(super) fn add(
        &mut self,
        arena: &Arena,
        planned: &Planned,
        cut: bool,
        positive: impl Fn(Positive) -> bool,
    ) {
        let (index, first) = (self.steps.len(), self.atoms.len());
        let (term, format) = planned.reading;
        let spec = arena.node(term).spec();
        let rounding = match spec.op.yields_float() {
            true => spec.rounding(),
            false => Rounding::NearestEven,
        };
        let exact = self.exact(index, planned, positive);
        let atoms = first..self.atoms.len();
        let computes = !matches!(
            planned.operation,
            Operation::Leaf | Operation::Constant(_) | Operation::Integer { .. }
        );
        let own = exact.is_none() || cut && planned.shared && computes;
        let own = own.then(|| self.atom(Definition::Step(index)));
        let ideal = match (own, &exact) {
            (None, Some(exact)) => exact.clone(),
            (own, _) => Rc::new(Polynomial::atom(own.unwrap_or_default())),
        };
        self.steps.push(Step {
            reading: planned.reading,
            operation: planned.operation,
            operands: planned.operands.clone(),
            model: Model::new(format, rounding),
            exact: exact.map(|exact| exact.compile()),
            ideal,
            atoms,
            own,
        });
    }

    /// The cost of evaluating every step once.
    pub(super) fn cost(&self) -> usize {
        let exact = |step: &Step| step.exact.as_ref().map_or(0, Compiled::len);
        self.steps.iter().map(|step| 4 + exact(step)).sum()
    }

    fn atom(&mut self, definition: Definition) -> Atom {
        if let Some(&atom) = self.numbers.get(&definition) {
            return atom;
        }
        let parts = match &definition {
            Definition::Step(_) | Definition::Integer(..) | Definition::Approximation(_) => {
                Default::default()
            }
            Definition::Sum(x) | Definition::Root(x) | Definition::Abs(x) => {
                [x.compile(), Compiled::default()]
            }
            Definition::Min(x, y) | Definition::Max(x, y) | Definition::Select(_, x, y) => {
                [x.compile(), y.compile()]
            }
        };
        let atom = self.atoms.len() as Atom;
        self.atoms.push(Defined {
            definition: definition.clone(),
            parts,
        });
        self.numbers.insert(definition, atom);
        atom
    }

    /// The polynomial that a step computes before rounding; `None` if there is none.
    fn exact(
        &mut self,
        index: usize,
        planned: &Planned,
        positive: impl Fn(Positive) -> bool,
    ) -> Option<Rc<Polynomial>> {
        let operands = &planned.operands;
        let of = |this: &Expression, i: usize| Rc::clone(&this.steps[operands[i]].ideal);
        let x = |this: &Expression| of(this, 0);
        let y = |this: &Expression| of(this, 1);
        let exact = match planned.operation {
            Operation::Constant(number) => Polynomial::constant(number),
            Operation::Leaf => return None,
            Operation::Integer { term, signed } => {
                Polynomial::atom(self.atom(Definition::Integer(term, signed)))
            }
            Operation::Same | Operation::Narrow | Operation::Round(..) => return Some(x(self)),
            Operation::Negate => x(self).neg(),
            Operation::Add => x(self).add(&y(self)),
            Operation::Sub => x(self).sub(&y(self)),
            Operation::Mul => product(&x(self), &y(self))?,
            Operation::Fma | Operation::Contraction => {
                product(&x(self), &y(self))?.add(&of(self, 2))
            }
            Operation::Div | Operation::LooseDiv(_) => {
                let divisor = self.reciprocal(&y(self))?;
                product(&x(self), &divisor)?
            }
            Operation::Sqrt | Operation::LooseSqrt(_) => self.root(&x(self), operands[0], positive),
            Operation::Reciprocal(_) => {
                let exact = self.reciprocal(&x(self))?;
                self.approximated(index, &exact)?
            }
            Operation::ReciprocalRoot(_) => {
                let root = self.root(&x(self), operands[0], positive);
                let exact = self.reciprocal(&root)?;
                self.approximated(index, &exact)?
            }
            Operation::Abs => {
                let definition = Definition::Abs((*x(self)).clone());
                Polynomial::atom(self.atom(definition))
            }
            Operation::Min | Operation::Max | Operation::Select(_) => {
                let (x, y) = (x(self), y(self));
                if x == y {
                    return Some(x);
                }
                let (x, y) = ((*x).clone(), (*y).clone());
                match planned.operation {
                    Operation::Select(c) => {
                        Polynomial::atom(self.atom(Definition::Select(c, x, y)))
                    }
                    Operation::Min => self.least(x, y),
                    _ => self.greatest(x, y),
                }
            }
        };
        (exact.len() <= IDEAL_SUMMANDS).then(|| Rc::new(exact))
    }

    /// min(x, y); normalises min(max(z, c), d) to max(min(z, d), c) for constants c ≤ d.
    fn least(&mut self, x: Polynomial, y: Polynomial) -> Polynomial {
        for (limited, limit) in [(&x, &y), (&y, &x)] {
            if let Some((other, low)) = self.limited_below(limited, limit) {
                let inner = self.least(other, limit.clone());
                return self.greatest(inner, low);
            }
        }
        let (first, second) = if x > y { (y, x) } else { (x, y) };
        Polynomial::atom(self.atom(Definition::Min(first, second)))
    }

    /// z and c, if x is max(z, c) for a constant c ≤ `limit`.
    fn limited_below(
        &self,
        x: &Polynomial,
        limit: &Polynomial,
    ) -> Option<(Polynomial, Polynomial)> {
        let (high, atom) = (limit.number()?, x.as_atom()?);
        let Definition::Max(p, q) = &self.atoms[atom as usize].definition else {
            return None;
        };
        let sides = [(p, q), (q, p)];
        let (other, low) = sides
            .into_iter()
            .find(|(_, low)| low.number().is_some_and(|low| low <= high))?;
        Some((other.clone(), low.clone()))
    }

    fn greatest(&mut self, x: Polynomial, y: Polynomial) -> Polynomial {
        let (first, second) = if x > y { (y, x) } else { (x, y) };
        Polynomial::atom(self.atom(Definition::Max(first, second)))
    }

    /// 1 ÷ x; `None` for the constant 0.
    fn reciprocal(&mut self, x: &Polynomial) -> Option<Polynomial> {
        if x.is_zero() {
            return None;
        }
        if let Some(reciprocal) = x.recip() {
            return Some(reciprocal);
        }
        let atom = self.atom(Definition::Sum(x.clone()));
        Polynomial::atom(atom).recip()
    }

    /// √max(x, 0).
    fn root(
        &mut self,
        x: &Polynomial,
        step: usize,
        positive: impl Fn(Positive) -> bool,
    ) -> Polynomial {
        let factors = || x.has_only(|atom| positive(Positive::Atom(atom)));
        if positive(Positive::Step(step))
            && factors()
            && let Some(root) = x.sqrt()
        {
            return root;
        }
        let atom = self.atom(Definition::Root(x.clone()));
        Polynomial::atom(atom)
    }

    fn approximated(&mut self, index: usize, exact: &Polynomial) -> Option<Polynomial> {
        let error = Polynomial::atom(self.atom(Definition::Approximation(index)));
        product(exact, &Polynomial::constant(1.0).add(&error))
    }
}

/// A value that may be known never to be negative.
pub(super) enum Positive {
    /// An atom.
    Atom(Atom),
    /// The ideal value of a step.
    Step(usize),
}

fn product(x: &Polynomial, y: &Polynomial) -> Option<Polynomial> {
    (x.len() * y.len() <= PRODUCT_SUMMANDS).then(|| x.mul(y))
}
