//! Suites: both forms, order, exit codes, reports, and what is wrong with them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

#[path = "support/suite.rs"]
mod support;

use support::{TWICE as SOURCE, write};

/// A directory with the source and a manifest.
fn suite(manifest: &str) -> TempDir {
    let directory = support::directory(&[("twice.c", SOURCE)]);
    if !manifest.is_empty() {
        write(&directory, "simdiff.toml", manifest);
    }
    directory
}

/// Runs simdiff there: the exit code, and both streams without times.
fn simdiff(directory: &TempDir, args: &[&str]) -> (i32, String) {
    let (code, text) = support::simdiff(directory, args);
    (code, without_times(&text))
}

fn without_times(text: &str) -> String {
    let is_time = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
    let line = |line: &str| {
        let words = line
            .split(' ')
            .map(|word| if is_time(word) { "T" } else { word });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    text.lines().map(line).collect()
}

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join(name)).expect("a file that was written")
}

const MANIFEST: &str = r#"
[defaults]
sizes = { n = "1..3" }

[groups.twice]
files = ["*.c"]
reference = "doubled"

[[check]]
name = "one way"
group = "twice"
port = "shifted"

[[check]]
name = "another"
group = "twice"
port = "squared"
expect = "equivalent"
"#;

#[test]
fn both_forms_have_one_meaning() {
    let directory = suite(MANIFEST);
    let (code, text) = simdiff(&directory, &["test", "--jobs", "2"]);
    assert_eq!(code, 1, "{text}");
    insta::assert_snapshot!("both_forms", text);
}

/// As where several patterns of a shell match one file.
#[test]
fn a_file_that_is_named_twice_is_read_once() {
    let directory = suite("");
    let args = ["test", "twice.c", "./twice.c", "."];
    let (code, text) = simdiff(&directory, &args);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("2 of 2 checks as expected"), "{text}");
}

#[test]
fn mistakes_have_places_and_the_other_checks_run() {
    let manifest = r#"
[[check]]
files = ["twice.c"]
reference = "doubled"
port = "shifted"

[[check]]
files = ["twice.c"]
refrence = "doubled"

[[check]]
files = ["thrice*.c"]
reference = "doubled"

[[check]]
name = "shifted"
files = ["twice.c"]
reference = "doubled"

[[check]]
group = "dual"

[[check]]
files = ["twice.c"]
reference = "doubled"
port = "shiftet"
sizes = { n = 4 }

[[check]]
name = "odd"
files = ["twice.c"]
reference = "doubled"
port = "shifted"
options = ["--sizes", "n=4"]

[tests]
"#;
    let directory = suite(manifest);
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 2, "{text}");
    insta::assert_snapshot!("mistakes", text);
}

#[test]
fn a_later_schema_is_refused() {
    let directory = suite("schema = 7\n");
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 2);
    assert!(
        text.contains("schema 7, of a later simdiff") && text.contains("simdiff.toml:1:10"),
        "{text}"
    );
}

#[test]
fn undecided_is_no_pass() {
    let directory = suite(
        "[[check]]\nfiles = ['twice.c']\nreference = 'doubled'\nport = 'shifted'\n\
         timeout = '1ms'\n",
    );
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 3, "{text}");
    let (code, _) = simdiff(
        &directory,
        &["test", "simdiff.toml", "--fail-on", "undecided"],
    );
    assert_eq!(code, 1);
}

#[test]
fn reports_say_what_is_not_as_expected() {
    let directory = suite(MANIFEST);
    let args = [
        "test",
        "simdiff.toml",
        "-o",
        "run.json",
        "--junit",
        "run.xml",
        "--sarif",
        "run.sarif",
        "--html",
        "run.html",
    ];
    let (code, text) = simdiff(&directory, &args);
    assert_eq!(code, 1, "{text}");
    let run: Value = serde_json::from_str(&read(&directory, "run.json")).expect("JSON");
    assert_eq!(run["schema"], "simdiff-run/1");
    assert_eq!(run["totals"]["passed"], 1);
    assert_eq!(run["checks"][1]["outcome"]["verdict"], "different");
    let sarif: Value = serde_json::from_str(&read(&directory, "run.sarif")).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "different");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "twice.c");
    assert_eq!(place["region"]["startLine"], 10);
    let junit = read(&directory, "run.xml");
    assert!(
        junit.contains("tests=\"2\"") && junit.contains("failures=\"1\""),
        "{junit}"
    );
    let html = read(&directory, "run.html");
    assert!(html.contains("void squared") && !html.contains("/*DATA*/"));
    let (code, shown) = simdiff(&directory, &["show", "run.json", "--filter", "another"]);
    assert_eq!(code, 1);
    assert!(
        shown.contains("`squared` does not compute what `doubled` computes"),
        "{shown}"
    );
}

