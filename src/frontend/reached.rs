//! Functions and variables that are reachable from a function.

use std::collections::HashSet;

use crate::llvm::Value;

/// The names of all functions that are reachable from a function, itself included.
pub(super) fn reached_functions(function: Value<'_>) -> Vec<String> {
    let mut reached = Reached::default();
    reached.value(function);
    let names = reached.functions.iter().map(|f| f.name());
    names.collect()
}

/// The functions and variables reachable from some values.
#[derive(Default)]
pub(super) struct Reached<'m> {
    seen: HashSet<Value<'m>>,
    pub functions: HashSet<Value<'m>>,
    pub globals: HashSet<Value<'m>>,
}

impl<'m> Reached<'m> {
    /// Adds a value and everything reachable from it.
    pub fn value(&mut self, first: Value<'m>) {
        let mut open = vec![first];
        while let Some(value) = open.pop() {
            if !value.is_constant() || !self.seen.insert(value) {
                continue;
            }
            if value.is_function() {
                self.functions.insert(value);
                open.extend(value.instructions().flat_map(Value::operands));
                continue;
            }
            if value.is_global_variable() {
                self.globals.insert(value);
                open.extend(value.initialiser());
                continue;
            }
            open.extend(value.operands());
        }
    }
}
