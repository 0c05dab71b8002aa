//! Pairs of pointers of which one is the end of the other's buffer, such as `first` and
//! `last`.
//!
//! The second pointer has a name that says so, and the code compares or subtracts the two;
//! one of these facts alone is not enough. A pair becomes an `--arg`, which the user sees.

use std::collections::HashSet;

use inkwell::llvm_sys::{LLVMOpcode, LLVMValueKind};
use inkwell::values::FunctionValue;

use crate::frontend::abi::Abi;
use crate::frontend::compile::Compiled;
use crate::frontend::names;
use crate::frontend::signature::Signature;
use crate::frontend::types::Type;
use crate::frontend::{opencl, unpack};
use crate::llvm::Value;

/// The texts of `--arg` for pointers of a defined function that are ends of other buffers:
/// `last=&first[n]`. Pointers that the user's flags name are left out.
pub fn ends(compiled: &Compiled<'_>, symbol: &str, flags: &[String]) -> Vec<String> {
    let Some(function) = compiled.module.get_function(symbol) else {
        return Vec::new();
    };
    if opencl::is_kernel(&compiled.native, symbol) {
        return Vec::new();
    }
    let unpacked = compiled.unpacked.get(symbol);
    let signature = match unpacked {
        Some(signature) => signature.clone(),
        None => Signature::of(function, &compiled.debug),
    };
    let candidates = candidates(&signature, flags);
    if candidates.is_empty() {
        return Vec::new();
    }
    let module = match unpacked {
        Some(_) => unpack::flat(compiled.plain(), symbol, &[]),
        None => unpack::whole(compiled.plain(), symbol),
    };
    let Ok(module) = module else {
        return Vec::new();
    };
    let plain = module.get_function(symbol).unwrap_or(function);
    let Ok(abi) = Abi::plan(plain, &signature) else {
        return Vec::new();
    };
    let taken = |name: &str| signature.params.iter().any(|param| param.name == name);
    let names = ["n", "count", "length"];
    let found = candidates.into_iter().filter(|[first, last]| {
        let arguments = [*first, *last].map(|param| abi.argument_of(param));
        matches!(arguments, [Some(first), Some(last)] if is_measured(plain, [first, last]))
    });
    let free = names.into_iter().filter(|name| !taken(name));
    let told = found.zip(free).map(|([first, last], n)| {
        let [first, last] = [first, last].map(|param| &signature.params[param].name);
        format!("{last}=&{first}[{n}]")
    });
    told.collect()
}

/// Adjacent parameters of one pointer type of which the second is named like an end.
fn candidates(signature: &Signature, flags: &[String]) -> Vec<[usize; 2]> {
    let params = &signature.params;
    let is_named = |name: &str| {
        let mut flags = flags.iter();
        flags.any(|flag| flag.contains(name))
    };
    let pairs = (1..params.len()).filter(|&last| {
        let [first, last] = [&params[last - 1], &params[last]];
        let (Type::Pointer(from), Type::Pointer(to)) = (&first.ty, &last.ty) else {
            return false;
        };
        let alike = from.pointee == to.pointee && !from.reference && !to.reference;
        let named = names::is_past_the_end(&last.name) && !names::is_past_the_end(&first.name);
        alike && named && !is_named(&last.name)
    });
    pairs.map(|last| [last - 1, last]).collect()
}

/// The pairs of pointers of one type that a function compares or subtracts: the second one may be
/// the end of the first one's buffer, whatever its name.
pub(super) fn distances(
    function: FunctionValue<'_>,
    abi: &Abi,
    signature: &Signature,
) -> HashSet<[usize; 2]> {
    let params = &signature.params;
    let pointers = |param: &usize| matches!(params[*param].ty, Type::Pointer(_));
    let all = (0..params.len()).filter(pointers);
    let pairs = all.flat_map(|first| {
        let later = (first + 1..params.len()).filter(pointers);
        later.map(move |last| [first, last])
    });
    let alike = pairs.filter(|[first, last]| params[*first].ty == params[*last].ty);
    let measured = alike.filter(|pair| {
        let arguments = pair.map(|param| abi.argument_of(param));
        matches!(arguments, [Some(first), Some(last)] if is_measured(function, [first, last]))
    });
    measured.collect()
}

/// Whether a function compares or subtracts pointers that derive from two arguments.
fn is_measured(function: FunctionValue<'_>, [first, last]: [u32; 2]) -> bool {
    let function = Value::from(function);
    let arguments = [first, last].map(|at| function.parameter(at));
    let [Some(first), Some(last)] = arguments else {
        return false;
    };
    for instruction in function.instructions() {
        let opcode = instruction.opcode();
        if !matches!(opcode, LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMSub) {
            continue;
        }
        let [x, y] = [0, 1].map(|at| roots(instruction.operand(at)));
        let apart = |one: &HashSet<Value>, other: &HashSet<Value>| {
            one.contains(&first) && other.contains(&last)
        };
        if apart(&x, &y) || apart(&y, &x) {
            return true;
        }
    }
    false
}

/// The pointer arguments that a value derives from.
fn roots(value: Value<'_>) -> HashSet<Value<'_>> {
    let mut seen = HashSet::new();
    let mut open = vec![value];
    let mut roots = HashSet::new();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match value.kind() {
            LLVMValueKind::LLVMArgumentValueKind if value.ty().is_pointer() => {
                roots.insert(value);
            }
            LLVMValueKind::LLVMInstructionValueKind => match value.opcode() {
                LLVMOpcode::LLVMGetElementPtr
                | LLVMOpcode::LLVMPtrToInt
                | LLVMOpcode::LLVMFreeze => open.push(value.operand(0)),
                LLVMOpcode::LLVMPHI => {
                    open.extend(value.incoming().map(|(value, _)| value));
                }
                _ => {}
            },
            _ => {}
        }
    }
    roots
}
