//! The builtins of OpenCL C against oracles: every chapter of the device library, compiled
//! for this machine, beside plain C that computes the same in another way, on random bits
//! and special values. A file in `tests/opencl` makes the builtins callable, another one
//! of the same name is the oracle.

use std::path::{Path, PathBuf};
use std::process::Command;

use simdiff::frontend::Clang;

/// As `src/frontend/units.rs` compiles the library.
const OPENCL: [&str; 16] = [
    "-x",
    "cl",
    "-cl-std=CL3.0",
    "-D__opencl_c_atomic_order_acq_rel=1",
    "-D__opencl_c_atomic_order_seq_cst=1",
    "-D__opencl_c_atomic_scope_device=1",
    "-D__opencl_c_atomic_scope_all_devices=1",
    "-Xclang",
    "-ffake-address-space-map",
    "-Xclang",
    "-finclude-default-header",
    "-ffp-contract=off",
    "-fwrapv",
    "-O1",
    "-w",
    // What is not called need not be there: inexact functions are not.
    "-ffunction-sections",
];

fn compile(clang: &Clang, flags: &[&str], source: &Path, object: &Path) {
    let mut command = Command::new(&clang.path);
    command
        .args(flags)
        .arg("-c")
        .arg(source)
        .arg("-o")
        .arg(object);
    let output = command.output().expect("clang runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {messages}", source.display());
}

/// Runs the oracle of this name against chapters, all compiled with these macros.
fn agree(oracle: &str, chapters: &[&str], macros: &[&str]) {
    let clang = Clang::find().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str| scratch.path().join(name);
    let mut objects: Vec<PathBuf> = Vec::new();
    let opencl = [&OPENCL[..], macros].concat();
    for chapter in chapters {
        let source = root.join("opencl-runtime/device").join(chapter);
        let object = file(chapter).with_extension("o");
        compile(&clang, &opencl, &source.with_extension("cl"), &object);
        objects.push(object);
    }
    let source = root.join("tests/opencl").join(oracle);
    objects.push(file("shim.o"));
    compile(
        &clang,
        &opencl,
        &source.with_extension("cl"),
        &file("shim.o"),
    );
    // Optimizing the oracle takes a hundred times as long as running it.
    let plain = [&["-O0", "-w", "-frounding-math"], macros].concat();
    objects.push(file("oracle.o"));
    compile(
        &clang,
        &plain,
        &source.with_extension("c"),
        &file("oracle.o"),
    );
    let program = file("program");
    let mut command = Command::new(&clang.path);
    let linked = command
        .args(&objects)
        .args(["-lm", "-Wl,--gc-sections", "-o"])
        .arg(&program);
    assert!(linked.status().expect("clang runs").success());
    let output = Command::new(&program).output().expect("the program runs");
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{oracle} {macros:?}:\n{found}");
}

#[test]
fn integer_functions() {
    agree("integer", &["integer"], &[]);
}

#[test]
fn math_common_and_relational_functions() {
    agree("float", &["math", "common", "relational"], &[]);
}

#[test]
fn vectors_in_memory_shuffles_atomic_functions_and_ids() {
    let chapters = [
        "vector_data",
        "convert",
        "shuffle",
        "relational",
        "atomic",
        "atomic_type",
        "atomic_compare",
        "work_item",
    ];
    agree("memory", &chapters, &["-DTO=half"]);
}

#[test]
fn images_and_samplers() {
    let chapters = [
        "image_object",
        "image_query",
        "image_read",
        "image_sample",
        "image_write",
    ];
    agree("image", &chapters, &[]);
}

fn to_integer(ty: &str, least: &str, most: &str) {
    let macros = ["TO", "LEAST", "MOST"].into_iter().zip([ty, least, most]);
    let macros = macros.map(|(name, value)| format!("-D{name}={value}"));
    let macros: Vec<String> = macros.chain(["-DINTEGER".to_owned()]).collect();
    let macros: Vec<&str> = macros.iter().map(String::as_str).collect();
    agree("convert", &["convert"], &macros);
}

#[test]
fn conversions_to_narrow_integers() {
    to_integer("char", "-128", "127");
    to_integer("uchar", "0", "255");
    to_integer("short", "-32768", "32767");
    to_integer("ushort", "0", "65535");
}

#[test]
fn conversions_to_wide_integers() {
    to_integer("int", "(-0x7fffffff-1)", "0x7fffffff");
    to_integer("uint", "0", "0xffffffff");
    to_integer("long", "(-0x7fffffffffffffff-1)", "0x7fffffffffffffff");
    to_integer("ulong", "0", "0xffffffffffffffff");
}

#[test]
fn conversions_to_floats() {
    agree("convert", &["convert"], &["-DTO=half", "-DHALF"]);
    agree("convert", &["convert"], &["-DTO=float"]);
    agree("convert", &["convert"], &["-DTO=double"]);
}
