//! Whole programs: each asserts what it computes, runs natively without a
//! failure (the oracle), and is then run by simdiff, which must agree.

mod fuzz;
mod refused;
#[path = "../support/tool.rs"]
mod tool;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tool::Answer;

fn source(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/programs")
        .join(file)
}

fn run(file: &str, words: &[&str]) -> Answer {
    let words: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
    tool::run("run", &source(file), &words)
}

fn succeeds_natively(file: &str, args: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("program");
    let status = Command::new("clang-19")
        .args(["-O1", "-w"])
        .arg(source(file))
        .args(["-lstdc++", "-lm", "-pthread", "-o"])
        .arg(&program)
        .status()
        .unwrap();
    assert!(status.success());
    assert!(
        Command::new(&program)
            .args(args)
            .stdin(Stdio::null())
            .status()
            .unwrap()
            .success()
    );
}

fn agrees(file: &str, args: &[&str]) {
    agrees_at(&["-O0", "-O1", "-O3"], file, args);
}

fn agrees_at(levels: &[&str], file: &str, args: &[&str]) {
    succeeds_natively(file, args);
    for level in levels {
        let mut words = vec!["--cflags", level];
        if !args.is_empty() {
            words.push("--format=json");
            words.push("--");
            words.extend(args);
        }
        let answer = run(file, &words);
        assert_eq!(
            answer.verdict(),
            "equivalent",
            "{level}: {} {}",
            answer.reason(),
            answer.json
        );
    }
}

#[test]
fn the_c_library_gives_what_the_systems_gives() {
    agrees("libc.c", &[]);
}

#[test]
fn cxx_programs_run_from_constructors_to_exit_handlers() {
    agrees("language.cpp", &[]);
}

#[test]
fn formats_print_and_scan_as_the_systems_library_does() {
    agrees_at(&["-O0"], "formats.c", &[]);
}

#[test]
fn c_programs_compute_what_they_compute_natively() {
    agrees("language.c", &[]);
}

#[test]
fn variable_arguments_are_passed_as_the_abi_says() {
    agrees("variadic.c", &[]);
}

#[test]
fn arrays_of_variable_length_end_with_their_block() {
    agrees_at(&["-O0", "-O1"], "arrays.c", &[]);
}

