//! Evaluation of both sides of a rule on a case, and their comparison as far as the rule's tiers
//! promise equality.

use term::{Format, Rounding};

use crate::assumptions::Assumptions;
use crate::case::{Case, Met};
use crate::expr::eval;
use crate::function::{Func, Kind};
use crate::make::{Make, evaluating};
use crate::pattern::{Expr, Pattern, ROOT_WIDTH, Rule, Variable};
use crate::proof::Counterexample;

/// Both sides of a rule as programs.
pub(crate) struct Sides<'a> {
    pub rule: &'a Rule,
    /// The guards, grouped by what they depend on.
    pub guards: [Vec<&'a Expr>; 2],
    pub left: Vec<Make>,
    pub right: Vec<Make>,
    /// Whether attributes and constants do not depend on the values of terms, and no tier
    /// excludes values.
    pub is_steady: bool,
}

/// What a guard depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Attributes, constants and widths.
    Shape,
    /// Values of terms.
    Values,
}

impl Asks {
    fn of(expr: &Expr) -> Asks {
        match expr {
            Expr::Term(_) => Asks::Values,
            Expr::Call(Func::Width, _) => Asks::Shape,
            Expr::Call(_, args) => match args.iter().any(|a| Asks::of(a) == Asks::Values) {
                true => Asks::Values,
                false => Asks::Shape,
            },
            Expr::Float(_, format) => Asks::of(format),
            Expr::Num(_) | Expr::Var(_) | Expr::Width(_) | Expr::Here => Asks::Shape,
        }
    }
}

pub(crate) enum Tried {
    /// The left side is ill-sorted, or the rule's tiers exclude the case.
    Skipped,
    /// The sides agree; whether the processor computed both sides too.
    Agrees {
        on_processor: bool,
    },
    Differs(Counterexample),
}

impl<'a> Sides<'a> {
    pub(crate) fn new(rule: &'a Rule) -> Sides<'a> {
        let guards = [Asks::Shape, Asks::Values]
            .map(|asks| rule.guards.iter().filter(|g| Asks::of(g) == asks).collect());
        let left = evaluating(&rule.lhs, None);
        let right = evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH)));
        let steady = |make: &Make| match make {
            Make::Var(_) => true,
            Make::Const { width, value } => [width, value].map(Asks::of) == [Asks::Shape; 2],
            Make::Node { attributes, .. } => attributes.iter().all(|a| Asks::of(a) == Asks::Shape),
        };
        Sides {
            rule,
            guards,
            is_steady: left.iter().chain(&right).all(steady) && !rule.tiers.exclude_nans(),
            left,
            right,
        }
    }

    /// Whether the guards of this group hold.
    pub(crate) fn admits(&self, case: &mut Case, asks: Asks) -> bool {
        let numbers = case.numbers;
        let holds = |guard: &&Expr| eval(guard, &numbers, case) == Some(1);
        self.guards[asks as usize].iter().all(holds)
    }

    /// Evaluates both sides by the reference semantics and, if `processor`, by the processor's
    /// instructions.
    pub(crate) fn try_case(&self, case: &mut Case, processor: bool) -> Tried {
        let mut met = Met::default();
        let Some(left) = case.run(&self.left, &mut met) else {
            return Tried::Skipped;
        };
        let right = case.run(&self.right, &mut met);
        let Some(right) = right.filter(|r| r.0 == left.0) else {
            // Guards must exclude cases whose right side cannot be built.
            return Tried::Differs(self.counterexample(case, left, right));
        };
        let tiers = self.rule.tiers;
        let finite = tiers.contains(Assumptions::FINITE);
        if tiers.exclude_nans() && met.nan || finite && met.infinite {
            return Tried::Skipped;
        }
        if !self.alike(case, left, right) {
            return Tried::Differs(self.counterexample(case, left, Some(right)));
        }
        let mut on_processor = processor;
        for (side, expected) in [(&self.left, left), (&self.right, right)] {
            let found = match on_processor {
                true => case.run_on_processor(side),
                false => None,
            };
            on_processor = found.is_some();
            if found.is_some_and(|found| found != expected) {
                let mut counterexample = self.counterexample(case, expected, found);
                counterexample.right += " on the processor for one side";
                return Tried::Differs(counterexample);
            }
        }
        Tried::Agrees { on_processor }
    }

    /// Whether two results are equal as far as the tiers promise.
    fn alike(&self, case: &Case, left: (u8, u128), right: (u8, u128)) -> bool {
        if left == right {
            return true;
        }
        if left.0 != right.0 {
            return false;
        }
        let Some(format) = self.format(case).filter(|f| f.width() == left.0) else {
            return false;
        };
        let magnitude = |bits: u128| bits & (format.sign_mask() - 1);
        self.rule.tiers.equate_zeros() && magnitude(left.1) == 0 && magnitude(right.1) == 0
    }

    /// The float format of the rule's result.
    pub(crate) fn format(&self, case: &Case) -> Option<Format> {
        let attribute = |e: &Expr| match e {
            Expr::Var(slot) => Some(Format::from_code(case.numbers[*slot as usize] as u16)),
            Expr::Num(n) => Some(Format::from_code(*n as u16)),
            _ => None,
        };
        let result = match &self.rule.lhs {
            Pattern::Node(term::Op::FConvert, attributes, _) => attribute(&attributes[1]),
            Pattern::Node(op, attributes, _) if op.yields_float() => attribute(&attributes[0]),
            _ => None,
        };
        result.or_else(|| {
            let named = |v: &&Variable| v.name == "?format";
            let variable = self.rule.variables.iter().find(named)?;
            attribute(&Expr::Var(variable.slot))
        })
    }

    /// The value of a variable, formatted for people.
    pub(crate) fn shown(&self, case: &Case, v: &Variable) -> String {
        let number = case.numbers[v.slot as usize];
        match v.kind {
            Kind::Term => case.terms[v.slot as usize].map_or("?".into(), sized),
            Kind::Format => Format::from_code(number as u16).name().to_owned(),
            Kind::Rounding => Rounding::ALL
                .get(number as usize)
                .map_or("?".into(), |r| r.name().to_owned()),
            _ if number > 0xffff => format!("{number:#x}"),
            _ => number.to_string(),
        }
    }

    fn counterexample(
        &self,
        case: &Case,
        left: (u8, u128),
        right: Option<(u8, u128)>,
    ) -> Counterexample {
        let values = self.rule.variables.iter();
        let values = values.map(|v| (v.name.clone(), self.shown(case, v)));
        Counterexample {
            values: values.collect(),
            left: sized(left),
            right: right.map_or("ill-sorted".into(), sized),
        }
    }
}

/// A value with its width, as text.
pub(crate) fn sized((width, bits): (u8, u128)) -> String {
    format!("{width}:{bits:#x}")
}
