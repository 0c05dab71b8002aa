//! Values that a program outputs: they must not rest on uninitialised memory or other undefined
//! values, where the limits ask for it.
//!
//! Each byte of a block is an output of its own, but for padding: bytes between the members of a
//! structure, of which C says nothing.

use term::TermId;

use super::chunk::Byte;
use super::end::{Access, Check, Defect, DefectKind, End};
use super::executor::{Exec, Executor};
use super::machine::Machine;
use super::undefined::{depends_on_undefined, with_other_undefined};
use super::value::Lane;
use crate::program::{Program, Shape, SpanId, TypeId};
use crate::verdict::Location;

/// What is undefined of a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    None,
    /// All of it.
    Undefined,
    /// Perhaps the value of this term.
    RestsOn(TermId),
}

impl Doubt {
    fn is_none(self) -> bool {
        self == Doubt::None
    }
}

/// The name of the exit status in reports.
pub const STATUS: &str = "the exit status";

/// Most bytes between two members of a structure, or behind the last one: one less than the
/// largest alignment of a scalar.
const MOST_PADDING: usize = 15;

impl Executor<'_, '_> {
    /// Requires that an output rests on no undefined value. `what` names it in reports.
    pub fn require_defined(&mut self, lane: Lane, what: &str) -> Exec<()> {
        if !self.machine.limits.defined_output {
            return Ok(());
        }
        let Some(term) = lane else {
            return Err(Box::new(End::Defect(self.undefined_output(what))));
        };
        self.require_quotients(term)?;
        if let Some(origin) = self.machine.origin(term) {
            return Err(Box::new(End::Defect(Defect {
                location: self.undefined_output(what).location,
                text: what.to_owned(),
                ..origin
            })));
        }
        let defect = self.undefined_output(what);
        let path = self.state.kept_path();
        if let Some(condition) = self.machine.is_defined(term) {
            self.state.add_check(Check {
                path,
                condition,
                defect,
            });
        }
        Ok(())
    }

    /// Requires that a block which is output in elements of `element` bytes has no undefined
    /// bytes, but for padding. Where the type of the memory is not known, a few such bytes of an
    /// element that has others are taken for padding, see [`Machine::take_padding`].
    pub fn require_defined_block(
        &mut self,
        address: Lane,
        [size, element]: [u64; 2],
        what: &str,
    ) -> Exec<()> {
        if !self.machine.limits.defined_output || size == 0 {
            return Ok(());
        }
        let bytes = self.read_block(address, size)?;
        let (object, offset) = self.block(address, size, Access::Read)?;
        let ty = self
            .state
            .memory
            .object(object)
            .and_then(|o| o.spec.element);
        let doubts: Vec<Doubt> = (0..)
            .zip(&bytes)
            .map(|(i, byte)| match ty {
                Some(ty) if is_padding(self.program, ty, offset + i) => Doubt::None,
                _ => self.doubt(*byte),
            })
            .collect();
        // Elements of one byte are how a structure is written as a whole.
        let element = if element <= 1 { size } else { element };
        for part in doubts.chunks(element as usize) {
            for run in part.chunk_by(|x, y| x.is_none() == y.is_none()) {
                if run[0].is_none() {
                    continue;
                }
                if ty.is_none() && run.len() <= MOST_PADDING && run.len() < part.len() {
                    self.machine.padding.insert(self.here());
                    continue;
                }
                for doubt in run {
                    match doubt {
                        Doubt::None => {}
                        Doubt::Undefined => self.require_defined(None, what)?,
                        Doubt::RestsOn(term) => self.require_defined(Some(*term), what)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn doubt(&mut self, byte: Byte) -> Doubt {
        let Byte::Of(term, _) = byte else {
            return match byte {
                Byte::Undefined => Doubt::Undefined,
                _ => Doubt::None,
            };
        };
        let of_byte = self.byte_lane(byte).unwrap_or(term);
        match depends_on_undefined(self.machine.builder.arena(), of_byte) {
            Some(_) => Doubt::RestsOn(of_byte),
            None => Doubt::None,
        }
    }

    fn undefined_output(&self, what: &str) -> Defect {
        Defect {
            text: what.to_owned(),
            ..self.plain_defect(DefectKind::Uninitialised)
        }
    }
}

impl Machine<'_> {
    /// Returns the condition that a term has one value whatever the undefined values are that
    /// it is computed from; `None` if it is computed from none.
    pub fn is_defined(&mut self, term: TermId) -> Option<TermId> {
        let builder = &mut self.builder;
        let other = with_other_undefined(builder, term)?;
        Some(builder.eq(term, other))
    }

    /// Takes the positions at which bytes that nothing wrote are output, taken for padding of
    /// structures.
    pub fn take_padding(&mut self) -> Vec<Location> {
        let padding = std::mem::take(&mut self.padding);
        let known = |span: &SpanId| self.program.location(*span).cloned();
        let mut places: Vec<Location> = padding.iter().filter_map(known).collect();
        places.sort();
        places
    }
}

/// Whether a byte of a type lies between its scalars, or behind them.
fn is_padding(program: &Program, ty: TypeId, at: u64) -> bool {
    let ty = program.ty(ty);
    let at = if ty.size == 0 { at } else { at % ty.size };
    match &ty.shape {
        Shape::Scalar(scalar) => at >= scalar.store_size(),
        Shape::Vector { lane, count } => at >= lane.store_size() * u64::from(*count),
        Shape::Array { element, .. } => is_padding(program, *element, at),
        Shape::Struct(fields) => {
            let field = fields.iter().rev().find(|(_, offset)| *offset <= at);
            field.is_none_or(|(field, offset)| {
                at - offset >= program.ty(*field).size || is_padding(program, *field, at - offset)
            })
        }
        _ => false,
    }
}
