//! The check of rewrites, each by its stated justification.

use term::{Op, Spec, TermId};

use crate::fault::{Checked, require};
use crate::format::{By, Rewrite};
use crate::instance::folded;
use crate::ledger::Ledger;
use crate::normal;
use crate::numbers::is_prepared;

impl Ledger<'_> {
    /// Checks a rewrite and records it.
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
                self.instance(line.context, name, (prepared, to), Some(&parts))
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

    /// Whether an extract of a term is known to equal a piece.
    fn piece(&mut self, context: u32, whole: TermId, offset: u8, width: u8, piece: TermId) -> bool {
        let end = u16::from(offset) + u16::from(width);
        if end > u16::from(self.terms.arena.width(whole)) {
            return false;
        }
        self.makes(context, Spec::extract(offset, width), &[whole], piece)
    }
}
