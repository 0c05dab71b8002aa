//! The append-only, hash-consed store of terms.
//!
//! Invariants: equal nodes have equal ids; operands precede their term; a
//! constant's value is masked to its width.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

use crate::bits::mask;
use crate::format::Format;
use crate::node::{NONE, Node, TermId};
use crate::op::{Op, Spec};

/// A free variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// A named group of free variables: one program input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BufferId(pub u32);

/// An uninterpreted function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u16);

/// A program input that symbols belong to: an array, a scalar argument, or a
/// source of undetermined values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The name the user knows: a parameter's or the one given to
    /// `klee_make_symbolic`.
    pub name: String,
    /// How its elements are shown and sampled; `None` for integers.
    pub format: Option<Format>,
    /// Whether integer elements are signed.
    pub signed: bool,
    /// Whether this is a scalar, printed without an index.
    pub scalar: bool,
    /// Whether the values are undetermined rather than inputs (uninitialised
    /// memory, poison): they may differ at every read and cannot be replayed.
    pub undefined: bool,
}

/// A free variable: some bytes of a buffer, as wide as its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The input it belongs to.
    pub buffer: BufferId,
    /// Offset of its lowest byte in the buffer, in bytes.
    pub offset: u32,
    /// Its term.
    pub term: TermId,
}

/// The store of all terms of one analysis.
#[derive(Default)]
pub struct Arena {
    nodes: Vec<Node>,
    table: HashTable<Entry>,
    wide: Vec<u128>,
    wide_index: FxHashMap<u128, u32>,
    symbols: Vec<Symbol>,
    buffers: Vec<Buffer>,
    functions: Vec<String>,
    function_index: FxHashMap<String, u16>,
}

/// A term in the hash table. The hash is stored, so that growing the table reads no nodes.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    id: u32,
}

impl Entry {
    /// The hash spread to 64 bits, since the table uses its highest and lowest bits.
    fn spread(&self) -> u64 {
        (self.hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

fn hash(node: &Node) -> u32 {
    let mut h = FxHasher::default();
    h.write_u32(
        node.spec.op as u32 | (node.spec.width as u32) << 8 | (node.spec.attr as u32) << 16,
    );
    h.write_u64(node.words[0] as u64 | (node.words[1] as u64) << 32);
    h.write_u32(node.words[2]);
    h.finish() as u32
}

impl Arena {
    /// An empty arena.
    pub fn new() -> Arena {
        Arena::default()
    }

    /// An arena with the inputs, free variables and functions of this one, and no other terms.
    pub(crate) fn without_terms(&self) -> Arena {
        let mut arena = Arena {
            buffers: self.buffers.clone(),
            functions: self.functions.clone(),
            function_index: self.function_index.clone(),
            ..Arena::default()
        };
        for symbol in &self.symbols {
            arena.add_symbol(symbol.buffer, symbol.offset, self.width(symbol.term));
        }
        arena
    }

    /// Number of terms.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether the arena is empty.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// Bytes used by terms and their index.
    pub fn live_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.table.capacity() * (size_of::<Entry>() + 1)
            + self.wide.len() * size_of::<u128>()
    }

    /// The node of a term.
    #[inline]
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }
    /// The operator of a term.
    #[inline]
    pub fn op(&self, term: TermId) -> Op {
        self.node(term).op()
    }
    /// The width of a term in bits.
    #[inline]
    pub fn width(&self, term: TermId) -> u8 {
        self.node(term).width()
    }

    fn intern(&mut self, node: Node) -> TermId {
        let nodes = &self.nodes;
        let id = nodes.len() as u32;
        let entry = Entry {
            hash: hash(&node),
            id,
        };
        let same = |known: &Entry| known.hash == entry.hash && nodes[known.id as usize] == node;
        match self.table.entry(entry.spread(), same, Entry::spread) {
            Slot::Occupied(known) => TermId(known.get().id),
            Slot::Vacant(slot) => {
                slot.insert(entry);
                self.nodes.push(node);
                TermId(id)
            }
        }
    }

    /// The constant `value`, reduced to `width` bits.
    pub fn constant(&mut self, width: u8, value: u128) -> TermId {
        let value = value & mask(width);
        let words = if value >> 64 == 0 {
            [value as u32, (value >> 32) as u32, 0]
        } else {
            let wide = &mut self.wide;
            let index = *self.wide_index.entry(value).or_insert_with(|| {
                wide.push(value);
                wide.len() as u32 - 1
            });
            [index, 0, 1]
        };
        self.intern(Node {
            spec: Spec::int(Op::Const, width),
            words,
        })
    }

    /// The value of a constant term, `None` for any other term.
    #[inline]
    pub fn constant_value(&self, term: TermId) -> Option<u128> {
        let node = self.node(term);
        if node.op() != Op::Const {
            return None;
        }
        Some(match node.words {
            [index, _, 1] => self.wide[index as usize],
            [lo, hi, _] => lo as u128 | (hi as u128) << 32,
        })
    }

    /// The term `spec(children)`, without any simplification. Most callers want the builder of
    /// the `rewrite-rules` crate instead.
    pub fn term(&mut self, spec: Spec, children: &[TermId]) -> TermId {
        debug_assert!(matches!(spec.op, Op::Apply) || spec.op.arity() == children.len());
        let rest = if spec.op == Op::Apply { NONE } else { 0 };
        // A loop would compile to a call of memcpy.
        let words = match *children {
            [x] => [x.0, rest, rest],
            [x, y] => [x.0, y.0, rest],
            [x, y, z] => [x.0, y.0, z.0],
            _ => [rest; 3],
        };
        self.intern(Node { spec, words })
    }

    /// Declares an input.
    pub fn add_buffer(&mut self, buffer: Buffer) -> BufferId {
        self.buffers.push(buffer);
        BufferId(self.buffers.len() as u32 - 1)
    }
    /// A declared input.
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        &self.buffers[id.0 as usize]
    }
    /// All inputs in order of declaration.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// The conjuncts of a condition of one bit, in order.
    pub fn conjuncts(&self, condition: TermId) -> Vec<TermId> {
        let mut found = Vec::new();
        let mut open = vec![condition];
        let mut seen = FxHashSet::default();
        while let Some(term) = open.pop() {
            let node = self.node(term);
            if node.op() == Op::And && node.width() == 1 {
                open.extend(node.children().iter().rev());
            } else if seen.insert(term) {
                found.push(term);
            }
        }
        found
    }