#[test]
fn shards_make_the_whole() {
    let directory = suite(MANIFEST);
    for shard in ["1", "2"] {
        let of = format!("{shard}/2");
        let file = format!("{shard}.json");
        simdiff(&directory, &["test", "--shard", &of, "-o", &file]);
    }
    let (code, text) = simdiff(&directory, &["merge", "1.json", "2.json", "-o", "all.json"]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("3 of 4 checks as expected, 1 failed"),
        "{text}"
    );
    let (code, text) = simdiff(&directory, &["merge", "1.json", "1.json"]);
    assert_eq!(code, 2);
    assert!(text.contains("two of the runs hold the check"), "{text}");
}

/// Code hosts show a result where its fix belongs, and count columns in characters.
#[test]
fn a_result_is_at_its_cause() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "// simdiff: check --reference f --port g --size n=4 => equivalent
void f(const int *s, int *d, int n) { for (int i = 0; i < n; i++) d[i] = 3 * s[i]; }
void g(const int *s, int *d, int n) {
    for (int i = 0; i < n; i++) {
        /* dreifach, für später */ int x = 5 * s[i];
        d[i] = x;
    }
}
";
    write(&directory, "triple.c", source);
    let (code, text) = simdiff(&directory, &["test", "--sarif", "run.sarif"]);
    assert_eq!(code, 1, "{text}");
    let sarif: Value = serde_json::from_str(&read(&directory, "run.sarif")).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    let line = source.lines().nth(4).expect("the line");
    let before = line.split_once("* s").expect("the product").0;
    assert_eq!(region["startLine"], 5, "{result}");
    assert_eq!(
        region["startColumn"],
        before.chars().count() + 1,
        "{result}"
    );
    let related = result["relatedLocations"].as_array().expect("a list");
    let stored = related.iter().find(|place| {
        place["message"]["text"]
            .as_str()
            .is_some_and(|t| t.starts_with("the port gives"))
    });
    let stored = stored.expect("the store");
    assert_eq!(stored["physicalLocation"]["region"]["startLine"], 6);
}

