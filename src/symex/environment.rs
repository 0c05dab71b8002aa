//! The register of the floating-point environment.

use term::Rounding;

/// The control bits of the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mxcsr(pub u32);

impl Mxcsr {
    /// As the system starts a program: to nearest even, no traps, no flushing.
    pub const DEFAULT: Mxcsr = Mxcsr(0x1f80);
    /// The sticky exception flags.
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

    /// The same with another rounding direction.
    pub const fn rounded(self, rounding: Rounding) -> Mxcsr {
        let code = match rounding {
            Rounding::TowardNegative => 1,
            Rounding::TowardPositive => 2,
            Rounding::TowardZero => 3,
            _ => 0,
        };
        Mxcsr(self.0 & !(3 << Mxcsr::ROUNDING) | code << Mxcsr::ROUNDING)
    }

    /// Whether subnormal operands count as zeros.
    pub const fn denormals_are_zero(self) -> bool {
        self.0 & Mxcsr::DENORMALS_ARE_ZERO != 0
    }

    /// Whether subnormal results become zeros.
    pub const fn flush_to_zero(self) -> bool {
        self.0 & Mxcsr::FLUSH_TO_ZERO != 0
    }

    /// Whether some exception is not masked.
    pub const fn traps(self) -> bool {
        self.0 & Mxcsr::MASKS != Mxcsr::MASKS
    }

    /// Whether subnormals are numbers like others.
    pub const fn keeps_denormals(self) -> bool {
        !self.denormals_are_zero() && !self.flush_to_zero()
    }
}
