//! What a user may assume: one table of the options `--assume-…`.

use rewrite_rules::Assumptions;
use schemars::JsonSchema;
use serde::Deserialize;
use strum::VariantArray;

/// What `--assume-…` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Assumption {
    /// Float addition and multiplication associate.
    Associative,
    /// Float multiplication distributes over addition.
    Distributive,
    /// A fused product and sum equals the product and sum rounded separately.
    Contraction,
    /// A quotient equals the product with the rounded reciprocal of the divisor.
    Reciprocal,
    /// What fast-math flags of either version allow is granted.
    FastMath,
    /// No float is a NaN.
    Ordered,
    /// No float is infinite or a NaN.
    Finite,
    /// No float is -0.
    PositiveZero,
    /// Allocated memory starts as zeros.
    ZeroedMemory,
    /// No two work-items race.
    RaceFree,
    /// Work-items access memory atomically in the order of their ids.
    AtomicOrder,
    /// Inexact OpenCL builtins give what C's functions give.
    CFunctions,
}

/// The texts of an assumption.
struct Texts {
    option: &'static str,
    help: &'static str,
    meaning: &'static str,
    page: [&'static str; 2],
}

impl Assumption {
    /// The option of the command line.
    pub const fn option(self) -> &'static str {
        self.texts().option
    }

