//! OpenCL programs that a host builds at run time.

use std::collections::BTreeSet;

/// A program that a host builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProgram {
    /// The source text in OpenCL C, or an archive.
    pub source: Vec<u8>,
    /// The build options as the host gives them.
    pub options: String,
}

/// What the compilation of a host's programs shows that its verdict leans on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceNotes {
    /// clang's errors for programs that do not compile, one text each.
    pub refused: Vec<String>,
    /// The optional features of OpenCL that the programs use, by their names.
    pub features: BTreeSet<&'static str>,
    /// The sizes of the sub-groups that kernels can observe.
    pub sub_groups: BTreeSet<u64>,
}
