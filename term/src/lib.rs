//! Hash-consed expressions over bit vectors and IEEE 754 operations, which every stage of
//! simdiff shares.
//!
//! All values are bit vectors of 1 to 128 bits. A floating-point format belongs to the
//! *operation*, not to the value (KLEE-CL §4.1), so bit casts are free. The arena is
//! append-only: a term's operands have smaller ids than the term, so ascending ids are a
//! topological order.
//!
//! **NaN.** Every arithmetic operation that yields a NaN yields the format's canonical quiet NaN
//! (sign clear, payload zero). Hardware payloads depend on operand order; comparisons of outputs
//! therefore treat all NaNs as equal.
//!
//! This crate does not depend on rewriting, solvers or LLVM.

#![deny(unsafe_code)]

mod approximate;
mod arena;
mod bits;
mod cone;
mod double;
mod eval;
mod evaluate;
mod float;
mod format;
#[allow(unsafe_code)]
mod libm;
#[allow(unsafe_code)]
mod node;
mod op;
mod operands;
mod print;
#[allow(unsafe_code)]
mod processor;
mod show;
pub mod smtlib;
mod soft;
#[allow(unsafe_code)]
mod tape;

pub use approximate::Approximation;
pub use arena::{Arena, Buffer, BufferId, FunctionId, Symbol, SymbolId};
pub use bits::signed;
pub use cone::Cone;
pub use eval::{apply, rounds};
pub use evaluate::{Assignment, Evaluator, Seen, invented};
pub use format::{Format, Rounding};
pub use libm::libm;
pub use node::{Node, TermId};
pub use op::{Op, Outcomes, Spec};
pub use operands::{is_operands, operands_name};
pub use print::{Definition, Mark, Printer, Read, Rendered, Style, Table, Text};
pub use processor::on_processor;
pub use show::{decimal, show_float, show_int, ulps};
pub use tape::{Column, LANES, Tape};
