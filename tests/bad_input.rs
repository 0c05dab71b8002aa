//! Bad input: one clear message, the right exit code, never a panic.

use std::path::Path;
use std::process::Command;

/// Runs simdiff in `tests/bad_input` and shows what a person sees: the exit
/// code and both streams.
fn simdiff(args: &[&str]) -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input");
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory)
        .args(args)
        .output()
        .expect("the binary runs");
    let code = output.status.code().expect("no signal ended it");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let separator = if out.is_empty() || err.is_empty() {
        ""
    } else {
        "\n"
    };
    format!("exit code {code}\n{out}{separator}{err}")
}

fn check(args: &[&str]) -> String {
    let mut all = vec![
        "check",
        "kernels.c",
        "--reference",
        "scale",
        "--port",
        "scale_twice",
    ];
    all.extend(args);
    simdiff(&all)
}

macro_rules! snapshot {
    ($name:ident, $shown:expr) => {
        #[test]
        fn $name() {
            let shown = $shown;
            assert!(!shown.contains("panicked"), "{shown}");
            insta::assert_snapshot!(stringify!($name), shown);
        }
    };
}

snapshot!(unknown_processor, check(&["--cpu", "hasswell"]));

snapshot!(
    end_of_a_buffer,
    simdiff(&["check", "ends.c", "--reference", "total", "--port", "total"])
);

snapshot!(
    end_that_the_port_subtracts_from,
    simdiff(&[
        "check",
        "ends.c",
        "--reference",
        "total",
        "--port",
        "total_by_four"
    ])
);

snapshot!(
    missing_file,
    simdiff(&[
        "check",
        "kernel.c",
        "--reference",
        "scale",
        "--port",
        "scale_twice"
    ])
);
snapshot!(
    missing_function,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "scale",
        "--port",
        "scale_twise"
    ])
);
snapshot!(
    declared_only,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "scale",
        "--port",
        "elsewhere"
    ])
);
snapshot!(
    c_error,
    simdiff(&["check", "broken.c", "--reference", "f", "--port", "f"])
);
snapshot!(
    different_signatures,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "scale",
        "--port",
        "two_arguments"
    ])
);
snapshot!(
    unsupported_type,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "table_of_rows",
        "--port",
        "table_of_rows"
    ])
);
snapshot!(unknown_parameter, check(&["--arg", "dest=out:f32[n]"]));
snapshot!(malformed_argument, check(&["--arg", "dst=out:f23[n]"]));
snapshot!(
    contradictory_arguments,
    check(&["--arg", "dst=out:f32[n]", "--arg", "dst=in:f32[n]"])
);
snapshot!(contradicts_the_type, check(&["--arg", "dst=out:f64[n]"]));
snapshot!(empty_range, check(&["--arg", "src=in:f32[n] in 1..-1"]));
snapshot!(size_of_a_billion, check(&["--size", "n=1000000000"]));
snapshot!(size_of_nothing, check(&["--size", "m=4"]));
snapshot!(size_backwards, check(&["--size", "n=9..3"]));
snapshot!(alias_of_nothing, check(&["--alias", "dst=source"]));
snapshot!(
    flags_without_words,
    simdiff(&["check", "kernels.c", "--cflags"])
);
snapshot!(
    no_port,
    simdiff(&["check", "kernels.c", "--reference", "scale"])
);
snapshot!(
    infinite_loop,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "scale",
        "--port",
        "forever",
        "--size",
        "n=1",
        "--max-steps",
        "10000",
    ])
);
snapshot!(
    recursion_without_end,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "endless",
        "--port",
        "bottomless",
        "--arg",
        "n=i32"
    ])
);
snapshot!(
    unknown_function,
    simdiff(&[
        "check",
        "kernels.c",
        "--reference",
        "calls_elsewhere",
        "--port",
        "calls_elsewhere",
        "--arg",
        "n=i32"
    ])
);

/// Checks two functions of another file; where clang's headers are varies.
fn check_simd(file: &str, reference: &str, port: &str) -> String {
    let shown = simdiff(&["check", file, "--reference", reference, "--port", port]);
    let outside = |line: &str| match line.find("/include/") {
        Some(at) if line.starts_with('/') => format!("[clang]{}", &line[at..]),
        _ => line.to_owned(),
    };
    shown.lines().map(outside).collect::<Vec<_>>().join("\n")
}

