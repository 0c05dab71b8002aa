//! Source positions of the program's instructions and functions.

use crate::llvm::{Location as Position, Value};
use crate::verdict::Location;

/// Returns the position of a location in the user's files: code inlined from system headers
/// has the position of the innermost call in a user's file.
pub(super) fn position(location: Position<'_>) -> Option<Location> {
    let mut outer = Some(location);
    let mut found = None;
    while let Some(location) = outer {
        let place = Location {
            file: location.file(),
            line: location.line(),
            column: location.column(),
        };
        let system = place.is_system();
        found = Some(place);
        if !system {
            break;
        }
        outer = location.inlined_at();
    }
    found
}

/// Returns the position of the declaration of a function or global variable, if it has debug info.
pub(super) fn declaration(function: Value<'_>) -> Option<Location> {
    let (file, line) = function.declared_at()?;
    Some(Location {
        file,
        line,
        column: 0,
    })
}
