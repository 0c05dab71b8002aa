//! OpenCL programs that a host builds at run time.

/// A program that a host builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProgram {
    /// The source text in OpenCL C, or an archive.
    pub source: Vec<u8>,
    /// The build options as the host gives them.
    pub options: String,
}
