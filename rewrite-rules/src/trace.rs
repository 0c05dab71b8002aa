//! A record of the builder's rewrites, for independent checking.
//!
//! Invariant: every answer of the builder that differs from the requested term has a [`Rewrite`]
//! here whose reason can be checked by itself, given the rewrites before it. A builder that is
//! not recorded keeps nothing and pays one test of an empty pointer per request.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};
use term::{Arena, Spec, TermId};

/// A request to the builder: an operation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The operation.
    pub spec: Spec,
    pub(crate) args: [TermId; 3],
    pub(crate) count: u8,
}

impl Request {
    /// The operation `spec` on one to three operands.
    pub fn new(spec: Spec, args: &[TermId]) -> Request {
        let none = TermId::from_index(0);
        // A loop would compile to a call of memcpy.
        let padded = match *args {
            [x] => [x, none, none],
            [x, y] => [x, y, none],
            [x, y, z] => [x, y, z],
            _ => [none; 3],
        };
        Request {
            spec,
            args: padded,
            count: args.len() as u8,
        }
    }
    /// The operands.
    pub fn args(&self) -> &[TermId] {
        &self.args[..self.count as usize]
    }
    /// Whether a term is this operation on these operands.
    pub fn is(&self, arena: &Arena, term: TermId) -> bool {
        let node = arena.node(term);
        node.spec() == self.spec && !self.args().is_empty() && node.children() == self.args()
    }
}

impl Hash for Request {
    fn hash<H: Hasher>(&self, h: &mut H) {
        let spec = self.spec;
        h.write_u64(spec.op as u64 | (spec.width as u64) << 8 | (spec.attr as u64) << 16);
        self.args().iter().for_each(|a| h.write_usize(a.index()));
    }
}

/// The justification of a rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// The prepared request is the term itself.
    Preparation,
    /// All operands are constants.
    Folding,
    /// The left side of a rule matched the prepared request.
    Rule {
        /// The rule.
        name: Arc<str>,
        /// The operations of the right side, operands first, with the terms that they became.
        parts: Vec<(Request, TermId)>,
    },
    /// The operands are adjacent pieces of a term, the lower one from bit `offset` on.
    Join {
        /// The term that they are pieces of.
        whole: TermId,
        /// Offset of the lower piece.
        offset: u8,
        /// Widths of the upper and the lower piece.
        widths: [u8; 2],
    },
    /// The lower operand is a concatenation, and its top is adjacent to the upper operand.
    JoinTop {
        /// The term that both are pieces of.
        whole: TermId,
        /// Offset of the lower piece.
        offset: u8,
        /// The piece that joins both.
        joined: TermId,
        /// The top of the lower operand.
        top: TermId,
        /// The part of the lower operand below its top.
        rest: TermId,
        /// Widths of the upper operand and of the top.
        widths: [u8; 2],
    },
    /// The normal form of a term: an equal sum, product, or set of operands.
    Normal {
        /// The term that the rules gave.
        term: TermId,
        /// The requests that built the normal form.
        built: Origins,
    },
}

/// An answer that differs from the requested term.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The rules and ranges in force: 0 for exact rules and any input, otherwise the number of a
    /// context with others.
    pub context: u32,
    /// The request.
    pub request: Request,
    /// The request with operands in canonical order, operands read as floats replaced by simpler
    /// numbers, and an extract moved into concatenations.
    pub prepared: Request,
    /// The answer.
    pub result: TermId,
    /// The justification.
    pub by: By,
}

/// One replacement of every term of a cone.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The context, as in [`Rewrite::context`].
    pub context: u32,
    /// The replaced terms with their replacements, operands first.
    pub map: Vec<(TermId, TermId)>,
}

/// An exact float operation: an integer over a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// The operation.
    pub request: Request,
    /// The term that answered it.
    pub term: TermId,
    /// The integer.
    pub integer: TermId,
    /// The exponent of the power.
    pub shift: i32,
}

/// For each term, the request that it was built for; `None` for a term that existed before a
/// request led to it. Following requests terminates: a term's operands existed before it.
pub type Origins = FxHashMap<TermId, Option<Request>>;

