//! Results of checks and of suites that are shown, merged and judged again.

#[path = "support/suite.rs"]
mod suite;

use suite::{TWICE, directory, read, simdiff};

/// Both ports are expected to be equivalent, which one is not.
fn source() -> String {
    TWICE.replace("=> different", "=> equivalent")
}

/// Nothing was expected of it, so its status is that of its exit code.
#[test]
fn what_a_command_found_is_shown_as_it_exits() {
    for (port, more, exit, word) in [
        ("shifted", "--explain", 0, "ok        EQUIVALENT"),
        ("squared", "--explain", 1, "FAILED    DIFFERENT"),
        ("squared", "--no-native", 3, "undecided UNDECIDED"),
        ("missing", "--explain", 2, "trouble   -"),
    ] {
        let here = directory(&[("twice.c", &source())]);
        let check = ["check", "twice.c", "--reference=doubled", "--size=n=2"];
        let port = format!("--port={port}");
        let (code, text) = simdiff(
            &here,
            &[&check[..], &[&port, more, "--format=json"]].concat(),
        );
        assert_eq!(code, exit, "{text}");
        let json = text
            .find('{')
            .and_then(|at| Some(&text[at..=text.rfind('}')?]));
        suite::write(&here, "found.json", json.expect("an object"));
        let show = ["show", "found.json", "--junit=run.xml", "--sarif=run.sarif"];
        let (code, text) = simdiff(&here, &show);
        assert_eq!(code, exit, "{text}");
        assert!(text.starts_with(word), "{text}");
        let (junit, sarif) = (read(&here, "run.xml"), read(&here, "run.sarif"));
        let counts = match exit {
            0 => "failures=\"0\" errors=\"0\"",
            2 => "failures=\"0\" errors=\"1\"",
            _ => "failures=\"1\" errors=\"0\"",
        };
        assert!(junit.contains(counts), "{junit}");
        assert_eq!(sarif.contains("\"ruleId\""), exit != 0, "{sarif}");
        if exit == 2 {
            assert!(
                text.contains("error: there is no function `missing`"),
                "{text}"
            );
            assert!(sarif.contains("\"ruleId\": \"trouble\""), "{sarif}");
        }
    }
}

#[test]
fn a_filter_that_shows_nothing_is_a_mistake() {
    let here = directory(&[("twice.c", &source())]);
    let (code, text) = simdiff(&here, &["test", "-o", "run.json"]);
    assert_eq!(code, 1, "{text}");
    for filters in [&["-f", "cubed"][..], &["-f", "squared", "-f", "cubed"]] {
        for command in [&["show", "run.json"][..], &["test"]] {
            let (code, text) = simdiff(&here, &[command, filters].concat());
            assert!(code == 2 && text.contains("`cubed`"), "{text}");
        }
    }
}

#[test]
fn a_group_and_a_filter_without_a_common_check_are_a_mistake() {
    let check = |name: &str| {
        format!(
            "[[check]]\ngroup = '{name}'\nname = '{name}'\nfiles = ['twice.c']\n\
             reference = 'doubled'\nport = 'shifted'\n"
        )
    };
    let groups = "[groups.one]\n[groups.two]\n";
    let manifest = groups.to_owned() + &check("one") + &check("two");
    let here = directory(&[("twice.c", &source()), ("simdiff.toml", &manifest)]);
    let test = ["test", "simdiff.toml", "--group=one"];
    let (code, text) = simdiff(&here, &[&test[..], &["--filter=name=two"]].concat());
    assert_eq!(code, 2, "{text}");
    let (code, text) = simdiff(&here, &[&test[..], &["--filter=: two"]].concat());
    assert!(
        code == 2 && text.contains("both --group and --filter"),
        "{text}"
    );
    let (code, text) = simdiff(&here, &[&test[..], &["--filter=: one"]].concat());
    assert!(code == 0 && text.contains("1 of 1 checks"), "{text}");
}

#[test]
fn an_expected_undecided_that_fails_says_why() {
    let source = source().replace("n=2 => equivalent", "n=2 --no-native => undecided");
    let here = directory(&[("twice.c", &source)]);
    let test = ["test", "-o", "run.json", "--junit", "run.xml"];
    let (code, text) = simdiff(&here, &test);
    assert_eq!(code, 0, "{text}");
    let (code, text) = simdiff(&here, &[&test[..], &["--fail-on", "undecided"]].concat());
    assert_eq!(code, 1, "{text}");
    let why = "squared = doubled: undecided, as expected: --fail-on undecided accepts none";
    assert!(
        text.contains(why) && text.contains("1 of 2 checks"),
        "{text}"
    );
    let junit = read(&here, "run.xml");
    assert!(
        junit.contains("failures=\"1\"") && junit.contains("accepts none"),
        "{junit}"
    );
    assert_eq!(simdiff(&here, &["show", "run.json"]).0, 1);
}

