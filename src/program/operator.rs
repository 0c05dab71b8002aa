//! What operations do with their operands.

use term::{Format, Op};

/// Fast-math flags, with LLVM's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FastMath(pub u8);

impl FastMath {
    /// The value may be computed in another association.
    pub const REASSOC: FastMath = FastMath(1);
    /// NaN operands and results are poison.
    pub const NO_NANS: FastMath = FastMath(2);
    /// Infinite operands and results are poison.
    pub const NO_INFINITIES: FastMath = FastMath(4);
    /// The sign of a zero is arbitrary.
    pub const NO_SIGNED_ZEROS: FastMath = FastMath(8);
    /// A quotient may be a product with a reciprocal, also an approximate one.
    pub const RECIPROCAL: FastMath = FastMath(16);
    /// A product and a sum may be rounded once.
    pub const CONTRACT: FastMath = FastMath(32);
    /// A function may be approximated.
    pub const APPROXIMATE: FastMath = FastMath(64);
    /// Those that concern which values there are, not how they are computed.
    pub const VALUES: FastMath = FastMath(2 | 4 | 8);
    /// Every flag.
    pub const ALL: FastMath = FastMath(127);

    /// Flags of this set outside `permitted`.
    pub const fn beyond(self, permitted: FastMath) -> FastMath {
        FastMath(self.0 & !permitted.0)
    }
    /// Flags of this set that are in `others` too.
    pub const fn among(self, others: FastMath) -> FastMath {
        FastMath(self.0 & others.0)
    }
    /// Flags in either set.
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
    /// Exchange the operands.
    pub swap: bool,
    /// Complement the result.
    pub negate: bool,
}

/// A conversion of scalars or, lane by lane, of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Low bits.
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
    /// Zero extension or truncation to the target's width.
    Pointer,
    /// An address of which the program looks at so many low bits, beyond its distance
    /// from another one: what follows may depend on where objects lie.
    Observe(u8),
}

/// How an atomic update combines the old value and its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// The operand replaces it.
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
