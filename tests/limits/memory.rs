//! `--max-memory`: objects cost what is written to them.

use std::process::Stdio;

use wait4::Wait4;

use super::check_file;

/// Most that a check of a block of 300 MiB may take, in bytes.
const LITTLE: u64 = 600 << 20;

/// Runs a check, and gives its JSON and the most memory that it used.
fn checked(reference: &str, port: &str, limit: &str) -> (serde_json::Value, u64) {
    let words = [
        "--arg",
        "value=i32",
        "--max-memory",
        limit,
        "--format",
        "json",
    ];
    let mut command = check_file("memory.c", reference, port, &words);
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    let mut out = child.stdout.take().expect("a pipe");
    let json = serde_json::from_reader(&mut out).expect("JSON");
    let ended = child.wait4().expect("a child");
    (json, ended.rusage.maxrss)
}

#[test]
fn a_block_costs_what_is_written() {
    let (json, used) = checked("filled", "filled_at_ends", "400M");
    assert_eq!(json["verdict"], "equivalent", "{json:#}");
    assert!(used < LITTLE, "{used} bytes");
}

#[test]
fn more_than_the_limit_is_not_written() {
    for function in ["filled", "hoard"] {
        let (json, used) = checked(function, function, "64M");
        assert_eq!(json["verdict"], "undecided", "{json:#}");
        assert_eq!(json["undecided"][0]["kind"], "memory-limit", "{json:#}");
        assert!(used < LITTLE, "{used} bytes");
    }
}