/// The number of checks is the same, and no shard has the check that fails.
#[test]
fn shards_of_different_selections_are_no_whole() {
    let here = directory(&[("twice.c", &source())]);
    let shard = |of: &str, filter: &str, file: &str| {
        let (code, text) = simdiff(&here, &["test", "--shard", of, "-f", filter, "-o", file]);
        assert_eq!(code, 0, "{text}");
    };
    shard("1/2", "shifted", "1.json");
    shard("2/2", "squared", "2.json");
    let (code, text) = simdiff(&here, &["merge", "1.json", "2.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("--filter shifted, and --filter squared"),
        "{text}"
    );
    // The whole in two parts of different tests.
    shard("2/2", "shifted", "3.json");
    let (code, text) = simdiff(&here, &["merge", "1.json", "3.json"]);
    assert_eq!(code, 0, "{text}");
}

/// Once all of its checks are run; those of a part would be all that it has.
#[test]
fn a_damaged_snapshot_is_written_anew() {
    let source = source().replace("n=2 => equivalent", "n=2 => different");
    let here = directory(&[("twice.c", &source), ("twice.c.snap", "<<<<<<< mine\n")]);
    let accept = ["test", "twice.c", "--accept"];
    for command in [&["test"][..], &[&accept[..], &["-f", "squared"]].concat()] {
        let (code, text) = simdiff(&here, command);
        assert!(code == 2 && text.contains("test --accept"), "{text}");
        assert_eq!(read(&here, "twice.c.snap"), "<<<<<<< mine\n");
    }
    let (code, text) = simdiff(&here, &accept);
    assert_eq!(code, 0, "{text}");
    assert_eq!(simdiff(&here, &["test", "--check"]).0, 0);
}

/// Two kernels that need nothing, and one that needs to be told of its local memory.
const KERNELS: &str = "\
__kernel void add(__global float *d, __global const float *a) {
  d[get_global_id(0)] = a[get_global_id(0)];
}
__kernel void same(__global float *d) { d[0] = get_global_id(0); }
__kernel void local_sum(__global float *d, __global const float *a, __local float *t) {
  t[get_local_id(0)] = a[get_global_id(0)];
  d[get_global_id(0)] = t[get_local_id(0)];
}
";

#[test]
fn kernels_have_results_beside_one_that_lacks_an_option() {
    let here = directory(&[("k.cl", KERNELS)]);
    let kernel = ["kernel", "k.cl", "--global=4"];
    let (code, text) = simdiff(&here, &kernel);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("CLEAN  add"), "{text}");
    assert!(text.contains("DEFECT  same fails"), "{text}");
    assert!(
        text.contains("error: kernel `local_sum`: how much local memory `t`"),
        "{text}"
    );
    let (code, text) = simdiff(&here, &[&kernel[..], &["--arg=t=local:f32[4]"]].concat());
    assert!(code == 1 && text.contains("CLEAN  local_sum"), "{text}");
}

#[test]
fn a_kernel_that_lacks_an_option_is_trouble_beside_clean_ones() {
    let without_race = KERNELS.replace("d[0] =", "d[get_global_id(0)] =");
    let here = directory(&[("k.cl", &without_race)]);
    let kernel = ["kernel", "k.cl", "--global=4", "--format=json"];
    let (code, text) = simdiff(&here, &kernel);
    assert_eq!(code, 2, "{text}");
    let found: serde_json::Value = serde_json::from_str(&text).expect("an object");
    assert_eq!(found["verdict"], "undecided");
    assert_eq!(found["kernels"].as_array().map(Vec::len), Some(2));
    assert_eq!(found["problems"][0]["kernel"], "local_sum");
    suite::write(&here, "found.json", &text);
    let (code, text) = simdiff(&here, &["show", "found.json"]);
    assert_eq!(code, 2, "{text}");
    let check = format!("// simdiff: kernel --global 4 => defect\n{KERNELS}");
    suite::write(&here, "k.cl", &check);
    let (code, text) = simdiff(&here, &["test", "k.cl"]);
    assert!(code == 2 && text.contains("trouble"), "{text}");
}

#[test]
fn kernels_that_all_lack_an_option_are_an_error() {
    let here = directory(&[("k.cl", KERNELS)]);
    let (code, text) = simdiff(&here, &["kernel", "k.cl"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("error: `add` is a kernel: how many"),
        "{text}"
    );
}

/// Where two pointers outside of all buffers lead, a test would take for one place.
#[test]
fn no_test_of_returned_texts_passes_on_a_wrong_port() {
    let source = "\
const char *name(int x) { return x ? \"one\" : \"none\"; }
const char *other(int x) { return x ? \"one\" : \"no\"; }
";
    let here = directory(&[("t.c", source)]);
    let check = ["check", "t.c", "--reference=name", "--port=other"];
    let (code, text) = simdiff(&here, &check);
    assert!(code == 1 && text.contains("\"none\""), "{text}");
    let (code, text) = simdiff(&here, &[&check[..], &["--emit-test=t_test.c"]].concat());
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("both lead to constants"), "{text}");
    assert!(!here.path().join("t_test.c").exists());
}
