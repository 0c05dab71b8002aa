//! Intrinsics that are known and deliberately not lowered, with the reason
//! why. Calls to them stay in the module like calls to unknown ones.

/// An intrinsic, or a family of them, without semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// LLVM intrinsic name; one that ends in `*` stands for all that begin so.
    pub name: &'static str,
    /// Why there are no semantics.
    pub reason: &'static str,
}

const MMX: &str = "works on MMX registers, which alias the x87 stack";
const MXCSR: &str = "reads or writes MXCSR, a register; the executor does that itself";
const WAIT: &str = "waits for another processor's store";
const STRING: &str = "compares strings of a length found at run time; not modelled";

/// Every refused intrinsic, in order of name.
pub const REFUSED: &[Refused] = &[
    refuse("llvm.x86.mmx.*", MMX),
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
    refuse("llvm.x86.sse42.pcmpestr*", STRING),
    refuse("llvm.x86.sse42.pcmpistr*", STRING),
    refuse("llvm.x86.ssse3.pabs.b", MMX),
    refuse("llvm.x86.ssse3.pabs.d", MMX),
    refuse("llvm.x86.ssse3.pabs.w", MMX),
    refuse("llvm.x86.ssse3.phadd.d", MMX),
    refuse("llvm.x86.ssse3.phadd.sw", MMX),
    refuse("llvm.x86.ssse3.phadd.w", MMX),
    refuse("llvm.x86.ssse3.phsub.d", MMX),
    refuse("llvm.x86.ssse3.phsub.sw", MMX),
    refuse("llvm.x86.ssse3.phsub.w", MMX),
    refuse("llvm.x86.ssse3.pmadd.ub.sw", MMX),
    refuse("llvm.x86.ssse3.pmul.hr.sw", MMX),
    refuse("llvm.x86.ssse3.pshuf.b", MMX),
    refuse("llvm.x86.ssse3.psign.b", MMX),
    refuse("llvm.x86.ssse3.psign.d", MMX),
    refuse("llvm.x86.ssse3.psign.w", MMX),
];

const fn refuse(name: &'static str, reason: &'static str) -> Refused {
    Refused { name, reason }
}

/// The reason why `intrinsic`, an LLVM name, is refused, if it is.
pub fn refusal(intrinsic: &str) -> Option<&'static str> {
    let covers = |name: &str| match name.strip_suffix('*') {
        Some(prefix) => intrinsic.starts_with(prefix),
        None => intrinsic == name,
    };
    REFUSED.iter().find(|r| covers(r.name)).map(|r| r.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_covers_a_family_and_a_plain_name_only_itself() {
        assert_eq!(refusal("llvm.x86.mmx.padd.b"), Some(MMX));
        assert_eq!(refusal("llvm.x86.ssse3.pshuf.b"), Some(MMX));
        assert_eq!(refusal("llvm.x86.ssse3.pshuf.b.128"), None);
    }
}