/// A shard that an earlier job left does not count for the sources of now.
#[test]
fn shards_of_different_sources_are_refused() {
    let directory = suite(MANIFEST);
    simdiff(&directory, &["test", "--shard", "1/2", "-o", "1.json"]);
    let source = read(&directory, "twice.c");
    write(&directory, "twice.c", &format!("{source}// later\n"));
    simdiff(&directory, &["test", "--shard", "2/2", "-o", "2.json"]);
    let (code, text) = simdiff(&directory, &["merge", "1.json", "2.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("different versions of the suite's sources"),
        "{text}"
    );
}

#[test]
fn shards_of_other_selections_are_refused() {
    let directory = suite(MANIFEST);
    let shard = |of: &str, file: &str, more: &[&str]| {
        let test = ["test", "--shard", of, "-o", file];
        simdiff(&directory, &[&test, more].concat());
    };
    shard("1/2", "1.json", &["--filter", "shifted"]);
    shard("2/2", "2.json", &[]);
    let (code, text) = simdiff(&directory, &["merge", "1.json", "2.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("and of 4 checks"), "{text}");
}

#[test]
fn a_shard_that_is_missing_is_told() {
    let directory = suite("");
    simdiff(&directory, &["test", "--shard", "1/2", "-o", "1.json"]);
    let (code, text) = simdiff(&directory, &["merge", "1.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("shard 2/2 is not among the runs"), "{text}");
}

#[test]
fn what_names_no_check_is_a_mistake() {
    let directory = suite(MANIFEST);
    for choice in [["--group", "thrice"], ["--filter", "thrice"]] {
        let (code, text) = simdiff(&directory, &[&["test"], &choice[..]].concat());
        assert!(code == 2 && text.contains("`thrice`"), "{text}");
    }
}

#[test]
fn no_check_is_left_out_in_silence() {
    let directory = suite("");
    let line = "// simdiff: check --reference f --port g => equivalent\n";
    let code = "int f(int x) { return x; }\nint g(int x) { return x ^ (x == 5); }\n";
    // In Latin-1, with a mark of the encoding, in a header, in a form that is none.
    let latin: &[u8] = b"// Gr\xfc\xdfe\n";
    let all = [latin, line.as_bytes(), code.as_bytes()].concat();
    fs::write(directory.path().join("latin.c"), all).expect("a file");
    write(&directory, "marked.c", &format!("\u{feff}{line}{code}"));
    write(&directory, "header.h", &format!("{line}{code}"));
    write(&directory, "template.inl", &format!("{line}{code}"));
    let elsewhere = tempfile::tempdir().expect("a directory");
    fs::write(elsewhere.path().join("far.c"), format!("{line}{code}")).expect("a file");
    let link = |target: &std::path::Path, name: &str| {
        std::os::unix::fs::symlink(target, directory.path().join(name)).expect("a link");
    };
    link(elsewhere.path(), "linked");
    link(directory.path(), "itself");
    link(&elsewhere.path().join("missing.c"), "dangling.c");
    write(
        &directory,
        "close.c",
        &format!("//{}{code}", line.replace("// ", "")),
    );
    let (code, text) = simdiff(&directory, &["test"]);
    assert_eq!(code, 1, "{text}");
    for said in [
        "FAILED    latin.c:2: g = f",
        "FAILED    marked.c:1: g = f",
        "trouble   header.h:1: check",
        "trouble   template.inl:1: check",
        "FAILED    linked/far.c:1: g = f",
        "this comment is not read as a check",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_suite_writes_no_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "// simdiff: kernel --global 4 --access-log kept.txt => clean\n\
                  __kernel void set(__global int *y) { y[get_global_id(0)] = 1; }\n";
    write(&directory, "set.cl", source);
    write(&directory, "kept.txt", "kept");
    let (code, text) = simdiff(&directory, &["test"]);
    assert!(
        code == 2 && text.contains("writes no files: --access-log"),
        "{text}"
    );
    assert_eq!(read(&directory, "kept.txt"), "kept");
}

#[test]
fn what_still_fails_is_said_where_nothing_changed() {
    let directory = suite("");
    let wrong = SOURCE.replace("=> different", "=> equivalent");
    write(&directory, "twice.c", &wrong);
    let test = ["test", "--cache", "kept", "--changed"];
    for _ in 0..2 {
        let (code, text) = simdiff(&directory, &test);
        assert_eq!(code, 1, "{text}");
        assert!(text.contains("FAILED"), "{text}");
    }
}

#[test]
fn what_a_host_includes_is_read_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let host = r##"// simdiff: run => equivalent
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <assert.h>
static const char *const source =
    "#include \"value.h\"\n"
    "__kernel void set(__global int *y) { y[get_global_id(0)] = VALUE; }\n";
int main(void) {
    cl_device_id device;
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, "-I .", NULL, NULL) == CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "set", NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(int), NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    size_t global = 1;
    int y;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof y, &y, 0, NULL, NULL);
    assert(y == 7);
    return 0;
}
"##;
    write(&directory, "host.c", host);
    for (value, found) in [("7", 0), ("8", 1)] {
        write(&directory, "value.h", &format!("#define VALUE {value}\n"));
        let (code, text) = simdiff(&directory, &["test", "--cache", "kept"]);
        assert_eq!(code, found, "{text}");
    }
}

#[test]
fn the_published_schema_is_that_of_the_tool() {
    let directory = tempfile::tempdir().expect("a directory");
    let (_, text) = simdiff(&directory, &["test", "--schema"]);
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/simdiff.schema.json");
    let published = fs::read_to_string(published).expect("the schema");
    assert_eq!(
        text,
        without_times(&published),
        "simdiff test --schema > docs/simdiff.schema.json"
    );
}

#[test]
fn flags_come_from_the_build() {
    let directory = suite("");
    let manifest =
        "[[check]]\nfiles = ['k.c']\nreference = 'f'\nport = 'g'\ncompile-commands = 'build'\n";
    write(&directory, "simdiff.toml", manifest);
    write(
        &directory,
        "k.c",
        "unsigned f(unsigned x) { return x + ONE; }\nunsigned g(unsigned x) { return x + 1; }\n",
    );
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("simdiff.toml:5:20"), "{text}");
    fs::create_dir(directory.path().join("build")).expect("a directory");
    let place = directory.path().display();
    let commands = format!(
        r#"[{{"directory":"{place}/build","file":"../k.c","command":"cc -Wall -DONE=1 -g -c ../k.c"}}]"#
    );
    write(&directory, "build/compile_commands.json", &commands);
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 0, "{text}");
}

/// One source for several instruction sets, which a build compiles once for each.
#[test]
fn the_command_that_defines_a_function_is_taken() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "\
#define CAT2(a, b) a##b
#define CAT(a, b) CAT2(a, b)
unsigned CAT(twice, ISA)(unsigned x) { return x * 2 + WRONG; }
";
    write(&directory, "k.c", source);
    let place = directory.path().display();
    let build = |wrong: u32, third: &str| {
        let entry = |flags: &str| {
            format!(r#"{{"directory":"{place}","file":"k.c","command":"cc {flags} -c k.c"}}"#)
        };
        let entries = [
            entry("-DISA=_c -DWRONG=0"),
            entry(&format!("-DISA=_avx2 -mavx2 -DWRONG={wrong}")),
            entry(third),
        ];
        let text = format!("[{}]", entries.join(","));
        write(&directory, "compile_commands.json", &text);
    };
    let check = [
        "check",
        "k.c",
        "-p",
        ".",
        "--reference=twice_c",
        "--port=twice_avx2",
    ];
    build(0, "-DISA=_sse2 -DWRONG=0");
    let (code, text) = simdiff(&directory, &check);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("alone defines `twice_avx2`"), "{text}");
    assert!(text.contains("x86-64 with avx2"), "{text}");
    write(
        &directory,
        "simdiff.toml",
        "[[check]]\nfiles = ['k.c']\nreference = 'twice_c'\nport = 'twice_avx2'\n\
         compile-commands = '.'\n",
    );
    let test = ["test", "simdiff.toml", "--cache", "kept"];
    let (code, text) = simdiff(&directory, &test);
    assert_eq!(code, 0, "{text}");
    // What another command says is part of the key.
    build(1, "-DISA=_sse2 -DWRONG=0");
    let (code, text) = simdiff(&directory, &test);
    assert!(code == 1 && text.contains("DIFFERENT"), "{text}");
    let (code, text) = simdiff(&directory, &["init", "-p", ".", "-o", "first.toml"]);
    assert!(
        code == 0 && text.contains("2 of 2 pairs described"),
        "{text}"
    );
    build(0, "-DISA=_avx2 -DWRONG=1");
    let (code, text) = simdiff(&directory, &check);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("is defined by several commands"), "{text}");
}

