//! The intrinsics that are deliberately not lowered, each with the reason. Calls of them
//! stay in the module like calls of unknown ones.

/// Intrinsics that have no semantics for one common reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Family {
    /// The reason.
    reason: &'static str,
    /// Their LLVM names without `llvm.x86.`; a name that ends in `*` stands for all names
    /// with that prefix.
    names: &'static [&'static str],
}

/// All refused intrinsics. If several families contain a name, the first one gives the
/// reason.
const REFUSED: &[Family] = &[
    Family {
        reason: "reads or writes a control register: not lowered but executed, as MXCSR and --cpu say",
        names: &["sse.ldmxcsr", "sse.stmxcsr", "xgetbv"],
    },
    Family {
        reason: "an older form of which clang 19 makes no calls",
        names: &[
            "avx512.broadcastm*",
            "avx512.gather*",
            "avx512.mask.cvtps2dq.128",
            "avx512.mask.cvtps2dq.256",
            "avx512.scatter*",
        ],
    },
    Family {
        reason: "belongs to AVX-NE-CONVERT, and is not lowered",
        names: &["vbcstne*", "vcvtnee*", "vcvtneo*"],
    },
    Family {
        reason: "works on AMX tile registers",
        names: &[
            "cast.*",
            "ldtilecfg*",
            "sttilecfg*",
            "tcmm*",
            "tdp*",
            "tile*",
        ],
    },
    Family {
        reason: "belongs to an extension that only AMD processors before Zen have",
        names: &[
            "tbm.*",
            "xop.vfrcz.*",
            "xop.vpmac*",
            "xop.vpmadcs*",
            "xop.vpperm",
            "xop.vpsha*",
            "xop.vpshl*",
            "llwpcb",
            "lwp*",
            "slwpcb",
        ],
    },
    Family {
        reason: "belongs to an extension that few processors have, and is not lowered",
        names: &[
            "avx2.vpdp*",
            "avx512.vp2intersect.*",
            "vsha512*",
            "vsm3*",
            "vsm4*",
        ],
    },
    Family {
        reason: "works with keys that the processor keeps to itself",
        names: &["aesdec*", "aesenc*", "encodekey*", "loadiwkey"],
    },
    Family {
        reason: "reads or writes the flags",
        names: &["atomic.*", "flags.*"],
    },
    Family {
        reason: "an atomic operation of its own kind",
        names: &["aadd*", "aand*", "aor*", "axor*", "cmpccxadd*"],
    },
    Family {
        reason: "waits for another processor or for the clock",
        names: &[
            "monitorx",
            "mwaitx",
            "sse3.monitor",
            "sse3.mwait",
            "tpause",
            "umonitor",
            "umwait",
        ],
    },
    Family {
        reason: "gives another answer at each call",
        names: &["rdpmc", "rdpru", "rdrand.*", "rdseed.*", "rdtsc*"],
    },
    Family {
        reason: "manages caches or writes whole lines past them",
        names: &[
            "cldemote",
            "clflushopt",
            "clwb",
            "clzero",
            "directstore*",
            "enqcmd*",
            "movdir64b",
            "wbinvd",
            "wbnoinvd",
        ],
    },
    Family {
        reason: "works on processor state that computations do not have",
        names: &[
            "clrssbsy",
            "clui",
            "fxrstor*",
            "fxsave*",
            "incssp*",
            "int",
            "invpcid",
            "ptwrite*",
            "rdfsbase.*",
            "rdgsbase.*",
            "rdpid",
            "rdpkru",
            "rdssp*",
            "rstorssp",
            "saveprevssp",
            "seh.*",
            "senduipi",
            "serialize",
            "setssbsy",
            "stui",
            "testui",
            "urdmsr",
            "uwrmsr",
            "wrfsbase.*",
            "wrgsbase.*",
            "wrpkru",
            "wrss*",
            "wruss*",
            "xrstor*",
            "xsave*",
            "xsetbv",
        ],
    },
    Family {
        reason: "works with hardware transactions",
        names: &[
            "xabort",
            "xbegin",
            "xend",
            "xresldtrk",
            "xsusldtrk",
            "xtest",
        ],
    },
];

/// The reason why `intrinsic`, given by LLVM name, is refused; `None` if it is not.
pub fn refusal(intrinsic: &str) -> Option<&'static str> {
    let operation = intrinsic.strip_prefix("llvm.x86.")?;
    let covers = |name: &&str| match name.strip_suffix('*') {
        Some(prefix) => operation.starts_with(prefix),
        None => operation == *name,
    };
    let mut families = REFUSED.iter();
    families
        .find(|family| family.names.iter().any(covers))
        .map(|family| family.reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declaration::all_x86;

    #[test]
    fn every_name_is_one_of_llvms() {
        let all = all_x86();
        for name in REFUSED.iter().flat_map(|family| family.names) {
            let full = format!("llvm.x86.{name}");
            let known = match full.strip_suffix('*') {
                Some(prefix) => all.iter().any(|i| i.starts_with(prefix)),
                None => all.contains(&full),
            };
            assert!(known, "{name}");
        }
    }

    #[test]
    fn a_star_covers_a_family_and_a_plain_name_only_itself() {
        assert!(
            refusal("llvm.x86.rdseed.32")
                .unwrap()
                .contains("another answer")
        );
        assert!(refusal("llvm.x86.sse3.mwait").unwrap().contains("waits"));
        assert_eq!(refusal("llvm.x86.sse3.mwaitx"), None);
    }
}
