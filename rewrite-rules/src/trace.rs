//! What a builder did, kept so that somebody else can check it.
//!
//! Invariant: every answer of the builder that is not the very term it was
//! asked for has a [`Rewrite`] here whose reason can be checked by itself,
//! given the rewrites before it. A builder that is not recorded keeps nothing
//! and pays one test of an empty pointer a request.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};
use term::{Arena, Spec, TermId};

/// A request: what to build from which operands.
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
        // A loop would become a call that copies.
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
    /// Whether this is what a term is made of.
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

/// Why a request was answered with a term.
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
        /// The operations of the right side, operands first, and what each
        /// became.
        parts: Vec<(Request, TermId)>,
    },
    /// Two neighbouring pieces of a term, the lower one from bit `offset` on.
    Join {
        /// What they are pieces of.
        whole: TermId,
        /// Where the lower one starts.
        offset: u8,
        /// Widths of the upper and the lower one.
        widths: [u8; 2],
    },
    /// The same where the lower operand is a concatenation and only its top is
    /// a neighbour: `joined` is the piece of both.
    JoinTop {
        /// What they are pieces of.
        whole: TermId,
        /// Where the lower one starts.
        offset: u8,
        /// The piece of both.
        joined: TermId,
        /// The top of the lower operand.
        top: TermId,
        /// What is below the top.
        rest: TermId,
        /// Widths of the upper operand and of the top.
        widths: [u8; 2],
    },
    /// The normal form of a term: the same sum, product, set of operands.
    Normal {
        /// The term, as the rules leave it.
        term: TermId,
        /// How the normal form was built.
        built: Origins,
    },
}

/// An answer that is not the request as it is.
#[derive(Clone, Debug)]
pub struct Rewrite {
    /// The rules and ranges in force: 0 for exact rules and any input, else the
    /// number of a call with others.
    pub context: u32,
    /// What was asked for.
    pub request: Request,
    /// The same with operands in order, as numbers where they are read as
    /// floats, and an extract moved into concatenations.
    pub prepared: Request,
    /// The answer.
    pub result: TermId,
    /// Why.
    pub by: By,
}

/// One replacement of every term of a cone.
#[derive(Clone, Debug)]
pub struct Pass {
    /// As in [`Rewrite::context`].
    pub context: u32,
    /// Terms, operands first, that became another one.
    pub map: Vec<(TermId, TermId)>,
}

/// A float operation that rounds nothing: an integer over a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    /// The operation.
    pub request: Request,
    /// What it was answered with.
    pub term: TermId,
    /// The integer.
    pub integer: TermId,
    /// The exponent of the power.
    pub shift: i32,
}

/// The first request that each term answered; nothing for terms that came from
/// elsewhere before they were an answer. Following requests ends: a term's
/// operands were there before it.
pub type Origins = FxHashMap<TermId, Option<Request>>;

/// The answers of a builder, in the order in which they were given.
#[derive(Debug)]
pub struct Trace {
    /// Answers that were not what was asked for; none occurs twice.
    pub rewrites: Vec<Rewrite>,
    /// Replacements of whole cones, until somebody takes them.
    pub passes: Vec<Pass>,
    /// Exact floats, until somebody takes them.
    pub exact: Vec<Exact>,
    /// Exact floats and the converted integers that they became.
    pub settled: Vec<(TermId, TermId)>,
    /// Collects where terms come from, while there is one.
    pub origins: Option<Origins>,
    /// Requests for one bit over inputs that were answered with a constant.
    pub conditions: Vec<(Request, TermId)>,
    /// The request last looked at, as it was matched.
    pub(crate) prepared: Request,
    known: FxHashSet<(u32, Request, TermId)>,
    context: u32,
    contexts: u32,
    /// Right sides under construction: the request as it was matched, and what
    /// its parts became.
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

    /// A request from outside was answered.
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

    /// A request was answered without a rule.
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

    /// A request was answered for another reason than a rule.
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

    /// A right side is begun.
    pub(crate) fn open(&mut self) {
        self.open.push((self.prepared, Vec::new()));
    }
    /// An operation of the right side on top is asked for.
    pub(crate) fn begin_part(&mut self, request: Request) {
        if let Some((_, parts)) = self.open.last_mut() {
            parts.push((request, request.args[0]));
        }
    }
    /// It became a term.
    pub(crate) fn end_part(&mut self, built: Option<&TermId>) {
        let last = self.open.last_mut().and_then(|(_, parts)| parts.last_mut());
        if let (Some((_, part)), Some(&built)) = (last, built) {
            *part = built;
        }
    }
    /// The right side on top is complete.
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
    /// The right side on top is given up.
    pub(crate) fn drop_open(&mut self) {
        self.open.pop();
    }

    /// Other rules and ranges are in force from here on.
    pub(crate) fn enter(&mut self) {
        self.contexts += 1;
        self.context = self.contexts;
    }
    /// The exact rules are in force again.
    pub(crate) fn leave(&mut self) {
        self.context = 0;
    }

    /// A whole cone was replaced.
    pub fn pass(&mut self, terms: &[TermId], mapped: &[TermId]) {
        let changed = terms.iter().zip(mapped).filter(|(a, b)| a != b);
        self.passes.push(Pass {
            context: self.context,
            map: changed.map(|(a, b)| (*a, *b)).collect(),
        });
    }
}
