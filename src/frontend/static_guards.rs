//! The guards of static variables of C++, which say whether a first call has initialised them
//! (`docs/decisions/0271`).

use super::globals::Variable;

/// The prefix of the symbol of a guard, which says whether a static variable of C++ is
/// initialised; the variable's own symbol has `_Z` there (Itanium C++ ABI, 5.1.5.3).
pub(super) const GUARD: &str = "_ZGV";

/// Settles which guards of static variables of C++ are variables of a version.
///
/// The guard of a variable without pointers that this version alone has is one, so that both
/// can be followed from call to call; the first call writes such a variable, constant or not.
/// So is that of a variable that both versions have and that may change later: it may be set,
/// and the variable may then have any value. Other guards keep their initial values.
pub(super) fn settle_guards(own: &mut Vec<Variable>, other: &[Variable]) {
    let guards = own.iter().filter(|v| v.symbol.starts_with(GUARD));
    let guards: Vec<String> = guards.map(|v| v.symbol.clone()).collect();
    let mut settled: Vec<&String> = Vec::new();
    for guard in &guards {
        let symbol = format!("_Z{}", &guard[GUARD.len()..]);
        let Some(variable) = own.iter_mut().find(|v| v.symbol == symbol) else {
            continue;
        };
        let changes = |v: &Variable| !v.constant && v.pointers.is_empty();
        match other.iter().find(|v| v.symbol == symbol) {
            Some(same) if changes(variable) && changes(same) => settled.push(guard),
            None if variable.reads && variable.pointers.is_empty() => {
                (variable.constant, variable.fixed, variable.writes) = (false, false, true);
                variable.guarded = true;
                settled.push(guard);
            }
            _ => {}
        }
    }
    own.retain(|v| !v.symbol.starts_with(GUARD) || settled.contains(&&v.symbol));
    let names: Vec<(String, String)> = own
        .iter()
        .map(|v| (v.symbol.clone(), v.name.clone()))
        .collect();
    for guard in own.iter_mut().filter(|v| v.symbol.starts_with(GUARD)) {
        let symbol = format!("_Z{}", &guard.symbol[GUARD.len()..]);
        if let Some((_, name)) = names.iter().find(|(known, _)| *known == symbol) {
            guard.name = format!("guard({name})");
        }
        guard.guarded = true;
    }
}
