//! Functions that a program stores in order to call one of them through a pointer: in tables, in
//! members and variables, and as what a resolver returns.

use std::collections::{HashMap, HashSet};

use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind};
use inkwell::module::Module;
use serde::{Deserialize, Serialize};

use super::debug_info::DebugInfo;
use super::types::{At, strip};
use crate::llvm::{Layout, Type, Value, View};

/// Most choices and members inside of one another.
const DEPTH: usize = 8;

/// A function that is stored where others may be stored as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// The place: a member of a type, a variable, or the result of a function. Equal texts are
    /// equal places.
    pub place: String,
    /// Whether other files cannot name the place.
    pub is_local: bool,
    /// The table that has the function, or the function that stores or returns it.
    pub holder: String,
    /// Whether the holder is a table: the order of its entries means nothing.
    pub is_table: bool,
    /// The symbol of the function.
    pub function: String,
    /// The symbol of the function that the holder has there unless it finds a reason for another
    /// one.
    pub default: Option<String>,
}

/// The functions that a module stores, in the order of its globals and its code.
pub fn stored(module: &Module<'_>, debug: &DebugInfo) -> Vec<Stored> {
    let view = View::of(module);
    let layout = view.layout();
    let mut found = Vec::new();
    let names: HashMap<&str, String> = debug.functions().into_iter().collect();
    for global in view.globals() {
        let symbol = global.name();
        let value = global.initialiser();
        let Some(value) = value.filter(|_| !symbol.starts_with("llvm.")) else {
            continue;
        };
        let declared = debug.variable(&symbol);
        let holder = declared.as_ref().map_or(symbol.clone(), |v| v.name.clone());
        let named = declared.and_then(|v| record_name(debug, v.ty));
        let table = Table {
            layout,
            variable: variable(global),
            holder: &holder,
            named: named.as_deref(),
        };
        table.read(value, None, 0, DEPTH, &mut found);
    }
    let resolvers: HashSet<Value<'_>> = view.ifuncs().filter_map(Value::resolver).collect();
    for function in view.functions().filter(|f| !f.is_declaration()) {
        let symbol = function.name();
        let holder = names.get(&*symbol).unwrap_or(&symbol);
        let mut own = of_function(function, holder, layout);
        if resolvers.contains(&function) && own.iter().all(|one| one.default.is_none()) {
            let last = own.last().map(|last| last.function.clone());
            for one in &mut own {
                one.default = last.clone().filter(|last| *last != one.function);
            }
        }
        found.extend(own);
    }
    found
}

/// A place, and whether other files cannot name it.
type Place = (String, bool);

/// The place of a variable.
fn variable(global: Value<'_>) -> Place {
    let is_local = matches!(
        global.linkage(),
        LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage
    );
    (format!("variable {}", global.name()), is_local)
}

/// The place of a member.
fn member(record: &str, offset: i64) -> Place {
    (format!("{record} at {offset}"), false)
}

/// A variable with functions in its initial value.
struct Table<'a, 'm> {
    layout: Layout<'m>,
    variable: Place,
    holder: &'a str,
    /// The name of the variable's type in the source, or of its elements' type.
    named: Option<&'a str>,
}

