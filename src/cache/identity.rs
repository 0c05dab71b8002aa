//! The tool, compiler and processor that a verdict depends on.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::frontend::Clang;

/// A digest of this program, the compiler and the processor. The processor matters because
/// native runs are part of verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity([u8; 32]);

impl Identity {
    /// Computes it for the program in this file, with this compiler, on this machine.
    ///
    /// # Errors
    /// If the program or the compiler cannot be read, or the compiler does not say what it
    /// would run.
    pub fn of(program: &Path, clang: &Clang) -> io::Result<Identity> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(File::open(program)?)?;
        let unknown = || io::Error::from(io::ErrorKind::NotFound);
        let compiler = clang.file().ok_or_else(unknown)?;
        hasher.update_reader(File::open(compiler)?)?;
        hasher.update(clang.identity().ok_or_else(unknown)?.as_bytes());
        // Processors are not distinguished if the system does not describe them.
        let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let says = |line: &&str| line.starts_with("model name") || line.starts_with("flags");
        for line in processor.lines().filter(says).take(2) {
            hasher.update(line.as_bytes());
        }
        Ok(Identity(*hasher.finalize().as_bytes()))
    }

    /// Returns the bytes of the digest.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}
