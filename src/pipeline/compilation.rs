//! The properties of a module's compilation that a verdict depends on.

use super::module::Module;
use crate::frontend::{contraction, fast_math, fast_math_of, target};
use crate::program::FastMath;
use crate::verdict::Compilation;

impl Module<'_> {
    /// The fast-math flags of what a function reaches.
    pub fn fast_math_of(&self, symbol: &str) -> FastMath {
        FastMath(fast_math_of(self.native(), symbol))
    }

    /// Returns how function `symbol` was compiled.
    pub fn compilation(&self, symbol: &str) -> Compilation {
        let (flags, given) = self.flags();
        let (contraction, by_default) = match self.is_given_as_ir() {
            true => ("as the bitcode has it".to_owned(), false),
            false if given => (contraction(&flags, "on"), false),
            false => ("off".to_owned(), true),
        };
        let fast = FastMath(fast_math(self.native())).beyond(FastMath::CONTRACT);
        let names = fast.to_string();
        Compilation {
            contraction,
            fast_math: names.split_whitespace().map(str::to_owned).collect(),
            target: target(self.native(), symbol),
            by_default,
            chosen: self.chosen().map(str::to_owned),
            left_out: self.left_out().to_vec(),
        }
    }
}