#[test]
fn what_was_decided_is_not_decided_again() {
    let directory = suite("");
    let test = ["test", "--cache", "kept"];
    let (code, text) = simdiff(&directory, &test);
    assert!(code == 0 && !text.contains("cache"), "{text}");
    let (code, text) = simdiff(&directory, &test);
    assert!(code == 0 && text.contains("2 from the cache"), "{text}");
    let (code, text) = simdiff(&directory, &[&test[..], &["--changed"]].concat());
    assert!(
        code == 0 && text.contains("2 checks are unchanged"),
        "{text}"
    );
    // Another expectation of what is known.
    write(
        &directory,
        "twice.c",
        &SOURCE.replace("=> different", "=> equivalent"),
    );
    let (code, text) = simdiff(&directory, &[&test[..], &["-f", "squared"]].concat());
    assert_eq!(code, 1, "{text}");
    // Other code.
    write(
        &directory,
        "twice.c",
        &SOURCE.replace("s[i] << 1", "s[i] << 2"),
    );
    let (code, text) = simdiff(&directory, &[&test[..], &["-f", "shifted"]].concat());
    assert!(code == 1 && !text.contains("from the cache"), "{text}");
}

#[test]
fn a_header_is_part_of_the_code() {
    let directory = suite("");
    let source = "// simdiff: check --reference f --port g => equivalent\n\
                  #include \"by.h\"\n\
                  unsigned f(unsigned x) { return x * 4; }\n\
                  unsigned g(unsigned x) { return x << BY; }\n";
    fs::remove_file(directory.path().join("twice.c")).expect("it is there");
    write(&directory, "by.c", source);
    let test = ["test", "--cache", "kept"];
    for (by, expected) in [("2", 0), ("3", 1), ("2", 0)] {
        write(&directory, "by.h", &format!("#define BY {by}\n"));
        let (code, text) = simdiff(&directory, &test);
        assert_eq!(code, expected, "{text}");
    }
    // A header that is found before it.
    fs::create_dir(directory.path().join("inc")).expect("a directory");
    write(&directory, "inc/by.h", "#define BY 3\n");
    write(
        &directory,
        "by.c",
        &source
            .replace("\"by.h\"", "<by.h>")
            .replace("g =>", "g --cflags=-I. =>"),
    );
    assert_eq!(simdiff(&directory, &test).0, 0);
    let before = source
        .replace("\"by.h\"", "<by.h>")
        .replace("g =>", "g --cflags='-Iinc -I.' =>");
    write(&directory, "by.c", &before);
    assert_eq!(simdiff(&directory, &test).0, 1);
}

/// A wrapper's flags change what code means, and its version stays.
#[test]
fn a_wrapper_that_changes_is_another_compiler() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "// simdiff: check --reference f --port g --cflags=-mfma => equivalent\n\
                  float f(float x, float y, float z) { float p = x * y; return p + z; }\n\
                  float g(float x, float y, float z) { return x * y + z; }\n";
    write(&directory, "fused.c", source);
    let wrapper = directory.path().join("clang");
    let mut test = Command::new(env!("CARGO_BIN_EXE_simdiff"));
    test.args(["test", "--cache", "kept", "fused.c"])
        .current_dir(&directory)
        .env("SIMDIFF_CLANG", &wrapper);
    for (contraction, expected, cached) in [
        ("off", Some(0), false),
        ("off", Some(0), true),
        ("on", Some(1), false),
        ("off", Some(0), true),
    ] {
        let script = format!("#!/bin/sh\nexec clang-19 -ffp-contract={contraction} \"$@\"\n");
        fs::write(&wrapper, script).expect("a script");
        let executable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&wrapper, executable).expect("a script");
        let output = test.output().expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), expected, "{contraction}: {text}");
        assert_eq!(text.contains("from the cache"), cached, "{text}");
    }
}