snapshot!(
    immediate_that_is_not_constant,
    check_simd("immediate.c", "order", "order")
);
snapshot!(
    feature_that_is_not_compiled_for,
    check_simd("feature.c", "eight", "eight")
);
snapshot!(
    refused_intrinsic,
    check_simd("simd.c", "sum", "sum_at_random")
);
snapshot!(
    refused_intrinsic_out_of_reach,
    check_simd("simd.c", "sum", "sum_at_random_above")
);
snapshot!(
    refused_rounding,
    check_simd("simd.c", "toward_zero", "toward_zero")
);

/// Checks the kernels as bitcode that clang wrote and `change` spoilt.
fn check_bitcode(change: impl FnOnce(Vec<u8>) -> Vec<u8>) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let bitcode = directory.path().join("kernels.bc");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad_input/kernels.c");
    let made = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-o"])
        .arg(&bitcode)
        .arg(source)
        .status()
        .expect("clang runs");
    assert!(made.success());
    let bytes = std::fs::read(&bitcode).expect("clang wrote it");
    std::fs::write(&bitcode, change(bytes)).expect("writable");
    let path = bitcode.to_str().expect("a UTF-8 path");
    let functions = ["--reference", "scale", "--port", "scale_twice"];
    let shown = simdiff(&[&["check", path], &functions[..]].concat());
    shown.replace(directory.path().to_str().expect("UTF-8"), "[dir]")
}

#[test]
fn truncated_bitcode() {
    // A whole number of words, past the headers and before the end of any module.
    let shown = check_bitcode(|bytes| bytes[..1024].to_vec());
    // LLVM names the bit where the module should have ended: it depends on the
    // paths in the debug info.
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"bit \d+ from \d+", "bit [n] from [m]");
    settings.bind(|| insta::assert_snapshot!(shown));
}

/// Bitcode starts with the producer, a length and six-bit characters, and then
/// the epoch: a number that LLVM raises when older readers cannot read on.
#[test]
fn bitcode_of_another_llvm() {
    let shown = check_bitcode(|mut bytes| {
        let written = |at: usize| {
            (0..6)
                .map(|i| six_bits(&bytes, at + 6 * i))
                .collect::<Vec<_>>()
        };
        let producer = (0..400)
            .find(|&at| written(at) == b"LLVM19".map(code))
            .expect("the producer");
        let length = six_bits(&bytes, producer - 6);
        for (i, character) in b"LLVM99".iter().enumerate() {
            set_six_bits(&mut bytes, producer + 6 * i, code(*character));
        }
        // Past the definition of the record's layout and its number.
        set_six_bits(&mut bytes, producer + 6 * usize::from(length) + 33, 1);
        bytes
    });
    insta::assert_snapshot!(shown);
}

/// LLVM's six-bit code of a letter or digit.
fn code(character: u8) -> u8 {
    match character {
        b'a'..=b'z' => character - b'a',
        b'A'..=b'Z' => character - b'A' + 26,
        _ => character - b'0' + 52,
    }
}

fn six_bits(bytes: &[u8], at: usize) -> u8 {
    let bit = |i: usize| bytes[(at + i) / 8] >> ((at + i) % 8) & 1;
    (0..6).map(|i| bit(i) << i).sum()
}

fn set_six_bits(bytes: &mut [u8], at: usize, value: u8) {
    for i in 0..6 {
        let byte = &mut bytes[(at + i) / 8];
        *byte = *byte & !(1 << ((at + i) % 8)) | (value >> i & 1) << ((at + i) % 8);
    }
}

snapshot!(
    pointer_outside_its_buffer,
    check(&["--arg", "src=in:f32[n]@5", "--size", "n=4"])
);

/// Checks functions of files that are written first.
fn check_written(name: &str, contents: &[u8], words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join(name);
    std::fs::write(&file, contents).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let mut all = vec!["check", &file, "--reference", "f", "--port", "f"];
    all.extend(words);
    let shown = simdiff(&all);
    shown.replace(&*directory.path().to_string_lossy(), "[directory]")
}

