//! Bad files and bad names.

use std::path::{Path, PathBuf};

use inkwell::context::Context;
use insta::assert_snapshot;
use simdiff::frontend::{BadIr, Clang, Flags, FrontendError, compile, resolve_function};

use crate::support::{Question, show_error};

fn compiled(files: &[PathBuf]) -> Result<(), FrontendError> {
    let context = Context::create();
    compile(&context, &Clang::find()?, files, &Flags::default()).map(|_| ())
}

/// The error of a directory with this one file, `name`, without the directory.
fn error_of(name: &str, content: &[u8]) -> FrontendError {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join(name);
    std::fs::write(&path, content).expect("the file is written");
    let error = compiled(&[path]).expect_err("the file is bad");
    match error {
        FrontendError::Ir { kind, message, .. } => FrontendError::Ir {
            path: name.into(),
            kind,
            message,
        },
        FrontendError::Clang { diagnostics, .. } => FrontendError::Clang {
            path: name.into(),
            diagnostics: diagnostics.replace(&format!("{}/", dir.path().display()), ""),
        },
        other => other,
    }
}

fn bitcode() -> Vec<u8> {
    let context = Context::create();
    let module = context.create_module("m");
    let ty = context.void_type().fn_type(&[], false);
    let function = module.add_function("f", ty, None);
    let block = context.append_basic_block(function, "entry");
    let builder = context.create_builder();
    builder.position_at_end(block);
    builder.build_return(None).expect("a return");
    module.write_bitcode_to_memory().as_slice().to_vec()
}

#[test]
fn a_missing_file_suggests_its_neighbour() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    std::fs::write(dir.path().join("zlimit.c"), "").expect("the file is written");
    let error = compiled(&[dir.path().join("zlimt.c")]).expect_err("it is missing");
    let help = error.help().expect("a suggestion");
    assert!(help.contains("zlimit.c"), "{help}");
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let error = error_of("readme.md", b"");
    assert!(matches!(error, FrontendError::SourceKind { .. }), "{error}");
}

#[test]
fn an_error_in_c_is_clangs_own() {
    let error = error_of("bad.c", b"int f(void) { return x; }\n");
    let FrontendError::Clang { diagnostics, .. } = &error else {
        panic!("{error}");
    };
    assert_snapshot!(format!("{diagnostics}{}", show_error(&error)), @r#"
    bad.c:1:22: error: use of undeclared identifier 'x'
        1 | int f(void) { return x; }
          |                      ^
    1 error generated.
    error: bad.c does not compile
    "#);
}

#[test]
fn truncated_bitcode_is_named_so() {
    let whole = bitcode();
    for length in [8, whole.len() / 2, whole.len() - 4, whole.len() - 1] {
        let error = error_of("half.bc", &whole[..length]);
        let kind = matches!(
            error,
            FrontendError::Ir {
                kind: BadIr::Truncated,
                ..
            }
        );
        assert!(kind, "{length} of {}: {}", whole.len(), show_error(&error));
    }
}

#[test]
fn bitcode_that_is_none_is_named_so() {
    let error = error_of("text.bc", b"this is not bitcode");
    assert!(
        matches!(
            error,
            FrontendError::Ir {
                kind: BadIr::Corrupt,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn assembly_that_does_not_parse_shows_the_line() {
    let error = error_of("bad.ll", b"define void @f() {\n  retur void\n}\n");
    let help = error.help().expect("LLVM's words");
    assert!(help.contains("retur void"), "{help}");
}

#[test]
fn one_function_on_a_side_twice_is_a_link_error() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let files = ["a.c", "b.c"].map(|name| dir.path().join(name));
    for file in &files {
        std::fs::write(file, "void f(void) {}").expect("the file is written");
    }
    let error = compiled(&files).expect_err("f is defined twice");
    assert!(matches!(error, FrontendError::Link { .. }), "{error}");
}

#[test]
fn no_file_at_all_is_refused() {
    assert_eq!(compiled(&[]), Err(FrontendError::NoSources));
}

fn naming(source: &str, extension: &str, name: &str) -> String {
    Question {
        source,
        extension,
        reference: name,
        ..Question::default()
    }
    .answer()
}

#[test]
fn a_missing_function_suggests_the_nearest() {
    let source = "void zlimit_sse(void) {} void saxpy(void) {}";
    assert_snapshot!(naming(source, "c", "zlimit_see"), @r#"
    error: there is no function `zlimit_see`
    help: did you mean `zlimit_sse`?
    defined here: saxpy, zlimit_sse
    "#);
}

#[test]
fn a_declared_function_has_no_body() {
    let source = "void g(void); void f(void) { g(); }";
    assert_snapshot!(naming(source, "c", "g"), @r#"
    error: `g` is declared but not defined in these files
    help: add the file that defines it
    "#);
}

#[test]
fn an_overloaded_name_lists_its_candidates() {
    let source = "void f(int) {} void f(const float *x) {}";
    assert_snapshot!(naming(source, "cpp", "f"), @r#"
    error: `f` is overloaded
    help: name one of these symbols instead:
      _Z1fPKf  void f(const float *x)
      _Z1fi  void f(int)
    "#);
}

#[test]
fn scopes_and_template_arguments_may_be_left_out() {
    let source =
        "namespace a { void f(int) {} template <class T> void g(T) {} template void g(float); }
    namespace b { void f(int) {} }";
    for (name, symbol) in [
        ("a::f", "_ZN1a1fEi"),
        ("g", "_ZN1a1gIfEEvT_"),
        ("a::g<float>", "_ZN1a1gIfEEvT_"),
    ] {
        assert_eq!(symbol_of(source, name).as_deref(), Ok(symbol));
    }
    assert!(matches!(
        symbol_of(source, "f"),
        Err(FrontendError::FunctionOverloaded { .. })
    ));
}

fn symbol_of(source: &str, name: &str) -> Result<String, FrontendError> {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("names.cpp");
    std::fs::write(&path, source).expect("the file is written");
    let context = Context::create();
    let compiled = compile(&context, &Clang::find()?, &[path], &Flags::default())?;
    resolve_function(&compiled.module, &compiled.debug, name)
}

#[test]
fn dead_reads_stay_to_be_reported() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().join("dead.c");
    let source =
        "void f(const float *x, int n) { for (int i = 0; i < n; i++) { float d = x[i + 1]; } }";
    std::fs::write(&path, source).expect("the file is written");
    let context = Context::create();
    let clang = Clang::find().expect("clang");
    let compiled = compile(&context, &clang, &[path], &Flags::default()).expect("it compiles");
    let symbol = resolve_function(&compiled.module, &compiled.debug, "f").expect("it is there");
    assert_eq!(symbol, "f");
    let text = compiled.module.print_to_string().to_string();
    assert!(
        text.contains("call void @simdiff.guard.read(i1 true, ptr %arrayidx, i64 4, i64 4)"),
        "{text}"
    );
    assert!(
        !text.contains("volatile") && !text.contains("alloca"),
        "{text}"
    );
}

#[test]
fn the_header_for_harnesses_is_found() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    for (name, extra) in [("h.c", ""), ("h.cpp", "")] {
        let path = dir.path().join(name);
        let source = format!(
            "#include <klee/klee.h>\n{extra}int main() {{ int x; klee_make_symbolic(&x, sizeof x, \"x\");
             klee_assume(x > 3); klee_assert(x != 2); return 0; }}"
        );
        std::fs::write(&path, source).expect("the file is written");
        assert_eq!(
            compiled(std::slice::from_ref(&path)),
            Ok(()),
            "{}",
            Path::new(name).display()
        );
    }
}
