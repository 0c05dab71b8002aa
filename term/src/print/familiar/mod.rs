//! Terms as their authors wrote them: results of simplification that a reader would not
//! recognise are replaced by equal terms, in an arena of their own.
//!
//! Invariant: the new term of every old one has the old one's value for all inputs.

mod congruent;
mod lookup;

use rustc_hash::FxHashMap;

use crate::arena::{Arena, FunctionId, SymbolId};
use crate::cone::Cone;
use crate::node::TermId;
use crate::op::{Op, Spec};
use congruent::{Congruence, congruent};
use lookup::{Lookup, lookups};

/// A constant array of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name in the source.
    pub name: String,
    /// The width of an entry in bits.
    pub width: u8,
    /// The entries, without bits above their width.
    pub entries: Vec<u128>,
}

/// The new terms.
pub(super) struct Familiar {
    pub(super) arena: Arena,
    new: FxHashMap<TermId, TermId>,
    cone: Cone,
    congruence: Congruence,
    /// A new term of each class of congruent terms.
    of_class: FxHashMap<u32, TermId>,
    /// The functions that stand for tables.
    pub(super) tables: Vec<FunctionId>,
}

/// Gives new terms for all below `roots`; `None` where nothing is to be replaced.
pub(super) fn familiar(arena: &Arena, roots: &[TermId], tables: &[Table]) -> Option<Familiar> {
    let cone = Cone::of(arena, roots);
    let congruence = congruent(arena, &cone);
    let lookups = lookups(arena, &cone, tables);
    if congruence.wider.is_empty() && lookups.is_empty() {
        return None;
    }
    let mut familiar = Familiar {
        arena: arena.without_terms(),
        new: FxHashMap::default(),
        cone,
        congruence,
        of_class: FxHashMap::default(),
        tables: Vec::new(),
    };
    for table in tables {
        familiar.tables.extend(familiar.arena.function(&table.name));
    }
    if familiar.tables.len() < tables.len() {
        return None;
    }
    let mut open: Vec<TermId> = roots.to_vec();
    while let Some(&term) = open.last() {
        let wide = familiar.congruence.wider.get(&term).copied();
        let needed = match (wide, lookups.get(&term)) {
            (Some(wide), _) => vec![wide],
            (None, Some(lookup)) => vec![lookup.index],
            (None, None) => arena.node(term).children().to_vec(),
        };
        let before = open.len();
        let missing = needed.iter().filter(|t| !familiar.new.contains_key(t));
        open.extend(missing);
        if open.len() > before {
            continue;
        }
        let operands: Vec<TermId> = needed.iter().map(|t| familiar.new[t]).collect();
        let width = arena.width(term);
        let new = match (wide, lookups.get(&term)) {
            (Some(_), _) => familiar.extracted(operands[0], 0, width),
            (None, Some(lookup)) => familiar.looked_up(lookup, operands[0], tables, width),
            (None, None) => familiar.copied(arena, term, &operands),
        };
        familiar.new.insert(term, new);
        if let Some(class) = familiar.class(term) {
            familiar.of_class.entry(class).or_insert(new);
        }
        open.pop();
    }
    Some(familiar)
}

impl Familiar {
    /// The new term of an old one, or of a congruent one where the old one was replaced; `None`
    /// where nothing stands for it.
    pub(super) fn get(&self, old: TermId) -> Option<TermId> {
        let congruent = || self.of_class.get(&self.class(old)?);
        self.new.get(&old).or_else(congruent).copied()
    }

    /// An old term that a new one stands for.
    pub(super) fn old(&self, new: TermId) -> Option<TermId> {
        let known = self.new.iter().filter(|(_, term)| **term == new);
        known.map(|(old, _)| *old).min()
    }

    fn class(&self, old: TermId) -> Option<u32> {
        let position = self.cone.position(old)?;
        self.congruence.classes.get(position).copied()
    }

    fn copied(&mut self, arena: &Arena, term: TermId, operands: &[TermId]) -> TermId {
        let node = arena.node(term);
        match node.op() {
            Op::Const => {
                let value = arena.constant_value(term).unwrap_or_default();
                self.arena.constant(node.width(), value)
            }
            Op::Symbol => {
                let id = arena.symbol_id(term).unwrap_or(SymbolId(0));
                self.arena.symbol(id).term
            }
            Op::Extract => self.extracted(operands[0], node.spec().offset(), node.width()),
            _ => self.arena.term(node.spec(), operands),
        }
    }

    /// Bits of a term; those of an extract are bits of its operand.
    fn extracted(&mut self, mut x: TermId, mut offset: u8, width: u8) -> TermId {
        let node = self.arena.node(x);
        if node.op() == Op::Extract {
            offset += node.spec().offset();
            x = node.child(0);
        }
        match self.arena.width(x) == width {
            true => x,
            false => self.arena.term(Spec::extract(offset, width), &[x]),
        }
    }

    fn looked_up(&mut self, found: &Lookup, index: TermId, tables: &[Table], width: u8) -> TermId {
        let own = tables[found.table].width;
        let entry = self.arena.apply(self.tables[found.table], own, &[index]);
        match own.cmp(&width) {
            std::cmp::Ordering::Equal => entry,
            std::cmp::Ordering::Greater => self.extracted(entry, 0, width),
            std::cmp::Ordering::Less => {
                let op = if found.signed { Op::SExt } else { Op::ZExt };
                self.arena.term(Spec::int(op, width), &[entry])
            }
        }
    }
}
