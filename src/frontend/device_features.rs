//! The optional features that a host's devices report, and with which their programs are
//! compiled: the two agree, so that a program builds if and only if the device that it asks
//! reports what it uses.

use std::collections::BTreeSet;

use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::module::Module;

use super::opencl;
use super::units::source_name;
use crate::llvm::{Value, View};

/// The extensions of the devices (`CL_DEVICE_EXTENSIONS`).
const EXTENSIONS: [&str; 18] = [
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_byte_addressable_store",
    "cl_khr_fp64",
    "cl_khr_3d_image_writes",
    FP16,
    BASE_ATOMICS,
    EXTENDED_ATOMICS,
    SUB_GROUPS,
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_rotate",
];

const FP16: &str = "cl_khr_fp16";
const BASE_ATOMICS: &str = "cl_khr_int64_base_atomics";
const EXTENDED_ATOMICS: &str = "cl_khr_int64_extended_atomics";
const SUB_GROUPS: &str = "cl_khr_subgroups";

/// The optional features of OpenCL C 3.0 (`CL_DEVICE_OPENCL_C_FEATURES`).
const FEATURES: [&str; 13] = [
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_fp64",
    GENERIC,
    "__opencl_c_images",
    "__opencl_c_int64",
    VARIABLES,
    "__opencl_c_read_write_images",
    "__opencl_c_subgroups",
    COLLECTIVE,
];

const GENERIC: &str = "__opencl_c_generic_address_space";
const VARIABLES: &str = "__opencl_c_program_scope_global_variables";
const COLLECTIVE: &str = "__opencl_c_work_group_collective_functions";

/// The address spaces of global memory, and of pointers to any memory.
const GLOBAL_SPACE: u32 = 1;
const GENERIC_SPACE: u32 = 4;

/// The flags by which clang knows these features, and no others.
pub(super) fn flags() -> [String; 2] {
    let known = EXTENSIONS.iter().chain(&FEATURES);
    let known: String = known.map(|name| format!(",+{name}")).collect();
    ["-Xclang".to_owned(), format!("-cl-ext=-all{known}")]
}

/// The C text of the lists that the host library reports.
pub(super) fn lists() -> String {
    format!(
        "const char simdiff_extensions[] = \"{}\";\nconst char simdiff_features[] = \"{}\";\n",
        EXTENSIONS.join(" "),
        FEATURES.join(" "),
    )
}

/// The optional features of OpenCL that a program uses, by their names.
pub(super) fn used(module: &Module<'_>) -> BTreeSet<&'static str> {
    let view = View::of(module);
    let mut found = BTreeSet::new();
    for variable in view.globals().filter(|v| !v.is_declaration()) {
        if variable.ty().address_space() == GLOBAL_SPACE {
            found.insert(VARIABLES);
        }
    }
    for function in view.functions().filter(|f| opencl::is_marked(*f)) {
        for instruction in function.instructions() {
            let types = instruction.operands().chain([instruction]).map(Value::ty);
            for ty in types.map(|ty| if ty.is_vector() { ty.lane() } else { ty }) {
                if ty.kind() == LLVMTypeKind::LLVMHalfTypeKind {
                    found.insert(FP16);
                }
                if ty.is_pointer() && ty.address_space() == GENERIC_SPACE {
                    found.insert(GENERIC);
                }
            }
            if instruction.is_call() {
                found.extend(of_builtin(&instruction.callee_name()));
            }
        }
    }
    found
}

/// The feature that a builtin belongs to, by its symbol.
fn of_builtin(symbol: &str) -> Option<&'static str> {
    let name = source_name(symbol)?;
    let of_long = symbol.rsplit(name).next()?.contains(['l', 'm']);
    let is_extended = ["min", "max", "and", "or", "xor"]
        .iter()
        .any(|operation| name.ends_with(&format!("_{operation}")));
    match name {
        _ if name.contains("sub_group") => Some(SUB_GROUPS),
        "work_group_barrier" => None,
        _ if name.starts_with("work_group_") => Some(COLLECTIVE),
        _ if name.starts_with("atom_") && of_long => Some(match is_extended {
            true => EXTENDED_ATOMICS,
            false => BASE_ATOMICS,
        }),
        _ if name.starts_with("atomic_")
            && ["_Atomicl", "_Atomicm"]
                .iter()
                .any(|ty| symbol.contains(ty)) =>
        {
            Some(BASE_ATOMICS)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_belong_to_features() {
        assert_eq!(of_builtin("_Z8atom_addPU3AS1Vll"), Some(BASE_ATOMICS));
        assert_eq!(of_builtin("_Z8atom_maxPU3AS1Vmm"), Some(EXTENDED_ATOMICS));
        assert_eq!(of_builtin("_Z8atom_addPU3AS1Vii"), None);
        assert_eq!(
            of_builtin("_Z16atomic_fetch_addPU3AS4VU7_Atomicll"),
            Some(BASE_ATOMICS)
        );
        assert_eq!(of_builtin("_Z16atomic_fetch_addPU3AS4VU7_Atomicii"), None);
        assert_eq!(of_builtin("_Z20sub_group_reduce_addi"), Some(SUB_GROUPS));
        assert_eq!(of_builtin("_Z18work_group_barrierj"), None);
        assert_eq!(of_builtin("_Z21work_group_reduce_addi"), Some(COLLECTIVE));
    }
}
