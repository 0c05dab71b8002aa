//! Tests of every rule against the exact semantics: exhaustive at small widths
//! (and over half precision for rules of one float), sampled with special
//! values at real widths.
//!
//! A rule *holds* when no case refutes it and at least one case satisfied its
//! guards. Rules of the associative tier are checked on small integers, where
//! float arithmetic is exact: more than that only the assumption promises.

use std::fmt;

use term::Format;

use crate::case::{Case, Knowledge, Met, Scale};
use crate::choose::Chooser;
use crate::compile::{Make, evaluating};
use crate::expr::eval;
use crate::generate::generate;
use crate::pattern::{Expr, Kind, Pattern, ROOT_WIDTH, Rejected, Rule, Tier};
use crate::rules::RuleSet;

/// What the check of one rule found.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The rule's name.
    pub rule: String,
    /// Where the rule comes from.
    pub source: String,
    /// The width in bits up to which every case was tried; 0 for none.
    pub exhaustive_width: u8,
    /// Whether every half-precision value was tried (to nearest even).
    pub every_half: bool,
    /// Cases tried that satisfied the guards.
    pub cases: u64,
    /// The result.
    pub outcome: Outcome,
}

/// The result of checking a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No case refutes it.
    Holds,
    /// No case satisfied its guards: nothing was checked.
    Vacuous,
    /// A case refutes it.
    Fails(Counterexample),
    /// A rejected rule whose witness refutes it, as it should.
    Refuted,
    /// A rejected rule whose witness does not refute it.
    NotRefuted,
}

/// Values for which the sides of a rule differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Variables with their values.
    pub values: Vec<(String, String)>,
    /// The left side's value.
    pub left: String,
    /// The right side's value.
    pub right: String,
}

impl Proof {
    /// Whether the rule may be relied on (for a rejected rule: stays rejected).
    pub fn is_good(&self) -> bool {
        matches!(self.outcome, Outcome::Holds | Outcome::Refuted)
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.values {
            write!(f, "{name} = {value}, ")?;
        }
        write!(f, "left {} but right {}", self.left, self.right)
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.rule)?;
        match &self.outcome {
            Outcome::Holds => {
                if self.exhaustive_width > 0 {
                    write!(f, "exhaustive to {} bits, ", self.exhaustive_width)?;
                }
                if self.every_half {
                    write!(f, "every half-precision value, ")?;
                }
                write!(f, "{} cases", self.cases)
            }
            Outcome::Vacuous => write!(f, "no case satisfies its guards"),
            Outcome::Fails(counterexample) => write!(f, "FAILS: {counterexample}"),
            Outcome::Refuted => write!(f, "rejected, and its witness refutes it"),
            Outcome::NotRefuted => write!(f, "rejected, but its witness does not refute it"),
        }
    }
}

impl RuleSet {
    /// Checks every rule and every rejected rule's witness. `budget` bounds the
    /// cases of each part of each check.
    pub fn prove(&self, budget: u64) -> Vec<Proof> {
        let rules = self.rules.iter().map(|rule| prove(rule, budget));
        rules.chain(self.rejected.iter().map(refute)).collect()
    }
}

/// Both sides of a rule as programs, and how their values are compared.
struct Sides<'a> {
    rule: &'a Rule,
    left: Vec<Make>,
    right: Vec<Make>,
}

enum Tried {
    /// The guards do not hold, or the case is outside of the rule's tiers.
    Skipped,
    Agrees,
    Differs(Counterexample),
}

impl<'a> Sides<'a> {
    fn new(rule: &'a Rule) -> Sides<'a> {
        Sides {
            rule,
            left: evaluating(&rule.lhs, None),
            right: evaluating(&rule.rhs, Some(Expr::Var(ROOT_WIDTH))),
        }
    }

    fn try_case(&self, case: &mut Case) -> Tried {
        let has = |tier| self.rule.tiers.contains(&tier);
        let numbers = case.numbers;
        let holds = |guard: &Expr, case: &mut Case| eval(guard, &numbers, case) == Some(1);
        if !self.rule.guards.iter().all(|g| holds(g, case)) {
            return Tried::Skipped;
        }
        let mut met = Met::default();
        let Some(left) = case.run(&self.left, &mut met) else {
            return Tried::Skipped;
        };
        let right = case.run(&self.right, &mut met);
        let Some(right) = right.filter(|r| r.0 == left.0) else {
            // The guards must exclude what cannot be built.
            return Tried::Differs(self.counterexample(case, left, right));
        };
        let ordered = has(Tier::Ordered) || has(Tier::Finite);
        if ordered && met.nan || has(Tier::Finite) && met.infinite {
            return Tried::Skipped;
        }
        if self.alike(case, left, right) {
            return Tried::Agrees;
        }
        Tried::Differs(self.counterexample(case, left, Some(right)))
    }

    /// Whether two results are the same as far as the tiers tell.
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
        let has = |tier| self.rule.tiers.contains(&tier);
        has(Tier::PositiveZero) && magnitude(left.1) == 0 && magnitude(right.1) == 0
    }

    /// The float format of the rule's result.
    fn format(&self, case: &Case) -> Option<Format> {
        let attribute = |e: &Expr| match e {
            Expr::Var(slot) => Format::ALL
                .get(case.numbers[*slot as usize] as usize)
                .copied(),
            Expr::Num(n) => Format::ALL.get(*n as usize).copied(),
            _ => None,
        };
        let result = match &self.rule.lhs {
            Pattern::Node(term::Op::FConvert, attributes, _) => attribute(&attributes[1]),
            Pattern::Node(op, attributes, _) if op.yields_float() => attribute(&attributes[0]),
            _ => None,
        };
        result.or_else(|| {
            let named = |v: &&crate::pattern::Variable| v.name == "?format";
            let variable = self.rule.variables.iter().find(named)?;
            attribute(&Expr::Var(variable.slot))
        })
    }