snapshot!(
    scalable_vectors,
    check_written(
        "scalable.ll",
        b"define void @f(ptr %p, <vscale x 2 x i64> %v) {\n  store <vscale x 2 x i64> %v, ptr %p\n  ret void\n}\n",
        &["--arg", "p=inout:u8[64]"]
    )
);
snapshot!(
    debug_info_of_a_broken_module,
    check_written(
        "broken.ll",
        b"define i8 @f(i8 %x) {\n  %y = call i3 @llvm.bitreverse.i3(i3 1, i3 2)\n  ret i8 %x\n}\ndeclare i3 @llvm.bitreverse.i3(i3, i3)\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n",
        &[]
    )
);
snapshot!(
    source_that_crashes_clang,
    check_written(
        "deep.c",
        format!("int f(int x) {{ return {}x; }}", "~ ".repeat(300_000)).as_bytes(),
        &[]
    )
);
snapshot!(
    variable_beyond_the_code_model,
    check_written(
        "large.c",
        b"short table[1ul << 35];\nint f(int i) { return table[i & 1]; }\n",
        &[]
    )
);
snapshot!(
    directory_for_a_source,
    simdiff(&["check", "../bad_input", "--reference", "f", "--port", "f"])
);
snapshot!(
    endless_certificate,
    simdiff(&["certificate", "check", "/dev/zero"])
);
snapshot!(
    endless_rules,
    simdiff(&["rules", "list", "--rules", "/dev/zero"])
);
snapshot!(
    certificate_without_a_directory,
    check(&["--certificate", "/no such directory/proof"])
);
snapshot!(
    certificate_over_a_source,
    check(&["--certificate", "kernels.c"])
);
snapshot!(
    certificate_on_a_full_disk,
    check_written(
        "same.c",
        b"int f(int x) { return x; }\n",
        &["--certificate", "/dev/full"]
    )
);

/// A closed standard output is told apart from one that leads to `/dev/null`.
#[test]
fn a_closed_standard_output_is_trouble() {
    for (redirection, code) in [(">&-", 2), (">/dev/null", 0)] {
        let script = format!("\"$0\" rules list {redirection}");
        let output = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_simdiff")])
            .output()
            .expect("a shell runs");
        assert_eq!(output.status.code(), Some(code), "{redirection}");
        assert_eq!(output.stderr.is_empty(), code == 0, "{redirection}");
    }
}

/// Where the report goes nowhere, the exit code is not that of the verdict.
#[test]
fn a_report_that_cannot_be_written_is_trouble() {
    let directory = tempfile::tempdir().expect("a directory");
    let suite = directory.path().join("suite.c");
    std::fs::write(&suite, "// simdiff: check => nothing\n").expect("a file");
    let suite = suite.to_string_lossy().into_owned();
    for words in [["rules", "list"], ["test", &suite]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
            .args(words)
            .stdout(full.expect("Linux"))
            .output()
            .expect("the binary runs");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            message.contains("cannot write to standard output"),
            "{message}"
        );
    }
}

fn kernel(args: &[&str]) -> String {
    simdiff(&[&["kernel", "kernels.cl"], args].concat())
}

snapshot!(
    kernel_unknown,
    kernel(&["--kernel", "summ", "--global", "8"])
);
snapshot!(
    kernel_none,
    simdiff(&["kernel", "kernels.c", "--global", "8"])
);
snapshot!(
    kernel_function,
    kernel(&["--kernel", "twice", "--global", "8"])
);
snapshot!(kernel_no_items, kernel(&["--kernel", "sum"]));
snapshot!(
    kernel_no_local_memory,
    kernel(&["--kernel", "sum", "--global", "8"])
);
snapshot!(
    kernel_too_much_local_memory,
    kernel(&[
        "--kernel",
        "sum",
        "--global",
        "8",
        "--arg",
        "part=local:i32[8]",
        "--local-memory",
        "16"
    ])
);
snapshot!(
    kernel_length_unknown,
    kernel(&["--kernel", "gather", "--global", "8"])
);
snapshot!(
    kernel_groups,
    kernel(&["--kernel", "fixed", "--global", "8", "--local", "2"])
);
snapshot!(
    kernel_parameters,
    simdiff(&[
        "check",
        "kernels.c",
        "kernels.cl",
        "--reference",
        "scale",
        "--port",
        "somewhere",
        "--global",
        "8"
    ])
);