    /// The name: the option without `--assume-`.
    pub fn name(self) -> &'static str {
        self.option().trim_start_matches("--assume-")
    }

    /// The text of the option in `--help`.
    pub const fn help(self) -> &'static str {
        self.texts().help
    }

    /// The meaning, in one clause, for a verdict that rests on it.
    pub const fn meaning(self) -> &'static str {
        self.texts().meaning
    }

    /// What `simdiff explain` says: the exact meaning, and advice (which may be empty).
    pub const fn page(self) -> [&'static str; 2] {
        self.texts().page
    }

    /// The assumption about float values; empty for one about the execution.
    pub fn about_floats(self) -> Assumptions {
        Assumptions::named(self.name()).unwrap_or_default()
    }

    const fn texts(self) -> Texts {
        match self {
            Assumption::Associative => Texts {
                option: "--assume-associative",
                help: "Sums and products of the same floats in any order or grouping are alike, \
                       and what is computed from them (docs/assumptions.md has the exact meaning \
                       of each)",
                meaning: "sums and products of the same floats in any order are alike",
                page: [
                    "--assume-associative: sums and products of the same floats in any order or \
                     grouping are alike, and so is what is computed from them. No input is left \
                     out, and nothing is multiplied out.",
                    "docs/assumptions.md has the exact meaning.",
                ],
            },
            Assumption::Distributive => Texts {
                option: "--assume-distributive",
                help: "A product with a sum of floats and the sum of the products are alike: x (y \
                       + z) and x y + x z. Usually given with --assume-associative",
                meaning: "a product with a sum of floats and the sum of the products are alike",
                page: [
                    "--assume-distributive: a product with a sum or difference of floats and the \
                     sum or difference of the products are alike, and so is what is computed from \
                     them: x (y + z) and x y + x z. No input is left out. Horner's and Estrin's \
                     schemes, folded filters and blends in two forms need --assume-associative \
                     too.",
                    "docs/assumptions.md has the exact meaning.",
                ],
            },
            Assumption::Contraction => Texts {
                option: "--assume-contraction",
                help: "A product and a sum of floats are alike whether rounded once (fma) or \
                       twice",
                meaning: "a product and a sum of floats, rounded once (fma) or twice, are alike",
                page: [
                    "--assume-contraction: fma(x, y, z) and x y + z of floats are alike, and so \
                     is what is computed from them. No input is left out.",
                    "docs/assumptions.md has the exact meaning.",
                ],
            },
            Assumption::Reciprocal => Texts {
                option: "--assume-reciprocal",
                help: "A quotient of floats and the product with the reciprocal of the divisor \
                       are alike: x / y and x (1 / y)",
                meaning: "a quotient and the product with the reciprocal of the divisor are alike",
                page: [
                    "--assume-reciprocal: x / y and x (1 / y) of floats are alike, and so is what \
                     is computed from them; the reciprocal is rounded before it is multiplied. No \
                     input is left out.",
                    "docs/assumptions.md has the exact meaning.",
                ],
            },
            Assumption::FastMath => Texts {
                option: "--assume-fast-math",
                help: "What the fast-math flags of either version allow (-ffast-math and the \
                       flags that it consists of) is granted, and nothing else",
                meaning: "what the fast-math flags of the versions allow is granted",
                page: [
                    "--assume-fast-math: what the fast-math flags in the code of either version \
                     allow is granted, and the verdict lists it: reassoc grants \
                     --assume-associative and --assume-distributive, nnan --assume-ordered, nnan \
                     with ninf --assume-finite, nsz --assume-positive-zero, arcp \
                     --assume-reciprocal, contract --assume-contraction. Functions that afn \
                     allows to approximate are compared as they are called.",
                    "docs/assumptions.md has the exact meaning.",
                ],
            },
            Assumption::Ordered => Texts {
                option: "--assume-ordered",
                help: "No float that either version reads, computes or returns is a NaN; for \
                       integer results: no float input",
                meaning: "no float read, computed or returned is a NaN",
                page: [
                    "--assume-ordered: nothing is claimed for inputs on which a float that either \
                     version reads, computes or returns is a NaN; for integer results, inputs \
                     only.",
                    "",
                ],
            },
            Assumption::Finite => Texts {
                option: "--assume-finite",
                help: "No float that either version reads, computes or returns is infinite or a \
                       NaN; for integer results: no float input",
                meaning: "no float read, computed or returned is infinite or a NaN",
                page: [
                    "--assume-finite: nothing is claimed for inputs on which a float that either \
                     version reads, computes or returns is infinite or a NaN; for integer \
                     results, inputs only.",
                    "",
                ],
            },
            Assumption::PositiveZero => Texts {
                option: "--assume-positive-zero",
                help: "No float that either version reads, computes or returns is -0, for integer \
                       results no float input; zero results are alike",
                meaning: "no float read, computed or returned is -0",
                page: [
                    "--assume-positive-zero: nothing is claimed for inputs on which a float is \
                     -0, and results +0 and -0 are alike.",
                    "",
                ],
            },
            Assumption::ZeroedMemory => Texts {
                option: "--assume-zeroed-memory",
                help: "Memory that the program allocates, heap or local, starts as zeros",
                meaning: "memory that the program allocates starts as zeros",
                page: [
                    "--assume-zeroed-memory: memory that the program allocates starts as zeros. \
                     Otherwise it holds anything, and an output that rests on it is a defect.",
                    "",
                ],
            },
            Assumption::RaceFree => Texts {
                option: "--assume-race-free",
                help: "No work-item of a kernel accesses what another one writes, unless a \
                       barrier is between them or both do so atomically",
                meaning: "no two work-items race",
                page: [
                    "--assume-race-free: no work-item of a kernel accesses what another one \
                     writes, unless a barrier is between them or both accesses are atomic. Races \
                     are then not looked for. The order of atomic accesses stays open.",
                    "For that order: --assume-atomic-order.",
                ],
            },
            Assumption::AtomicOrder => Texts {
                option: "--assume-atomic-order",
                help: "Work-items of a kernel access memory atomically in the order of their ids; \
                       a device may take them in another",
                meaning: "work-items access memory atomically in the order of their ids",
                page: [
                    "--assume-atomic-order: work-items of a kernel access memory atomically one \
                     after another, in the order of their groups and ids. A device need not do \
                     so: the verdict holds for this order alone.",
                    "Use it where the result has to be right for one order, or where another \
                     argument says that the order is of no matter.",
                ],
            },
            Assumption::CFunctions => Texts {
                option: "--assume-c-functions",
                help: "Builtins of OpenCL C that need not be exact (sin, native_sin, sqrt, a \
                       division) give what C's functions give",
                meaning: "builtins of OpenCL C that need not be exact give what C's functions \
                          give, geometric ones what their formulas give, max and min of \
                          infinities what the comparison gives",
                page: [
                    "--assume-c-functions: builtins of OpenCL C that need not be exact give what \
                     C's functions give: sin, half_sin and native_sin what sinf gives, divisions \
                     and square roots what is correctly rounded, geometric functions what their \
                     formulas give in C's operations (dot(a, b) is a.x * b.x + a.y * b.y + …, \
                     from the left), max and min of infinities what the comparison gives that \
                     defines them for finite numbers; those of NaNs stay open. Otherwise nothing is known of them but that the same \
                     arguments give the same result.",
                    "Contraction is another matter: --contract.",
                ],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_assumption_about_floats_has_texts() {
        let all = Assumption::VARIANTS.iter().map(|a| a.about_floats());
        assert_eq!(all.collect::<Assumptions>(), Assumptions::all());
    }
}
