//! The builtin functions of OpenCL C that clang declares, by chapter, and which of them the
//! device library defines.

use std::collections::BTreeMap;

use super::clang::{Scratch, run_clang};
use super::error::FrontendError;
use super::flags::Flags;
use super::tools::Clang;
use super::units::{DEVICE, MODELLED};

/// A builtin function, with all its overloads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The name in the source.
    pub name: String,
    /// The chapter of the specification, as clang's header gives it.
    pub chapter: String,
    /// Whether the device library defines it.
    pub modelled: bool,
}

/// Builtins that the compiler knows without a declaration (clang's `Builtins.td`, `OCL_*`),
/// by chapter.
const COMPILERS: [(&str, &[&str]); 3] = [
    (
        "Address Space Qualifier Functions",
        &["to_global", "to_local", "to_private"],
    ),
    (
        "Pipe Functions",
        &[
            "read_pipe",
            "write_pipe",
            "reserve_read_pipe",
            "reserve_write_pipe",
            "commit_read_pipe",
            "commit_write_pipe",
            "sub_group_reserve_read_pipe",
            "sub_group_reserve_write_pipe",
            "sub_group_commit_read_pipe",
            "sub_group_commit_write_pipe",
            "work_group_reserve_read_pipe",
            "work_group_reserve_write_pipe",
            "work_group_commit_read_pipe",
            "work_group_commit_write_pipe",
            "get_pipe_num_packets",
            "get_pipe_max_packets",
        ],
    ),
    (
        "Enqueue Kernels",
        &[
            "enqueue_kernel",
            "get_kernel_work_group_size",
            "get_kernel_preferred_work_group_size_multiple",
            "get_kernel_max_sub_group_size_for_ndrange",
            "get_kernel_sub_group_count_for_ndrange",
        ],
    ),
];

/// Returns all builtins of OpenCL C 3.0 with every feature, in the order of clang's header.
///
/// # Errors
/// The errors of clang on its own header.
pub fn builtins(clang: &Clang) -> Result<Vec<Builtin>, FrontendError> {
    let scratch = Scratch::new()?;
    let source = scratch.write("all.cl", "#include \"opencl-c.h\"\n")?;
    let output = source.with_extension("i");
    let flags = ["--target=spir64", "-cl-std=CL3.0", "-w", "-E", "-C", "-P"];
    let flags = Flags {
        common: flags.map(str::to_owned).to_vec(),
        ..Flags::default()
    };
    run_clang(clang, &source, &output, &flags, &scratch)?;
    let header = std::fs::read_to_string(&output).map_err(|e| FrontendError::Io {
        path: output,
        reason: e.to_string(),
    })?;
    let mut found = declared(&header);
    for (chapter, names) in COMPILERS {
        found.extend(names.iter().map(|name| (*name, chapter)));
    }
    let mut all: Vec<Builtin> = Vec::new();
    let mut chapters: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, title) in found {
        // The header has no chapters for extensions.
        let chapter = match title {
            "Sub-groups" if !name.contains("sub_group") => "Extensions",
            _ => title,
        };
        let count = chapters.len();
        chapters.entry(chapter).or_insert(count);
        let units = || DEVICE.iter().copied().flatten();
        all.push(Builtin {
            name: name.to_owned(),
            chapter: chapter.to_owned(),
            modelled: MODELLED.contains(&name) || units().any(|unit| unit.has(name)),
        });
    }
    all.sort_by_key(|builtin| chapters[&*builtin.chapter]);
    Ok(all)
}

/// The functions that a preprocessed header declares, each once, with the title of its
/// chapter: `// OpenCL v2.0 s6.13.2 - Math functions`.
fn declared(header: &str) -> Vec<(&str, &str)> {
    let mut chapter = "";
    let mut known: BTreeMap<&str, &str> = BTreeMap::new();
    let mut found = Vec::new();
    let mut comment = false;
    for line in header.lines() {
        let text = line.trim();
        if comment || text.starts_with("/*") {
            comment = !text.contains("*/");
            continue;
        }
        if let Some(said) = text.strip_prefix("//") {
            if let Some((_, title)) = said.split_once(" - ").filter(|_| said.contains("OpenCL")) {
                chapter = title;
            }
            continue;
        }
        if let Some(name) = name(text)
            && known.insert(name, chapter).is_none()
        {
            found.push((name, chapter));
        }
    }
    found
}

/// The name of the function that a line declares: the word before the first parenthesis
/// that is not an attribute's.
fn name(line: &str) -> Option<&str> {
    if line.starts_with(['#', '*']) || line.starts_with("typedef") {
        return None;
    }
    let mut rest = line;
    loop {
        let (before, after) = rest.split_once('(')?;
        let word = before.trim_end();
        let start = word.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let name = &word[start.map_or(0, |at| at + 1)..];
        if name != "__attribute__" {
            // A declaration has a type before the name.
            return (start.is_some() && !name.is_empty()).then_some(name);
        }
        let mut depth = 1;
        let end = after.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        rest = &after[end + 1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_has_its_name_before_the_parameters() {
        let line = "float4 __attribute__((overloadable)) __attribute__((const)) sin(float4 x);";
        assert_eq!(name(line), Some("sin"));
        let line = "uint __purefn atomic_load(volatile atomic_uint *, memory_order (x));";
        assert_eq!(name(line), Some("atomic_load"));
        assert_eq!(name("#pragma OPENCL EXTENSION (x)"), None);
        assert_eq!(name("} memory_order;"), None);
    }

    #[test]
    fn chapters_are_in_comments() {
        let header = "// OpenCL v1.1 s6.11.2 - Math functions\nfloat sin(float);\n/**\n * f(x)\n \
                      */\nfloat2 sin(float2);\n// OpenCL v2.0 s6.13.3 - Integer Functions\nint \
                      abs(int);\n";
        assert_eq!(
            declared(header),
            [("sin", "Math functions"), ("abs", "Integer Functions")]
        );
    }
}
