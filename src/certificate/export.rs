//! The terms of a certificate: copied from the run's arena, together with requests whose raw
//! terms the run never stored.

use rewrite_rules::trace::{Origins, Request};
use rustc_hash::FxHashMap;
use term::{Arena, BufferId, FunctionId, Op, Spec, SymbolId, TermId};

/// Copies of terms, in a separate arena.
#[derive(Default)]
pub(super) struct Export {
    /// The arena of the copies.
    pub(super) arena: Arena,
    copies: FxHashMap<TermId, TermId>,
    buffers: FxHashMap<BufferId, BufferId>,
    /// The original symbol of each copied symbol.
    pub(super) symbols: Vec<SymbolId>,
}

/// A needed rewrite: the context, the request, and the term that answered it.
pub(super) type Need = (u32, Request, TermId);

/// The result of expanding terms into the requests that made them.
#[derive(Default)]
pub(super) struct Expansion {
    /// For each term, its raw form as requested.
    raw: FxHashMap<TermId, TermId>,
    /// The raw forms that differ from their answers, with the answers, operands first.
    pub(super) pairs: Vec<(TermId, TermId)>,
}

impl Export {
    /// Copies a term with everything below it.
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

    /// The copy of a term, if it was copied.
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

    /// Builds an operation on copies.
    pub(super) fn make(&mut self, from: &Arena, spec: Spec, args: &[TermId]) -> TermId {
        if spec.op == Op::Apply {
            let name = from.function_name(FunctionId(spec.attr));
            return self.arena.call(name, spec.width, args);
        }
        self.arena.term(spec, args)
    }

    /// Builds a request as a term.
    pub(super) fn request(&mut self, from: &Arena, request: &Request) -> TermId {
        let args: Vec<TermId> = request.args().iter().map(|&a| self.copy(from, a)).collect();
        self.make(from, request.spec, &args)
    }

    /// Expands a term into its raw form, all the way back to inputs. Every answer that differs
    /// from its raw form becomes `needed` in the context.
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

/// Pairs of copied terms, as numbers.
pub(super) fn pairs(pairs: &[(TermId, TermId)]) -> Vec<(u32, u32)> {
    pairs.iter().map(|&(a, b)| (number(a), number(b))).collect()
}
