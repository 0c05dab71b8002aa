//! Undefined values: their symbols, and their origins.

use rewrite_rules::Builder;
use rustc_hash::FxHashMap;
use term::{Arena, Buffer, Cone, SymbolId, TermId};

use super::end::{Defect, DefectKind, ObjectInfo};
use super::machine::Machine;
use super::object::Object;
use super::origin::Cause;
use super::value::Lane;
use crate::program::SpanId;

impl Machine<'_> {
    /// Starts tracing undefined values. Only for runs on concrete inputs: a traced value is
    /// one fixed value, whereas an undefined value may be different at each use.
    pub fn trace_undefined(&mut self) {
        self.origins.0 = Some(FxHashMap::default());
    }

    pub(super) fn traces_undefined(&self) -> bool {
        self.origins.0.is_some()
    }

    /// Returns the first of the undefined values that a term depends on, as a defect of
    /// kind [`DefectKind::Uninitialised`], or of the kind of the operation that computed it,
    /// with the position at which it was read or computed and the object it was read from.
    /// `None` if there is none or values are not traced.
    pub fn origin(&self, term: TermId) -> Option<Defect> {
        let origins = self.origins.0.as_ref()?;
        let cone = Cone::of(self.builder.arena(), &[term]);
        cone.terms.iter().find_map(|t| origins.get(t).cloned())
    }

    /// Records the origin of an undefined value represented by `symbol`.
    pub(super) fn note_origin(&mut self, symbol: TermId, cause: Cause, span: SpanId) {
        let kind = match cause {
            Cause::OverShift => DefectKind::OverShift,
            Cause::DivisionByZero => DefectKind::DivisionByZero,
            Cause::DivisionOverflow => DefectKind::DivisionOverflow,
            _ => DefectKind::Uninitialised,
        };
        let location = self.program.location(span).cloned();
        if let Some(origins) = &mut self.origins.0 {
            origins.insert(symbol, Defect::at(kind, location));
        }
    }

    /// Adds to the origin of a symbol that it was read from `offset` of an object.
    pub(super) fn note_read(&mut self, symbol: TermId, object: &Object, offset: u64) {
        let size = u64::from(self.builder.width(symbol) / 8);
        let allocation = self.program.location(object.spec.allocation).cloned();
        let origins = self.origins.0.as_mut();
        if let Some(defect) = origins.and_then(|o| o.get_mut(&symbol)) {
            (defect.offset, defect.size) = (Some(offset as i64), size);
            defect.object = Some(ObjectInfo {
                name: object.spec.name.to_string(),
                size: object.spec.size,
                allocation,
                release: None,
            });
        }
    }

    /// Makes a fresh symbol for an undefined value.
    pub(super) fn undefined(&mut self, bits: u8, cause: Cause, span: SpanId) -> TermId {
        let program = self.program;
        let arena = self.builder.arena_mut();
        let (buffer, next) = self.undefined.entry((cause, span)).or_insert_with(|| {
            let mut name = cause.text().to_owned();
            if let Some(at) = program.location(span) {
                name += &format!(" ({}:{})", at.file, at.line);
            }
            let buffer = Buffer {
                name,
                format: None,
                signed: false,
                scalar: false,
                undefined: true,
            };
            (arena.add_buffer(buffer), 0)
        });
        let offset = *next;
        *next = next.wrapping_add(u32::from(bits.div_ceil(8)));
        let symbol = arena.add_symbol(*buffer, offset, bits);
        self.note_origin(symbol, cause, span);
        symbol
    }

    /// Returns the lane's term, or a fresh symbol if the lane is undefined.
    pub(super) fn defined(&mut self, lane: Lane, bits: u8, span: SpanId) -> TermId {
        lane.unwrap_or_else(|| self.undefined(bits, Cause::Undefined, span))
    }
}

/// The first symbol below a term that stands for undetermined memory or poison, if the term has
/// one.
pub fn depends_on_undefined(arena: &Arena, term: TermId) -> Option<SymbolId> {
    if !has_undefined(arena) {
        return None;
    }
    let symbols = Cone::of(arena, &[term]).symbols(arena);
    symbols.into_iter().find(|id| is_undefined(arena, *id))
}

/// The term with fresh undefined values in it; `None` if there are none.
pub fn with_other_undefined(builder: &mut Builder, root: TermId) -> Option<TermId> {
    if !has_undefined(builder.arena()) {
        return None;
    }
    let cone = Cone::of(builder.arena(), &[root]);
    let mut others: FxHashMap<TermId, TermId> = FxHashMap::default();
    for term in cone.terms {
        let arena = builder.arena_mut();
        if let Some(id) = arena.symbol_id(term) {
            if is_undefined(arena, id) {
                let (buffer, offset) = (arena.symbol(id).buffer, arena.symbol(id).offset);
                let width = arena.width(term);
                others.insert(term, arena.add_symbol(buffer, offset, width));
            }
            continue;
        }
        let node = *arena.node(term);
        let children = node.children().iter();
        let children: Vec<TermId> = children.map(|c| *others.get(c).unwrap_or(c)).collect();
        if children != node.children() {
            let other = builder.build(node.spec(), &children);
            others.insert(term, other);
        }
    }
    others.get(&root).copied()
}

/// Whether any symbol stands for an undefined value.
pub fn has_undefined(arena: &Arena) -> bool {
    arena.buffers().iter().any(|buffer| buffer.undefined)
}

fn is_undefined(arena: &Arena, id: SymbolId) -> bool {
    arena.buffer(arena.symbol(id).buffer).undefined
}
