//! The terms of a certificate: copied from the run's arena, together with the
//! requests that it never stored.

use rewrite_rules::trace::{Origins, Request};
use rustc_hash::FxHashMap;
use term::{Arena, BufferId, FunctionId, Op, Spec, SymbolId, TermId};

/// Copies of terms, in an arena of their own.
#[derive(Default)]
pub(super) struct Export {
    /// The copies.
    pub(super) arena: Arena,
    copies: FxHashMap<TermId, TermId>,
    buffers: FxHashMap<BufferId, BufferId>,
    /// The symbol that each of the copies stands for.
    pub(super) symbols: Vec<SymbolId>,
}

/// A request and the term that it was answered with, in a context.
pub(super) type Need = (u32, Request, TermId);

/// What following requests back from a term gives.
#[derive(Default)]
pub(super) struct Expansion {
    /// Terms as they were asked for.
    raw: FxHashMap<TermId, TermId>,
    /// Those that differ from their answer, operands first.
    pub(super) pairs: Vec<(TermId, TermId)>,
}

impl Export {
    /// The copy of a term.
    pub(super) fn copy(&mut self, from: &Arena, root: TermId) -> TermId {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if self.copies.contains_key(&term) {
                open.pop();
                continue;
            }
            let children = from.node(term).children();
            let missing = children.iter().filter(|c| !self.copies.contains_key(c));
            let before = open.len();
            open.extend(missing);
            if open.len() == before {
                let copy = self.copy_node(from, term);
                self.copies.insert(term, copy);
            }
        }
        self.copies[&root]
    }

    /// The copy of a term that has one.
    pub(super) fn copied(&self, term: TermId) -> Option<&TermId> {
        self.copies.get(&term)
    }

    fn copy_node(&mut self, from: &Arena, term: TermId) -> TermId {
        let node = *from.node(term);
        if let Some(value) = from.constant_value(term) {
            return self.arena.constant(node.width(), value);
        }
        if let Some(id) = from.symbol_id(term) {
            let symbol = from.symbol(id);
            let arena = &mut self.arena;
            let buffer = *self
                .buffers
                .entry(symbol.buffer)
                .or_insert_with(|| arena.add_buffer(from.buffer(symbol.buffer).clone()));
            self.symbols.push(id);
            return self.arena.add_symbol(buffer, symbol.offset, node.width());
        }
        let children: Vec<TermId> = node.children().iter().map(|c| self.copies[c]).collect();
        self.make(from, node.spec(), &children)
    }

    /// An operation on copies.
    pub(super) fn make(&mut self, from: &Arena, spec: Spec, args: &[TermId]) -> TermId {
        if spec.op == Op::Apply {
            let name = from.function_name(FunctionId(spec.attr));
            return self.arena.call(name, spec.width, args);
        }
        self.arena.term(spec, args)
    }

    /// A request as a term.
    pub(super) fn request(&mut self, from: &Arena, request: &Request) -> TermId {
        let args: Vec<TermId> = request.args().iter().map(|&a| self.copy(from, a)).collect();
        self.make(from, request.spec, &args)
    }

    /// A term as it was asked for, all the way back. What was answered on the
    /// way is `needed` in the context.
    pub(super) fn expand(
        &mut self,
        from: &Arena,
        origins: &Origins,
        root: TermId,
        expansion: &mut Expansion,
        (context, needed): (u32, &mut Vec<Need>),
    ) -> TermId {
        let mut open = vec![root];
        while let Some(&term) = open.last() {
            if expansion.raw.contains_key(&term) {
                open.pop();
                continue;
            }
            let Some(Some(request)) = origins.get(&term) else {
                let copy = self.copy(from, term);
                expansion.raw.insert(term, copy);
                continue;
            };
            let args = request.args();
            let missing = args.iter().filter(|a| !expansion.raw.contains_key(a));
            let before = open.len();
            open.extend(missing);
            if open.len() > before {
                continue;
            }
            let args: Vec<TermId> = args.iter().map(|a| expansion.raw[a]).collect();
            let raw = self.make(from, request.spec, &args);
            let value = self.copy(from, term);
            if raw != value {
                expansion.pairs.push((raw, value));
                needed.push((context, *request, term));
            }
            expansion.raw.insert(term, raw);
        }
        expansion.raw[&root]
    }
}

/// The number of a copied term in the certificate.
pub(super) fn number(copy: TermId) -> u32 {
    copy.index() as u32
}

/// The numbers of pairs.
pub(super) fn pairs(pairs: &[(TermId, TermId)]) -> Vec<(u32, u32)> {
    pairs.iter().map(|&(a, b)| (number(a), number(b))).collect()
}
