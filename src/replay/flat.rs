//! Modules without address spaces, as this machine has none.
//!
//! Sanitizers only watch accesses in the default address space, where kernels make hardly
//! any. LLVM has no pass that removes address spaces, but its textual form mentions them
//! only as a qualifier and in casts.

use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;

use super::ReplayError;

/// The start of a qualifier, before its number.
const QUALIFIER: &str = "addrspace(";

/// A copy of a module with all memory in the default address space.
pub(super) fn flattened<'c>(module: &Module<'c>) -> Result<Module<'c>, ReplayError> {
    let text = without_qualifiers(&module.print_to_string().to_string());
    let buffer = MemoryBuffer::create_from_memory_range_copy(text.as_bytes(), "flat");
    let flat = module.get_context().create_module_from_ir(buffer);
    flat.map_err(|message| ReplayError::Thunk(message.to_string()))
}

fn without_qualifiers(text: &str) -> String {
    let text = text.replace("addrspacecast", "bitcast");
    let mut parts = text.split(QUALIFIER);
    let mut flat = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if flat.ends_with(' ') {
            flat.pop();
        }
        let rest = part.find(')').map_or(part, |end| &part[end + 1..]);
        flat.push_str(rest);
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn qualifiers_go_and_casts_cast_nothing() {
        let text = "@t = internal addrspace(3) global i32 undef\n\
                    %p = addrspacecast ptr addrspace(1) %x to ptr addrspace(4)";
        let flat = "@t = internal global i32 undef\n%p = bitcast ptr %x to ptr";
        assert_eq!(without_qualifiers(text), flat);
    }
}