#[test]
fn a_verdict_is_taken_with_its_certificate() {
    let directory = suite("");
    let test = ["test", "--cache", "kept", "--verify-cache", "-f", "shifted"];
    let cached = || simdiff(&directory, &test).1.contains("1 from the cache");
    assert!(!cached());
    assert!(cached());
    let kept = directory.path().join("kept");
    let entries = fs::read_dir(kept).expect("the cache").flatten();
    let files = entries
        .flat_map(|entry| fs::read_dir(entry.path()).expect("a part"))
        .flatten();
    let paths = files.map(|file| file.path());
    let mut proofs = paths.filter(|path| path.extension().is_some_and(|e| e == "certificate"));
    fs::write(proofs.next().expect("a certificate"), "nothing").expect("a file");
    assert!(!cached());
    assert!(cached());
}

/// Snapshots of one file that cannot be read: the other checks are compared, and everything is
/// reported.
#[test]
fn unreadable_snapshots_are_told_beside_the_results() {
    let directory = support::directory(&[("a.c", SOURCE), ("b.c", SOURCE)]);
    assert_eq!(simdiff(&directory, &["test", "--accept"]).0, 0);
    let other = read(&directory, "b.c.snap").replace("EQUIVALENT", "CLEAN");
    write(
        &directory,
        "b.c.snap",
        &other.replace("equivalent", "clean"),
    );
    let later = read(&directory, "a.c.snap").replace("schema = ", "schema = 9");
    write(&directory, "a.c.snap", &later);
    let words = ["test", "--check", "--junit", "run.xml", "-o", "run.json"];
    let (code, text) = simdiff(&directory, &words);
    assert_eq!(code, 1, "{text}");
    for part in [
        "a.c.snap: schema 9",
        "of a later simdiff",
        "3 of 4 checks",
        "b.c:1",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(read(&directory, "run.xml").contains("differs from its snapshot"));
    assert!(read(&directory, "run.json").contains("of a later simdiff"));
    // Without another failure it is trouble.
    std::fs::remove_file(directory.path().join("b.c.snap")).expect("a file");
    assert_eq!(simdiff(&directory, &["test"]).0, 2);
}

#[test]
fn snapshots_change_with_what_is_found() {
    let directory = suite("");
    let check = || simdiff(&directory, &["test", "--check"]);
    let (code, text) = check();
    assert!(code == 1 && text.contains(": new\n"), "{text}");
    assert!(!directory.path().join("twice.c.snap").exists());
    assert_eq!(simdiff(&directory, &["test"]).0, 0);
    assert_eq!(simdiff(&directory, &["test", "--accept"]).0, 0);
    insta::assert_snapshot!("accepted", read(&directory, "twice.c.snap"));
    assert_eq!(check().0, 0);
    // Moved and reformatted.
    let moved = SOURCE
        .replace("void ", "\n\n/* here */ void\n  ")
        .replace("{\n", "{\n\n");
    write(&directory, "twice.c", &moved);
    let (code, text) = check();
    assert_eq!(code, 0, "{text}");
    // A verdict with the same word.
    write(
        &directory,
        "twice.c",
        &SOURCE.replace("s[i] * s[i]", "s[i] * s[i] * s[i]"),
    );
    let (code, text) = simdiff(&directory, &["test"]);
    assert!(
        code == 1 && text.contains("rests on something else"),
        "{text}"
    );
    // Whoever reads the results sees it, too.
    let (code, _) = simdiff(&directory, &["test", "--output", "run.json"]);
    assert_eq!(code, 1);
    let (code, text) = simdiff(&directory, &["show", "run.json"]);
    assert!(
        code == 1 && text.contains("differs from its snapshot"),
        "{text}"
    );
    let (code, text) = simdiff(&directory, &["test", "--review"]);
    assert!(code == 2 && text.contains("no terminal"), "{text}");
}

#[test]
fn a_snapshot_has_what_a_verdict_is_about() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = |assertion: &str| {
        format!(
            "#include <assert.h>\n\
             int f(int x) {{ {assertion} return x / 2; }}\n\
             int g(int x) {{ return x >> 1; }}\n"
        )
    };
    let manifest = |range: &str| {
        format!(
            "[[check]]\nname = 'half'\nfiles = ['half.c']\nreference = 'f'\nport = 'g'\n\
             contract = {{ x = 'i32 in {range}' }}\n"
        )
    };
    let test = |option: &str| simdiff(&directory, &["test", "simdiff.toml", option]);
    write(&directory, "half.c", &source(""));
    write(&directory, "simdiff.toml", &manifest("0..50"));
    assert_eq!(test("--accept").0, 0);
    assert_eq!(test("--check").0, 0);
    write(&directory, "simdiff.toml", &manifest("0..1"));
    let (code, text) = test("--check");
    assert!(
        code == 1 && text.contains("-     \"x=i32 in 0..50 (given)\","),
        "{text}"
    );
    write(&directory, "simdiff.toml", &manifest("0..50"));
    write(&directory, "half.c", &source("assert(x >= 3);"));
    let (code, text) = test("--check");
    assert!(
        code == 1 && text.contains("+ undefined = [\"refusal in the reference\"]"),
        "{text}"
    );
}

