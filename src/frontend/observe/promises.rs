//! Keeps functions with `restrict` parameters.
//!
//! A `restrict` parameter restricts accesses while its function is active (C17 6.7.3.1). If
//! it were inlined, the function would have no activation, and the parameter no name.

use crate::llvm::Edit;

/// Keeps functions with `restrict` parameters from being inlined.
pub(super) fn keep(edit: &Edit<'_>) {
    for function in edit.functions().filter(|f| !f.is_declaration()) {
        let has = |parameter, name| function.has_attribute(parameter, name);
        let promises = (0..function.parameter_count())
            .any(|index| has(Some(index), "noalias") && !has(Some(index), "sret"));
        if promises && has(None, "alwaysinline") {
            edit.remove_attribute(function, "alwaysinline");
        }
    }
}