fn image(args: &[&str]) -> String {
    simdiff(&[&["kernel", "images.cl"], args].concat())
}

snapshot!(
    image_unknown_extents,
    image(&["--kernel", "copy", "--global", "4x4"])
);
snapshot!(
    image_other_extents,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=image rgba f32[4, 4, 4]"
    ])
);
snapshot!(
    image_as_buffer,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=in:f32[16]"
    ])
);
snapshot!(
    image_unknown_order,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=image rgb[4, 4]"
    ])
);
snapshot!(
    image_unknown_sampler,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=image[4, 4]",
        "--arg",
        "dst=image[4, 4]"
    ])
);
snapshot!(
    image_sampler_property,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "how=const:CLK_ADDRESS_CLAMP|CLK_FILTER"
    ])
);
snapshot!(
    image_alias,
    image(&[
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=image[4, 4]",
        "--arg",
        "dst=image[4, 4]",
        "--arg",
        "how=const:16",
        "--alias",
        "src=dst"
    ])
);
snapshot!(
    image_of_depth,
    image(&["--kernel", "shadow", "--global", "4"])
);

/// A function of `structs.c` with itself.
fn structs(function: &str, more: &[&str]) -> String {
    let mut all = vec![
        "check",
        "structs.c",
        "--reference",
        function,
        "--port",
        function,
    ];
    all.extend(["--port-flags", "-O1"]);
    all.extend(more);
    simdiff(&all)
}

snapshot!(
    unknown_field,
    structs("clear", &["--arg", "im->pixel=out:u8[im->w]"])
);

snapshot!(
    whole_structure,
    structs("clear", &["--arg", "im=in:struct image[1]"])
);

snapshot!(shared_structures, structs("copy", &["--alias", "from=to"]));

snapshot!(linked_structures, structs("last", &[]));

snapshot!(volatile_field, structs("wait", &[]));

snapshot!(
    size_of_a_field,
    structs("clear", &["--size", "im->w=1..4,im->d=3"])
);

snapshot!(rows_without_lengths, structs("rows", &[]));

snapshot!(
    rows_of_no_parameter,
    structs("rows", &["--arg", "r=in:u8[n][k]"])
);

snapshot!(unbound_function, structs("each", &[]));

snapshot!(
    function_nowhere,
    structs("each", &["--arg", "f=function:squared"])
);

snapshot!(
    function_of_another_type,
    structs("each", &["--arg", "f=function:kind"])
);

snapshot!(
    function_for_a_number,
    structs("each", &["--arg", "n=function:square"])
);

snapshot!(
    end_of_no_buffer,
    structs("clear", &["--arg", "im->pixels=&im->w[4]"])
);

snapshot!(
    end_without_index,
    structs("last_of", &["--arg", "end=&first"])
);

snapshot!(
    joined_dimensions,
    simdiff(&[
        "check",
        "joined.c",
        "joined.cl",
        "--reference",
        "filled",
        "--port",
        "filled_items",
        "--global",
        "wxh"
    ])
);

snapshot!(
    index_space_over_an_input,
    simdiff(&[
        "check",
        "joined.c",
        "joined.cl",
        "--reference",
        "shifted",
        "--port",
        "shifted_items",
        "--global",
        "by",
        "--arg",
        "y=out:i32[64]"
    ])
);

/// All messages about some relations.
fn relations(texts: &[&str]) -> String {
    let told = texts.iter().map(|text| {
        let check = ["check", "relations.c", "--reference", "inside", "--port"];
        let rest = ["inside", "--size", "n=0..2", "--assume", text];
        simdiff(&[&check[..], &rest].concat())
    });
    told.collect::<Vec<_>>().join("\n\n")
}