#[test]
fn without_native_runs_findings_are_suspected() {
    let directory = suite("");
    let (code, text) = simdiff(&directory, &["test", "--no-native"]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("--no-native: checked code"), "{text}");
}

/// Of two functions that are paired by their parameters, the one with a plain name.
#[test]
fn a_plain_name_is_the_reference_of_a_first_suite() {
    let source = "\
int quick(int x, int y, int z) { return x + (y + z); }
int sum_plain(int x, int y, int z) { return z + y + x; }
";
    let directory = support::directory(&[("sum.c", source)]);
    let (code, text) = simdiff(&directory, &["init"]);
    assert_eq!(code, 0, "{text}");
    let manifest = read(&directory, "simdiff.toml");
    assert!(
        manifest.contains("reference = \"sum_plain\"\nport = \"quick\""),
        "{manifest}"
    );
}

#[test]
fn a_first_suite_is_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "\
void scale(const float *x, float *y, int n) { for (int i = 0; i < n; i++) y[i] = 2 * x[i]; }
void scale_sse2(const float *x, float *y, int n) { for (int i = 0; i < n; i++) y[i] = x[i] + x[i]; }
unsigned first(unsigned x, unsigned y) { return x - y; }
unsigned second(unsigned a, unsigned b) { return b - a; }
";
    write(&directory, "scale.c", source);
    write(&directory, "broken.c", "void broken_c(int x) { y }\n");
    let (code, text) = simdiff(&directory, &["init"]);
    assert_eq!(code, 0, "{text}");
    insta::assert_snapshot!("first_suite_said", text);
    insta::assert_snapshot!("first_suite", read(&directory, "simdiff.toml"));
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = simdiff(&directory, &["init"]);
    assert!(code == 2 && text.contains("there already"), "{text}");
}

/// Waits until a file has a text, and gives up after a while.
fn wait_for(file: &Path, text: &str) {
    for _ in 0..1200 {
        if fs::read_to_string(file).is_ok_and(|all| all.contains(text)) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let all = fs::read_to_string(file).unwrap_or_default();
    panic!("no `{text}` in:\n{all}");
}

#[test]
fn a_watched_suite_runs_again_what_has_changed() {
    let directory = suite("");
    let out = tempfile::NamedTempFile::new().expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&directory)
        .args(["test", "--watch", "--cache"])
        .arg(directory.path().join(".cache"))
        .stdout(out.reopen().expect("the file"))
        .stderr(out.reopen().expect("the file"))
        .spawn()
        .expect("the binary runs");
    wait_for(out.path(), "watching for changes");
    fs::write(out.path(), "").expect("the file");
    let wrong = SOURCE.replace("s[i] << 1", "s[i] << 2");
    write(&directory, "twice.c", &wrong);
    wait_for(out.path(), "FAILED");
    write(&directory, "twice.c", SOURCE);
    wait_for(out.path(), "2 checks are unchanged");
    child.kill().expect("it still runs");
    child.wait().expect("it has ended");
}

/// Editors replace a file: what they write has another name first.
#[test]
fn a_watched_file_may_be_replaced() {
    let directory = suite("");
    let out = tempfile::NamedTempFile::new().expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&directory)
        .args(["test", "twice.c", "--watch", "--cache"])
        .arg(directory.path().join(".cache"))
        .stdout(out.reopen().expect("the file"))
        .stderr(out.reopen().expect("the file"))
        .spawn()
        .expect("the binary runs");
    for (text, said) in [
        ("s[i] << 1", "2 of 2 checks as expected"),
        ("s[i] << 2", "FAILED"),
        ("s[i] << 3", "FAILED"),
    ] {
        fs::write(out.path(), "").expect("the file");
        write(&directory, "new", &SOURCE.replace("s[i] << 1", text));
        let at = |name| directory.path().join(name);
        fs::rename(at("new"), at("twice.c")).expect("the file");
        wait_for(out.path(), said);
        wait_for(out.path(), "watching for changes");
    }
    child.kill().expect("it still runs");
    child.wait().expect("it has ended");
}

