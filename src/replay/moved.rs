//! Locals, variables and heap blocks at addresses that are aligned no more than is guaranteed.
//!
//! A local that happens to lie on a multiple of 32 bytes hides that only 4 are guaranteed. In a
//! moved program, every object lies a given distance after a multiple of 64, so that an access that
//! requires more alignment than the object has traps, wherever the compiler and the allocator
//! would have placed it.
//!
//! Invariant: a moved object has the alignment that the program guarantees. Blocks of the heap are
//! not released, as their addresses are not those that the allocator returned: a moved program
//! shows misaligned accesses only.

use inkwell::module::Module;

use crate::llvm::{Value, edit};

/// The alignment of the places from which objects are moved: that of the widest vector.
const WIDEST: u32 = 64;

/// Functions of the heap, and those of the driver in their stead.
const HEAP: [(&str, &str); 10] = [
    ("malloc", "simdiff_moved_malloc"),
    ("_Znwm", "simdiff_moved_malloc"),
    ("_Znam", "simdiff_moved_malloc"),
    ("calloc", "simdiff_moved_calloc"),
    ("realloc", "simdiff_moved_realloc"),
    ("free", "simdiff_moved_free"),
    ("_ZdlPv", "simdiff_moved_free"),
    ("_ZdaPv", "simdiff_moved_free"),
    ("_ZdlPvm", "simdiff_moved_free"),
    ("_ZdaPvm", "simdiff_moved_free"),
];

/// The distance of every object from a multiple of the widest alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moved {
    /// The alignment of the object.
    Once,
    /// Twice the alignment of the object.
    Twice,
}

impl Moved {
    /// All distances. They differ by the alignment of the object, so an access that requires more
    /// is misaligned at one of them.
    pub const ALL: [Moved; 2] = [Moved::Once, Moved::Twice];

    const fn times(self) -> u32 {
        match self {
            Moved::Once => 1,
            Moved::Twice => 2,
        }
    }

    /// The flag with which the driver is compiled: the distance of blocks of the heap, which are
    /// aligned for every scalar.
    pub(super) const fn flag(self) -> &'static str {
        match self {
            Moved::Once => "-DMOVED=16",
            Moved::Twice => "-DMOVED=32",
        }
    }
}

/// The symbols of the variables of a module that may be moved: run-time libraries find none of them
/// by name.
pub(super) fn variables(module: &Module<'_>) -> Vec<String> {
    const RESERVED: [&str; 4] = ["llvm.", "__", "_ZT", "simdiff"];
    let globals = module.get_globals();
    let plain = globals.filter(|global| global.get_section().is_none());
    let names = plain.map(|global| global.get_name().to_string_lossy().into_owned());
    names
        .filter(|name| !RESERVED.iter().any(|start| name.starts_with(start)))
        .collect()
}

/// Moves the objects of a module.
pub(super) fn move_objects(module: &Module<'_>, variables: &[String], by: Moved) {
    edit(module, |edit| {
        let layout = edit.layout();
        let distance = |object: Value<'_>, natural: u32| {
            let align = object.alignment().max(1);
            let align = match object.alignment() {
                0 => natural,
                _ => align,
            };
            (align < WIDEST).then_some(align * by.times() % WIDEST)
        };
        for local in edit.locals() {
            if let Some(distance) = distance(local, 1) {
                edit.move_local(local, distance, WIDEST);
            }
        }
        for variable in variables {
            let Some(variable) = edit.global(variable) else {
                continue;
            };
            let natural = variable.value_type().map_or(1, |ty| layout.align(ty));
            if let Some(distance) = distance(variable, natural) {
                edit.move_variable(variable, distance, WIDEST);
            }
        }
        for (name, instead) in HEAP {
            let Some(function) = edit.function(name).filter(|f| f.is_declaration()) else {
                continue;
            };
            match edit.function(instead) {
                Some(known) => edit.replace_uses(function, known),
                None => edit.set_name(function, instead),
            }
        }
    });
}
