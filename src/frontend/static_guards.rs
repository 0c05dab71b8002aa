//! The guards of static variables of C++, which say whether a first call has initialised them
//! (`docs/decisions/0271`).

use std::collections::BTreeMap;

use super::globals::Variable;

/// The symbol of the static variable whose guard has this symbol; `None` for other symbols
/// (Itanium C++ ABI, 5.1.5.3).
pub fn guarded(symbol: &str) -> Option<String> {
    symbol
        .strip_prefix("_ZGV")
        .map(|variable| format!("_Z{variable}"))
}

/// Settles which guards of static variables of C++ are variables of a version.
///
/// The guard of a variable without pointers that this version alone has is one, so that both
/// can be followed from call to call; the first call writes such a variable, constant or not.
/// So is that of a variable that both versions have and that may change later: it may be set,
/// and the variable may then have any value. Other guards keep their initial values.
pub(super) fn settle_guards(own: &mut Vec<Variable>, other: &[Variable]) {
    let guards = own.iter().map(|v| v.symbol.clone());
    let guards = guards.filter_map(|guard| Some((guarded(&guard)?, guard)));
    let guards: Vec<(String, String)> = guards.collect();
    let mut settled: Vec<&String> = Vec::new();
    for (symbol, guard) in &guards {
        let Some(variable) = own.iter_mut().find(|v| v.symbol == *symbol) else {
            continue;
        };
        let changes = |v: &Variable| !v.constant && v.pointers.is_empty();
        match other.iter().find(|v| v.symbol == *symbol) {
            Some(same) if changes(variable) && changes(same) => settled.push(guard),
            None if variable.reads && variable.pointers.is_empty() => {
                (variable.constant, variable.fixed, variable.writes) = (false, false, true);
                variable.guarded = true;
                settled.push(guard);
            }
            _ => {}
        }
    }
    own.retain(|v| guarded(&v.symbol).is_none() || settled.contains(&&v.symbol));
    let names = own.iter().map(|v| (v.symbol.clone(), v.name.clone()));
    let names: BTreeMap<String, String> = names.collect();
    for variable in own.iter_mut() {
        let Some(symbol) = guarded(&variable.symbol) else {
            continue;
        };
        if let Some(name) = names.get(&symbol) {
            variable.name = format!("guard({name})");
        }
        variable.guarded = true;
    }
}