#[test]
fn what_cannot_be_written_spoils_no_other_report() {
    let directory = suite("");
    let reports = [
        "--html",
        "/dev/full",
        "--junit",
        "run.xml",
        "-o",
        "run.json",
    ];
    let (code, text) = simdiff(&directory, &[&["test"][..], &reports].concat());
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("cannot write /dev/full"), "{text}");
    assert!(read(&directory, "run.xml").contains("</testsuites>"));
    let again = [
        "show",
        "run.json",
        "--junit",
        "/dev/full",
        "--html",
        "run.html",
    ];
    let (code, text) = simdiff(&directory, &again);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("2 of 2 checks as expected"), "{text}");
    assert!(read(&directory, "run.html").contains("</html>"));
}

/// A file is there as a whole before and after the run, for whoever reads it meanwhile.
#[test]
fn files_are_replaced_and_not_overwritten() {
    let directory = suite("");
    for name in ["test.c", "proof", "log"] {
        write(&directory, name, "before");
        let at = |name: &str| directory.path().join(name);
        fs::hard_link(at(name), at(&format!("{name}.link"))).expect("a link");
    }
    let check = [
        "check",
        "twice.c",
        "--reference",
        "doubled",
        "--size",
        "n=2",
    ];
    let with = |more: &[&str]| simdiff(&directory, &[&check, more].concat()).0;
    assert_eq!(with(&["--port", "squared", "--emit-test", "test.c"]), 1);
    assert_eq!(with(&["--port", "shifted", "--certificate", "proof"]), 0);
    assert_eq!(with(&["--port", "tripled", "--access-log", "log"]), 2);
    assert_ne!(read(&directory, "test.c"), "before");
    assert_ne!(read(&directory, "proof"), "before");
    assert_eq!(read(&directory, "log"), "before");
    assert_eq!(read(&directory, "test.c.link"), "before");
    assert_eq!(read(&directory, "proof.link"), "before");
}

#[test]
fn an_interrupted_run_says_what_it_left_out() {
    let directory = tempfile::tempdir().expect("a directory");
    let endless = "// simdiff: check --reference one --port one_too => equivalent
// simdiff: run --max-steps 1000000000000 --timeout 1h => equivalent
// simdiff: check --reference one_too --port one => equivalent
int one(int x) { return x + 1; }
int one_too(int x) { return 1 + x; }
int main(void) { for (volatile unsigned i = 1; i; i = 1) ; return 0; }
";
    write(&directory, "endless.c", endless);
    let out = tempfile::NamedTempFile::new().expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&directory)
        .args(["test", "--no-cache", "--jobs", "1", "-o", "run.json"])
        .args(["--junit", "run.xml"])
        .stdout(out.reopen().expect("the file"))
        .spawn()
        .expect("the binary runs");
    wait_for(out.path(), "EQUIVALENT");
    let process = Pid::from_child(&child);
    kill_process(process, Signal::INT).expect("it still runs");
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.code(), Some(130));
    wait_for(out.path(), "interrupted: 2 checks were not finished");
    let run: Value = serde_json::from_str(&read(&directory, "run.json")).expect("JSON");
    assert_eq!(run["unfinished"], 2);
    let junit = read(&directory, "run.xml");
    assert!(junit.contains("tests=\"3\""), "{junit}");
    assert_eq!(junit.matches("<error ").count(), 2, "{junit}");
}

/// What an earlier run left must not stand for one that was killed.
#[test]
fn a_killed_run_leaves_no_earlier_results() {
    let directory = suite("");
    let reports = ["-o", "run.json", "--junit", "run.xml"];
    let (code, text) = simdiff(&directory, &[&["test"][..], &reports].concat());
    assert_eq!(code, 0, "{text}");
    assert!(read(&directory, "run.xml").contains("errors=\"0\""));
    write(
        &directory,
        "twice.c",
        "// simdiff: run --max-steps 1000000000000 --timeout 1h => equivalent
int main(void) { for (volatile unsigned i = 1; i; i = 1) ; return 0; }
",
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&directory)
        .args(["test", "--no-cache"])
        .args(reports)
        .spawn()
        .expect("the binary runs");
    wait_for(&directory.path().join("run.xml"), "unfinished");
    kill_process(Pid::from_child(&child), Signal::KILL).expect("it still runs");
    child.wait().expect("it ends");
    let run: Value = serde_json::from_str(&read(&directory, "run.json")).expect("JSON");
    assert_eq!(run["interrupted"], true);
    assert_eq!(run["unfinished"], 1);
    let (code, text) = simdiff(&directory, &["merge", "run.json"]);
    assert_eq!(code, 2, "{text}");
}

