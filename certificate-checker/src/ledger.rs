//! Equalities that have been checked, and the checking of one more.
//!
//! Invariant: every pair in the ledger is equal for every input that its
//! context admits, as far as the rules of the table hold.

use rewrite_rules::expr::Func;
use rewrite_rules::meaning::{Make, make_spec, right_side};
use rewrite_rules::pattern::Expr;
use rewrite_rules::{Assumptions, Rule, RuleSet};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Arena, Format, Op, Outcomes, Spec, TermId};

use crate::facts::Facts;
use crate::fault::{Checked, Fault, malformed, not_checked, rejected, require};
use crate::format::{By, Rewrite};
use crate::instance::{Match, Setting, folded};
use crate::normal;
use crate::terms::{Bounds, Terms};

/// Everything that has been checked so far.
pub(crate) struct Ledger<'a> {
    pub terms: Terms,
    pub assumptions: Assumptions,
    rules: FxHashMap<&'a str, &'a Rule>,
    /// Facts by context; context 0 is first.
    pub contexts: Vec<Facts>,
    /// What a term was rewritten to, and in which context.
    rewrites: FxHashMap<TermId, Vec<(u32, TermId)>>,
    /// What a term as executed stands for.
    executed: FxHashMap<TermId, TermId>,
    /// The same in order, operands first.
    order: Vec<TermId>,
    /// Terms as executed that an obligation is about.
    used: FxHashSet<TermId>,
}

/// The context of exact rules and any input.
pub(crate) const EXACT: u32 = 0;
/// The context of the assumptions and the ranges of the inputs.
pub(crate) const ASSUMED: u32 = 1;