    fn counterexample(
        &self,
        case: &Case,
        left: (u8, u128),
        right: Option<(u8, u128)>,
    ) -> Counterexample {
        let sized = |(width, bits): (u8, u128)| format!("{width}:{bits:#x}");
        let values = self.rule.variables.iter().map(|v| {
            let value = match v.kind {
                Kind::Term => case.terms[v.slot as usize].map_or("?".into(), sized),
                Kind::Format => {
                    let code = case.numbers[v.slot as usize] as usize;
                    Format::ALL.get(code).map_or("?", |f| f.name()).to_owned()
                }
                _ => case.numbers[v.slot as usize].to_string(),
            };
            (v.name.clone(), value)
        });
        Counterexample {
            values: values.collect(),
            left: sized(left),
            right: right.map_or("ill-sorted".into(), sized),
        }
    }
}

/// Widths up to this are enumerated.
const SMALL: u8 = 4;

fn prove(rule: &Rule, budget: u64) -> Proof {
    let mut proof = Proof {
        rule: rule.name.clone(),
        source: rule.source.clone(),
        exhaustive_width: 0,
        every_half: false,
        cases: 0,
        outcome: Outcome::Vacuous,
    };
    let sides = Sides::new(rule);
    let has_format = rule.variables.iter().any(|v| v.kind == Kind::Format);
    if has_format {
        // One value of 16 bits can be enumerated, two cannot.
        if rule.term_slots() == 1 && !rule.tiers.contains(&Tier::Associative) {
            let budget = budget.max(1 << 17);
            proof.every_half = enumerate(&sides, Scale::UpTo(16), budget, &mut proof);
        }
    } else {
        for width in 1..=SMALL {
            if !enumerate(&sides, Scale::UpTo(width), budget, &mut proof) {
                break;
            }
            proof.exhaustive_width = width;
        }
    }
    run(
        &sides,
        Chooser::random(0x5eed),
        Scale::Wide,
        None,
        budget,
        &mut proof,
    );
    if proof.outcome == Outcome::Vacuous && proof.cases > 0 {
        proof.outcome = Outcome::Holds;
    }
    proof
}

/// Tries every case of a scale; false when the budget does not allow it.
fn enumerate(sides: &Sides, scale: Scale, budget: u64, proof: &mut Proof) -> bool {
    let before = proof.cases;
    // Some guards want constants, some want anything else.
    [Knowledge::Constants, Knowledge::Values]
        .into_iter()
        .all(|k| {
            let needed = matches!(k, Knowledge::Constants) || proof.cases == before;
            !needed || run(sides, Chooser::exhaustive(), scale, Some(k), budget, proof)
        })
}

/// Tries cases until they are exhausted (true), the budget is, or one refutes.
fn run(
    sides: &Sides,
    mut chooser: Chooser,
    scale: Scale,
    knowledge: Option<Knowledge>,
    budget: u64,
    proof: &mut Proof,
) -> bool {
    for number in 0..budget {
        if matches!(proof.outcome, Outcome::Fails(_)) {
            return false;
        }
        let knowledge = knowledge.unwrap_or(Knowledge::Varied(number as u32));
        let case = generate(sides.rule, &mut chooser, scale, knowledge);
        if let Some(mut case) = case {
            match sides.try_case(&mut case) {
                Tried::Skipped => {}
                Tried::Agrees => proof.cases += 1,
                Tried::Differs(counterexample) => {
                    proof.cases += 1;
                    proof.outcome = Outcome::Fails(counterexample);
                }
            }
        }
        if !chooser.advance() {
            return true;
        }
    }
    false
}

fn refute(rejected: &Rejected) -> Proof {
    let rule = &rejected.rule;
    let mut case = Case::empty(Knowledge::Constants);
    for (variable, (width, bits)) in rule.variables.iter().zip(&rejected.witness) {
        match variable.kind {
            Kind::Term => case.terms[variable.slot as usize] = Some((*width, *bits)),
            _ => case.numbers[variable.slot as usize] = *bits,
        }
    }
    let sides = Sides::new(rule);
    let mut met = Met::default();
    let left = case.run(&sides.left, &mut met);
    case.numbers[ROOT_WIDTH as usize] = left.map_or(0, |(width, _)| width as u128);
    let right = case.run(&sides.right, &mut met);
    let refuted = left.is_some() && right.is_some() && left != right;
    Proof {
        rule: rule.name.clone(),
        source: rule.source.clone(),
        exhaustive_width: 0,
        every_half: false,
        cases: 1,
        outcome: if refuted {
            Outcome::Refuted
        } else {
            Outcome::NotRefuted
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_rule_holds() {
        let proofs = RuleSet::builtin().prove(4000);
        let bad: Vec<String> = proofs
            .iter()
            .filter(|p| !p.is_good())
            .map(|p| p.to_string())
            .collect();
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }

    #[test]
    fn a_wrong_rule_gets_a_counterexample() {
        let text = "(rule wrong (tier exact) (source \"test\") (=> (sub ?x ?y) (sub ?y ?x)))";
        let set = RuleSet::parse("test.rules", text).expect("well-formed");
        assert!(matches!(set.prove(1000)[0].outcome, Outcome::Fails(_)));
    }

    #[test]
    fn a_rule_that_lets_a_nan_through_is_not_exact() {
        let text = "(rule wrong (tier exact) (source \"test\") (=> (fmul ?x 1.0) ?x))";
        let set = RuleSet::parse("test.rules", text).expect("well-formed");
        assert!(matches!(set.prove(1000)[0].outcome, Outcome::Fails(_)));
    }
}
