//! `--emit-test`: the test it writes fails as long as the mismatch stands.

use std::path::Path;
use std::process::Command;

/// Runs a check of `file`, which finds a mismatch, with `--emit-test source`.
fn emit(file: &str, words: &[&str], source: &Path) {
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(file))
        .args(words)
        .arg("--emit-test")
        .arg(source)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&check.stderr);
    assert_eq!(check.status.code(), Some(1), "{words:?} {said}");
}

/// Builds a test without a warning and runs it; its exit code and output.
fn run(compiler: &str, flags: &[&str], source: &Path) -> (i32, String) {
    let program = source.with_extension("");
    let build = Command::new(compiler)
        .args(["-O1", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-lm")
        .output()
        .expect("the compiler runs");
    let errors = String::from_utf8_lossy(&build.stderr);
    assert!(build.status.success(), "{compiler}: {errors}");
    let run = Command::new(&program).output().expect("the test runs");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    (run.status.code().unwrap_or(-1), text)
}

/// Runs a check with `--emit-test`, and the test that it writes under gcc and clang: it
/// fails, and passes once the port is right, which the macro `RIGHT` makes it.
fn fails_until_right(file: &str, words: &[&str], flags: &[&str]) {
    let compilers = match file.ends_with(".cpp") {
        true => ["g++", "clang++-19"],
        false => ["gcc", "clang-19"],
    };
    fails_until_right_with(file, words, flags, &compilers);
}

/// As [`fails_until_right`], under these compilers.
fn fails_until_right_with(file: &str, words: &[&str], flags: &[&str], compilers: &[&str]) {
    let dir = tempfile::tempdir().expect("a directory");
    let is_cpp = file.ends_with(".cpp");
    let source = dir.path().join(if is_cpp { "test.cpp" } else { "test.c" });
    emit(file, words, &source);
    for compiler in compilers {
        for right in [false, true] {
            let own = is_cpp.then_some("-fno-access-control").into_iter();
            let own = own.chain(right.then_some("-DRIGHT"));
            let flags: Vec<&str> = own.chain(flags.iter().copied()).collect();
            let (code, text) = run(compiler, &flags, &source);
            assert_eq!(code == 0, right, "{compiler} {words:?}: {text}");
        }
    }
}

/// As [`fails_until_right`], for several functions and their ports.
fn all_fail_until_right(file: &str, names: &[&str]) {
    for name in names {
        let port = format!("{name}_port");
        fails_until_right(file, &["--reference", name, "--port", &port], &[]);
    }
}

/// Structures, pointers in them to any depth and rows are built from declarations.
#[test]
fn a_test_builds_structures_and_rows() {
    let file = "tests/regression/structures.c";
    let luma = "im->luma->pixels=inout:u8[im->luma->w*im->luma->h]";
    let brighten = ["--reference", "brighten", "--port", "brighten_port"];
    fails_until_right(file, &[&brighten[..], &["--arg", luma]].concat(), &[]);
    let next = ["--reference", "next", "--port", "next_port"];
    fails_until_right(file, &next, &[]);
    let rows = ["--arg", "rows=inout:u8[h][w]", "--size", "w=0..2,h=0..2"];
    let negate = ["--reference", "negate", "--port", "negate_port"];
    fails_until_right(file, &[&negate[..], &rows].concat(), &[]);
    let overrun = ["--reference", "negate", "--port", "overrun_port"];
    let watched = ["-g", "-fsanitize=address,undefined"];
    fails_until_right(file, &[&overrun[..], &rows].concat(), &watched);
    let total = ["--reference", "total", "--port", "total_port"];
    fails_until_right(file, &total, &[]);
}

/// Classes with private members, methods, templates and containers.
#[test]
fn a_cpp_test_builds_objects_and_containers() {
    let file = "tests/regression/containers.cpp";
    let methods = ["--reference", "dsp::Filter::run", "--port"];
    let methods = [&methods[..], &["dsp::Filter::run_fast"]].concat();
    fails_until_right(file, &methods, &[]);
    let planes = [0, 1].map(|i| format!("f.planes[{i}].data=inout:u8[f.planes[{i}].w]"));
    let planes = ["--arg", &planes[0], "--arg", &planes[1]];
    let invert = ["--reference", "dsp::invert", "--port", "dsp::invert_port"];
    fails_until_right(file, &[&invert[..], &planes].concat(), &[]);
    all_fail_until_right(file, &["sum", "twice", "vowels"]);
}

/// Containers that a call reallocates or returns.
#[test]
fn a_cpp_test_compares_containers_that_grow() {
    let file = "tests/regression/containers.cpp";
    all_fail_until_right(file, &["positive", "append", "least"]);
}

/// Strings, and members that grow.
#[test]
fn a_cpp_test_compares_strings_and_members() {
    let file = "tests/regression/containers.cpp";
    all_fail_until_right(file, &["hex", "quote", "note"]);
}

/// Enumerations, bytes and references to arrays are what the declarations say.
#[test]
fn a_cpp_test_passes_enumerators_and_arrays() {
    let file = "tests/regression/enumerations.cpp";
    all_fail_until_right(file, &["mix", "pan", "toggled", "ends"]);
}

/// What the version of a commit computes is written as constants.
#[test]
fn a_version_of_a_commit_is_written_by_its_results() {
    let dir = tempfile::tempdir().expect("a directory");
    let git = |words: &[&str]| {
        let done = Command::new("git")
            .current_dir(dir.path())
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(words)
            .output()
            .expect("git runs");
        assert!(done.status.success(), "{done:?}");
    };
    let text = "struct image { unsigned char *p; int n; };\n\
                int scale(struct image *im, unsigned char k) {\n\
                for (int i = 0; i < im->n; i++) im->p[i] = (im->p[i] * k + 128) >> 8;\n\
                return im->n; }\n";
    let source = dir.path().join("scale.c");
    std::fs::write(&source, text).expect("a file");
    git(&["init", "-q"]);
    git(&["add", "scale.c"]);
    git(&["commit", "-qm", "Scale"]);
    std::fs::write(&source, text.replace("128", "127")).expect("a file");
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(dir.path())
        .args(["check", "scale.c", "--emit-test", "test.c"])
        .args(["--reference", "git:HEAD:scale.c::scale", "--port", "scale"])
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&check.stderr);
    assert_eq!(check.status.code(), Some(1), "{said}");
    let passes = || run("gcc", &[], &dir.path().join("test.c")).0 == 0;
    assert!(!passes());
    std::fs::write(&source, text).expect("a file");
    assert!(passes());
}

/// Runs a check with `--emit-test` and builds what it wrote; the exit code and
/// output of that program.
fn emitted(file: &str, words: &[&str], flags: &[&str]) -> (i32, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let source = dir.path().join("test.c");
    emit(file, words, &source);
    run("clang-19", flags, &source)
}

#[test]
fn a_differing_result_fails() {
    let words = ["--reference", "dot_scalar", "--port", "dot_sse"];
    let words = [&words[..], &["--size", "n=5"]].concat();
    let (code, text) = emitted("examples/dot/dot.c", &words, &[]);
    assert_eq!(code, 1);
    assert!(
        text.starts_with("return value differs in element 0: "),
        "{text}"
    );
}

#[test]
fn a_differing_buffer_fails_in_the_element_reported() {
    let words = ["--reference", "abs_scalar", "--port", "abs_mask"];
    let sizes = ["--arg", "src=in:f32[4]", "--arg", "dst=out:f32[4]"];
    let words = [&words[..], &sizes].concat();
    let (code, text) = emitted("tests/regression/abs.c", &words, &[]);
    assert_eq!(code, 1);
    assert!(text.starts_with("dst differs in element 2: "), "{text}");
}

/// Runs a check with `--emit-test`, builds the Rust test that it wrote as the test
/// itself says, and runs it: whether it passes, and its output.
fn emitted_rust(file: &str, words: &[&str]) -> (bool, String) {
    let dir = tempfile::tempdir().expect("a directory");
    let (source, program) = (dir.path().join("test.rs"), dir.path().join("test"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(&file)
        .args(words)
        .arg("--emit-test")
        .arg(&source)
        .output()
        .expect("the binary runs");
    let errors = String::from_utf8_lossy(&check.stderr);
    assert_eq!(check.status.code(), Some(1), "{errors}");
    let text = std::fs::read_to_string(&source).expect("a test");
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("//!     "))
        .collect();
    assert_eq!(commands.len(), 2, "{text}");
    let words = |command: &str| shlex::split(command).expect("words");
    let clang = words(commands[0]);
    let rustc = words(&commands[1].replace("THIS.rs", "test.rs"));
    for (program, arguments) in [("clang-19", &clang[1..]), ("rustc", &rustc[1..])] {
        let build = Command::new(program)
            .current_dir(dir.path())
            .args(arguments)
            .args((program == "rustc").then_some("-Dwarnings"))
            .output()
            .expect("the compiler runs");
        let errors = String::from_utf8_lossy(&build.stderr);
        assert!(build.status.success(), "{errors}{text}");
    }
    let run = Command::new(&program).output().expect("the test runs");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    (run.status.success(), text)
}

#[test]
fn a_rust_test_fails_in_the_element_reported() {
    let words = ["--reference", "abs_scalar", "--port", "abs_mask"];
    let sizes = ["--arg", "src=in:f32[4]", "--arg", "dst=out:f32[4]"];
    let words = [&words[..], &sizes].concat();
    let (passed, text) = emitted_rust("tests/regression/abs.c", &words);
    assert!(!passed);
    assert!(text.contains(r#"["dst in element 2"] differ"#), "{text}");
}

#[test]
fn a_rust_test_compares_results_and_passes_numbers() {
    let words = ["--reference", "dot_scalar", "--port", "dot_sse"];
    let words = [&words[..], &["--size", "n=5"]].concat();
    let (passed, text) = emitted_rust("examples/dot/dot.c", &words);
    assert!(!passed);
    assert!(
        text.contains(r#"["return value in element 0"] differ"#),
        "{text}"
    );
}

/// What a returned pointer points to is compared, not the address.
#[test]
fn returned_pointers_are_compared_by_place_in_both_languages() {
    let file = "tests/kernels/returned_pointers.c";
    let words = ["--reference", "locate", "--port", "locate_last"];
    let (passed, rust) = emitted_rust(file, &words);
    assert!(!passed && rust.contains("return value"), "{rust}");
    let (code, c) = emitted(file, &words, &[]);
    assert_eq!(code, 1);
    assert!(c.starts_with("return value differs in element 0: "), "{c}");
}

/// A pointer into a buffer points there in the test too.
#[test]
fn a_pointer_into_a_buffer_points_there_in_both_languages() {
    let words = ["--reference", "smooth_scalar", "--port", "smooth_rounded"];
    let more = ["--arg", "src=in:u8[n+2]@1", "--size", "n=16"];
    let words = [&words[..], &more].concat();
    let file = "tests/kernels/interior_pointer.c";
    let (passed, rust) = emitted_rust(file, &words);
    assert!(!passed);
    let (code, c) = emitted(file, &words, &[]);
    assert_eq!(code, 1);
    assert!(!c.is_empty());
    for line in c.lines() {
        let (element, _) = line.split_once(": ").expect("both values");
        let element = element.replace("dst differs in ", "dst in ");
        assert!(rust.contains(&format!("{element:?}")), "{rust}{c}");
    }
}

/// What a tolerance accepts, the test accepts: it fails by what exceeds it.
#[test]
fn an_exceeded_tolerance_is_what_the_test_tests() {
    let words = ["--reference", "blend", "--port", "blend_fused"];
    let ranges = ["a=f32 in -1..1", "b=f32 in -1..1", "c=f32 in -1..1"];
    let ranges = ranges.map(|range| ["--arg", range]).concat();
    let words = [&words[..], &ranges, &["--tolerance", "100ulp"]].concat();
    let file = "tests/accuracy/kernels.c";
    let (passed, text) = emitted_rust(file, &words);
    assert!(
        !passed && text.contains("return value in element 0"),
        "{text}"
    );
    let (code, text) = emitted(file, &words, &[]);
    assert_eq!(code, 1, "{text}");
}

#[test]
fn a_test_in_another_language_is_refused_before_the_work() {
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .args(["check", "none.c", "--reference", "f", "--port", "g"])
        .args(["--emit-test", "mismatch.py"])
        .output()
        .expect("the binary runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors.contains("mismatch.py names no C, C++ or Rust file"),
        "{errors}"
    );
}

/// A test that cannot be written is trouble, with this message, and the verdict is told all the
/// same.
fn is_refused([file, reference, port, test]: [&str; 4], message: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().expect("a directory");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(root.join("tests/regression").join(file))
        .args(["--reference", reference, "--port", port])
        .arg("--emit-test")
        .arg(dir.path().join(test))
        .output()
        .expect("the binary runs");
    let (out, err) = (output.stdout, output.stderr);
    let (out, err) = (String::from_utf8_lossy(&out), String::from_utf8_lossy(&err));
    assert_eq!(output.status.code(), Some(2));
    assert!(out.contains("DIFFERENT"), "{out}");
    assert!(err.contains(message), "{err}");
}

#[test]
fn what_cannot_be_written_is_said_beside_the_verdict() {
    let versions = ["value.c", "norm", "norm_other", "test.rs"];
    is_refused(versions, "cannot pass the structure p by value");
}

#[test]
fn a_test_does_not_choose_places() {
    let versions = ["places.c", "widen", "widen_aligned", "test.c"];
    is_refused(versions, "s starts 1 bytes past a multiple of 4");
}

/// What the library computes is not computed by the compiler instead.
#[test]
fn an_optimised_test_fails_too() {
    let words = ["--reference", "clamped", "--port", "clamped_by_choices"];
    let (code, text) = emitted("tests/regression/zeros.c", &words, &["-O1"]);
    assert_eq!(code, 1, "{text}");
}

/// A version that goes out of bounds fails under sanitizers.
#[test]
fn a_defect_fails_under_sanitizers() {
    let words = ["--reference", "twice", "--port", "twice_by_four"];
    let contract = [
        "--arg",
        "x=in:i32[n]",
        "--arg",
        "y=out:i32[n]",
        "--size",
        "n=5",
    ];
    let words = [&words[..], &contract].concat();
    let sanitizers = ["-g", "-fsanitize=address,undefined"];
    let (code, _) = emitted("tests/regression/overrun.c", &words, &sanitizers);
    assert_ne!(code, 0);
}

/// A C++ test includes C++ sources, and calls what is in their namespaces, one of several
/// overloads by its parameters.
#[test]
fn a_cpp_test_fails_with_both_values() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().expect("a directory");
    let (source, program) = (dir.path().join("test.cpp"), dir.path().join("test"));
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("check")
        .arg(root.join("tests/regression/spaced.cpp"))
        .args(["--reference", "dsp::apply(float const*, float)"])
        .args(["--port", "dsp::(anonymous namespace)::apply_later"])
        .args(["--arg", "x=in:f32[2]"])
        .arg("--emit-test")
        .arg(&source)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&check.stderr);
    assert_eq!(check.status.code(), Some(1), "{said}");
    assert_eq!(said, format!("wrote {}\n", source.display()));
    let build = Command::new("clang++-19")
        .args(["-Wall", "-Wextra", "-Werror", "-ffp-contract=off"])
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("clang runs");
    let errors = String::from_utf8_lossy(&build.stderr);
    assert!(build.status.success(), "{errors}");
    let run = Command::new(&program).output().expect("the test runs");
    let text = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.status.code(), Some(1));
    assert!(
        text.starts_with("return value differs in element 0: "),
        "{text}"
    );
}

/// Runs a check of kernels with `--emit-test FILE`. Returns the directory of the test, its
/// text, and what compilers say of it.
fn emitted_host(words: &[&str], test: &str) -> (tempfile::TempDir, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression");
    let dir = tempfile::tempdir().expect("a directory");
    let source = dir.path().join(test);
    let check = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(root)
        .args(["check", "kernels.c", "kernels.cl"])
        .args(words)
        .arg("--emit-test")
        .arg(&source)
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&check.stderr);
    assert_eq!(check.status.code(), Some(1), "{words:?} {said}");
    let compilers = match test.ends_with(".c") {
        true => ["gcc", "clang-19"],
        false => ["g++", "clang++-19"],
    };
    for compiler in compilers {
        let build = Command::new(compiler)
            .args(["-fsyntax-only", "-O1", "-Wall", "-Wextra", "-Werror"])
            .arg(&source)
            .output()
            .expect("the compiler runs");
        let errors = String::from_utf8_lossy(&build.stderr);
        assert!(build.status.success(), "{compiler} {words:?}: {errors}");
    }
    let text = std::fs::read_to_string(source).expect("a test");
    (dir, text)
}

/// Runs a test of a kernel as its host, with a device that `simdiff run` has: the exit code,
/// and what it says. With `right`, the kernel is compiled as it should be.
fn hosted(dir: &Path, text: &str, right: bool) -> (i32, String) {
    let text = match right {
        true => text.replace("\"-I.", "\"-DRIGHT -I."),
        false => text.to_owned(),
    };
    std::fs::write(dir.join("emitted.c"), text).expect("a file");
    let host = "#include <assert.h>\n#define main emitted\n#include \"emitted.c\"\n#undef main\n\
                int main(void) { assert(emitted() == 0); return 0; }\n";
    std::fs::write(dir.join("host.c"), host).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(dir)
        .args(["run", "host.c"])
        .output()
        .expect("the binary runs");
    let said = [run.stdout, run.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (run.status.code().unwrap_or(-1), said)
}

/// Parameters in another order and by another name, local memory, and memory that only the
/// kernel has; also where both versions are kernels.
#[test]
fn a_test_launches_a_kernel_and_fails_until_it_is_right() {
    let bytes = ["--arg", "src=in:u8[n]", "--arg", "dst=out:u8[n]"];
    let bytes = [&bytes[..], &["--global", "n", "--size", "n=3"]].concat();
    let wraps = ["--port", "brighten_wraps", "--reference"];
    let sums = ["--reference", "sums", "--port", "sums_short"];
    let sums = [&sums[..], &["--arg", "part=local:i32[4]"]].concat();
    let sums = [&sums[..], &["--arg", "own=scratch:i32[4*groups]"]].concat();
    let sums = [&sums[..], &["--arg", "x=in:i32[4*groups]"]].concat();
    let space = ["--global", "4*groups", "--local", "4", "--size", "groups=2"];
    for words in [
        [&wraps[..], &["brighten"], &bytes].concat(),
        [&wraps[..], &["brighten_right"], &bytes].concat(),
        [&sums[..], &space].concat(),
    ] {
        let (dir, text) = emitted_host(&words, "test.c");
        for right in [false, true] {
            let (code, said) = hosted(dir.path(), &text, right);
            assert_eq!(code, i32::from(!right), "{words:?} {said}");
        }
    }
}

/// A test in C++ compiles, too.
#[test]
fn a_cpp_test_launches_a_kernel() {
    let words = ["--reference", "brighten", "--port", "brighten_wraps"];
    let contract = ["--arg", "src=in:u8[n]", "--arg", "dst=out:u8[n]"];
    let space = ["--global", "n", "--size", "n=3"];
    let words = [&words[..], &contract, &space].concat();
    let (_, text) = emitted_host(&words, "test.cpp");
    assert!(text.contains("clang++ -O1"), "{text}");
}

/// A race and an access outside are shown by what looks for them.
#[test]
fn a_test_launches_a_kernel_with_a_defect() {
    let race = ["--reference", "sums", "--port", "sums_race"];
    let contract = ["--arg", "part=local:i32[4]", "--arg", "x=in:i32[4*groups]"];
    let space = ["--global", "4*groups", "--local", "4", "--size", "groups=2"];
    let race = [&race[..], &contract, &space].concat();
    let overrun = ["--reference", "shift", "--port", "shift_overrun"];
    let contract = ["--arg", "x=inout:f32[w*h]", "--arg", "y=inout:f32[w*h]"];
    let space = ["--global", "w x h", "--size", "w=2,h=3"];
    let overrun = [&overrun[..], &contract, &space].concat();
    for (words, defect) in [(race, "error[race]"), (overrun, "error[out-of-bounds-")] {
        let (dir, text) = emitted_host(&words, "test.c");
        let (code, said) = hosted(dir.path(), &text, false);
        assert!(code == 1 && said.contains(defect), "{said}");
        let (code, said) = hosted(dir.path(), &text, true);
        assert_eq!(code, 0, "{said}");
    }
}

/// A kernel by itself, too.
#[test]
fn a_test_launches_a_kernel_examined_by_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression");
    let dir = tempfile::tempdir().expect("a directory");
    let source = dir.path().join("test.c");
    let kernel = |local: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .current_dir(&root)
            .args(["kernel", "kernels.cl", "--kernel", "sums_race"])
            .args(["--global", "8", "--arg", "part=local:i32[4]"])
            .args(local)
            .arg("--emit-test")
            .arg(&source)
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), said)
    };
    let (code, said) = kernel(&["--local", "4"]);
    assert_eq!(code, Some(1), "{said}");
    let text = std::fs::read_to_string(&source).expect("a test");
    let (code, said) = hosted(dir.path(), &text, false);
    assert!(code == 1 && said.contains("error[race]"), "{said}");
    let (code, said) = hosted(dir.path(), &text, true);
    assert_eq!(code, 0, "{said}");
}