    /// A new free variable of `width` bits at byte `offset` of `buffer`.
    pub fn add_symbol(&mut self, buffer: BufferId, offset: u32, width: u8) -> TermId {
        let id = self.symbols.len() as u32;
        let term = TermId(self.nodes.len() as u32);
        // No other term is equal to it, so that it need not be found again.
        self.nodes.push(Node {
            spec: Spec::int(Op::Symbol, width),
            words: [id, 0, 0],
        });
        self.symbols.push(Symbol {
            buffer,
            offset,
            term,
        });
        term
    }
    /// A new free variable that is an input by itself: a float of the given format, or an
    /// unsigned integer.
    pub fn add_variable(&mut self, name: String, width: u8, format: Option<Format>) -> TermId {
        let buffer = self.add_buffer(Buffer {
            name,
            format,
            signed: false,
            scalar: true,
            undefined: false,
        });
        self.add_symbol(buffer, 0, width)
    }
    /// The free variable of a `Symbol` term; `None` for any other term.
    pub fn symbol_id(&self, term: TermId) -> Option<SymbolId> {
        let node = self.node(term);
        (node.op() == Op::Symbol).then(|| SymbolId(node.words[0]))
    }
    /// A free variable.
    pub fn symbol(&self, id: SymbolId) -> Symbol {
        self.symbols[id.0 as usize]
    }
    /// All free variables in order of creation.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// The uninterpreted function of this name; `None` for the 65,537th name.
    pub fn function(&mut self, name: &str) -> Option<FunctionId> {
        if let Some(&id) = self.function_index.get(name) {
            return Some(FunctionId(id));
        }
        let id = u16::try_from(self.functions.len()).ok()?;
        self.functions.push(name.to_owned());
        self.function_index.insert(name.to_owned(), id);
        Some(FunctionId(id))
    }
    /// The name of an uninterpreted function.
    pub fn function_name(&self, id: FunctionId) -> &str {
        &self.functions[id.0 as usize]
    }
    /// The application of a named function to one to three operands, with a result of `width`
    /// bits. When there are too many names, it is a fresh undefined variable: sound, though it
    /// proves less.
    pub fn call(&mut self, name: &str, width: u8, children: &[TermId]) -> TermId {
        if let Some(function) = self.function(name) {
            return self.apply(function, width, children);
        }
        let buffer = self.add_buffer(Buffer {
            name: name.to_owned(),
            format: None,
            signed: false,
            scalar: true,
            undefined: true,
        });
        self.add_symbol(buffer, 0, width)
    }
    /// The application `function(children)` to one to three operands, with a result of `width`
    /// bits.
    pub fn apply(&mut self, function: FunctionId, width: u8, children: &[TermId]) -> TermId {
        self.term(
            Spec {
                op: Op::Apply,
                width,
                attr: function.0,
            },
            children,
        )
    }
}
