//! Output of texts and characters: discarded, but recorded as effects.

use super::integer::nothing;
use super::model::Model::Any;
use super::model::{Site, Table};
use crate::symex::effect::Shown;
use crate::symex::executor::{Exec, Executor};
use crate::symex::value::{Lane, Value};

/// Models by name.
pub(super) const TABLE: &Table = &[
    ("puts", Any(|e, s| text(e, s, None, b"\n"))),
    ("fputs", Any(|e, s| text(e, s, s.lane(1), b""))),
    ("putchar", Any(|e, s| character(e, s, None))),
    ("fputc", Any(|e, s| character(e, s, s.lane(1)))),
    ("putc", Any(|e, s| character(e, s, s.lane(1)))),
    ("fwrite", Any(block)),
    ("perror", Any(unknown)),
    ("simdiff_shown", Any(unknown)),
];

/// Outputs a text and a suffix.
fn text(e: &mut Executor<'_, '_>, site: &Site<'_>, stream: Lane, end: &[u8]) -> Exec<Value> {
    if e.keeps_effects() {
        match e.text(site.lane(0), usize::MAX)? {
            Some(text) => {
                let bytes = text.iter().chain(end);
                let bytes = bytes.map(|byte| Some(e.b().constant(8, u128::from(*byte))));
                let bytes = bytes.collect();
                e.show(Shown::Text { stream }, bytes, None);
            }
            None => e.show(Shown::Unknown, Vec::new(), None),
        }
    }
    Ok(e.result(site, 1))
}

fn character(e: &mut Executor<'_, '_>, site: &Site<'_>, stream: Lane) -> Exec<Value> {
    let byte = site.lane(0).map(|x| e.b().trunc(x, 8));
    e.show(Shown::Text { stream }, vec![byte], None);
    Ok(Value::Scalar(byte.map(|byte| e.b().zext(byte, 32))))
}

fn block(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.show(Shown::Unknown, Vec::new(), None);
    Ok(site.arg(2))
}

/// Output that is not followed, such as that of the C++ library.
fn unknown(e: &mut Executor<'_, '_>, site: &Site<'_>) -> Exec<Value> {
    e.show(Shown::Unknown, Vec::new(), None);
    nothing(e, site)
}
