//! The processor assumed in execution: the one that the user names, or the one that a
//! function was compiled for.

use std::io::Write;
use std::process::{Command, Stdio};

use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;

use super::contraction;
use super::error::{FrontendError, nearest};
use super::reached::Reached;
use super::tools::Clang;
use crate::cpu::Cpu;
use crate::llvm::{Value, View};

/// The attribute with the processor features that a function is compiled for.
const ATTRIBUTE: &str = "target-features";

impl Clang {
    /// The processor of `-march=NAME`; `native` is this machine's.
    ///
    /// # Errors
    /// [`FrontendError::CpuUnknown`], or clang cannot be run.
    pub fn processor(&self, name: &str) -> Result<Cpu, FrontendError> {
        let march = format!("-march={name}");
        let ir = self.compile_text(
            "void f(void) {}",
            &["--target=x86_64-linux-gnu", &march, "-S", "-emit-llvm"],
        )?;
        let features = ir
            .split_once(&format!("\"{ATTRIBUTE}\"=\""))
            .and_then(|(_, rest)| rest.split_once('"'));
        match features {
            Some((features, _)) => Ok(Cpu::with(name, features)),
            None => {
                let known = self.processors()?;
                let nearest = nearest(name, known.iter().map(String::as_str));
                Err(FrontendError::CpuUnknown {
                    name: name.to_owned(),
                    nearest: nearest.into_iter().take(3).map(str::to_owned).collect(),
                })
            }
        }
    }

    /// The names that `-march` accepts.
    fn processors(&self) -> Result<Vec<String>, FrontendError> {
        let output = Command::new(&self.path)
            .args(["--target=x86_64-linux-gnu", "-print-supported-cpus"])
            .stdin(Stdio::null())
            .output()
            .map_err(|e| self.failed(&e))?;
        // Some versions print the list to standard output, some to standard error.
        let listed = [output.stdout, output.stderr].concat();
        Ok(String::from_utf8_lossy(&listed)
            .lines()
            .filter_map(|line| line.strip_prefix('\t'))
            .map(|line| line.trim().to_owned())
            .chain(["native".to_owned()])
            .collect())
    }

    /// clang's output for a C text; empty if clang refuses it.
    fn compile_text(&self, text: &str, flags: &[&str]) -> Result<String, FrontendError> {
        let mut child = Command::new(&self.path)
            .args(flags)
            .args(["-x", "c", "-", "-o", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| self.failed(&e))?;
        if let Some(mut input) = child.stdin.take() {
            // A clang that refuses its flags does not read; its empty output shows it.
            let _ = input.write_all(text.as_bytes());
        }
        let output = child.wait_with_output().map_err(|e| self.failed(&e))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn failed(&self, error: &std::io::Error) -> FrontendError {
        FrontendError::Io {
            path: self.path.clone(),
            reason: error.to_string(),
        }
    }
}

/// The processor that a function of the module is compiled for; the x86-64 baseline if the
/// module does not say.
pub fn compiled_for(module: &Module<'_>, symbol: &str) -> Cpu {
    let features = module
        .get_function(symbol)
        .and_then(|f| f.get_string_attribute(AttributeLoc::Function, ATTRIBUTE))
        .map(|attribute| attribute.get_string_value().to_string_lossy().into_owned());
    match features {
        Some(features) => Cpu::with("what the port was compiled for", &features),
        None => Cpu::default(),
    }
}

/// The target of a function in readable form: `x86-64`, `x86-64 with avx2, fma`, `haswell`.
pub fn target(module: &Module<'_>, symbol: &str) -> String {
    /// Each extension implies those before it.
    const EXTENSIONS: [&str; 7] = [
        "sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "avx512f",
    ];
    const GENERIC: &str = "x86-64";
    let attribute = |name: &str| {
        let function = module.get_function(symbol)?;
        let value = function.get_string_attribute(AttributeLoc::Function, name)?;
        Some(value.get_string_value().to_string_lossy().into_owned())
    };
    let cpu = attribute("target-cpu").unwrap_or_else(|| GENERIC.to_owned());
    let features = attribute(ATTRIBUTE).unwrap_or_default();
    let has = |name: &&str| {
        features
            .split(',')
            .any(|f| f.strip_prefix('+') == Some(name))
    };
    let fuses = Some("fma").filter(has);
    let named: Vec<&str> = EXTENSIONS
        .into_iter()
        .rfind(has)
        .into_iter()
        .chain(fuses)
        .collect();
    match cpu == GENERIC && !named.is_empty() {
        true => format!("{cpu} with {}", named.join(", ")),
        false => cpu,
    }
}

/// The union of the fast-math flags, as LLVM's bits, of all operations and functions in the
/// module.
pub fn fast_math(module: &Module<'_>) -> u8 {
    let flags = View::of(module).functions().map(flags_in);
    flags.fold(0, |all, flags| all | flags) as u8
}

/// The union of the fast-math flags, as LLVM's bits, of the operations and functions that are
/// reachable from a function.
pub fn fast_math_of(module: &Module<'_>, symbol: &str) -> u8 {
    let function = View::of(module).functions().find(|f| f.name() == symbol);
    let mut reached = Reached::default();
    function.into_iter().for_each(|f| reached.value(f));
    let flags = reached.functions.iter().map(|f| flags_in(*f));
    flags.fold(0, |all, flags| all | flags) as u8
}

fn flags_in(function: Value<'_>) -> u32 {
    let flags = function.instructions().filter_map(Value::fast_math);
    let whole = function.whole_fast_math() | contraction::allowed(function);
    flags.fold(whole, |all, flags| all | flags)
}

/// Whether a function of the module is compiled for fused multiply-add.
pub fn fuses(module: &Module<'_>) -> bool {
    module.get_functions().any(|f| {
        let attribute = f.get_string_attribute(AttributeLoc::Function, ATTRIBUTE);
        attribute.is_some_and(|a| {
            let features = a.get_string_value().to_string_lossy().into_owned();
            features.split(',').any(|f| f == "+fma" || f == "+fma4")
        })
    })
}
