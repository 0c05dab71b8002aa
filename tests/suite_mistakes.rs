//! Suites that would compare less than what is written in them, or only on one machine.

#[path = "support/suite.rs"]
mod suite;

use std::os::unix::fs::symlink;

use suite::{directory, read, simdiff, write};

const KERNEL: &str = "kernel void scale_cl(global const int *x, global int *y) \
                      { int i = get_global_id(0); y[i] = x[i] + 2; }\n";
const REFERENCE: &str = "void scale(const int *x, int *y, int n) \
                         { for (int i = 0; i < n; i++) y[i] = x[i] * 2; }\n";
const HARNESS: &str =
    "#include <assert.h>\nint main(int c, char **v) { assert(c > 0); return 0; }\n";

/// Each of them would be dropped, and the check would be of something else.
#[test]
fn keys_without_a_use_are_refused() {
    let kernel = "[[check]]\nfiles = ['s.cl']\nkernel = 'scale_cl'\nlaunch.global = 'n'\n\
                  sizes.n = '1..8'\n";
    let program = "[[check]]\nprogram = ['h.c']\n";
    for (table, key, line) in [
        (kernel, "reference = 'scale'", 6),
        (kernel, "port = 'scale'", 6),
        (kernel, "tolerance = '2ulp'", 6),
        (kernel, "setup = ['f']", 6),
        (program, "reference = 'f'", 3),
        (program, "sizes.n = '1..3'", 3),
        (program, "contract = { x = 'i32' }", 3),
        (program, "launch.global = 4", 3),
    ] {
        let here = directory(&[("s.cl", KERNEL), ("s.c", REFERENCE), ("h.c", HARNESS)]);
        let (manifest, name) = (format!("{table}{key}\n"), key.split([' ', '.']).next());
        write(&here, "simdiff.toml", &manifest);
        let (code, text) = simdiff(&here, &["test", "simdiff.toml"]);
        assert_eq!(code, 2, "{text}");
        let name = name.expect("a key");
        assert!(text.contains(&format!("has no `{name}`")), "{text}");
        assert!(text.contains(&format!("simdiff.toml:{line}:1")), "{text}");
        // Those of the defaults are for other checks, but for the functions that are compared.
        let is_compared = ["reference", "port"].contains(&name);
        write(
            &here,
            "simdiff.toml",
            &format!("[defaults]\n{key}\n{table}"),
        );
        let (code, text) = simdiff(&here, &["test", "simdiff.toml"]);
        let is_own = table.contains(&format!("{name}."));
        assert!(
            is_own || code == if is_compared { 2 } else { 0 },
            "{key}: {text}"
        );
        // Those of a group are as its own.
        let grouped = table.replace("[[check]]", "[[check]]\ngroup = 'all'");
        write(
            &here,
            "simdiff.toml",
            &format!("[groups.all]\n{key}\n{grouped}"),
        );
        let (code, text) = simdiff(&here, &["test", "simdiff.toml"]);
        assert!(code == 2 && text.contains("simdiff.toml:2:1"), "{text}");
    }
}

const WRONG: &str = "// simdiff: check --reference f --port g => equivalent\n\
                     int f(int x) { return x; }\nint g(int x) { return x ^ (x == 5); }\n";
const RIGHT: &str = "// simdiff: check --reference f --port g => equivalent\n\
                     int f(int x) { return x + x; }\nint g(int x) { return 2 * x; }\n";

#[test]
fn links_lead_to_what_is_passed_over() {
    let here = directory(&[
        ("right.c", RIGHT),
        (".gitignore", "gen\n"),
        ("gen/wrong.c", WRONG),
        ("gen/more/deep.c", WRONG),
        ("template.c.in", WRONG),
    ]);
    let link = |target: &str, name: &str| {
        symlink(target, here.path().join(name)).expect("a link");
    };
    link("loop.c", "loop.c");
    link("right.c", "again.c");
    link(".", "here");
    let (code, text) = simdiff(&here, &["test"]);
    assert!(code == 0 && text.contains("1 of 1 checks"), "{text}");
    link("gen/wrong.c", "linked.c");
    link("template.c.in", "template.c");
    link("gen/more", "more");
    link("gen/more", "still-more");
    let (code, text) = simdiff(&here, &["test"]);
    assert!(code == 1 && text.contains("1 of 4 checks"), "{text}");
    for name in ["linked.c", "template.c", "more/deep.c"] {
        assert!(
            text.contains(&format!("FAILED    {name}:1: g = f")),
            "{text}"
        );
    }
}

