//! Where undefined values come from.
//!
//! An undefined value has no term (`docs/decisions/0008`), so nothing remembers
//! what made it. A second run, on a concrete input, gives each one a symbol and
//! notes its origin; what then rests on one is told from its term.

use rustc_hash::FxHashMap;
use term::{Cone, TermId};

use super::end::{Defect, DefectKind, ObjectInfo};
use super::machine::{Cause, Machine};
use super::object::Object;
use crate::program::SpanId;

/// The origins of the symbols that stand for undefined values, once asked for.
#[derive(Default)]
pub(super) struct Origins(Option<FxHashMap<TermId, Defect>>);

impl Machine<'_> {
    /// From now on, undefined values are traced: for a run on concrete inputs, since
    /// a traced value is one value, where an undefined one may be any each time.
    pub fn trace_undefined(&mut self) {
        self.origins.0 = Some(FxHashMap::default());
    }

    pub(super) fn traces_undefined(&self) -> bool {
        self.origins.0.is_some()
    }

    /// The first of the undefined values that a term rests on, as a defect of kind
    /// [`DefectKind::Uninitialised`] or [`DefectKind::OverShift`]: where it was read
    /// or computed, and the object it was read from. `None` unless it is traced.
    pub fn origin(&self, term: TermId) -> Option<Defect> {
        let origins = self.origins.0.as_ref()?;
        let cone = Cone::of(self.builder.arena(), &[term]);
        cone.terms.iter().find_map(|t| origins.get(t).cloned())
    }

    /// Notes the origin of an undefined value that has become `symbol`.
    pub(super) fn note_origin(&mut self, symbol: TermId, cause: Cause, span: SpanId) {
        let kind = match cause {
            Cause::OverShift => DefectKind::OverShift,
            _ => DefectKind::Uninitialised,
        };
        let location = self.program.location(span).cloned();
        if let Some(origins) = &mut self.origins.0 {
            let defect = Defect {
                kind,
                location,
                object: None,
                offset: None,
                size: 0,
                text: String::new(),
            };
            origins.insert(symbol, defect);
        }
    }

    /// Adds that it was read from `offset` of an object.
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
}
