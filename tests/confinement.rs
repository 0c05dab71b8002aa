//! Checked code runs natively without the network, without the user's files, and within
//! bounds, also before `main`.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use simdiff::replay::{Case, NativeSide, Outcome, ReplayError, missing};

const CLANG: &str = "clang-19";

const HEAD: &str = "\
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
";

/// Runs `int f(void)` of a program natively.
fn run(program: &str) -> Result<Outcome, ReplayError> {
    let directory = tempfile::tempdir().expect("a directory");
    let (c, bc) = (directory.path().join("t.c"), directory.path().join("t.bc"));
    std::fs::write(&c, format!("{HEAD}{program}")).expect("a file");
    let mut clang = Command::new(CLANG);
    clang
        .args(["-c", "-O1", "-emit-llvm"])
        .arg(&c)
        .arg("-o")
        .arg(&bc);
    assert!(clang.status().expect("clang runs").success());
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_file(&bc).expect("bitcode");
    let module = Module::parse_bitcode_from_buffer(&buffer, &context).expect("a module");
    let side = NativeSide::build(&module, "f", Path::new(CLANG)).expect("a program");
    let mut outcomes = side.run(&[Case::default()])?;
    Ok(outcomes.remove(0))
}

/// The error number that `f` returns.
fn error(body: &str) -> i32 {
    match run(&format!("int f(void) {{ {body} }}")) {
        Ok(Outcome::Returned { result, .. }) => {
            i32::from_le_bytes(result.try_into().expect("an int"))
        }
        other => panic!("{other:?}"),
    }
}

const EPERM: i32 = 1;
const EACCES: i32 = 13;

/// Whether the system can keep it from files; otherwise the tool says that it cannot.
fn has_landlock() -> bool {
    !missing().iter().any(|what| what.starts_with("Landlock"))
}

#[test]
fn there_is_no_network() {
    assert_eq!(
        error("return socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;"),
        EPERM
    );
}

#[test]
fn files_of_the_user_are_out_of_reach() {
    if !has_landlock() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("kept");
    std::fs::write(&file, "secret").expect("a file");
    let name = file.display();
    assert_eq!(
        error(&format!("return unlink(\"{name}\") < 0 ? errno : 0;")),
        EACCES
    );
    assert_eq!(
        error(&format!(
            "return open(\"{name}\", O_RDONLY) < 0 ? errno : 0;"
        )),
        EACCES
    );
    let new = format!("return open(\"{name}.new\", O_CREAT | O_WRONLY, 0600) < 0 ? errno : 0;");
    assert_eq!(error(&new), EACCES);
    let early = format!(
        "__attribute__((constructor)) static void early(void) {{ unlink(\"{name}\"); }}\n\
         int f(void) {{ return 7; }}"
    );
    assert!(matches!(run(&early), Ok(Outcome::Returned { .. })));
    assert_eq!(
        std::fs::read_to_string(&file).expect("it is there"),
        "secret"
    );
}

#[test]
fn other_processes_are_out_of_reach() {
    if !has_landlock() {
        return;
    }
    let me = std::process::id();
    assert_eq!(
        error(&format!("return kill({me}, 0) < 0 ? errno : 0;")),
        EPERM
    );
}

#[test]
fn no_process_is_started() {
    assert_eq!(
        error("pid_t p = fork(); if (p == 0) _exit(0); return p < 0 ? errno : 0;"),
        EPERM
    );
    assert_ne!(error("return system(\"true\");"), 0);
}

#[test]
fn what_a_constructor_starts_ends_with_the_run() {
    // What they are called.
    let mark = format!("simdiff-test-{}", std::process::id());
    let program = format!(
        "__attribute__((constructor)) static void early(void) {{\n\
         for (int i = 0; i < 20; i++) if (fork() == 0) {{ setsid(); execl(\"/bin/sleep\", \"{mark}\", \"100\", (char *)0); _exit(0); }}\n\
         }}\nint f(void) {{ return 7; }}"
    );
    assert!(matches!(run(&program), Ok(Outcome::Returned { .. })));
    // A signal is delivered when its process runs next: long before it would end by itself.
    let mut alive = true;
    let start = Instant::now();
    while alive && start.elapsed().as_secs() < 50 {
        alive = std::fs::read_dir("/proc")
            .expect("/proc")
            .flatten()
            .any(|entry| {
                let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                line.starts_with(mark.as_bytes())
            });
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(!alive);
}

#[test]
fn output_and_heap_are_bounded() {
    let heap = "char *volatile p = malloc((size_t)1 << 30); if (p) memset(p, 1, (size_t)1 << 30); return p == 0;";
    assert_eq!(error(heap), 1);
    let output = "__attribute__((constructor)) static void early(void) {\n\
                  static char block[1 << 16]; while (write(1, block, sizeof block) > 0); }\n\
                  int f(void) { return 7; }";
    assert!(
        matches!(run(output), Err(ReplayError::Driver(_))),
        "endless output"
    );
}

#[test]
fn a_constructor_that_never_ends_is_ended() {
    let start = Instant::now();
    let program = "__attribute__((constructor)) static void early(void) { for (;;) pause(); }\n\
                   int f(void) { return 7; }";
    assert!(matches!(run(program), Err(ReplayError::Driver(_))));
    assert!(start.elapsed().as_secs() < 60);
}