#[test]
fn checks_in_files_of_other_names_are_trouble() {
    let names = ["a.CPP", "b.CXX", "c.CC", "d.cppm", "e.tcc", "f.mm", "g.H"];
    let files: Vec<(&str, &str)> = names.map(|name| (name, RIGHT)).into();
    let here = directory(&files);
    let (code, text) = simdiff(&here, &["test"]);
    assert!(code == 2 && text.contains("7 in trouble"), "{text}");
}

/// What a build says is taken as a whole, named in the report, or refused.
#[test]
fn commands_that_are_not_understood_are_not_dropped() {
    let source = "#ifndef K\n#define K 3\n#endif\n\
                  int f(int x) { return (x & 255) * 3; }\nint g(int x) { return (x & 255) * K; }\n";
    let here = directory(&[("d.c", source), ("open.rsp", "-DK=4 -DX='a")]);
    let check = ["check", "d.c", "-p", "build", "--reference=f", "--port=g"];
    for (command, exit, said) in [
        (r#""command": "ccache cc -DK=4 -c d.c""#, 1, "DIFFERENT"),
        (
            r#""command": "cc -DK=4 -DNAME='it -c d.c""#,
            2,
            "a quote is not closed",
        ),
        (
            r#""command": "cc -c d.c @open.rsp""#,
            2,
            "open.rsp: a quote is not closed",
        ),
        (
            r#""command": "sh -c \"cc -DK=4 -c d.c\"""#,
            2,
            "a text for a shell: sh -c",
        ),
        (r#""output": "d.o""#, 2, "neither `command` nor `arguments`"),
        (r#""command": "cl.exe /DK=4 /c d.c""#, 0, "/DK=4"),
    ] {
        let place = here.path().display();
        let entry = format!(r#"[{{"directory": "{place}", "file": "d.c", {command}}}]"#);
        write(&here, "build/compile_commands.json", &entry);
        let (code, text) = simdiff(&here, &check);
        assert!(
            code == exit && text.contains(said),
            "{command}: {code} {text}"
        );
        let manifest = "[[check]]\nfiles = ['d.c']\nreference = 'f'\nport = 'g'\n\
                        compile-commands = 'build'\n";
        write(&here, "simdiff.toml", manifest);
        let (code, text) = simdiff(&here, &["test", "simdiff.toml", "--verbose"]);
        assert!(
            code == exit && text.contains(said),
            "{command}: {code} {text}"
        );
    }
}

/// Wherever the build and the suite are.
#[test]
fn a_first_suite_names_files_from_its_own_place() {
    let source = "int f(int x) { return x + ONE; }\nint f_sse2(int x) { return ONE + x; }\n";
    for (build, output, files, named) in [
        (".", "s.toml", "src/f.c", "."),
        ("./", "s.toml", "src/f.c", "."),
        (
            "compile_commands.json",
            "s.toml",
            "src/f.c",
            "compile_commands.json",
        ),
        (".", "sub/s.toml", "../src/f.c", ".."),
    ] {
        let here = directory(&[("src/f.c", source), ("sub/none", "")]);
        let place = here.path().display();
        let entry = format!(
            r#"[{{"directory": "{place}", "file": "src/f.c", "command": "cc -DONE=1 -c src/f.c"}}]"#
        );
        write(&here, "compile_commands.json", &entry);
        let (code, text) = simdiff(&here, &["init", "-p", build, "-o", output, "src"]);
        assert_eq!(code, 0, "{text}");
        let suite = read(&here, output);
        let lines = [
            format!("compile-commands = \"{named}\""),
            format!("files = [\"{files}\"]"),
        ];
        for line in lines {
            assert!(suite.contains(&line), "{line}: {suite}");
        }
        let (code, text) = simdiff(&here, &["test", output]);
        assert!(code == 0 && text.contains("1 of 1 checks"), "{text}");
    }
    let here = directory(&[("f.c", source)]);
    let (code, text) = simdiff(&here, &["init", "-o", "none/s.toml"]);
    assert!(
        code == 2 && text.contains("there is no directory"),
        "{text}"
    );
    assert!(!text.contains("left out"), "{text}");
}
