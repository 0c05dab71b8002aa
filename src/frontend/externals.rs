//! Variables that the files of a version only declare.
//!
//! A variable that the other version's files define is that variable: both start with its initial
//! value. Of one that no file defines, `extern int gain;` tells a check all that it needs: the type. Both versions get a
//! definition of arbitrary value, like a mutable variable that another function sets. The
//! user gives the length of `extern float taps[];` by `--global 'taps=f32[16]'`. Variables
//! of the C library and the run-time library stay undefined.

use std::collections::HashSet;

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

/// The variables that the files of a version only declare, by symbol.
#[derive(Debug, Default)]
pub struct Externals {
    /// Those that the files of no version define.
    pub undefined: Vec<String>,
    /// Those whose initial value in the other version refers to functions or variables there.
    pub unknown: Vec<String>,
}

/// Defines the variables that the files of a version only declare: with the other version's initial
/// value if its files define them, for that is one variable.
pub fn define_externals(versions: &[&Compiled<'_>], globals: &[GlobalArg]) -> Externals {
    let definitions: Vec<HashSet<String>> = versions.iter().map(|v| definitions(v)).collect();
    let mut found = Externals::default();
    for (own, version) in versions.iter().enumerate() {
        let others = || versions.iter().zip(&definitions).enumerate();
        let elsewhere = |symbol: &str| {
            let mut others =
                others().filter(|(other, (_, defined))| *other != own && defined.contains(symbol));
            let (_, (other, _)) = others.next()?;
            View::of(&other.native).global(symbol)
        };
        for module in version.modules() {
            edit(module, |edit| {
                for variable in edit.globals().collect::<Vec<_>>() {
                    let symbol = variable.name();
                    if !is_missing(variable, &symbol) {
                        continue;
                    }
                    match elsewhere(&symbol) {
                        Some(definition) if copy(edit, variable, &symbol, definition) => {}
                        // The value of a constant cannot be anything.
                        Some(definition) if definition.is_constant_variable() => {}
                        Some(_) => {
                            if define(edit, variable, &symbol, globals) {
                                found.unknown.push(symbol);
                            }
                        }
                        None => {
                            if define(edit, variable, &symbol, globals) {
                                found.undefined.push(symbol);
                            }
                        }
                    }
                }
            });
        }
    }
    for symbols in [&mut found.undefined, &mut found.unknown] {
        symbols.sort();
        symbols.dedup();
    }
    found
}

/// The symbols of the variables that the files of a version define for others.
fn definitions(version: &Compiled<'_>) -> HashSet<String> {
    use LLVMLinkage::{
        LLVMCommonLinkage, LLVMExternalLinkage, LLVMWeakAnyLinkage, LLVMWeakODRLinkage,
    };
    let is_visible = |variable: &Value<'_>| {
        matches!(
            variable.linkage(),
            LLVMExternalLinkage | LLVMCommonLinkage | LLVMWeakAnyLinkage | LLVMWeakODRLinkage
        )
    };
    let defined = View::of(&version.native).globals();
    let defined = defined.filter(|variable| variable.initialiser().is_some());
    defined.filter(is_visible).map(Value::name).collect()
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
    replace(edit, variable, symbol, (ty.zero(), false));
    true
}

/// Gives a variable the initial value of another version's definition; false if its size is
/// another one, or the value refers to that version's functions or variables.
fn copy<'e>(edit: &Edit<'e>, variable: Value<'e>, symbol: &str, definition: Value<'_>) -> bool {
    let initial = definition.initialiser();
    let initial = initial.and_then(|initial| edit.shared(initial));
    let (Some(initial), Some(declared)) = (initial, variable.value_type()) else {
        return false;
    };
    let constant = definition.is_constant_variable();
    let [declared_size, size] = [declared, initial.ty()].map(|ty| edit.layout().size(ty));
    // The declaration of an array may leave its length out.
    if declared_size > 0 && declared_size != size {
        return false;
    }
    match declared == initial.ty() {
        true => edit.initialise(variable, initial, constant),
        false => replace(edit, variable, symbol, (initial, constant)),
    }
    true
}

/// Defines a variable of another type in the place of one, with an initial value, which may be
/// constant.
fn replace<'e>(
    edit: &Edit<'e>,
    variable: Value<'e>,
    symbol: &str,
    (initial, constant): (Value<'e>, bool),
) {
    edit.set_name(variable, "");
    let whole = edit.add_variable(initial.ty(), symbol);
    edit.initialise(whole, initial, constant);
    if variable.alignment() > 0 {
        edit.set_alignment(whole, variable.alignment());
    }
    edit.replace_uses(variable, whole);
    edit.erase_variable(variable);
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
