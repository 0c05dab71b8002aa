//! The processor that a program under check finds.
//!
//! Code that chooses a path by the processor's features queries them through `cpuid`,
//! `xgetbv` or the compiler's run-time library. This file has the answers of each, from the
//! names of the features in LLVM. Vocabulary only. Invariant: all three agree, and a
//! feature that is not named is absent. Vendor, family and model are not those of a real
//! processor.

use std::collections::BTreeSet;

/// A processor, as a set of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// The name in reports.
    pub name: String,
    /// The features, as in LLVM's `target-features`.
    pub features: BTreeSet<String>,
}

/// The processor and compilation of the code under check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The processor that the code runs on.
    pub cpu: Cpu,
    /// Whether some of the code is compiled for fused multiply-add, so that the compiler
    /// may contract where it is allowed to.
    pub fuses: bool,
}

/// The features of every x86-64 processor.
const BASELINE: &str = "+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87";

impl Default for Cpu {
    fn default() -> Cpu {
        Cpu::with("x86-64", BASELINE)
    }
}

/// One of the four registers that `cpuid` fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Register {
    Eax,
    Ebx,
    Ecx,
    Edx,
}

use Register::{Eax, Ebx, Ecx, Edx};

/// A feature: its name; its bit in `cpuid` (leaf, subleaf, register, bit); its number in
/// `__cpu_model` and `__cpu_features2`.
struct Feature(&'static str, u32, u32, Register, u32, Option<u32>);

/// Intel SDM vol. 2A, CPUID; the numbers are those of compiler-rt and libgcc.
const FEATURES: &[Feature] = &[
    Feature("cx8", 1, 0, Edx, 8, None),
    Feature("cmov", 1, 0, Edx, 15, Some(0)),
    Feature("mmx", 1, 0, Edx, 23, Some(1)),
    Feature("fxsr", 1, 0, Edx, 24, None),
    Feature("sse", 1, 0, Edx, 25, Some(3)),
    Feature("sse2", 1, 0, Edx, 26, Some(4)),
    Feature("sse3", 1, 0, Ecx, 0, Some(5)),
    Feature("pclmul", 1, 0, Ecx, 1, Some(19)),
    Feature("ssse3", 1, 0, Ecx, 9, Some(6)),
    Feature("fma", 1, 0, Ecx, 12, Some(14)),
    Feature("cx16", 1, 0, Ecx, 13, None),
    Feature("sse4.1", 1, 0, Ecx, 19, Some(7)),
    Feature("sse4.2", 1, 0, Ecx, 20, Some(8)),
    Feature("movbe", 1, 0, Ecx, 22, Some(58)),
    Feature("popcnt", 1, 0, Ecx, 23, Some(2)),
    Feature("aes", 1, 0, Ecx, 25, Some(18)),
    Feature("xsave", 1, 0, Ecx, 26, None),
    Feature("avx", 1, 0, Ecx, 28, Some(9)),
    Feature("f16c", 1, 0, Ecx, 29, Some(49)),
    Feature("rdrnd", 1, 0, Ecx, 30, Some(69)),
    Feature("fsgsbase", 7, 0, Ebx, 0, Some(50)),
    Feature("bmi", 7, 0, Ebx, 3, Some(16)),
    Feature("avx2", 7, 0, Ebx, 5, Some(10)),
    Feature("bmi2", 7, 0, Ebx, 8, Some(17)),
    Feature("avx512f", 7, 0, Ebx, 16, Some(15)),
    Feature("avx512dq", 7, 0, Ebx, 17, Some(22)),
    Feature("adx", 7, 0, Ebx, 19, Some(40)),
    Feature("avx512ifma", 7, 0, Ebx, 21, Some(27)),
    Feature("avx512cd", 7, 0, Ebx, 28, Some(23)),
    Feature("sha", 7, 0, Ebx, 29, Some(74)),
    Feature("avx512bw", 7, 0, Ebx, 30, Some(21)),
    Feature("avx512vl", 7, 0, Ebx, 31, Some(20)),
    Feature("avx512vbmi", 7, 0, Ecx, 1, Some(26)),
    Feature("avx512vbmi2", 7, 0, Ecx, 6, Some(31)),
    Feature("gfni", 7, 0, Ecx, 8, Some(32)),
    Feature("vaes", 7, 0, Ecx, 9, Some(78)),
    Feature("vpclmulqdq", 7, 0, Ecx, 10, Some(33)),
    Feature("avx512vnni", 7, 0, Ecx, 11, Some(34)),
    Feature("avx512bitalg", 7, 0, Ecx, 12, Some(35)),
    Feature("avx512vpopcntdq", 7, 0, Ecx, 14, Some(30)),
    Feature("avx512fp16", 7, 0, Edx, 23, Some(94)),
    Feature("avxvnni", 7, 1, Eax, 4, Some(93)),
    Feature("avx512bf16", 7, 1, Eax, 5, Some(36)),
    Feature("lzcnt", 0x8000_0001, 0, Ecx, 5, Some(57)),
    Feature("sse4a", 0x8000_0001, 0, Ecx, 6, Some(11)),
    Feature("prfchw", 0x8000_0001, 0, Ecx, 8, Some(66)),
    Feature("xop", 0x8000_0001, 0, Ecx, 11, Some(13)),
    Feature("fma4", 0x8000_0001, 0, Ecx, 16, Some(12)),
];

/// The levels of the psABI: number in `__cpu_features2`, and the features required beyond
/// the level before.
const LEVELS: [(u32, &[&str]); 4] = [
    (95, &["sse2"]),
    (96, &["cx16", "popcnt", "sse4.2", "ssse3"]),
    (
        97,
        &[
            "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave",
        ],
    ),
    (
        98,
        &["avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"],
    ),
];

/// The vendor string of twelve letters in `cpuid` leaf 0.
const MAKER: &[u8; 12] = b"simdiffModel";

impl Cpu {
    /// A processor from a list such as `+sse2,+avx2`; features without a plus are absent.
    pub fn with(name: &str, features: &str) -> Cpu {
        let present = features.split(',').filter_map(|f| f.strip_prefix('+'));
        Cpu {
            name: name.to_owned(),
            features: present.map(str::to_owned).collect(),
        }
    }

    /// Whether the processor has a feature.
    pub fn has(&self, feature: &str) -> bool {
        self.features.contains(feature)
    }

    /// The values of eax, ebx, ecx and edx after `cpuid`.
    pub fn cpuid(&self, leaf: u32, subleaf: u32) -> [u32; 4] {
        let word = |at: usize| {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(&MAKER[at..at + 4]);
            u32::from_le_bytes(bytes)
        };
        let mut registers = match leaf {
            // The highest leaf, then the vendor in ebx, edx, ecx.
            0 => [7, word(0), word(8), word(4)],
            // The highest subleaf.
            7 if subleaf == 0 => [1, 0, 0, 0],
            0x8000_0000 => [0x8000_0001, 0, 0, 0],
            // Long mode.
            0x8000_0001 => [0, 0, 0, 1 << 29],
            _ => [0; 4],
        };
        for Feature(name, l, s, register, bit, _) in FEATURES {
            if (*l, *s) == (leaf, subleaf) && self.has(name) {
                registers[*register as usize] |= 1 << bit;
            }
        }
        // OSXSAVE: the system saves the vector registers.
        if leaf == 1 && self.has("avx") {
            registers[Ecx as usize] |= 1 << 26 | 1 << 27;
        }
        registers
    }

    /// The value of XCR0, which `xgetbv` reads: the state that the system saves, of x87,
    /// SSE, AVX and the three parts of AVX-512.
    pub fn xcr0(&self) -> u64 {
        let avx = if self.has("avx") { 1 << 2 } else { 0 };
        let avx512 = if self.has("avx512f") { 7 << 5 } else { 0 };
        3 | avx | avx512
    }

    /// The words of the run-time library's `__cpu_model`: vendor, type and subtype, which
    /// are of no real processor, and the first 32 features.
    pub fn model(&self) -> [u32; 4] {
        [0, 0, 0, self.numbered(0)]
    }

    /// The words of the run-time library's `__cpu_features2`.
    pub fn features2(&self) -> [u32; 3] {
        [self.numbered(32), self.numbered(64), self.numbered(96)]
    }

    /// The features with 32 numbers from `first` on, one per bit.
    fn numbered(&self, first: u32) -> u32 {
        let features = FEATURES
            .iter()
            .filter(|Feature(name, ..)| self.has(name))
            .filter_map(|Feature(.., number)| *number);
        let levels = LEVELS
            .iter()
            .take_while(|(_, needs)| needs.iter().all(|f| self.has(f)))
            .map(|(number, _)| *number);
        features
            .chain(levels)
            .filter(|number| (first..first + 32).contains(number))
            .fold(0, |word, number| word | 1 << (number - first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_levels_build_on_each_other() {
        let haswell = "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,\
                       +movbe,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3,+x87,+xsave";
        let cpu = Cpu::with("haswell", haswell);
        assert_eq!(cpu.features2()[2] & 7, 0b011, "v2 and v3, not v4");
        assert_eq!(cpu.features2()[1] >> 31, 1, "the baseline");
        assert_eq!(cpu.xcr0(), 7);
    }

    #[test]
    fn a_feature_that_is_not_named_is_absent() {
        let cpu = Cpu::default();
        assert_eq!(cpu.cpuid(7, 0), [1, 0, 0, 0]);
        assert_eq!(cpu.cpuid(1, 0)[2], 0);
        assert_eq!(cpu.model()[3], 0b11011);
    }
}
