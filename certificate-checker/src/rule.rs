//! Instances of rules: both sides match and the guards hold.

use rewrite_rules::expr::Func;
use rewrite_rules::meaning::{Make, make_spec, right_side};
use rewrite_rules::pattern::Expr;
use rewrite_rules::{Assumptions, Rule};
use term::{Op, Outcomes, Spec, TermId};

use crate::fault::{Checked, Fault, not_checked, rejected, require};
use crate::instance::{Match, Setting};
use crate::ledger::{EXACT, Ledger};
use crate::terms::well_sorted;

impl Ledger<'_> {
    /// Checks that a rule rewrites `from` to `to`. Each operation of the right side became one
    /// of `parts`; without `parts`, it occurs exactly as written.
    pub(crate) fn instance(
        &mut self,
        context: u32,
        name: &str,
        (from, to): (TermId, TermId),
        parts: Option<&[TermId]>,
    ) -> Checked {
        let Some(rule) = self.rule(name) else {
            return not_checked(format!("there is no rule `{name}`"));
        };
        let exact = context == EXACT;
        let assumed = if exact {
            Assumptions::default()
        } else {
            self.assumptions
        };
        require(assumed.allow(rule.tiers), || {
            format!("`{name}` needs assumptions that are not made")
        })?;
        let facts = &mut self.contexts[context as usize];
        let mut setting = Setting {
            arena: &self.terms.arena,
            facts,
        };
        let ways = setting.matches(&rule.lhs, from);
        require(!ways.is_empty(), || format!("`{name}` does not match"))?;
        let mut worst = Ok(());
        for way in ways {
            let facts = &mut self.contexts[context as usize];
            let mut setting = Setting {
                arena: &self.terms.arena,
                facts,
            };
            let mut guards = rule.guards.iter().filter(|g| !only_prefers(g));
            let outcome = match guards.all(|guard| setting.eval(guard, &way) == Some(1)) {
                false => not_checked(format!("a guard of `{name}` is not known to hold")),
                true => self.right_side(context, rule, &way, to, parts),
            };
            match outcome {
                Ok(()) => return Ok(()),
                Err(fault) => {
                    if !matches!(worst, Err(Fault::NotChecked(_))) {
                        worst = Err(fault);
                    }
                }
            }
        }
        worst
    }

    /// Builds the right side of a match and compares it with `to`.
    fn right_side(
        &mut self,
        context: u32,
        rule: &Rule,
        way: &Match,
        to: TermId,
        parts: Option<&[TermId]>,
    ) -> Checked {
        let name = &rule.name;
        let mut parts = parts.map(|parts| parts.iter().copied());
        let mut stack: Vec<TermId> = Vec::new();
        for make in right_side(rule) {
            let facts = &mut self.contexts[context as usize];
            let mut setting = Setting {
                arena: &self.terms.arena,
                facts,
            };
            let made = match make {
                Make::Var(slot) => way.terms.get(usize::from(slot)).copied().flatten(),
                Make::Const { width, value } => {
                    let (width, value) = (setting.eval(&width, way), setting.eval(&value, way));
                    match width.filter(|w| (1..=128).contains(w)).zip(value) {
                        Some((w, v)) => Some(self.terms.arena.constant(w as u8, v)),
                        None => None,
                    }
                }
                Make::Node {
                    op,
                    attributes,
                    arity,
                } => {
                    let attributes: Option<Vec<u128>> =
                        attributes.iter().map(|a| setting.eval(a, way)).collect();
                    let args = stack.split_off(stack.len().saturating_sub(arity));
                    let arena = &self.terms.arena;
                    let widths: Vec<u8> = args.iter().map(|&a| arena.width(a)).collect();
                    let spec = attributes.and_then(|a| make_spec(op, &a, &widths));
                    let written = spec.filter(|&s| parts.is_none() && well_sorted(s, &widths));
                    let part = match (written, &mut parts) {
                        (Some(spec), _) => Some(self.terms.arena.term(spec, &args)),
                        (None, Some(parts)) => parts.next(),
                        (None, None) => None,
                    };
                    let (Some(spec), Some(part)) = (spec, part) else {
                        return rejected(format!("the right side of `{name}` is incomplete"));
                    };
                    require(self.part(context, spec, &args, part), || {
                        format!("a part of the right side of `{name}` is another term")
                    })?;
                    Some(part)
                }
            };
            match made {
                Some(made) => stack.push(made),
                None => return rejected(format!("the right side of `{name}` is unknown")),
            }
        }
        let all = parts.is_none_or(|mut parts| parts.next().is_none());
        let right = stack.pop() == Some(to) && stack.is_empty() && all;
        require(right, || format!("`{name}` makes another term"))
    }

    /// Whether an operation of a right side became a part. For a comparison, the outcome sets
    /// may differ in infeasible outcomes, however many of them a rule has removed.
    fn part(&mut self, context: u32, spec: Spec, args: &[TermId], part: TermId) -> bool {
        if self.makes(context, spec, args, part) {
            return true;
        }
        if spec.op != Op::FCmp {
            return false;
        }
        let format = spec.format();
        let arena = &self.terms.arena;
        let facts = &mut self.contexts[context as usize];
        let mut of = |term| facts.float(arena, format, term).facts();
        let feasible = of(args[0]).feasible(&of(args[1]));
        let seen = |set: Outcomes| set.intersect(feasible);
        (0..16).map(Outcomes::from_bits).any(|set| {
            seen(set) == seen(spec.outcomes())
                && self.makes(context, Spec::fcmp(format, set), args, part)
        })
    }
}

/// Whether a guard only states that a rule would be useless, namely that a fact is *not known*.
/// No rule can depend on that, since unknown facts imply nothing.
fn only_prefers(guard: &Expr) -> bool {
    let Expr::Call(Func::Not, inner) = guard else {
        return false;
    };
    let facts = [
        Func::AllFeasible,
        Func::FitsUnsigned,
        Func::FitsSigned,
        Func::NarrowingClamp,
        Func::SameTerms,
        Func::IsConstant,
    ];
    matches!(inner.first(), Some(Expr::Call(func, _)) if facts.contains(func))
}
