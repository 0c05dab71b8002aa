//! Variables that no file defines.
//!
//! `extern int gain;` tells a check all that it needs: the type. Both versions get a
//! definition of arbitrary value, like a mutable variable that another function sets. The
//! user gives the length of `extern float taps[];` by `--global 'taps=f32[16]'`. Variables
//! of the C library and the run-time library stay undefined.

use std::ffi::CString;

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout};
use inkwell::module::Module;
use term::Format;

use super::args::{GlobalArg, Meaning};
use super::compile::Compiled;
use crate::contract::Scalar;
use crate::llvm;

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
        // SAFETY: values of the live module; variables are collected before any changes.
        unsafe {
            for variable in llvm::globals(module).collect::<Vec<_>>() {
                let symbol = llvm::name(variable);
                if is_missing(variable, &symbol) && define(module, variable, &symbol, globals) {
                    defined.push(symbol);
                }
            }
        }
    }
    defined.sort();
    defined.dedup();
    defined
}

/// Whether a variable of the user is only declared.
unsafe fn is_missing(variable: LLVMValueRef, symbol: &str) -> bool {
    let others =
        LIBRARY.contains(&symbol) || RESERVED.iter().any(|prefix| symbol.starts_with(prefix));
    // SAFETY: the variable is alive.
    unsafe {
        LLVMIsDeclaration(variable) != 0
            && LLVMGetLinkage(variable) == LLVMLinkage::LLVMExternalLinkage
            && LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == 0
            && !others
    }
}

/// Defines a variable; false if its size is not known.
unsafe fn define(
    module: &Module<'_>,
    variable: LLVMValueRef,
    symbol: &str,
    globals: &[GlobalArg],
) -> bool {
    // SAFETY: the variable is alive, and of the module.
    unsafe {
        let raw = module.as_mut_ptr();
        let layout = LLVMGetModuleDataLayout(raw);
        let declared = LLVMGlobalGetValueType(variable);
        let is_complete = LLVMTypeIsSized(declared) != 0 && LLVMABISizeOfType(layout, declared) > 0;
        if is_complete {
            LLVMSetInitializer(variable, LLVMConstNull(declared));
            LLVMSetGlobalConstant(variable, 0);
            return true;
        }
        let given = globals.iter().find(|flag| flag.name.part() == symbol);
        let given = given.and_then(|flag| given_type(LLVMGetModuleContext(raw), flag));
        let Some(ty) = given else {
            return false;
        };
        let name = CString::new(symbol).unwrap_or_default();
        LLVMSetValueName2(variable, c"".as_ptr(), 0);
        let whole = LLVMAddGlobal(raw, ty, name.as_ptr());
        LLVMSetInitializer(whole, LLVMConstNull(ty));
        LLVMSetAlignment(whole, LLVMGetAlignment(variable));
        LLVMReplaceAllUsesWith(variable, whole);
        LLVMDeleteGlobal(variable);
        true
    }
}

/// The array type that a flag gives completely.
unsafe fn given_type(context: LLVMContextRef, flag: &GlobalArg) -> Option<LLVMTypeRef> {
    let Some(Meaning::Symbolic {
        scalar: Some(scalar),
        length: Some(length),
        ..
    }) = &flag.meaning
    else {
        return None;
    };
    let count = length.evaluate(&Default::default())?;
    // SAFETY: the context is alive.
    unsafe { Some(LLVMArrayType2(scalar_type(context, *scalar), count)) }
}

unsafe fn scalar_type(context: LLVMContextRef, scalar: Scalar) -> LLVMTypeRef {
    // SAFETY: the context is alive.
    unsafe {
        match scalar {
            Scalar::Int { bits, .. } => LLVMIntTypeInContext(context, bits.into()),
            Scalar::Float { format } => match format {
                Format::Half => LLVMHalfTypeInContext(context),
                Format::BFloat => LLVMBFloatTypeInContext(context),
                Format::Single => LLVMFloatTypeInContext(context),
                Format::Double => LLVMDoubleTypeInContext(context),
                Format::X87 => LLVMX86FP80TypeInContext(context),
                Format::Quad => LLVMFP128TypeInContext(context),
                Format::E4M3 | Format::E5M2 => LLVMInt8TypeInContext(context),
            },
        }
    }
}

/// The scalar of an LLVM type that is a scalar or an array of them, and the length of the
/// array.
///
/// # Safety
/// The type has to be alive.
pub(super) unsafe fn plain(ty: LLVMTypeRef) -> Option<(Scalar, Option<u64>)> {
    // SAFETY: as the caller promises.
    unsafe {
        let (ty, count) = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMArrayTypeKind => {
                (LLVMGetElementType(ty), Some(LLVMGetArrayLength2(ty)))
            }
            _ => (ty, None),
        };
        let scalar = match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMIntegerTypeKind => match LLVMGetIntTypeWidth(ty) {
                bits @ (8 | 16 | 32 | 64 | 128) => Scalar::Int {
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
}
