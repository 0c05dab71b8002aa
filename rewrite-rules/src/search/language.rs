//! The e-graph's language: terms of the arena, rules' operators with their
//! attributes, and what is known of a class.

use std::fmt;

use egg::{DidMerge, EGraph, Id, Language};
use term::{Op, Outcomes, Spec, TermId};

/// An e-node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Expr {
    pub head: Head,
    children: Vec<Id>,
}

/// What an e-node is besides its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Head {
    /// A constant: width and value.
    Const(u8, u128),
    /// A term that is not looked into.
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
    /// The operation, if it is one.
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

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(spec) = self.spec() else {
            return match self.head {
                Head::Const(width, value) => write!(f, "{value:#x}:{width}"),
                Head::Leaf(term) => write!(f, "t{}", term.index()),
                Head::Node(..) => Ok(()),
            };
        };
        f.write_str(spec.op.name())?;
        match spec.op {
            Op::Extract => write!(f, "[{}..{}]", spec.offset(), spec.offset() + spec.width),
            Op::ZExt | Op::SExt => write!(f, "[{}]", spec.width),
            Op::FCmp => {
                let signs = [
                    (Outcomes::LT, "<"),
                    (Outcomes::EQ, "="),
                    (Outcomes::GT, ">"),
                    (Outcomes::UNO, "?"),
                ];
                let set: String = signs
                    .iter()
                    .filter(|(o, _)| spec.outcomes().contains(*o))
                    .map(|(_, s)| *s)
                    .collect();
                write!(f, "[{{{set}}} {}]", spec.format())
            }
            op if op.is_float() => write!(f, "[{}]", spec.format()),
            _ => Ok(()),
        }
    }
}

/// What is known of every term of a class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    pub width: u8,
    pub constant: Option<u128>,
    /// A term of the arena that the class contains.
    pub term: Option<TermId>,
}

/// Folds constants; remembers whether two different ones became equal.
#[derive(Default)]
pub(crate) struct Folding {
    /// The assumptions contradict the terms: nothing may be concluded.
    pub contradiction: bool,
    /// Widths of the terms that are not looked into.
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

    fn modify(egraph: &mut EGraph<Expr, Folding>, id: Id) {
        let facts = egraph[id].data;
        if let Some(value) = facts.constant {
            let constant = egraph.add(Expr::constant(facts.width, value));
            egraph.union_trusted(id, constant, "constant-folding");
        }
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
    Some(term::apply(spec, &widths[..n], &values[..n]))
}

/// egg asks for this to print explanations; they are never read back.
impl egg::FromOp for Expr {
    type Error = String;

    fn from_op(op: &str, _: Vec<Id>) -> Result<Expr, String> {
        Err(format!("`{op}` cannot be read back"))
    }
}