/// What a test does not launch is refused.
#[test]
fn a_test_passes_no_images() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regression");
    let dir = tempfile::tempdir().expect("a directory");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(root)
        .args(["check", "kernels.c", "kernels.cl", "--reference", "corner"])
        .args(["--port", "corner_image", "--global", "1"])
        .args(["--arg", "src=image r u8[w, h]", "--size", "w=2,h=2"])
        .arg("--emit-test")
        .arg(dir.path().join("test.c"))
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("it is an image or a sampler"), "{said}");
}

/// Every format of floats is compared as what it is: in none, different numbers pass as NaNs.
#[test]
fn a_test_compares_floats_of_every_format() {
    let file = "tests/regression/formats.c";
    all_fail_until_right(file, &["extended", "doubled", "negated"]);
    let brain = ["--reference", "large", "--port", "large_port"];
    fails_until_right_with(file, &brain, &[], &["clang-19"]);
}

/// Halves within a tolerance pass, the others do not.
#[test]
fn a_test_accepts_halves_within_a_tolerance() {
    let words = ["--reference", "thirds", "--port", "thirds_port"];
    let bound = ["--tolerance", "1ulp", "--arg", "x=in:f16[n] in -2..2"];
    let words = [&words[..], &bound, &["--size", "n=2"]].concat();
    fails_until_right("tests/regression/formats.c", &words, &[]);
}

/// The sources may be a program.
#[test]
fn a_test_includes_a_program() {
    fails_until_right(
        "tests/regression/program.c",
        &["--reference", "halved", "--port", "halved_port"],
        &[],
    );
}

/// A reference that is returned is compared by where it leads.
#[test]
fn a_test_compares_returned_references() {
    all_fail_until_right("tests/regression/references.cpp", &["pick", "larger"]);
}
