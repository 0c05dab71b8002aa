//! Analysis of terms before printing: how each value is made, and which terms get a name.

use super::reading::Reading;
use crate::arena::{Arena, FunctionId};
use crate::cone::Cone;
use crate::format::Format;
use crate::libm::libm;
use crate::node::TermId;
use crate::op::Op;

/// Nesting depth above which expressions are divided into named parts.
pub(super) const DEEPEST: u32 = 60;

/// How a term's value is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Bits,
    Float(Format),
    /// As bits or a float: constants and uninterpreted functions.
    Any,
}

/// Facts about the terms to print, by position in the cone.
pub(super) struct Plan {
    pub(super) cone: Cone,
    pub(super) kinds: Vec<Kind>,
    pub(super) named: Vec<bool>,
    /// Whether all operations that tell signed from unsigned numbers read a term as signed, and
    /// some do.
    pub(super) signed: Vec<bool>,
    /// The C values of integers as they are made; empty until they are
    /// computed by `readings::read`.
    pub(super) readings: Vec<Reading>,
    /// The functions that stand for tables.
    tables: Vec<FunctionId>,
}

impl Plan {
    /// A plan for terms; `tables` are the functions that stand for tables.
    pub(super) fn new(arena: &Arena, roots: &[TermId], tables: &[FunctionId]) -> Plan {
        let cone = Cone::of(arena, roots);
        let children = |term| {
            let positions = arena.node(term).children().iter();
            positions.map(|&child| cone.position(child).unwrap_or_default())
        };
        let mut uses = vec![0u32; cone.len()];
        let mut distinct = roots.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        for &root in &distinct {
            uses[cone.position(root).unwrap_or_default()] += 1;
        }
        // A change of the width has no name of its own: its uses are those of its operand.
        let is_change = |term| matches!(arena.op(term), Op::Extract | Op::ZExt | Op::SExt);
        for (i, &term) in cone.terms.iter().enumerate().rev() {
            let passed = if is_change(term) { uses[i].min(2) } else { 1 };
            children(term).for_each(|child| uses[child] += passed);
        }
        let mut kinds = Vec::with_capacity(cone.len());
        let mut named = vec![false; cone.len()];
        let mut heights = vec![0u32; cone.len()];
        for (i, &term) in cone.terms.iter().enumerate() {
            kinds.push(kind(arena, term, |child| {
                kinds[cone.position(child).unwrap_or_default()]
            }));
            let height = children(term)
                .map(|child| heights[child] + 1)
                .max()
                .unwrap_or(0);
            let single = arena.node(term).children().len() == 1;
            let trivial =
                height == 0 || single && children(term).all(|c| is_leaf(arena, cone.terms[c]));
            named[i] = !trivial && !is_change(term) && uses[i] > 1 || height > DEEPEST;
            heights[i] = if named[i] { 0 } else { height };
        }
        let signed = signed(arena, &cone);
        Plan {
            readings: Vec::new(),
            cone,
            kinds,
            named,
            signed,
            tables: tables.to_vec(),
        }
    }

    /// Whether a function stands for a table.
    pub(super) fn is_table(&self, function: FunctionId) -> bool {
        self.tables.contains(&function)
    }

    /// Whether a term gets a name.
    pub(super) fn is_named(&self, term: TermId) -> bool {
        self.cone.position(term).is_some_and(|i| self.named[i])
    }
}

fn signed(arena: &Arena, cone: &Cone) -> Vec<bool> {
    let (mut signed, mut unsigned) = (vec![false; cone.len()], vec![false; cone.len()]);
    for &term in &cone.terms {
        let node = arena.node(term);
        let reads = match node.op() {
            Op::Slt | Op::SExt | Op::SDiv | Op::SRem | Op::AShr => &mut signed,
            Op::Ult | Op::ZExt | Op::UDiv | Op::URem | Op::LShr => &mut unsigned,
            _ => continue,
        };
        for &child in node.children() {
            reads[cone.position(child).unwrap_or_default()] = true;
        }
    }
    let both = signed.into_iter().zip(unsigned);
    both.map(|(signed, unsigned)| signed && !unsigned).collect()
}

fn is_leaf(arena: &Arena, term: TermId) -> bool {
    arena.node(term).children().is_empty()
}

fn kind(arena: &Arena, term: TermId, of: impl Fn(TermId) -> Kind) -> Kind {
    let node = arena.node(term);
    match node.op() {
        Op::Const => Kind::Any,
        Op::Apply => library_format(arena, term).map_or(Kind::Any, Kind::Float),
        Op::Symbol => {
            let format = arena
                .symbol_id(term)
                .and_then(|id| arena.buffer(arena.symbol(id).buffer).format);
            match format {
                Some(format) if format.width() == node.width() => Kind::Float(format),
                _ => Kind::Bits,
            }
        }
        Op::Select => match (of(node.child(1)), of(node.child(2))) {
            (Kind::Float(format), _) | (_, Kind::Float(format)) => Kind::Float(format),
            (Kind::Any, Kind::Any) => Kind::Any,
            _ => Kind::Bits,
        },
        Op::Xor | Op::And => match sign_operation(arena, term) {
            Some(operand) => match of(operand) {
                Kind::Any => Kind::Bits,
                kind => kind,
            },
            None => Kind::Bits,
        },
        op if op.yields_float() => Kind::Float(node.spec().format()),
        _ => Kind::Bits,
    }
}

/// The format of the operands and the result of a C library function.
pub(super) fn library_format(arena: &Arena, term: TermId) -> Option<Format> {
    let node = arena.node(term);
    let name = arena.function_name(FunctionId(node.spec().attr));
    let zeros = [0; 3];
    let args = zeros.get(..node.children().len())?;
    libm(name, node.width(), args)?;
    Some(if node.width() == 32 {
        Format::Single
    } else {
        Format::Double
    })
}

/// The operands of an application: those that several of them were made one for
/// ([`crate::is_operands`]) are listed in its place.
pub(super) fn operands(arena: &Arena, term: TermId) -> Vec<TermId> {
    let children = arena.node(term).children();
    let Some((&first, rest)) = children.split_first() else {
        return Vec::new();
    };
    let node = arena.node(first);
    let is_list = node.op() == Op::Apply
        && crate::is_operands(arena.function_name(FunctionId(node.spec().attr)));
    let mut all = match is_list {
        true => operands(arena, first),
        false => vec![first],
    };
    all.extend(rest);
    all
}

/// The operand of a term that can be read as the negation (`x ^ sign`) or absolute value
/// (`x & ~sign`) of a float.
pub(super) fn sign_operation(arena: &Arena, term: TermId) -> Option<TermId> {
    let node = arena.node(term);
    let sign = 1u128 << (node.width() - 1);
    let wanted = match node.op() {
        Op::Xor => sign,
        Op::And => sign - 1,
        _ => return None,
    };
    let (x, y) = (node.child(0), node.child(1));
    if arena.constant_value(y) == Some(wanted) {
        Some(x)
    } else if arena.constant_value(x) == Some(wanted) {
        Some(y)
    } else {
        None
    }
}
