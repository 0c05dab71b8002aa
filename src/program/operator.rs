//! Operators of instructions: their flags, predicates and kinds.

use term::{Format, Op};

/// Fast-math flags, with LLVM's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FastMath(pub u8);

impl FastMath {
    /// Operations may be reassociated.
    pub const REASSOC: FastMath = FastMath(1);
    /// NaN operands and results are poison.
    pub const NO_NANS: FastMath = FastMath(2);
    /// Infinite operands and results are poison.
    pub const NO_INFINITIES: FastMath = FastMath(4);
    /// The sign of a zero is arbitrary.
    pub const NO_SIGNED_ZEROS: FastMath = FastMath(8);
    /// A quotient may be computed as a product with a reciprocal, which may be approximate.
    pub const RECIPROCAL: FastMath = FastMath(16);
    /// A product and a sum may be fused and rounded once.
    pub const CONTRACT: FastMath = FastMath(32);
    /// A function may be approximated.
    pub const APPROXIMATE: FastMath = FastMath(64);
    /// The flags that restrict values, as opposed to those that permit other computations.
    pub const VALUES: FastMath = FastMath(2 | 4 | 8);
    /// Every flag.
    pub const ALL: FastMath = FastMath(127);

    /// Returns the flags of this set that are not in `permitted`.
    pub const fn beyond(self, permitted: FastMath) -> FastMath {
        FastMath(self.0 & !permitted.0)
    }
    /// Returns the flags that are in both sets.
    pub const fn among(self, others: FastMath) -> FastMath {
        FastMath(self.0 & others.0)
    }
    /// Returns the flags that are in either set.
    pub const fn union(self, other: FastMath) -> FastMath {
        FastMath(self.0 | other.0)
    }
    /// Whether no flag is set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Display for FastMath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const NAMES: [&str; 7] = ["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];
        let set = NAMES
            .iter()
            .enumerate()
            .filter(|(i, _)| self.0 >> i & 1 == 1);
        let names: Vec<&str> = set.map(|(_, name)| *name).collect();
        f.write_str(&names.join(" "))
    }
}

/// An integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Predicate {
    /// `Eq`, `Ult` or `Slt`.
    pub op: Op,
    /// Whether the operands are exchanged.
    pub swap: bool,
    /// Whether the result is negated.
    pub negate: bool,
}

/// A conversion of scalars or, lane by lane, of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Truncation to the low bits.
    Truncate,
    /// Zero extension.
    ZeroExtend,
    /// Sign extension.
    SignExtend,
    /// Between float formats.
    Float,
    /// Float to signed integer, toward zero.
    FloatToSigned,
    /// Float to unsigned integer, toward zero.
    FloatToUnsigned,
    /// Signed integer to float.
    SignedToFloat,
    /// Unsigned integer to float.
    UnsignedToFloat,
    /// Conversion of addresses: zero extension or truncation to the target's width.
    Pointer,
    /// Conversion of an address of which the program inspects this many low bits, other
    /// than through its distance from another address: later values may depend on the
    /// placement of objects.
    Observe(u8),
}

/// The combination of the old value and the operand in an atomic update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// The operand.
    Exchange,
    /// A binary integer operation.
    Integer(Op),
    /// Complement of the conjunction.
    Nand,
    /// Minimum or maximum: take the operand if the predicate holds of (operand, old).
    Extremum(Predicate),
    /// A binary float operation.
    Float(Op, Format),
}
