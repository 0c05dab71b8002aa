//! Assembling one term from the bytes of an object.

use super::chunk::Byte;
use super::machine::Machine;
use super::object::Object;
use super::origin::Cause;
use super::value::Lane;
use crate::program::SpanId;
use term::TermId;

impl Machine<'_> {
    /// Returns the `bits` (a multiple of 8) at `offset`, which must be inside the object.
    /// The lane is undefined if all its bytes are, unless undefined values are traced.
    pub(super) fn load_bits(
        &mut self,
        object: &Object,
        offset: u64,
        bits: u8,
        span: SpanId,
    ) -> Lane {
        let size = bits / 8;
        if let Some(term) = object.whole(offset, size as usize)
            && self.builder.width(term) == bits
        {
            return Some(term);
        }
        if let Some(value) = object.constant(offset, size as usize) {
            return Some(self.builder.constant(bits, value));
        }
        let bytes: Vec<Byte> = (0..u64::from(size))
            .map(|i| object.byte(offset + i))
            .collect();
        let undefined = bytes.iter().all(|b| *b == Byte::Undefined);
        if undefined && !self.traces_undefined() {
            return None;
        }
        let mut result: Option<TermId> = None;
        let mut rest = &bytes[..];
        while let Some(first) = rest.first().copied() {
            let follows = |(i, b): &(usize, &Byte)| match (first, **b) {
                (Byte::Of(t, p), Byte::Of(u, q)) => t == u && q as usize == p as usize + i,
                (Byte::Constant(..), Byte::Constant(..)) => true,
                (a, b) => a == b,
            };
            let run = rest.iter().enumerate().take_while(follows).count();
            let width = (run * 8) as u8;
            let part = match first {
                Byte::Of(term, p) => self.builder.extract(term, p * 8, width),
                Byte::Constant(..) => {
                    let at = offset + (bytes.len() - rest.len()) as u64;
                    let value = object.constant(at, run).unwrap_or_default();
                    self.builder.constant(width, value)
                }
                Byte::Undefined => {
                    let symbol = self.undefined(width, Cause::Undefined, span);
                    self.note_read(symbol, object, offset + (bytes.len() - rest.len()) as u64);
                    symbol
                }
            };
            result = Some(match result {
                Some(below) => self.builder.concat(part, below),
                None => part,
            });
            rest = &rest[run..];
        }
        result
    }
}
