//! Undefined values: their symbols, and their origins.

use rustc_hash::FxHashMap;
use term::{Buffer, Cone, TermId};

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
