//! The comment on top of a test in C or C++: what it shows, and how to run it.

use super::mismatch::Mismatch;
use super::{Language, sentence};
use crate::problem::Problem;
use crate::verdict::{DefectFound, DefectKind, Difference, Side};

impl Mismatch<'_> {
    /// The comment that says what the test shows, and how to run it.
    pub(super) fn heading(
        &self,
        difference: &Difference,
        compiler: &str,
        language: Language,
    ) -> String {
        let [reference, port] = self.names();
        let [reference, port] = match self.commits {
            [false, false] => [reference, port],
            // Both versions often have one name.
            _ => self
                .functions
                .map(|function| format!("`{}`", function.name)),
        };
        let constants = match self.commits {
            [false, false] => "",
            _ => "\n * What the commit's version computes is written below as constants.",
        };
        format!(
            "/* Fails as long as {port} does not compute what {reference} computes here:\n * {}{constants}\n *     {} && ./a.out */\n\n",
            sentence(difference),
            self.command(compiler, language, "")
        )
    }

    /// The compiler flags of the test besides those of the sources.
    fn flags<'f>(&self, more: &'f str) -> Vec<&'f str> {
        let hidden = self.callees.is_some_and(|callees| {
            callees.iter().any(|callee| callee.names_private) && self.needs_memory()
        });
        [more, if hidden { "-fno-access-control" } else { "" }].to_vec()
    }

    /// The comment for a defect.
    pub(super) fn warning(
        &self,
        defect: &DefectFound,
        compiler: &str,
        language: Language,
    ) -> Result<String, Problem> {
        if self.kernels[usize::from(defect.side == Side::Port)].is_some() {
            return Ok(format!(
                "/* Launches a kernel on an input with which this is so:\n * {}.\n \
                 * A device need not show it. These programs look for it:\n \
                 *     simdiff run THIS.{}\n *     {} && \
                 oclgrind --data-races --uninitialized ./a.out */\n\n",
                defect.message,
                if language == Language::Cpp {
                    "cpp"
                } else {
                    "c"
                },
                self.command(compiler, language, "")
            ));
        }
        // The memory sanitizer reports a value where it decides something, and no test does; clang
        // folds false assumptions before the sanitizer checks them.
        let by = defect.sanitizer.as_deref().unwrap_or("MemorySanitizer");
        if by.starts_with("MemorySanitizer") || defect.kind == DefectKind::FalseAssumption {
            let problem = format!("no sanitizer shows a test this defect: {}", defect.kind);
            return Err(Problem::new(problem));
        }
        // Above -O0, variables are no longer in memory when their scope ends.
        let sanitizers =
            "-O0 -g -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all";
        Ok(format!(
            "/* Fails, under sanitizers, as long as this is so:\n * {}.\n *     {} && ./a.out */\n\n",
            defect.message,
            self.command(compiler, language, sanitizers)
        ))
    }

    /// The command that compiles the test.
    fn command(&self, compiler: &str, language: Language, more: &str) -> String {
        let (compiler, file) = match language {
            Language::Cpp => (compiler.replacen("clang", "clang++", 1), "THIS.cpp"),
            _ => (compiler.to_owned(), "THIS.c"),
        };
        let opencl = self.kernels.iter().any(Option::is_some);
        let libraries = if opencl { "-lm -lOpenCL" } else { "-lm" };
        let words = [
            &[compiler.as_str()],
            &self.flags(more)[..],
            &[file, libraries],
        ]
        .concat();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }
}
