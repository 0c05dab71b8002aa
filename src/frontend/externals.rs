//! Variables that no file defines.
//!
//! `extern int gain;` tells a check all that it needs: the type. Both versions get a
//! definition of arbitrary value, like a mutable variable that another function sets. The
//! user gives the length of `extern float taps[];` by `--global 'taps=f32[16]'`. Variables
//! of the C library and the run-time library stay undefined.

use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind};
use term::Format;

use super::args::{GlobalArg, Meaning};
use super::compile::Compiled;
use crate::contract::Scalar;
use crate::llvm::{Edit, Type, Value, View, edit};

/// The variables in the headers of the C library.
const LIBRARY: [&str; 17] = [
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "signgam",
    "timezone",
    "daylight",
    "tzname",
    "h_errno",
    "program_invocation_name",
    "program_invocation_short_name",
    "in6addr_any",
    "in6addr_loopback",
];

/// Prefixes of symbols that languages and tools define.
const RESERVED: [&str; 8] = [
    "llvm.", "simdiff", "__", "_ZT", "_ZSt", "_ZNSt", "_ZNKSt", "_ZGV",
];

/// Defines the variables of a program that no file defines; returns their symbols.
pub fn define_externals(compiled: &Compiled<'_>, globals: &[GlobalArg]) -> Vec<String> {
    let mut defined = Vec::new();
    for module in compiled.modules() {
        edit(module, |edit| {
            for variable in edit.globals().collect::<Vec<_>>() {
                let symbol = variable.name();
                if is_missing(variable, &symbol) && define(edit, variable, &symbol, globals) {
                    defined.push(symbol);
                }
            }
        });
    }
    defined.sort();
    defined.dedup();
    defined
}

/// Whether a variable of the user is only declared.
fn is_missing(variable: Value<'_>, symbol: &str) -> bool {
    let others =
        LIBRARY.contains(&symbol) || RESERVED.iter().any(|prefix| symbol.starts_with(prefix));
    variable.is_declaration()
        && variable.linkage() == LLVMLinkage::LLVMExternalLinkage
        && variable.ty().address_space() == 0
        && !others
}

/// Defines a variable; false if its size is not known.
fn define<'e>(edit: &Edit<'e>, variable: Value<'e>, symbol: &str, globals: &[GlobalArg]) -> bool {
    let Some(declared) = variable.value_type() else {
        return false;
    };
    if edit.layout().size(declared) > 0 {
        edit.initialise(variable, declared.zero(), false);
        return true;
    }
    let given = globals.iter().find(|flag| flag.name.part() == symbol);
    let Some(ty) = given.and_then(|flag| given_type(**edit, flag)) else {
        return false;
    };
    edit.set_name(variable, "");
    let whole = edit.add_variable(ty, symbol);
    edit.initialise(whole, ty.zero(), false);
    if variable.alignment() > 0 {
        edit.set_alignment(whole, variable.alignment());
    }
    edit.replace_uses(variable, whole);
    edit.erase_variable(variable);
    true
}

/// The array type that a flag gives completely.
fn given_type<'e>(module: View<'e>, flag: &GlobalArg) -> Option<Type<'e>> {
    let Some(Meaning::Symbolic {
        scalar: Some(scalar),
        length: Some(length),
        ..
    }) = &flag.meaning
    else {
        return None;
    };
    let count = length.evaluate(&Default::default())?;
    Some(scalar_type(module, *scalar)?.array(count))
}

fn scalar_type(module: View<'_>, scalar: Scalar) -> Option<Type<'_>> {
    let kind = match scalar {
        Scalar::Int { bits, .. } => return Some(module.integer(bits.into())),
        Scalar::Float { format } => match format {
            Format::Half => LLVMTypeKind::LLVMHalfTypeKind,
            Format::BFloat => LLVMTypeKind::LLVMBFloatTypeKind,
            Format::Single => LLVMTypeKind::LLVMFloatTypeKind,
            Format::Double => LLVMTypeKind::LLVMDoubleTypeKind,
            Format::X87 => LLVMTypeKind::LLVMX86_FP80TypeKind,
            Format::Quad => LLVMTypeKind::LLVMFP128TypeKind,
            Format::E4M3 | Format::E5M2 => return Some(module.integer(8)),
        },
    };
    module.float(kind)
}

/// The scalar of an LLVM type that is a scalar or an array of them, and the length of the
/// array.
pub(super) fn plain(ty: Type<'_>) -> Option<(Scalar, Option<u64>)> {
    let (ty, count) = match (ty.kind(), ty.element()) {
        (LLVMTypeKind::LLVMArrayTypeKind, Some(element)) => (element, Some(ty.length())),
        _ => (ty, None),
    };
    let scalar = match ty.kind() {
        LLVMTypeKind::LLVMIntegerTypeKind => match ty.width() {
            Some(bits @ (8 | 16 | 32 | 64 | 128)) => Scalar::Int {
                bits: bits as u8,
                signed: true,
            },
            _ => return None,
        },
        LLVMTypeKind::LLVMFloatTypeKind => Scalar::Float {
            format: Format::Single,
        },
        LLVMTypeKind::LLVMDoubleTypeKind => Scalar::Float {
            format: Format::Double,
        },
        _ => return None,
    };
    Some((scalar, count))
}
