//! How each version was compiled, as far as the verdict depends on it.

use super::Request;
use super::module::Module;
use crate::frontend::{contraction, fast_math, target};
use crate::program::FastMath;
use crate::verdict::Compilation;

/// How function `symbol` of `module` was compiled with the common flags and these.
pub(super) fn compilation(
    request: &Request,
    module: &Module<'_>,
    symbol: &str,
    side: &[String],
) -> Compilation {
    let flags = [&request.settings.cflags, side].concat();
    let given = request.gives_flags();
    let is_ir =
        |file: &std::path::PathBuf| file.extension().is_some_and(|e| e == "ll" || e == "bc");
    let (contraction, by_default) = match request.files.iter().all(is_ir) {
        true => ("as the bitcode has it".to_owned(), false),
        false if given => (contraction(&flags, "on"), false),
        false => ("off".to_owned(), true),
    };
    let fast = FastMath(fast_math(module.native())).beyond(FastMath::CONTRACT);
    let names = fast.to_string();
    Compilation {
        contraction,
        fast_math: names.split_whitespace().map(str::to_owned).collect(),
        target: target(module.native(), symbol),
        by_default,
    }
}
