//! OpenCL programs that a host builds while it runs.

/// A program that a host builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceProgram {
    /// Its text in OpenCL C.
    pub source: Vec<u8>,
    /// The build options, as the host gives them.
    pub options: String,
}
