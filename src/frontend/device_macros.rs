//! The macros by which OpenCL C asks what its device is.
//!
//! A device's compiler may define `FP_FAST_FMAF` or an extension, or leave it undefined; the
//! verdict is about the code that clang chose.

/// The beginnings of the names of macros that the device's compiler defines.
const OF_DEVICE: [&str; 3] = ["FP_FAST_FMA", "cl_", "__"];

/// The beginnings of names that do not depend on the device: the language and its version, and
/// what asks for features of the preprocessor.
const OF_LANGUAGE: [&str; 4] = ["__OPENCL_C", "__cplusplus", "__has_", "__clang"];

/// The macros of the device that the conditions of a source name, in order of appearance. What
/// the source or a flag defines itself is left out.
pub fn device_macros(source: &str, flags: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut own: Vec<&str> = flags
        .iter()
        .filter_map(|flag| flag.strip_prefix("-D"))
        .filter_map(|definition| definition.split('=').next())
        .collect();
    let whole = source.replace("\\\r\n", " ").replace("\\\n", " ");
    for line in whole.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let mut words = directive
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty());
        match words.next() {
            Some("define") => own.extend(words.next()),
            Some("if" | "ifdef" | "ifndef" | "elif") => {
                let is_asked = |word: &&str| {
                    OF_DEVICE.iter().any(|start| word.starts_with(start))
                        && !OF_LANGUAGE.iter().any(|start| word.starts_with(start))
                };
                found.extend(words.filter(is_asked).map(str::to_owned));
            }
            _ => {}
        }
    }
    let mut seen: Vec<String> = Vec::new();
    for name in found {
        if !own.contains(&&*name) && !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_and_versions_are_no_questions() {
        // The version of the language is a flag's; that of the device is not.
        let source = "#ifndef __KERNEL_H\n#define __KERNEL_H\n#if __OPENCL_C_VERSION__ >= 200\n\
                      #ifdef FP_FAST_FMAF\n# if defined(cl_khr_fp64) || \\\n !defined __NV_CL_C_VERSION\n\
                      #elif __OPENCL_VERSION__ < 200\n";
        let flags = ["-D__NV_CL_C_VERSION=1".to_owned()];
        let asked = ["FP_FAST_FMAF", "cl_khr_fp64", "__OPENCL_VERSION__"];
        assert_eq!(device_macros(source, &flags), asked);
    }
}
