//! Intrinsics that are known and deliberately not lowered, with the reason
//! why. Calls to them stay in the module like calls to unknown ones.

/// An intrinsic, or a family of them, without semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// LLVM intrinsic name; a prefix of several when it ends in a dot.
    pub name: &'static str,
    /// Why there are no semantics.
    pub reason: &'static str,
}

const MMX: &str = "works on MMX registers, which alias the x87 stack";
const MXCSR: &str = "reads or writes MXCSR; only its default (round to nearest, no traps, \
                     denormals kept) is modelled";
const WAIT: &str = "waits for another processor's store";

/// Every refused intrinsic, in order of name.
pub const REFUSED: &[Refused] = &[
    refuse("llvm.x86.mmx.", MMX),
    refuse("llvm.x86.sse.cvtpd2pi", MMX),
    refuse("llvm.x86.sse.cvtpi2pd", MMX),
    refuse("llvm.x86.sse.cvtpi2ps", MMX),
    refuse("llvm.x86.sse.cvtps2pi", MMX),
    refuse("llvm.x86.sse.cvttpd2pi", MMX),
    refuse("llvm.x86.sse.cvttps2pi", MMX),
    refuse("llvm.x86.sse.ldmxcsr", MXCSR),
    refuse("llvm.x86.sse.pshuf.w", MMX),
    refuse("llvm.x86.sse.stmxcsr", MXCSR),
    refuse("llvm.x86.sse3.monitor", WAIT),
    refuse("llvm.x86.sse3.mwait", WAIT),
];

const fn refuse(name: &'static str, reason: &'static str) -> Refused {
    Refused { name, reason }
}

/// The reason why `intrinsic`, an LLVM name, is refused, if it is.
pub fn refusal(intrinsic: &str) -> Option<&'static str> {
    let covers = |name: &str| match name.strip_suffix('.') {
        Some(_) => intrinsic.starts_with(name),
        None => intrinsic == name,
    };
    REFUSED.iter().find(|r| covers(r.name)).map(|r| r.reason)
}
