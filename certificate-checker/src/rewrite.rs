//! Rewrites, each checked by the reason that it gives.

use rewrite_rules::expr::Func;
use rewrite_rules::meaning::{Make, make_spec, right_side};
use rewrite_rules::pattern::Expr;
use rewrite_rules::{Assumptions, Rule};
use term::{Op, Outcomes, Spec, TermId};

use crate::fault::{Checked, Fault, not_checked, rejected, require};
use crate::format::{By, Rewrite};
use crate::instance::{Match, Setting, folded};
use crate::ledger::{EXACT, Ledger};
use crate::normal;
use crate::numbers::is_prepared;

impl Ledger<'_> {
    /// Checks a rewrite and enters it.
    pub(crate) fn rewrite(&mut self, line: &Rewrite) -> Checked {
        let (from, to) = (self.terms.get(line.from)?, self.terms.get(line.to)?);
        let prepared = line.prepared.map_or(Ok(from), |p| self.terms.get(p))?;
        self.facts(line.context)?;
        let arena = &self.terms.arena;
        let sorted = arena.width(from) == arena.width(to);
        require(sorted, || "a rewrite changes the width".into())?;
        require(is_prepared(arena, from, prepared), || {
            "the prepared term is another one".into()
        })?;
        self.reason(line, prepared, to)?;
        self.enter(line.context, from, to);
        self.enter(line.context, prepared, to);
        Ok(())
    }

    fn reason(&mut self, line: &Rewrite, prepared: TermId, to: TermId) -> Checked {
        let arena = &self.terms.arena;
        match &line.by {
            By::Preparation => {
                let node = arena.node(prepared);
                let whole = node.op() == Op::Extract
                    && node.child(0) == to
                    && node.spec().offset() == 0
                    && node.width() == arena.width(to);
                require(prepared == to || whole, || {
                    "the answer is another term".into()
                })
            }
            By::Folding => {
                let value = folded(arena, prepared);
                let right = value.is_some() && value == arena.constant_value(to);
                require(right, || "the operation gives another constant".into())
            }
            By::Rule { name, parts } => {
                let parts = self.terms.all(parts)?;
                self.instance(line.context, name, prepared, to, &parts)
            }
            By::Join { whole, offset } => {
                let whole = self.terms.get(*whole)?;
                self.join(line.context, prepared, to, whole, *offset)
            }
            By::JoinTop {
                whole,
                offset,
                joined,
            } => {
                let (whole, joined) = (self.terms.get(*whole)?, self.terms.get(*joined)?);
                self.join_top(line.context, prepared, to, (whole, *offset, joined))
            }
            By::Normal { raw, built } => {
                let (raw, built) = (self.terms.get(*raw)?, self.terms.pairs(built)?);
                let known = self.build(line.context, &built)?;
                let value = known.get(&raw).copied().unwrap_or(raw);
                require(value == to, || "the normal form is another term".into())?;
                let facts = &mut self.contexts[line.context as usize];
                normal::same(&self.terms.arena, facts, prepared, raw)
            }
        }
    }

    /// Whether `to` is what a rule makes of `from`.
    fn instance(
        &mut self,
        context: u32,
        name: &str,
        from: TermId,
        to: TermId,
        parts: &[TermId],
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
        require(assumed.allow_rule(rule), || {
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

    /// Builds the right side of a match; each operation has become a part.
    fn right_side(
        &mut self,
        context: u32,
        rule: &Rule,
        way: &Match,
        to: TermId,
        parts: &[TermId],
    ) -> Checked {
        let name = &rule.name;
        let mut parts = parts.iter().copied();
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
                    let (Some(spec), Some(part)) = (spec, parts.next()) else {
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
        let right = stack.pop() == Some(to) && stack.is_empty() && parts.next().is_none();
        require(right, || format!("`{name}` makes another term"))
    }

    /// Whether an operation of a right side became a part. Which outcomes of a
    /// comparison are infeasible is for the facts to say, not how many of them
    /// a rule took out.
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

    fn join(
        &mut self,
        context: u32,
        from: TermId,
        to: TermId,
        whole: TermId,
        offset: u8,
    ) -> Checked {
        let node = *self.terms.arena.node(from);
        require(node.op() == Op::Concat, || {
            "only concatenations are joined".into()
        })?;
        let (high, low) = (node.child(0), node.child(1));
        self.neighbours(context, high, low, whole, offset)?;
        let joined = self.piece(context, whole, offset, node.width(), to);
        require(joined, || "the joined piece is another term".into())
    }

    fn join_top(
        &mut self,
        context: u32,
        from: TermId,
        to: TermId,
        (whole, offset, joined): (TermId, u8, TermId),
    ) -> Checked {
        let arena = &self.terms.arena;
        let node = *arena.node(from);
        let inner = *arena.node(node.children().get(1).copied().unwrap_or(from));
        let nested = node.op() == Op::Concat && inner.op() == Op::Concat;
        require(nested, || "only concatenations are joined".into())?;
        let (high, top, rest) = (node.child(0), inner.child(0), inner.child(1));
        let width = arena.width(high) + arena.width(top);
        self.neighbours(context, high, top, whole, offset)?;
        let piece = self.piece(context, whole, offset, width, joined);
        let made = piece && self.makes(context, node.spec(), &[joined, rest], to);
        require(made, || "the joined piece is another term".into())
    }

    fn neighbours(
        &mut self,
        context: u32,
        high: TermId,
        low: TermId,
        whole: TermId,
        offset: u8,
    ) -> Checked {
        let (h, l) = (self.terms.arena.width(high), self.terms.arena.width(low));
        let both = self.piece(context, whole, offset, l, low)
            && self.piece(context, whole, offset.saturating_add(l), h, high);
        require(both, || "these are no neighbouring pieces".into())
    }

    /// Whether bits of a term are known to be another term. An extract of a
    /// concatenation that holds them says so too.
    fn piece(&mut self, context: u32, whole: TermId, offset: u8, width: u8, piece: TermId) -> bool {
        let end = u16::from(offset) + u16::from(width);
        if end > u16::from(self.terms.arena.width(whole)) {
            return false;
        }
        self.makes(context, Spec::extract(offset, width), &[whole], piece)
    }
}

/// Whether a guard only says that a rule would be of no use: that a fact is
/// *not known*. Facts say nothing when they are not known, so no rule can need
/// that to hold.
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
