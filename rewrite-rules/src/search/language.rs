//! The language of the e-graph: e-nodes for terms and for rules' operators with their
//! attributes, and the analysis of classes.

use egg::{DidMerge, EGraph, Id, Language};
use term::{Op, Spec, TermId};

/// An e-node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Expr {
    pub head: Head,
    children: Vec<Id>,
}

/// The label of an e-node: everything except its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Head {
    /// A constant: width and value.
    Const(u8, u128),
    /// A term that is not expanded.
    Leaf(TermId),
    /// An operation: operator number, width, attribute.
    Node(u8, u8, u16),
}

impl Expr {
    pub(crate) fn constant(width: u8, value: u128) -> Expr {
        Expr {
            head: Head::Const(width, value),
            children: Vec::new(),
        }
    }
    pub(crate) fn leaf(term: TermId) -> Expr {
        Expr {
            head: Head::Leaf(term),
            children: Vec::new(),
        }
    }
    pub(crate) fn node(spec: Spec, children: Vec<Id>) -> Expr {
        Expr {
            head: Head::Node(spec.op as u8, spec.width, spec.attr),
            children,
        }
    }
    /// The operation, if the node is one.
    pub(crate) fn spec(&self) -> Option<Spec> {
        match self.head {
            Head::Node(op, width, attr) => Some(Spec {
                op: Op::ALL[op as usize],
                width,
                attr,
            }),
            _ => None,
        }
    }
}

impl Language for Expr {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        self.head
    }
    fn matches(&self, other: &Expr) -> bool {
        self.head == other.head && self.children.len() == other.children.len()
    }
    fn children(&self) -> &[Id] {
        &self.children
    }
    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// The facts about every term of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub width: u8,
    pub constant: Option<u128>,
    /// A term of the arena that is in the class.
    pub term: Option<TermId>,
}

/// Egg's name for the equality of an operation on constants and its value.
pub(super) const FOLDING: &str = "constant-folding";

/// Folds constants, and detects that two different constants became equal.
#[derive(Default)]
pub(crate) struct Folding {
    /// The assumptions contradict the terms: nothing may be concluded.
    pub contradiction: bool,
    /// Whether float operations that round are not folded: laws of real numbers hold for exact
    /// results only.
    pub exact_only: bool,
    /// Widths of the leaf terms.
    pub leaf_widths: rustc_hash::FxHashMap<TermId, u8>,
}

impl egg::Analysis<Expr> for Folding {
    type Data = Facts;

    fn make(egraph: &mut EGraph<Expr, Folding>, enode: &Expr, _: Id) -> Facts {
        let (width, constant, term) = match enode.head {
            Head::Const(width, value) => (width, Some(value), None),
            Head::Leaf(term) => {
                let width = egraph.analysis.leaf_widths.get(&term).copied();
                (width.unwrap_or(1), None, Some(term))
            }
            Head::Node(_, width, _) => (width, folded(egraph, enode), None),
        };
        Facts {
            width,
            constant,
            term,
        }
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        if let (Some(x), Some(y)) = (a.constant, b.constant) {
            self.contradiction |= x != y;
        }
        let learned = (
            a.constant.is_none() && b.constant.is_some(),
            a.term.is_none() && b.term.is_some(),
        );
        a.constant = a.constant.or(b.constant);
        a.term = a.term.or(b.term);
        DidMerge(learned.0 || learned.1, true)
    }

    /// Adds the constant to its class, justified as the value of an operation on constants only,
    /// so that its proof names what it depends on.
    fn modify(egraph: &mut EGraph<Expr, Folding>, id: Id) {
        let facts = egraph[id].data;
        let Some(value) = facts.constant else { return };
        let constant = Expr::constant(facts.width, value);
        if egraph[id].nodes.contains(&constant) {
            return;
        }
        let folds = |node: &&Expr| folded(egraph, node) == Some(value);
        let Some(node) = egraph[id].nodes.iter().find(folds).cloned() else {
            return;
        };
        let literal = |egraph: &mut EGraph<Expr, Folding>, class: Id| {
            let Facts {
                width, constant, ..
            } = egraph[class].data;
            let value = constant.unwrap_or_default();
            egraph.add_uncanonical(Expr::constant(width, value))
        };
        let node = node.map_children(|class| literal(egraph, class));
        let node = egraph.add_uncanonical(node);
        let constant = egraph.add_uncanonical(constant);
        egraph.union_trusted(node, constant, FOLDING);
    }
}

fn folded(egraph: &EGraph<Expr, Folding>, enode: &Expr) -> Option<u128> {
    let spec = enode.spec().filter(|s| s.op != Op::Apply)?;
    let mut widths = [0; 3];
    let mut values = [0; 3];
    for (i, child) in enode.children().iter().enumerate() {
        widths[i] = egraph[*child].data.width;
        values[i] = egraph[*child].data.constant?;
    }
    let n = enode.children().len();
    let exact_only = egraph.analysis.exact_only && spec.op.yields_float();
    if exact_only && term::rounds(spec, &widths[..n], &values[..n]) {
        return None;
    }
    Some(term::apply(spec, &widths[..n], &values[..n]))
}