/// The record of a builder, in the order of its answers.
#[derive(Debug)]
pub struct Trace {
    /// Answers that differ from the requested term, without duplicates.
    pub rewrites: Vec<Rewrite>,
    /// Replacements of whole cones, until they are taken.
    pub passes: Vec<Pass>,
    /// Exact float operations, until they are taken.
    pub exact: Vec<Exact>,
    /// Exact floats with the converted integers that they became.
    pub settled: Vec<(TermId, TermId)>,
    /// The origins of terms, if they are collected.
    pub origins: Option<Origins>,
    /// One-bit requests over inputs that were answered with a constant.
    pub conditions: Vec<(Request, TermId)>,
    /// The latest request, in prepared form.
    pub(crate) prepared: Request,
    known: FxHashSet<(u32, Request, TermId)>,
    context: u32,
    contexts: u32,
    /// Right sides under construction: the prepared request, and the terms that its operations
    /// became.
    open: Vec<(Request, Vec<(Request, TermId)>)>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            rewrites: Vec::new(),
            passes: Vec::new(),
            exact: Vec::new(),
            settled: Vec::new(),
            origins: None,
            conditions: Vec::new(),
            prepared: Request::new(Spec::int(term::Op::Const, 1), &[]),
            known: FxHashSet::default(),
            context: 0,
            contexts: 0,
            open: Vec::new(),
        }
    }
}

impl Trace {
    /// The number of the latest context.
    pub fn latest_context(&self) -> u32 {
        self.contexts
    }

    /// Records the answer to a request from outside of the builder.
    pub(crate) fn asked(&mut self, arena: &Arena, request: Request, result: TermId) {
        let constant = |term: &TermId| arena.constant_value(*term).is_some();
        if request.spec.width == 1 && constant(&result) && !request.args().iter().all(constant) {
            self.conditions.push((request, result));
        }
        if let Some(origins) = &mut self.origins {
            for arg in request.args() {
                origins.entry(*arg).or_insert(None);
            }
            origins.entry(result).or_insert(Some(request));
        }
    }

    /// Records the answer to a request that no rule rewrote.
    pub(crate) fn answered(&mut self, arena: &Arena, request: Request, result: TermId) {
        if request.is(arena, result) {
            return;
        }
        let prepared = self.prepared;
        let extract = prepared.spec.op == term::Op::Extract && prepared.args[0] == result;
        let by = match prepared.is(arena, result) || extract {
            true => By::Preparation,
            false => By::Folding,
        };
        self.add(arena, request, prepared, result, by);
    }

    /// Records an answer with a justification other than a rule.
    pub(crate) fn rewrite(&mut self, arena: &Arena, request: Request, result: TermId, by: By) {
        self.add(arena, request, request, result, by);
    }

    fn add(&mut self, arena: &Arena, request: Request, prepared: Request, result: TermId, by: By) {
        if !request.is(arena, result) && self.known.insert((self.context, request, result)) {
            self.rewrites.push(Rewrite {
                context: self.context,
                request,
                prepared,
                result,
                by,
            });
        }
    }

    /// Begins a right side.
    pub(crate) fn open(&mut self) {
        self.open.push((self.prepared, Vec::new()));
    }
    /// Records the request of an operation of the top right side.
    pub(crate) fn begin_part(&mut self, request: Request) {
        if let Some((_, parts)) = self.open.last_mut() {
            parts.push((request, request.args[0]));
        }
    }
    /// Records the term that the latest operation became.
    pub(crate) fn end_part(&mut self, built: Option<&TermId>) {
        let last = self.open.last_mut().and_then(|(_, parts)| parts.last_mut());
        if let (Some((_, part)), Some(&built)) = (last, built) {
            *part = built;
        }
    }
    /// Completes the top right side.
    pub(crate) fn close(
        &mut self,
        arena: &Arena,
        request: Request,
        result: TermId,
        rule: &Arc<str>,
    ) {
        if let Some((prepared, parts)) = self.open.pop() {
            let name = rule.clone();
            self.add(arena, request, prepared, result, By::Rule { name, parts });
        }
    }
    /// Abandons the top right side.
    pub(crate) fn drop_open(&mut self) {
        self.open.pop();
    }

    /// Enters a context with other rules and ranges.
    pub(crate) fn enter(&mut self) {
        self.contexts += 1;
        self.context = self.contexts;
    }
    /// Returns to the context of the exact rules.
    pub(crate) fn leave(&mut self) {
        self.context = 0;
    }

    /// Records the replacement of a whole cone.
    pub fn pass(&mut self, terms: &[TermId], mapped: &[TermId]) {
        let changed = terms.iter().zip(mapped).filter(|(a, b)| a != b);
        self.passes.push(Pass {
            context: self.context,
            map: changed.map(|(a, b)| (*a, *b)).collect(),
        });
    }
}
