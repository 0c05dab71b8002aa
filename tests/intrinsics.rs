//! `simdiff intrinsics`: the list that users read.

use std::process::{Command, Output};

fn intrinsics(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_simdiff"))
        .arg("intrinsics")
        .args(args)
        .output()
        .expect("the binary runs")
}

fn text(args: &[&str]) -> String {
    let output = intrinsics(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn each_extension_has_its_numbers() {
    let all = text(&[]);
    let numbers: Vec<_> = all
        .lines()
        .filter(|l| l.ends_with(" approximate"))
        .collect();
    insta::assert_snapshot!(numbers.join("\n"));
}

#[test]
fn one_extension_lists_llvms_and_cs_names() {
    insta::assert_snapshot!(text(&["--isa", "sse"]));
}

#[test]
fn llvms_spelling_of_an_extension_does_too() {
    assert_eq!(text(&["--isa", "sse41"]), text(&["--isa", "sse4.1"]));
}

#[test]
fn what_is_missing_has_a_reason() {
    insta::assert_snapshot!(text(&["--isa", "avx2", "--missing"]));
}

#[test]
fn nothing_is_missing_in_a_complete_extension() {
    insta::assert_snapshot!(text(&["--isa", "fma", "--missing"]), @"every intrinsic is lowered");
}

#[test]
fn machines_get_the_same() {
    let json: serde_json::Value = serde_json::from_str(&text(&["--format", "json"])).unwrap();
    assert_eq!(json["schema"], "simdiff-intrinsics/1");
    let all = json["intrinsics"].as_array().unwrap();
    let of = |name: &str| all.iter().find(|i| i["name"] == name).unwrap();
    insta::assert_snapshot!(of("llvm.x86.sse.rcp.ps"));
    insta::assert_snapshot!(of("llvm.x86.xop.vpperm"));
}

#[test]
fn an_unknown_extension_is_refused() {
    let output = intrinsics(&["--isa", "avx3"]);
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8(output.stderr).unwrap());
}

#[test]
fn builtins_of_opencl_come_by_chapter() {
    let all = text(&["--opencl"]);
    let numbers: Vec<_> = all.lines().filter(|l| l.ends_with(" missing")).collect();
    insta::assert_snapshot!(numbers.join("\n"));
    let missing = text(&["--opencl", "--missing"]);
    assert!(missing.contains("\n- read_pipe\n") && !missing.contains("\n- sin\n"));
    assert!(all.contains("\n  atomic_fetch_add\n"));
}

#[test]
fn functions_of_hosts_come_by_chapter() {
    let all = text(&["--opencl-host"]);
    let numbers: Vec<_> = all.lines().filter(|l| l.ends_with(" missing")).collect();
    insta::assert_snapshot!(numbers.join("\n"));
    let missing = text(&["--opencl-host", "--missing"]);
    assert!(!missing.contains("\n- cl") && all.contains("\n  clFinish\n"));
}

#[test]
fn machines_get_the_builtins_too() {
    let text = text(&["--opencl", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["schema"], "simdiff-builtins/1");
    let all = json["builtins"].as_array().unwrap();
    let sin = all.iter().find(|b| b["name"] == "native_sin").unwrap();
    assert_eq!(sin["modelled"], true);
}