snapshot!(
    relation_syntax,
    relations(&[
        "",
        "least",
        "least < ",
        "least = most",
        "least <= x[0] <= 9",
        "least < 3 || least > 8",
        "(least < 3",
        "x[0 < 3",
        "least < 1.2.3",
        "least < 3 && ",
        "least ≤ 3",
    ])
);

snapshot!(
    relation_names,
    relations(&[
        "leats < 3",
        "q->lo < 3",
        "p->low < p->hi",
        "p->lo.x < 3",
        "p.lo < 3",
        "p[i] < 3",
        "p->weights < 3",
        "p->weights[4] < 3",
        "x < 3",
        "x[i][j] < 3",
        "least[0] < 3",
        "*least < 3",
        "x[least] < 3",
        "x[i] < x[j] + k",
    ])
);

snapshot!(
    relation_types,
    relations(&[
        "most < least",
        "most + 1 < 3",
        "most == 0.1",
        "least < 0.5",
        "least < least / at",
        "least * least * least * least * least < 9",
        "n / 0 < 3",
        "x[0.5] < 3",
    ])
);

snapshot!(
    relation_excludes_all,
    relations(&["least < least", "n > 2", "least < 3 && least > 3"])
);

snapshot!(
    relation_certificate,
    simdiff(&[
        "check",
        "relations.c",
        "--reference",
        "inside",
        "--port",
        "inside",
        "--certificate",
        "/nonexistent/file",
        "--assume",
        "least < 3",
    ])
);

snapshot!(
    relation_of_a_kernel,
    simdiff(&[
        "kernel",
        "images.cl",
        "--kernel",
        "copy",
        "--global",
        "4x4",
        "--arg",
        "src=in:image rgba f32[4, 4]",
        "--arg",
        "dst=out:image rgba f32[4, 4]",
        "--arg",
        "how=const:CLK_FILTER_NEAREST",
        "--assume",
        "nobody < 3",
    ])
);

snapshot!(
    kernel_of_a_pipe,
    simdiff(&[
        "kernel",
        "pipes.cl",
        "--global",
        "4",
        "--cflags=-cl-std=CL2.0",
    ])
);

#[test]
fn what_an_option_cannot_mean_is_said() {
    let own = check(&["--port-arg", "n=const:3"]);
    assert!(
        own.contains("not only the port has a parameter `n`"),
        "{own}"
    );
    for element in ["src[-1] < 0", "src[n] < 0", "src[5] < 0"] {
        let none = check(&["--size", "n=1..3", "--assume", element]);
        assert!(none.starts_with("exit code 2"), "{none}");
        assert!(none.contains("`src` has no such element"), "{none}");
    }
    let some = check(&["--size", "n=1..3", "--assume", "src[2] < 0"]);
    assert!(some.starts_with("exit code 0"), "{some}");
}

#[test]
fn a_file_that_a_name_tells_is_asked_for() {
    let check = |reference: &str| {
        let port = "--port=scale_twice";
        simdiff(&["check", "kernels.c", "--reference", reference, port])
    };
    let absent = check("ends.c::total");
    assert!(
        absent.contains("`ends.c` is not among the files of this check"),
        "{absent}"
    );
    let missing = check("nowhere.c::total");
    assert!(
        missing.contains("there is no file `nowhere.c` here"),
        "{missing}"
    );
    let same = check("./kernels.c::scale");
    assert!(same.starts_with("exit code 0"), "{same}");
}

#[test]
fn relations_that_exclude_one_another_are_left_out() {
    let functions = ["--reference=bottomless", "--port=endless"];
    let relations = ["--arg=n=i32", "--assume=n < 0", "--assume=n > 0"];
    let report = simdiff(&[&["check", "kernels.c"], &functions[..], &relations].concat());
    assert!(
        report.contains("left out    no input satisfies"),
        "{report}"
    );
}

/// Who reads the beginning only has what was wanted.
#[test]
fn a_closed_pipe_is_no_error() {
    let output = Command::new("sh")
        .args([
            "-c",
            "\"$0\" rules list | head -1",
            env!("CARGO_BIN_EXE_simdiff"),
        ])
        .output()
        .expect("a shell runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "{said}");
}