#[test]
fn operands_of_constant_p_are_not_evaluated() {
    agrees_at(&["-O0"], "unevaluated.c", &[]);
    let answer = run("unevaluated.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn assembly_without_instructions_leaves_values_alone() {
    agrees_at(&["-O0", "-O2"], "assembly.c", &[]);
}

#[test]
fn jumps_leave_functions() {
    agrees_at(&["-O0", "-O1"], "jumps.c", &[]);
    for words in [&[][..], &["--no-merge"]] {
        let answer = run("jumps_on_inputs.c", words);
        assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
    }
}

#[test]
fn complex_numbers_are_divided_as_libgcc_does() {
    agrees_at(&["-O0"], "complex.c", &[]);
}

#[test]
fn harnesses_find_all_of_klees_functions() {
    let answer = run("harness.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn unknown_elements_are_sorted_and_functions_chosen() {
    let answer = run("orders.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn extended_floats_are_exact() {
    agrees("x87.c", &[]);
}

#[test]
fn floats_are_taken_apart_as_the_systems_library_does() {
    agrees("floats.c", &[]);
}

#[test]
fn labels_have_addresses() {
    agrees("goto.c", &[]);
}

#[test]
fn functions_are_chosen_for_the_processor() {
    agrees("ifunc.c", &[]);
    for (cpu, version) in [("haswell", "-DEXPECT=2"), ("nehalem", "-DEXPECT=1")] {
        let answer = run("ifunc.c", &["--cpu", cpu, "--cflags", version]);
        assert_eq!(answer.verdict(), "equivalent", "{cpu}: {}", answer.json);
    }
}

#[test]
fn the_librarys_containers_and_algorithms_run() {
    agrees_at(&["-O0", "-O2"], "containers.cpp", &[]);
}

#[test]
fn elements_of_hash_tables_come_in_the_librarys_order() {
    agrees_at(&["-O1"], "hashing.cpp", &[]);
}

#[test]
fn random_numbers_are_the_librarys() {
    agrees_at(&["-O2"], "random.cpp", &[]);
}

#[test]
fn tables_of_distances_are_tables_of_addresses() {
    let answer = run("relative.c", &["--cflags", "-O2"]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn streams_of_text_write_and_read_as_the_librarys_do() {
    agrees_at(&["-O2"], "streams.cpp", &[]);
}

#[test]
fn files_are_read_where_that_is_allowed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/data");
    let data = data.to_str().unwrap();
    succeeds_natively("files.c", &[data]);
    let allowed = ["--allow-read", data, "--format=json", "--", data];
    let answer = run("files.c", &allowed);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn a_finding_that_rests_on_a_file_is_confirmed_with_it() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/data");
    let data = data.to_str().unwrap();
    let allowed = ["--allow-read", data, "--format=json", "--", data];
    let answer = run("misread.c", &allowed);
    assert_eq!(answer.verdict(), "defect", "{}", answer.json);
    assert!(answer.is_replayed(), "{}", answer.json);
}

#[test]
fn streams_read_files() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/data");
    let data = data.to_str().unwrap();
    let allowed = ["--allow-read", data, "--format=json", "--", data];
    let answer = run("file_streams.cpp", &allowed);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
}

#[test]
fn fresh_memory_is_zero_where_that_is_assumed() {
    let answer = run("fresh.c", &[]);
    assert_ne!(answer.verdict(), "equivalent", "{}", answer.json);
    let answer = run("fresh.c", &["--assume-zeroed-memory"]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
    let assumed = &answer.json["assumptions"];
    assert_eq!(assumed[0], "--assume-zeroed-memory", "{}", answer.json);
}

#[test]
fn the_path_that_most_inputs_take_comes_first() {
    let answer = run("counted.c", &[]);
    assert_eq!(answer.verdict(), "defect", "{}", answer.json);
    let ended = &answer.json["coverage"]["ended"];
    assert_eq!(ended["returned"], 1, "{}", answer.json);
}

#[test]
fn options_are_read_as_glibc_reads_them() {
    succeeds_natively("options.c", &["first", "-a", "-ofile", "--", "-b", "last"]);
    let directory = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .current_dir(directory.path())
        .arg("run")
        .arg(source("options.c"))
        .args(["--", "first", "-a", "-ofile", "--", "-b", "last"])
        .output()
        .unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn conditional_stores_of_an_image_take_one_path() {
    // They assert nothing: --leaks is what is asked for.
    let answer = run("merge.c", &["--leaks"]);
    assert_eq!(answer.verdict(), "equivalent");
    assert_eq!(answer.json["coverage"]["paths"], 1, "{}", answer.json);
    let split = run("merge.c", &["--no-merge", "--max-paths", "20"]);
    assert_eq!(split.verdict(), "undecided");
    assert!(split.reason().contains("path-limit"), "{}", split.reason());
}

#[test]
fn what_fails_on_ordinary_inputs_is_found_beyond_the_paths_explored() {
    let answer = run("many_paths.c", &["--no-merge", "--max-paths", "20"]);
    assert_eq!(answer.verdict(), "defect", "{}", answer.json);
    assert_eq!(answer.json["coverage"]["paths"], 20, "{}", answer.json);
}

#[test]
fn an_allocation_splits_the_path_for_each_size() {
    let answer = run("sizes.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    assert_eq!(answer.json["coverage"]["paths"], 4);
}

#[test]
fn a_saturation_table_is_a_clamp() {
    let answer = run("table.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    let terms = answer.json["coverage"]["terms"].as_u64().unwrap();
    assert!(terms < 3500, "{terms} terms for a table of 768 entries");
}

#[test]
fn reads_beyond_a_border_are_the_same_each_time() {
    let answer = run("background.c", &[]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    let open = &answer.json["coverage"]["outputs"];
    assert_eq!(*open, 0, "both results are one term: {}", answer.json);
}

#[test]
fn loops_on_coordinates_from_floats_end() {
    let answer = run("reflected.c", &["--leaks"]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    assert_eq!(answer.json["coverage"]["paths"], 1, "{}", answer.json);
}

#[test]
fn costs_are_read_at_the_place_of_the_least() {
    let answer = run("disparity.c", &["--leaks"]);
    assert_eq!(answer.verdict(), "equivalent", "{}", answer.reason());
    assert_eq!(answer.json["coverage"]["paths"], 1, "{}", answer.json);
    let open = answer.json["coverage"]["outputs"].as_u64();
    assert_eq!(
        open,
        Some(0),
        "every access and the division are known to be fine"
    );
}

#[test]
fn exceptions_reach_their_handlers_and_casts_find_their_objects() {
    agrees_at(&["-O0", "-O2"], "exceptions.cpp", &[]);
}

#[test]
fn exceptions_are_kept_and_thrown_again() {
    agrees_at(&["-O0"], "kept_exceptions.cpp", &[]);
}

#[test]
fn what_is_called_once_is_called_again_after_an_exception() {
    agrees_at(&["-O0"], "once.cpp", &[]);
}

#[test]
fn a_handler_decides_how_the_program_terminates() {
    for way in ["uncaught", "noexcept", "destructor"] {
        agrees_at(&["-O1"], "terminate.cpp", &[way]);
    }
}

#[test]
fn an_exception_leaves_the_branches_that_are_merged() {
    for words in [
        &["--cflags", "-O0"][..],
        &["--cflags", "-O2"],
        &["--no-merge"],
    ] {
        let answer = run("unwinding.cpp", words);
        assert_eq!(answer.verdict(), "equivalent", "{}", answer.json);
    }
}

#[test]
fn an_exception_that_nobody_catches_is_found_and_replayed() {
    let answer = run("uncaught.cpp", &[]);
    assert_eq!(answer.code, 1, "{}", answer.json);
    assert!(answer.is_replayed(), "{}", answer.json);
    let defect = &answer.json["defect"];
    assert_eq!(defect["kind"], "uncaught-exception", "{}", answer.json);
    let message = defect["message"].as_str().unwrap();
    assert!(
        message.ends_with("geometry::Overflow, which says \"too large\""),
        "{message}"
    );
}

#[test]
fn an_overrun_in_the_library_is_the_callers() {
    let answer = run("wrong.c", &[]);
    let shown = answer.json.to_string();
    assert!(shown.contains("out-of-bounds-write"), "{shown}");
    assert!(shown.contains("wrong.c"), "{shown}");
}

#[test]
fn a_trap_is_found_and_replayed() {
    let answer = run("divide.c", &[]);
    assert_eq!(answer.code, 1, "{}", answer.json);
    assert!(answer.is_replayed(), "{}", answer.json);
    let kind = &answer.json["defect"]["kind"];
    assert_eq!(kind, "division-by-zero", "{}", answer.json);
}
