//! Addresses of functions and global variables.
//!
//! Invariant: two programs that are compared give an object one address exactly if it is one
//! object in both, so that pointers to such objects can be compared as numbers. Functions are
//! one if no program defines them, variables by their symbol, constants by symbol and
//! contents, and literals, which have no name, by contents. Functions that the programs
//! define are two, whatever they are called: nothing says that their code is the same.

use std::ops::Range;

use inkwell::llvm_sys::LLVMLinkage;
use rustc_hash::FxHashMap;

use crate::llvm::Value;
use crate::start::Start;

/// Address of the first function; functions are 16 bytes apart.
const FUNCTION_BASE: u64 = 0x800_0000;
/// Least address of globals.
const GLOBAL_BASE: u64 = 0x1000_0000;

/// Where functions and global variables are. Labels, the stack and the heap are elsewhere.
pub(crate) const STATIC: Range<u64> = FUNCTION_BASE..0x0100_0000_0000;

/// Least distance in bytes between two objects, so that overruns reach no other object.
pub(crate) const GAP: u64 = 1 << 16;

/// Returns the address of an object of `size` bytes placed at or after `after`, and the
/// first address after its gap.
pub(crate) fn place(after: u64, size: u64, start: Start) -> (u64, u64) {
    let base = start.from(after);
    (
        base,
        base.saturating_add(size)
            .saturating_add(GAP + size.min(1 << 30)),
    )
}

/// What tells an object from others, in two programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    Function(String),
    Variable(String),
    Constant { symbol: String, contents: String },
    Literal(String),
}

impl Identity {
    fn of_function(function: Value<'_>) -> Option<Identity> {
        let declared = function.is_declaration();
        declared.then(|| Identity::Function(function.name()))
    }

    /// `None` for a variable that only its file can name. The contents of a constant with
    /// addresses say nothing by themselves.
    fn of_global(global: Value<'_>) -> Option<Identity> {
        let linkage = global.linkage();
        let internal = linkage == LLVMLinkage::LLVMInternalLinkage;
        let literal = linkage == LLVMLinkage::LLVMPrivateLinkage;
        let symbol = || global.name();
        if !global.is_constant_variable() {
            return (!internal && !literal).then(|| Identity::Variable(symbol()));
        }
        let Some(initialiser) = global.initialiser() else {
            return Some(Identity::Variable(symbol()));
        };
        let contents = initialiser.print();
        if contents.contains(" @") {
            return None;
        }
        Some(match literal {
            true => Identity::Literal(contents),
            false => Identity::Constant {
                symbol: symbol(),
                contents,
            },
        })
    }
}

/// A place for a variable: size and alignment in bytes, and the start address.
#[derive(Clone, Copy, Debug)]
struct Room {
    size: u64,
    align: u64,
    base: u64,
}

/// The addresses that a program has given to functions and global variables.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    known: FxHashMap<Identity, Room>,
    next_function: u64,
    next_global: u64,
}

impl Default for Placement {
    fn default() -> Placement {
        Placement {
            known: FxHashMap::default(),
            next_function: FUNCTION_BASE,
            next_global: GLOBAL_BASE,
        }
    }
}

/// Gives a program's objects addresses.
#[derive(Debug, Default)]
pub(super) struct Placing {
    /// The objects of the other program that no object of this one has been found to be yet.
    others: FxHashMap<Identity, Room>,
    own: Placement,
}

impl Placing {
    /// Starts behind the objects of the other program.
    pub(super) fn beside(other: &Placement) -> Placing {
        Placing {
            others: other.known.clone(),
            own: Placement {
                known: FxHashMap::default(),
                ..*other
            },
        }
    }

    /// Returns the address of the next function.
    pub(super) fn function(&mut self, function: Value<'_>) -> u64 {
        let room = |base| Room {
            size: 1,
            align: 16,
            base,
        };
        let identity = Identity::of_function(function);
        if let Some(base) = self.shared(identity.as_ref(), room(0)) {
            return base;
        }
        let base = self.own.next_function;
        self.own.next_function += 16;
        self.keep(identity, room(base));
        base
    }

    /// Returns the address of the next variable, of a size and an alignment in bytes.
    pub(super) fn global(&mut self, global: Value<'_>, size: u64, align: u64) -> u64 {
        let identity = Identity::of_global(global);
        let room = |base| Room { size, align, base };
        if let Some(base) = self.shared(identity.as_ref(), room(0)) {
            return base;
        }
        let (base, behind) = place(self.own.next_global, size, Start::placed(align));
        self.own.next_global = behind;
        self.keep(identity, room(base));
        base
    }

    /// Returns the addresses that were given.
    pub(super) fn end(self) -> Placement {
        self.own
    }

    fn shared(&mut self, identity: Option<&Identity>, room: Room) -> Option<u64> {
        let identity = identity?;
        let other = *self.others.get(identity)?;
        if (other.size, other.align) != (room.size, room.align) {
            return None;
        }
        self.others.remove(identity);
        self.own.known.insert(identity.clone(), other);
        Some(other.base)
    }

    /// The first of several literals with equal contents stands for them.
    fn keep(&mut self, identity: Option<Identity>, room: Room) {
        if let Some(identity) = identity {
            self.own.known.entry(identity).or_insert(room);
        }
    }
}
