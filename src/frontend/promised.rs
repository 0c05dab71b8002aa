//! Properties of a port's code that are taken for granted because no execution checks them.
//!
//! clang emits `restrict` as an attribute on parameters only, which execution checks
//! (`src/symex/restrict.rs`). Other `restrict` variables appear in debug info only, and are
//! named in a note. So is the capacity of containers, which no contract gives.

use std::collections::{BTreeSet, HashSet};

use inkwell::llvm_sys::LLVMOpcode;

use super::compile::Compiled;
use super::debug_info::{DebugInfo, NodeId};
use super::reached::{Reached, reached_functions};
use super::units::source_name;
use crate::llvm::{Node, Value, View};

/// The largest number of names in a sentence.
const MOST_NAMED: usize = 4;

/// The properties of a port that are taken for granted, a sentence each.
pub fn notes(compiled: &Compiled<'_>, symbol: &str) -> Vec<String> {
    let notes = [
        restricted(compiled, symbol),
        capacity(compiled, symbol),
        reordered(compiled, symbol),
    ];
    notes.into_iter().flatten().collect()
}

/// The value of `clamp` of OpenCL C where its bounds are in the wrong order, which is undefined
/// (OpenCL C 3.0, 6.15.3 and 6.15.4), if a version calls it with bounds that vary.
pub fn clamped(version: (&Compiled<'_>, &str)) -> Option<String> {
    let varies = |call: Value<'_>| !call.arguments().skip(1).all(Value::is_constant);
    calls(version, "clamp", varies).then(|| {
        "`clamp` gives the lesser of the upper bound and the greater of value and lower bound, \
         also where the lower bound is above the upper one, for which OpenCL C leaves it open"
            .to_owned()
    })
}

/// The values of `ilogb` of OpenCL C for zero and NaNs, among which a device chooses (OpenCL C
/// 3.0, 6.15.2.1, FP_ILOGB0 and FP_ILOGBNAN), if a version calls it.
pub fn exponents(version: (&Compiled<'_>, &str)) -> Option<String> {
    calls(version, "ilogb", |_| true).then(|| {
        "`ilogb` gives INT_MIN for zero and INT_MAX for NaNs, where a device may give -INT_MAX \
         and INT_MIN"
            .to_owned()
    })
}

/// Whether a version calls such a builtin.
fn calls(
    (compiled, symbol): (&Compiled<'_>, &str),
    builtin: &str,
    is_meant: impl Fn(Value<'_>) -> bool,
) -> bool {
    let Some(function) = compiled.native.get_function(symbol) else {
        return false;
    };
    let mut reached = Reached::default();
    reached.value(function.into());
    let is_such = |call: Value<'_>| {
        call.is_call() && source_name(&call.callee_name()) == Some(builtin) && is_meant(call)
    };
    let mut functions = reached.functions.iter();
    functions.any(|function| function.instructions().any(is_such))
}

/// The assumption that the iterations of loops are executed in order, if a pragma allows a
/// compiler to do otherwise: it promises that no iteration depends on another, or lets float
/// reductions be reassociated.
fn reordered(compiled: &Compiled<'_>, symbol: &str) -> Option<String> {
    let function = compiled.native.get_function(symbol)?;
    let kind = View::of(&compiled.native).metadata_kind("llvm.loop");
    let mut reached = Reached::default();
    reached.value(function.into());
    let hints = |function: &&Value<'_>| {
        let floats = function.instructions().any(|instruction| {
            matches!(
                instruction.opcode(),
                LLVMOpcode::LLVMFAdd | LLVMOpcode::LLVMFMul
            )
        });
        let branches = function
            .instructions()
            .filter(|i| i.opcode() == LLVMOpcode::LLVMBr);
        let loops = branches.filter_map(|branch| branch.metadata(kind));
        loops.flat_map(properties).any(|property| match &*property {
            "llvm.loop.parallel_accesses" => true,
            "llvm.loop.vectorize.enable" => floats,
            _ => false,
        })
    };
    let named = reached.functions.iter().filter(hints);
    let names: BTreeSet<String> = named.map(|function| function.name()).collect();
    let shown: Vec<&str> = names.iter().map(String::as_str).take(MOST_NAMED).collect();
    (!shown.is_empty()).then(|| {
        format!(
            "loops are executed in order, although pragmas in the port allow a compiler other \
             orders ({}); --cflags -O2 executes the one that clang chooses",
            shown.join(", ")
        )
    })
}

/// The names of a loop's properties.
fn properties(node: Node<'_>) -> Vec<String> {
    let operands = node.operands().into_iter().flatten();
    let properties = operands.filter_map(Value::as_node);
    let names = properties.filter_map(|property| property.operands().into_iter().flatten().next());
    names.map(Value::metadata_text).collect()
}

/// The assumption that a vector has no spare capacity, if the port queries its capacity.
fn capacity(compiled: &Compiled<'_>, symbol: &str) -> Option<String> {
    compiled.unpacked.get(symbol)?;
    let function = compiled.native.get_function(symbol)?;
    let reached = reached_functions(function.into());
    let asks = |name: &String| name.starts_with("_ZNKSt") && name.ends_with("8capacityEv");
    reached.iter().any(asks).then(|| {
        "a vector or string that is passed has the least capacity for its size: the port \
         asks for it"
            .to_owned()
    })
}

/// A note on the `restrict` variables that a function reaches, parameters excepted; `None`
/// if there are none.
fn restricted(compiled: &Compiled<'_>, symbol: &str) -> Option<String> {
    let function = compiled.native.get_function(symbol)?;
    let mut reached = Reached::default();
    reached.value(function.into());
    let names = |all: &HashSet<Value<'_>>| all.iter().map(|v| v.name()).collect::<Vec<_>>();
    let (functions, globals) = (names(&reached.functions), names(&reached.globals));
    let debug = &compiled.debug;
    let locals = functions.iter().flat_map(|f| debug.locals(f));
    let globals = globals.iter().filter_map(|g| debug.variable(g));
    let all = locals.chain(globals);
    let promising = all.filter(|variable| variable.ty.is_some_and(|ty| promises(debug, ty)));
    let names: BTreeSet<String> = promising.map(|variable| variable.name).collect();
    let shown: Vec<&str> = names.iter().map(String::as_str).take(MOST_NAMED).collect();
    (!shown.is_empty()).then(|| {
        format!(
            "`restrict` pointers of the port that are no parameters ({}) keep their promise: \
             nothing watches them",
            shown.join(", ")
        )
    })
}

/// Whether a type is a `restrict` pointer, or has one in a member or pointee.
fn promises(debug: &DebugInfo, ty: NodeId) -> bool {
    const MOST_TYPES: usize = 256;
    let mut seen = HashSet::new();
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        if seen.len() > MOST_TYPES || !seen.insert(ty) {
            continue;
        }
        let Some(record) = debug.record(ty) else {
            continue;
        };
        if record.get("tag") == Some("DW_TAG_restrict_type") {
            return true;
        }
        open.extend(record.node("baseType"));
        let members = record
            .node("elements")
            .map(|elements| debug.tuple(elements));
        open.extend(members.into_iter().flatten().flatten().filter(|member| {
            let member = debug.record(*member);
            member.is_some_and(|member| member.class == "DIDerivedType")
        }));
    }
    false
}
