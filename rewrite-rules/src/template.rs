//! Rules as cases are made of them: attributes first, so that what they exclude
//! is left at once.

use crate::case::{Case, Knowledge, Scale};
use crate::choose::Chooser;
use crate::expr::eval;
use crate::function::Kind;
use crate::generate::{Generator, Outline, attribute_value};
use crate::pattern::{Expr, Pattern, ROOT_WIDTH, Rule, Tier, Variable};

/// A rule as cases are made of it.
pub(crate) struct Template<'a> {
    rule: &'a Rule,
    /// Formats, roundings and outcome sets among the variables.
    attributes: Vec<&'a Variable>,
    /// The guards that speak of nothing else.
    early: Vec<&'a Expr>,
    /// Number slots of attributes: which terms are well-sorted rests on them.
    shaping: u32,
}

impl<'a> Template<'a> {
    pub(crate) fn new(rule: &'a Rule) -> Template<'a> {
        let attribute = |v: &&Variable| !matches!(v.kind, Kind::Term | Kind::Number);
        let attributes: Vec<&Variable> = rule.variables.iter().filter(attribute).collect();
        let slots = attributes.iter().fold(0, |set, v| set | 1 << v.slot);
        let early = rule.guards.iter().filter(|g| reads_only(g, slots));
        Template {
            rule,
            early: early.collect(),
            shaping: shaping(&rule.lhs),
            attributes,
        }
    }

    /// A case with every value chosen; `None` when it is ill-sorted, or when a
    /// guard excludes it.
    pub(crate) fn case(
        &self,
        chooser: &mut Chooser,
        scale: Scale,
        knowledge: Knowledge,
    ) -> Option<Case> {
        let mut outline = self.generate(chooser, scale, knowledge)?;
        outline.is_sorted().then_some(outline.case)
    }

    /// Chooses widths and attributes of the left side, and values if at random;
    /// `None` when they lead to an ill-sorted term, or to one that a guard
    /// excludes. Attributes are chosen first, so that a systematic enumeration
    /// leaves what they exclude at once.
    pub(crate) fn generate(
        &self,
        chooser: &mut Chooser,
        scale: Scale,
        knowledge: Knowledge,
    ) -> Option<Outline> {
        let mut case = Case::empty(knowledge);
        case.small_integers = self.rule.tiers.contains(&Tier::Associative);
        for variable in &self.attributes {
            let value = attribute_value(chooser, scale, variable.kind);
            case.numbers[variable.slot as usize] = value;
            case.bound |= 1 << variable.slot;
        }
        let numbers = case.numbers;
        let mut excluded = |guard: &&&Expr| eval(guard, &numbers, &mut case) != Some(1);
        if self.early.iter().any(|guard| excluded(&guard)) {
            return None;
        }
        let mut generator = Generator::new(case, chooser, scale, self.shaping);
        let width = generator.node(&self.rule.lhs, None)?;
        let mut outline = generator.outline;
        outline.case.numbers[ROOT_WIDTH as usize] = width as u128;
        Some(outline)
    }
}

/// The number slots that attributes of a pattern read.
fn shaping(pattern: &Pattern) -> u32 {
    let Pattern::Node(_, attributes, args) = pattern else {
        return 0;
    };
    let own = attributes.iter().map(reads);
    own.chain(args.iter().map(shaping))
        .fold(0, |all, some| all | some)
}

/// The number slots that an expression reads.
fn reads(expr: &Expr) -> u32 {
    match expr {
        Expr::Var(slot) => 1 << slot,
        Expr::Call(_, args) => args.iter().fold(0, |all, arg| all | reads(arg)),
        Expr::Float(_, format) => reads(format),
        Expr::Num(_) | Expr::Width(_) | Expr::Here | Expr::Term(_) => 0,
    }
}

/// Whether an expression reads these number slots and nothing else.
fn reads_only(expr: &Expr, slots: u32) -> bool {
    match expr {
        Expr::Num(_) => true,
        Expr::Var(slot) => slots & 1 << slot != 0,
        Expr::Call(_, args) => args.iter().all(|arg| reads_only(arg, slots)),
        Expr::Float(_, format) => reads_only(format, slots),
        Expr::Width(_) | Expr::Here | Expr::Term(_) => false,
    }
}
