//! The register that controls the floating-point environment.

use term::Rounding;

/// The control bits of the MXCSR register, in place; the exception flags are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mxcsr(pub u32);

impl Mxcsr {
    /// The state in which the system starts a program: round to nearest even, no traps, no
    /// flushing.
    pub const DEFAULT: Mxcsr = Mxcsr(0x1f80);
    /// Number of sticky exception flags, the lowest bits of the register.
    pub const FLAGS: u8 = 6;
    const DENORMALS_ARE_ZERO: u32 = 1 << 6;
    const MASKS: u32 = 0x3f << 7;
    const ROUNDING: u32 = 13;
    const FLUSH_TO_ZERO: u32 = 1 << 15;

    /// The rounding direction.
    pub const fn rounding(self) -> Rounding {
        match self.0 >> Mxcsr::ROUNDING & 3 {
            0 => Rounding::NearestEven,
            1 => Rounding::TowardNegative,
            2 => Rounding::TowardPositive,
            _ => Rounding::TowardZero,
        }
    }

    /// Returns this environment with another rounding direction.
    pub const fn rounded(self, rounding: Rounding) -> Mxcsr {
        let code = match rounding {
            Rounding::TowardNegative => 1,
            Rounding::TowardPositive => 2,
            Rounding::TowardZero => 3,
            _ => 0,
        };
        Mxcsr(self.0 & !(3 << Mxcsr::ROUNDING) | code << Mxcsr::ROUNDING)
    }

    /// Whether subnormal operands are taken as zeros.
    pub const fn denormals_are_zero(self) -> bool {
        self.0 & Mxcsr::DENORMALS_ARE_ZERO != 0
    }

    /// Whether subnormal results become zeros.
    pub const fn flush_to_zero(self) -> bool {
        self.0 & Mxcsr::FLUSH_TO_ZERO != 0
    }

    /// Whether some exception is unmasked.
    pub const fn traps(self) -> bool {
        self.0 & Mxcsr::MASKS != Mxcsr::MASKS
    }

    /// Whether subnormals are neither taken as zeros nor flushed to zero.
    pub const fn keeps_denormals(self) -> bool {
        !self.denormals_are_zero() && !self.flush_to_zero()
    }
}
