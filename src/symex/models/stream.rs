//! Output of texts and characters: discarded, but recorded as effects.

use super::integer::nothing;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::effect::Shown;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// The name of written bytes in reports.
const WRITTEN: &str = "bytes that are written out";

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("puts", Any(|e, s| text(e, s, None, b"\n"))),
    ("fputs", Any(|e, s| text(e, s, s.lane(1), b""))),
    ("putchar", Any(|e, s| character(e, s, None))),
    ("fputc", Any(|e, s| character(e, s, s.lane(1)))),
    ("putc", Any(|e, s| character(e, s, s.lane(1)))),
    ("fwrite", Any(block)),
    ("perror", Any(unknown)),
    ("simdiff_shown_bytes", Any(bytes)),
];

/// Outputs a text and a suffix.
fn text(e: &mut Executor<'_, '_>, site: &Site<'_>, stream: Lane, end: &[u8]) -> Exec<Value> {
    if e.keeps_effects() || e.machine.limits.defined_output {
        match e.text_or_byte(site.lane(0), usize::MAX)? {
            Ok(text) => {
                let bytes = text.iter().chain(end);
                let bytes = bytes.map(|byte| Some(e.b().constant(8, u128::from(*byte))));
                let bytes = bytes.collect();
                e.show(Shown::Text { stream }, bytes, None);
            }
            Err(unknown) => {
                e.require_defined_text(unknown)?;
                e.show(Shown::Unknown, Vec::new(), None);
            }
        }
    }
    Ok(e.result(site, 1))
}

fn character(e: &mut Executor<'_, '_>, site: &Site<'_>, stream: Lane) -> Exec<Value> {
    let byte = site.lane(0).map(|x| e.b().trunc(x, 8));
    e.require_defined(byte, "a printed character")?;
    e.show(Shown::Text { stream }, vec![byte], None);
    Ok(Value::Scalar(byte.map(|byte| e.b().zext(byte, 32))))
}

fn block(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.show(Shown::Unknown, Vec::new(), None);
    let [size, count] = [1, 2].map(|index| e.concrete_lane(site.lane(index)));
    if let (Some(size), Some(count)) = (size, count) {
        let (size, count) = (size as u64, count as u64);
        let all = [size.saturating_mul(count), size];
        e.require_defined_block(site.lane(0), all, WRITTEN)?;
    }
    Ok(site.arg(2))
}

/// Bytes that the library writes to a standard stream: their address and number.
fn bytes(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.show(Shown::Unknown, Vec::new(), None);
    if let Some(size) = e.concrete_lane(site.lane(1)) {
        e.require_defined_block(site.lane(0), [size as u64, 1], WRITTEN)?;
    }
    nothing(e, site)
}

/// Output that is not followed, such as that of the C++ library.
fn unknown(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.show(Shown::Unknown, Vec::new(), None);
    nothing(e, site)
}