impl<'a> Ledger<'a> {
    pub(crate) fn new(rules: &'a RuleSet, assumptions: Assumptions) -> Ledger<'a> {
        Ledger {
            terms: Terms::default(),
            assumptions,
            rules: rules.rules.iter().map(|r| (r.name.as_str(), r)).collect(),
            contexts: vec![Facts::default()],
            rewrites: FxHashMap::default(),
            executed: FxHashMap::default(),
            order: Vec::new(),
            used: FxHashSet::default(),
        }
    }

    /// Adds context 1 once all symbols are known, then one with more ranges.
    pub(crate) fn add_context(&mut self, more: &[(TermId, Bounds)]) -> Checked {
        let mut ranges = self.terms.ranges.clone();
        for &(term, bounds) in more {
            let Some(id) = self.terms.arena.symbol_id(term) else {
                return malformed("only symbols have ranges");
            };
            ranges.insert(id, bounds);
        }
        self.contexts.push(Facts::new(self.assumptions, ranges));
        Ok(())
    }

    fn facts(&mut self, context: u32) -> Checked<&mut Facts> {
        match self.contexts.get_mut(context as usize) {
            Some(facts) => Ok(facts),
            None => malformed(format!("there is no context {context}")),
        }
    }

    /// Whether a term is known to equal another one in a context, by itself or
    /// by one or two rewrites.
    pub(crate) fn equal(&self, context: u32, from: TermId, to: TermId) -> bool {
        self.answers(context, from).any(|t| t == to)
            || self
                .answers(context, from)
                .any(|middle| self.answers(context, middle).any(|t| t == to))
    }

    fn answers(&self, context: u32, from: TermId) -> impl Iterator<Item = TermId> {
        let holds = move |c: u32| c == EXACT || c == context || c == ASSUMED && context > ASSUMED;
        let known = self.rewrites.get(&from).into_iter().flatten();
        let known = known.filter(move |(c, _)| holds(*c)).map(|(_, to)| *to);
        std::iter::once(from).chain(known)
    }

    /// Whether an operation on terms is known to equal a term.
    pub(crate) fn makes(&mut self, context: u32, spec: Spec, args: &[TermId], to: TermId) -> bool {
        let from = self.terms.arena.term(spec, args);
        self.equal(context, from, to)
    }

    /// Checks that a term as executed, over what its operands stand for, is
    /// known to equal a term, and remembers it.
    pub(crate) fn execute(&mut self, raw: TermId, value: TermId) -> Checked {
        self.stands(EXACT, raw, value, None)?;
        self.order.push(raw);
        match self.executed.insert(raw, value) {
            Some(other) if other != value => rejected("a term as executed with two answers"),
            _ => Ok(()),
        }
    }

    /// What a term as executed stands for.
    pub(crate) fn value(&self, raw: TermId) -> TermId {
        self.executed.get(&raw).copied().unwrap_or(raw)
    }

    /// What a term as executed stands for that an obligation is about.
    pub(crate) fn obliged(&mut self, raw: TermId) -> TermId {
        self.used.insert(raw);
        self.value(raw)
    }

    /// Whether every term as executed is part of an obligation: one that is
    /// not was in an obligation that now says something else.
    pub(crate) fn all_used(&mut self) -> bool {
        let arena = &self.terms.arena;
        for raw in self.order.iter().rev() {
            if !self.used.contains(raw) {
                return false;
            }
            self.used.extend(arena.node(*raw).children());
        }
        true
    }

    /// Checks parts in order; gives what each stands for.
    pub(crate) fn build(
        &mut self,
        context: u32,
        built: &[(TermId, TermId)],
    ) -> Checked<FxHashMap<TermId, TermId>> {
        let mut known = FxHashMap::default();
        for &(raw, value) in built {
            self.stands(context, raw, value, Some(&known))?;
            known.insert(raw, value);
        }
        Ok(known)
    }

    fn stands(
        &mut self,
        context: u32,
        raw: TermId,
        value: TermId,
        built: Option<&FxHashMap<TermId, TermId>>,
    ) -> Checked {
        let node = *self.terms.arena.node(raw);
        if node.children().is_empty() {
            return require(raw == value, || "a leaf stands for itself".into());
        }
        let known = |arg: &TermId| match built {
            None => self.value(*arg),
            Some(built) => built.get(arg).copied().unwrap_or(*arg),
        };
        let args: Vec<TermId> = node.children().iter().map(known).collect();
        let holds = self.makes(context, node.spec(), &args, value);
        require(holds, || "no rewrite leads to this answer".into())
    }

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

    fn enter(&mut self, context: u32, from: TermId, to: TermId) {
        let known = self.rewrites.entry(from).or_default();
        if from != to && !known.contains(&(context, to)) {
            known.push((context, to));
        }
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
        let Some(&rule) = self.rules.get(name) else {
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

/// Whether a term is another one with an extract moved into concatenations,
/// operands of a commutative operation in another order, and operands that are
/// read as floats replaced by the same numbers.
fn is_prepared(arena: &Arena, from: TermId, to: TermId) -> bool {
    if from == to {
        return true;
    }
    let (a, b) = (arena.node(from), arena.node(to));
    if a.op() == Op::Extract && b.op() == Op::Extract && a.width() == b.width() {
        return moved_inside(arena, from) == moved_inside(arena, to);
    }
    if a.spec() != b.spec() || a.children().len() != b.children().len() {
        return false;
    }
    let format = a.spec().operand_format();
    let same = |x: TermId, y: TermId| x == y || format.is_some_and(|f| same_number(arena, f, x, y));
    let (x, y) = (a.children(), b.children());
    let straight = x.iter().zip(y).all(|(&x, &y)| same(x, y));
    straight || a.op().is_commutative() && same(x[0], y[1]) && same(x[1], y[0])
}

/// The innermost operand of concatenations that holds all bits of an extract,
/// and where.
fn moved_inside(arena: &Arena, extract: TermId) -> (TermId, u8) {
    let node = arena.node(extract);
    let (mut term, mut offset) = (node.child(0), node.spec().offset());
    loop {
        let inner = arena.node(term);
        if inner.op() != Op::Concat {
            return (term, offset);
        }
        let low = arena.width(inner.child(1));
        if offset >= low {
            (term, offset) = (inner.child(0), offset - low);
        } else if u16::from(offset) + u16::from(node.width()) <= u16::from(low) {
            term = inner.child(1);
        } else {
            return (term, offset);
        }
    }
}

/// Whether two terms are the same number of a format, or both NaNs, for the
/// reason that they differ in conversions of the format to itself only, below
/// selects, negations and absolute values.
pub(crate) fn same_number(arena: &Arena, format: Format, a: TermId, b: TermId) -> bool {
    let mut open = vec![(a, b)];
    let mut seen = FxHashSet::default();
    while let Some((a, b)) = open.pop() {
        let (a, b) = (stripped(arena, format, a), stripped(arena, format, b));
        if a == b || !seen.insert((a, b)) {
            continue;
        }
        let (x, y) = (arena.node(a), arena.node(b));
        let same_arms = |t: TermId| {
            let node = arena.node(t);
            (node.op() == Op::Select).then(|| (node.child(1), node.child(2)))
        };
        // Arms that are the same number need no condition.
        if x.op() == Op::Select && y.op() != Op::Select {
            let (c, d) = same_arms(a).unwrap_or((a, a));
            open.extend([(c, b), (d, b)]);
            continue;
        }
        if y.op() == Op::Select && x.op() != Op::Select {
            let (c, d) = same_arms(b).unwrap_or((b, b));
            open.extend([(a, c), (a, d)]);
            continue;
        }
        if x.spec() != y.spec() {
            return false;
        }
        let masked = |mask: u128| {
            let same = x.child(1) == y.child(1);
            same && arena.constant_value(x.child(1)) == Some(mask)
        };
        match x.op() {
            Op::Select if x.child(0) == y.child(0) => {
                open.extend([(x.child(1), y.child(1)), (x.child(2), y.child(2))]);
            }
            Op::Xor if masked(format.sign_mask()) => open.push((x.child(0), y.child(0))),
            Op::And if masked(format.sign_mask() - 1) => open.push((x.child(0), y.child(0))),
            _ => return false,
        }
    }
    true
}

/// A term without conversions of the format to itself around it.
fn stripped(arena: &Arena, format: Format, mut term: TermId) -> TermId {
    loop {
        let node = arena.node(term);
        let spec = node.spec();
        let converts = spec.op == Op::FConvert && spec.source_format() == spec.format();
        if !converts || spec.format() != format {
            return term;
        }
        term = node.child(0);
    }
}
