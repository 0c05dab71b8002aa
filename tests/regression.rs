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
    let dir = tempfile::tempdir().expect("a directory");
    let is_cpp = file.ends_with(".cpp");
    let source = dir.path().join(if is_cpp { "test.cpp" } else { "test.c" });
    emit(file, words, &source);
    let compilers = match is_cpp {
        true => ["g++", "clang++-19"],
        false => ["gcc", "clang-19"],
    };
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
