//! Rules as templates of cases: attributes are chosen first, so that choices that they exclude
//! are skipped early.

use std::sync::Arc;

use crate::assumptions::Assumptions;
use crate::case::{Case, Floats, Knowledge, Scale};
use crate::choose::Chooser;
use crate::expr::eval;
use crate::function::{Func, Kind};
use crate::generate::{Generator, Outline, attribute_value};
use crate::landmark::Landmark;
use crate::pattern::{Expr, Pattern, ROOT_WIDTH, Rule, Variable};

/// A rule prepared for the generation of cases.
pub(crate) struct Template<'a> {
    rule: &'a Rule,
    /// The variables that are formats, roundings or outcome sets.
    attributes: Vec<&'a Variable>,
    /// The guards that depend on those variables only.
    early: Vec<&'a Expr>,
    /// Bit set of the number slots in attributes, which determine which terms are well-sorted.
    shaping: u32,
    landmarks: Arc<[Landmark]>,
    /// The floats that are drawn.
    floats: Floats,
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
            landmarks: landmarks(rule),
            floats: match rule.tiers {
                tiers if tiers.contains(Assumptions::RECIPROCAL) => Floats::PowersOfTwo,
                tiers if tiers.is_algebraic() => Floats::SmallIntegers,
                _ => Floats::Any,
            },
            attributes,
        }
    }

    /// A template that also enumerates the constants that attributes of the right side are
    /// computed from, and draws floats of all kinds.
    pub(crate) fn of_both_sides(rule: &'a Rule) -> Template<'a> {
        let mut template = Template::new(rule);
        template.shaping |= shaping(&rule.rhs);
        template.floats = Floats::Any;
        template
    }

    /// The name of a constant from which attributes are computed and whose enumeration up to a
    /// small bound may miss well-sorted cases; `None` if there is none.
    pub(crate) fn unbounded(&self) -> Option<&'a str> {
        let mut constants = 0;
        constant_slots(&self.rule.lhs, &mut constants);
        let open = self.rule.variables.iter().find(|v| {
            let slot = v.kind == Kind::Number && constants & self.shaping & 1 << v.slot != 0;
            let bounds = |guard: &Expr| match guard {
                Expr::Call(Func::Lt | Func::Le | Func::Eq, args) => {
                    is_at_least(&args[0], v.slot) && is_small(&args[1])
                }
                _ => false,
            };
            slot && !self.rule.guards.iter().any(bounds)
        });
        open.map(|v| v.name.as_str())
    }

    /// A case with every value chosen; `None` when it is ill-sorted or a guard excludes it.
    pub(crate) fn case(
        &self,
        chooser: &mut Chooser,
        scale: Scale,
        knowledge: Knowledge,
    ) -> Option<Case> {
        let mut outline = self.generate(chooser, scale, knowledge)?;
        outline.is_sorted().then_some(outline.case)
    }

    /// Chooses widths and attributes of the left side and, if at random, values. `None` when the
    /// term would be ill-sorted or a guard excludes it. Attributes are chosen first, so that a
    /// systematic enumeration skips early what they exclude.
    pub(crate) fn generate(
        &self,
        chooser: &mut Chooser,
        scale: Scale,
        knowledge: Knowledge,
    ) -> Option<Outline> {
        let mut case = Case::empty(knowledge);
        case.landmarks = self.landmarks.clone();
        case.floats = self.floats;
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

/// Whether an expression is at least the number in a slot.
fn is_at_least(expr: &Expr, slot: u8) -> bool {
    match expr {
        Expr::Var(other) => *other == slot,
        Expr::Call(Func::Add | Func::Max, args) => args.iter().any(|arg| is_at_least(arg, slot)),
        _ => false,
    }
}

/// Whether an expression is known to be below [`SHAPING`](crate::generate::SHAPING).
fn is_small(expr: &Expr) -> bool {
    match expr {
        Expr::Num(n) => *n < 256,
        Expr::Width(_) | Expr::Var(ROOT_WIDTH) => true,
        Expr::Call(Func::Width | Func::FormatWidth | Func::Precision, _) => true,
        Expr::Call(Func::Sub | Func::Min, args) => is_small(&args[0]),
        Expr::Call(Func::Add | Func::Max, args) => {
            let number = |arg: &Expr| matches!(arg, Expr::Num(n) if *n < 128);
            is_small(&args[0]) && number(&args[1])
        }
        _ => false,
    }
}

/// Collects the number slots that constants of a pattern bind.
fn constant_slots(pattern: &Pattern, slots: &mut u32) {
    match pattern {
        Pattern::Const(Expr::Var(slot), _) => *slots |= 1 << slot,
        Pattern::Node(_, _, args) => args.iter().for_each(|arg| constant_slots(arg, slots)),
        _ => {}
    }
}

/// The constants that occur in a rule.
fn landmarks(rule: &Rule) -> Arc<[Landmark]> {
    let mut found = Vec::new();
    for pattern in [&rule.lhs, &rule.rhs] {
        in_pattern(pattern, &mut found);
    }
    rule.guards.iter().for_each(|g| in_expr(g, &mut found));
    found.into()
}

fn in_pattern(pattern: &Pattern, found: &mut Vec<Landmark>) {
    match pattern {
        Pattern::Var(_) => {}
        Pattern::Const(value, _) => in_expr(value, found),
        Pattern::Node(_, _, args) => args.iter().for_each(|arg| in_pattern(arg, found)),
    }
}

fn in_expr(expr: &Expr, found: &mut Vec<Landmark>) {
    let mut add = |landmark| {
        if !found.contains(&landmark) {
            found.push(landmark);
        }
    };
    match expr {
        Expr::Num(n) => add(Landmark::Bits(*n)),
        Expr::Float(bits, _) => add(Landmark::Float(*bits)),
        Expr::Call(_, args) => args.iter().for_each(|arg| in_expr(arg, found)),
        Expr::Var(_) | Expr::Width(_) | Expr::Here | Expr::Term(_) => {}
    }
}

/// Bit set of the number slots that attributes of a pattern, or widths of its constants, read.
fn shaping(pattern: &Pattern) -> u32 {
    let (attributes, args) = match pattern {
        Pattern::Node(_, attributes, args) => (attributes, args),
        Pattern::Const(_, Some(width)) => return reads(width),
        _ => return 0,
    };
    let own = attributes.iter().map(reads);
    own.chain(args.iter().map(shaping))
        .fold(0, |all, some| all | some)
}

/// Bit set of the number slots that an expression reads.
pub(crate) fn reads(expr: &Expr) -> u32 {
    match expr {
        Expr::Var(slot) => 1 << slot,
        Expr::Call(_, args) => args.iter().fold(0, |all, arg| all | reads(arg)),
        Expr::Float(_, format) => reads(format),
        Expr::Num(_) | Expr::Width(_) | Expr::Here | Expr::Term(_) => 0,
    }
}

/// Whether an expression reads only the given number slots.
fn reads_only(expr: &Expr, slots: u32) -> bool {
    match expr {
        Expr::Num(_) => true,
        Expr::Var(slot) => slots & 1 << slot != 0,
        Expr::Call(_, args) => args.iter().all(|arg| reads_only(arg, slots)),
        Expr::Float(_, format) => reads_only(format, slots),
        Expr::Width(_) | Expr::Here | Expr::Term(_) => false,
    }
}
