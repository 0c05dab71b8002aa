//! The languages of source files that clang is called differently for.

use std::ffi::OsStr;
use std::path::Path;

/// The language of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C or C++.
    C,
    /// OpenCL C.
    OpenCl,
}

/// The flags for OpenCL C: address spaces are distinct as on a device, although the program
/// is for this machine; the builtins are declared, and images exist (OpenCL C 3.0, 6.13).
pub(super) const OPENCL: [&str; 14] = [
    "-x",
    "cl",
    "-Xclang",
    "-ffake-address-space-map",
    "-Xclang",
    "-finclude-default-header",
    "-D__IMAGE_SUPPORT__=1",
    // Extensions that clang's headers only know by macros.
    "-Dcl_khr_subgroup_non_uniform_vote=1",
    "-Dcl_khr_subgroup_ballot=1",
    "-Dcl_khr_subgroup_non_uniform_arithmetic=1",
    "-Dcl_khr_subgroup_shuffle=1",
    "-Dcl_khr_subgroup_shuffle_relative=1",
    "-Dcl_khr_subgroup_clustered_reduce=1",
    "-Dcl_khr_subgroup_rotate=1",
];

/// Optional features of OpenCL C 3.0, for which clang's headers declare builtins.
pub(super) const FEATURES: [&str; 7] = [
    "-D__opencl_c_subgroups=1",
    "-D__opencl_c_work_group_collective_functions=1",
    "-D__opencl_c_atomic_order_acq_rel=1",
    "-D__opencl_c_atomic_order_seq_cst=1",
    "-D__opencl_c_atomic_scope_device=1",
    "-D__opencl_c_atomic_scope_all_devices=1",
    "-D__opencl_c_read_write_images=1",
];

impl Language {
    /// The language of a source file by its extension.
    pub fn of(path: &Path) -> Option<Language> {
        match path.extension().and_then(OsStr::to_str)? {
            "c" | "cc" | "cpp" | "cxx" | "c++" | "C" | "i" | "ii" => Some(Language::C),
            "cl" => Some(Language::OpenCl),
            _ => None,
        }
    }

    /// Whether a flag of the user applies to this language: OpenCL build options do not
    /// apply to C, and the C standard does not apply to OpenCL C.
    pub(super) fn takes(self, flag: &str) -> bool {
        match self {
            Language::C => !flag.starts_with("-cl-"),
            Language::OpenCl => {
                let standard = flag.strip_prefix("-std=");
                standard.is_none_or(|name| name.starts_with("CL") || name.starts_with("cl"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_go_where_they_are_understood() {
        assert!(Language::OpenCl.takes("-cl-mad-enable"));
        assert!(!Language::C.takes("-cl-mad-enable"));
        assert!(!Language::OpenCl.takes("-std=c11"));
        assert!(Language::OpenCl.takes("-DN=4"));
    }
}