impl<'m> Table<'_, 'm> {
    /// Finds the functions in a part of the initial value, which is `offset` bytes into the
    /// outermost structure, `record`.
    fn read(
        &self,
        value: Value<'m>,
        record: Option<&str>,
        offset: i64,
        depth: usize,
        found: &mut Vec<Stored>,
    ) {
        if depth == 0 || value.is_zero() {
            return;
        }
        if value.is_function() {
            let (variable, is_local) = &self.variable;
            let (place, is_local) = match record {
                Some(record) => member(record, offset),
                None => (format!("{variable} at {offset}"), *is_local),
            };
            found.push(Stored {
                place,
                is_local,
                holder: self.holder.to_owned(),
                is_table: true,
                function: value.name(),
                default: None,
            });
            return;
        }
        let ty = value.ty();
        match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                let own = name(ty).or(self.named.map(|named| format!("struct.{named}")));
                let record = record.or(own.as_deref());
                for field in 0..ty.field_count() {
                    if let Some(part) = value.element(field) {
                        let at = offset + self.layout.offset(ty, field) as i64;
                        self.read(part, record, at, depth - 1, found);
                    }
                }
            }
            LLVMTypeKind::LLVMArrayTypeKind => {
                use LLVMTypeKind::*;
                let kinds = [LLVMPointerTypeKind, LLVMStructTypeKind, LLVMArrayTypeKind];
                let element = ty
                    .element()
                    .filter(|element| kinds.contains(&element.kind()));
                let Some(element) = element else {
                    return;
                };
                // The elements of a table take each other's place, and those of a member do not.
                let size = record.map_or(0, |_| self.layout.size(element) as i64);
                for index in 0..u32::try_from(ty.length()).unwrap_or(0) {
                    if let Some(part) = value.element(index) {
                        let at = i64::from(index) * size;
                        self.read(part, record, offset + at, depth - 1, found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The functions that a function stores or returns.
fn of_function<'m>(function: Value<'m>, holder: &str, layout: Layout<'m>) -> Vec<Stored> {
    let mut found: Vec<(Stored, Value<'m>)> = Vec::new();
    for instruction in function.instructions() {
        let (value, place) = match instruction.opcode() {
            LLVMStore => (instruction.operand(0), Some(instruction.operand(1))),
            LLVMRet if instruction.operand_count() == 1 => (instruction.operand(0), None),
            _ => continue,
        };
        let mut functions = Vec::new();
        choices(value, DEPTH, &mut functions);
        if functions.is_empty() {
            continue;
        }
        let place = match place {
            None => Some(local(function, "result")),
            Some(pointer) => target(function, pointer, layout),
        };
        let Some((place, is_local)) = place else {
            continue;
        };
        let before = found.iter().find(|(one, _)| one.place == place);
        let default = before.filter(|(one, store)| {
            let [first, this] = [*store, instruction].map(Value::block);
            let is_passed = first
                .zip(this)
                .is_some_and(|(a, b)| a != b && a.dominates(b));
            is_passed && functions.iter().all(|f| f.name() != one.function)
        });
        let default = default.map(|(one, _)| one.function.clone());
        for one in functions {
            let stored = Stored {
                place: place.clone(),
                is_local,
                holder: holder.to_owned(),
                is_table: false,
                function: one.name(),
                default: default.clone(),
            };
            found.push((stored, instruction));
        }
    }
    found.into_iter().map(|(stored, _)| stored).collect()
}

/// A place inside a function.
fn local(function: Value<'_>, what: &str) -> Place {
    (format!("{what} of {}", function.name()), true)
}

/// The functions that a value may be the address of.
fn choices<'m>(value: Value<'m>, depth: usize, found: &mut Vec<Value<'m>>) {
    if value.is_function() {
        if !value.name().starts_with("llvm.") {
            found.push(value);
        }
        return;
    }
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    match value.opcode() {
        LLVMPHI => value
            .incoming()
            .for_each(|(one, _)| choices(one, depth, found)),
        LLVMSelect => [1, 2]
            .into_iter()
            .for_each(|at| choices(value.operand(at), depth, found)),
        LLVMBitCast | LLVMAddrSpaceCast => choices(value.operand(0), depth, found),
        _ => {}
    }
}

/// The place that a pointer leads to: a member of a structure whatever the structure, else a
/// variable.
fn target<'m>(function: Value<'m>, pointer: Value<'m>, layout: Layout<'m>) -> Option<Place> {
    let (mut at, mut offset, mut record) = (pointer, 0_i64, None);
    for _ in 0..DEPTH {
        if at.is_address() {
            offset = offset.checked_add(at.constant_offset(layout)?)?;
            record = at.source_element().and_then(name);
            at = at.operand(0);
        }
    }
    if at.is_global_variable() {
        let own = at.value_type().and_then(name);
        return Some(match own.or(record) {
            Some(record) => member(&record, offset),
            None => {
                let (variable, is_local) = variable(at);
                (format!("{variable} at {offset}"), is_local)
            }
        });
    }
    let own = at.allocated().and_then(name);
    match own.or(record) {
        Some(record) => Some(member(&record, offset)),
        None if at.opcode() == LLVMAlloca => {
            let number = function.instructions().position(|i| i == at)?;
            Some(local(function, &format!("variable {number}")))
        }
        None => None,
    }
}

/// The name of a structure.
fn name(ty: Type<'_>) -> Option<String> {
    if ty.kind() != LLVMTypeKind::LLVMStructTypeKind {
        return None;
    }
    let text = ty.print();
    let name = text.split(" = ").next()?.strip_prefix('%')?;
    Some(name.trim_matches('"').to_owned())
}

/// The name that the source has for a structure, or for the elements of an array of them.
fn record_name(debug: &DebugInfo, ty: Option<u32>) -> Option<String> {
    let (id, _) = strip(At::of(debug), ty);
    let record = debug.record(id?)?;
    match record.get("tag") {
        Some("DW_TAG_array_type") => record_name(debug, record.node("baseType")),
        Some("DW_TAG_structure_type") => record.text("name").or_else(|| debug.typedef(id?)),
        _ => None,
    }
}