/// Each file has its own flags, as with `simdiff check -p`.
#[test]
fn files_of_one_check_have_their_own_flags() {
    let directory = tempfile::tempdir().expect("a directory");
    write(&directory, "f.c", "int f(int x) { return x + OWN; }\n");
    write(&directory, "g.c", "int g(int x) { return OWN + x; }\n");
    fs::create_dir(directory.path().join("build")).expect("a directory");
    let build = |own: [i32; 2]| {
        let entry = |(file, own): (&str, i32)| {
            serde_json::json!({ "directory": directory.path().join("build"),
                "file": format!("../{file}"), "command": format!("cc -O3 -DOWN={own} -c ../{file}") })
        };
        let entries: Vec<Value> = ["f.c", "g.c"].into_iter().zip(own).map(entry).collect();
        let text = serde_json::to_string(&entries).expect("JSON");
        write(&directory, "build/compile_commands.json", &text);
    };
    let manifest = "[[check]]\nfiles = ['f.c', 'g.c']\nreference = 'f'\nport = 'g'\n\
                    compile-commands = 'build'\n";
    write(&directory, "simdiff.toml", manifest);
    let test = ["test", "simdiff.toml", "--cache", "kept"];
    build([7, 7]);
    let (code, text) = simdiff(&directory, &test);
    assert_eq!(code, 0, "{text}");
    // The flags are part of what a verdict depends on.
    build([7, 8]);
    let (code, text) = simdiff(&directory, &test);
    assert_eq!(code, 1, "{text}");
    // A kernel is compiled by its host, not by the build.
    let source = "kernel void h(global int *x) { x[0] += 7; }\n";
    write(&directory, "k.cl", source);
    let manifest = "[[check]]\nfiles = ['k.cl']\nkernel = 'h'\nlaunch = { global = 1 }\n\
                    contract = { x = 'i32[1]' }\ncompile-commands = 'build'\n";
    write(&directory, "kernel.toml", manifest);
    let (code, text) = simdiff(&directory, &["test", "kernel.toml"]);
    assert_eq!(code, 0, "{text}");
    let check = [
        "check",
        "f.c",
        "g.c",
        "--reference",
        "f",
        "--port",
        "g",
        "-p",
        "build",
    ];
    let (code, text) = simdiff(&directory, &check);
    assert_eq!(code, 1, "{text}");
}

#[test]
fn a_first_suite_takes_the_flags_of_a_build() {
    let directory = tempfile::tempdir().expect("a directory");
    let source = "int f(int x) { return x + ONE; }\nint f_sse(int x) { return TWO - 1 + x; }\n";
    write(&directory, "f.c", source);
    write(&directory, "unbuilt.c", "int g(int x) { return x; }\n");
    fs::create_dir(directory.path().join("build")).expect("a directory");
    let place = directory.path().display();
    let commands =
        format!(r#"[{{"directory":"{place}","file":"f.c","command":"cc -DONE=1 -c f.c"}}]"#);
    write(&directory, "build/compile_commands.json", &commands);
    let (code, text) = simdiff(&directory, &["init", "-p", "build", "--cflags", "-DTWO=2"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("does not name unbuilt.c"), "{text}");
    insta::assert_snapshot!("suite_of_a_build", read(&directory, "simdiff.toml"));
    let (code, text) = simdiff(&directory, &["test", "simdiff.toml"]);
    assert_eq!(code, 0, "{text}");
}

#[test]
fn file_names_are_no_options_and_may_be_of_any_bytes() {
    let directory = tempfile::tempdir().expect("a directory");
    write(&directory, "-O3.c", SOURCE);
    let (code, text) = simdiff(&directory, &["test", "."]);
    assert_eq!(code, 0, "{text}");
    let check = [
        "check",
        "--reference=doubled",
        "--port=shifted",
        "--size=n=2",
        "--",
        "-O3.c",
    ];
    let (code, text) = simdiff(&directory, &check);
    assert_eq!(code, 0, "{text}");
    let odd = OsStr::from_bytes(b"odd\xff.c");
    fs::write(directory.path().join(odd), SOURCE).expect("a file");
    let (code, text) = simdiff(&directory, &["test", "."]);
    assert_eq!(code, 2, "{text}");
    assert_eq!(text.matches("is not UTF-8").count(), 1, "{text}");
    assert!(text.contains("2 of 2 checks as expected"), "{text}");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(&directory)
        .arg("check")
        .arg(odd)
        .args([
            "--reference=doubled",
            "--port=squared",
            "--size=n=2",
            "--emit-test=t.c",
        ])
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("is not UTF-8"), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_check_may_be_of_related_inputs() {
    let check = |relations: &str| {
        let directory = suite(&format!(
            "[[check]]\nfiles = [\"*.c\"]\nreference = \"doubled\"\nport = \"squared\"\n\
             sizes = {{ n = \"1..3\" }}\nrelations = [{relations}]\n"
        ));
        simdiff(&directory, &["test", "simdiff.toml"])
    };
    let (code, text) = check("\"s[i] <= 2 && s[i] != 1\"");
    assert_eq!(code, 0, "{text}");
    let (code, text) = check("\"s[i] <= 2\"");
    assert_eq!(code, 1, "{text}");
}
