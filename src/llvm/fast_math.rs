//! LLVM's bits of the fast-math flags (llvm-c/Core.h, `LLVMFastMathFlags`).

/// `nnan`: no operand or result is a NaN.
pub(crate) const NO_NANS: u32 = 2;

/// `ninf`: no operand or result is infinite.
pub(crate) const NO_INFINITIES: u32 = 4;

/// `nsz`: the sign of a zero does not matter.
pub(crate) const NO_SIGNED_ZEROS: u32 = 8;

/// `contract`: products and sums may be fused.
pub(crate) const CONTRACT: u32 = 32;

/// `afn`: functions may be approximated.
pub(crate) const APPROXIMATE: u32 = 64;

/// The flags that concern single values.
pub(crate) const VALUES: u32 = NO_NANS | NO_INFINITIES | NO_SIGNED_ZEROS;

/// All flags.
pub(crate) const ALL: u32 = 127;
