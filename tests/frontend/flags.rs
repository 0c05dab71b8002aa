//! `--arg`, `--alias` and `--size`.

use insta::assert_snapshot;
use simdiff::frontend::sizes;

use crate::support::{Question, show_error};

const SOURCE: &str = "
void f(const float *src, float *dst, int n, float k, int mode, void *work) {
    for (int i = 0; i < n; i++) dst[i] = src[i] * k + mode;
}
void g(const float *src, float *dst, int n, float k, double mode, void *work) {}
void h(const float *src, float *dst, int n, float k) {}
void matrix(const float *a, const float *b, float *c, int m, int k, int p) {
    for (int i = 0; i < m; i++) for (int j = 0; j < p; j++) {
        float s = 0;
        for (int l = 0; l < k; l++) s += a[i * k + l] * b[l * p + j];
        c[i * p + j] = s;
    }
}
void callback(float *x, int n, void (*f)(float)) { for (int i = 0; i < n; i++) f(x[i]); }
void rows(float **x, int n) { for (int i = 0; i < n; i++) x[i][0] = 0; }
void bytes(const void *in, unsigned char *out, int n) {
    for (int i = 0; i < n; i++) out[i] = ((const unsigned char *)in)[i];
}
";

fn with(reference: &str, args: &[&str]) -> String {
    Question {
        source: SOURCE,
        reference,
        args,
        ..Question::default()
    }
    .answer()
}

/// `f` with its scratch pointer settled.
fn f(arg: &str) -> String {
    with("f", &["work=const:0", arg])
}

#[test]
fn every_kind_of_override_is_taken() {
    let args = [
        "work=out:f32[2*n]",
        "src=in:f32[n+3] in -1e3..1e3",
        "dst = inout",
        "k=f32 in 0..1",
        "mode=const:-16",
        "n=size:count",
    ];
    assert_snapshot!(with("f", &args), @r#"
    src: In f32[count+3] in -1000..1000
    dst: InOut f32[count]
    n: size i32 = count
    k: f32 in 0..1
    mode: constant i32 0xfffffff0
    work: Out f32[2*count]
    sizes: count
    "#);
}

#[test]
fn a_constant_is_known_in_lengths() {
    let args = [
        "a=f32[m*k]",
        "b=f32[k*p]",
        "c=f32[m*p]",
        "k=const:4",
        "p=size:2*m",
    ];
    assert_snapshot!(with("matrix", &args), @r#"
    a: In f32[m*4]
    b: In f32[4*(2*m)]
    c: Out f32[m*(2*m)]
    m: size i32 = m
    k: constant i32 0x4
    p: size i32 = 2*m
    sizes: m
    "#);
}

#[test]
fn an_alias_shares_its_buffer() {
    let question = Question {
        source: SOURCE,
        reference: "f",
        args: &["work=const:0"],
        aliases: &["dst=src"],
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    src: InOut f32[n]
    dst: Out f32[n], shares src
    n: size i32 = n
    k: f32
    mode: i32
    work: constant u64 0x0
    sizes: n
    "#);
}

#[test]
fn an_unfinished_length() {
    assert_snapshot!(f("dst=out:f32[n"), @r#"
    error: --arg is not understood: expected `]`, but the text ends
      --arg dst=out:f32[n
                         ^
    help: write NAME=MEANING, for example 'dst=out:f32[n]', 'x=in:f32[n] in -1e3..1e3', 'k=f32', 'stride=const:16', 'mode=enum:A|B', 's=cstr[..n]' or 'm=size'
    "#);
}

#[test]
fn an_unknown_type() {
    assert_snapshot!(f("dst=out:float[n]"), @r#"
    error: --arg is not understood: `float` is not a type; types are u8 i16 u32 i64 f32 f64 …
      --arg dst=out:float[n]
                    ^^^^^
    help: write NAME=MEANING, for example 'dst=out:f32[n]', 'x=in:f32[n] in -1e3..1e3', 'k=f32', 'stride=const:16', 'mode=enum:A|B', 's=cstr[..n]' or 'm=size'
    "#);
}

#[test]
fn an_unknown_parameter() {
    assert_snapshot!(f("dest=out:f32[n]"), @r#"
    error: there is no parameter `dest`
      --arg dest=out:f32[n]
            ^^^^
    help: did you mean `dst`? the parameters are src, dst, n, k, mode, work
    "#);
}

#[test]
fn an_unknown_size_in_a_length() {
    assert_snapshot!(f("dst=out:f32[2*m]"), @r#"
    error: there is no size variable `m`
      --arg dst=out:f32[2*m]
                          ^
    help: the size variables are n
    "#);
}

#[test]
fn a_wrong_element_size() {
    assert_snapshot!(f("dst=out:f64[n]"), @r#"
    error: `dst` has type `float *`: its elements have 4 bytes, but f64 has 8
      --arg dst=out:f64[n]
                ^^^^^^^^^^
    "#);
}

#[test]
fn a_byte_is_no_wider_number() {
    assert_snapshot!(with("bytes", &["in=u8[n]", "out=u16[n]"]), @r#"
    error: `out` has type `unsigned char *`: its elements have 1 bytes, but u16 has 2
      --arg out=u16[n]
                ^^^^^^
    "#);
}

#[test]
fn contradictory_overrides() {
    assert_snapshot!(with("f", &["work=const:0", "dst=out", "dst=inout"]), @r#"
    error: contradictory --arg for `dst`
      --arg dst=inout
                ^^^^^
    help: it was already given as 'dst=out'
    "#);
}

#[test]
fn an_empty_range() {
    assert_snapshot!(f("k=f32 in 2..1"), @r#"
    error: the range 2..1 is empty: its lower end is above its upper end
      --arg k=f32 in 2..1
                     ^^^^
    help: write it as LOW..HIGH with LOW at most HIGH
    "#);
}

#[test]
fn a_range_with_nan() {
    assert_snapshot!(f("k=in 0..nan"), @r#"
    error: the range 0..nan is empty: nothing compares with NaN
      --arg k=in 0..nan
                 ^^^^^^
    help: write it as LOW..HIGH with LOW at most HIGH
    "#);
}

#[test]
fn a_range_outside_the_type() {
    assert_snapshot!(with("bytes", &["in=in:u8[n] in 256..300"]), @r#"
    error: 256 is no value of u8, which goes from 0 to 255
      --arg in=in:u8[n] in 256..300
                           ^^^
    help: both ends of a range are values of the type
    "#);
}

#[test]
fn a_size_that_is_no_integer() {
    assert_snapshot!(f("k=size"), @r#"
    error: `k` has type `float`: a size has to be an integer
      --arg k=size
              ^^^^
    "#);
}

#[test]
fn a_constant_that_does_not_fit() {
    assert_snapshot!(f("mode=const:4294967296"), @r#"
    error: `mode` has type `int`: 4294967296 is not a value of i32
      --arg mode=const:4294967296
                 ^^^^^^^^^^^^^^^^
    "#);
}

#[test]
fn a_pointer_without_a_type() {
    assert_snapshot!(with("bytes", &[]), @r#"
    error: parameter `in` has type `const void *`, which cannot be symbolic: it does not say what it points to
    help: give its meaning, as in --arg 'in=inout:u8[n]'
    "#);
}

#[test]
fn a_pointer_to_pointers() {
    assert_snapshot!(with("rows", &[]), @r#"
    error: parameter `x` has type `float **`, which cannot be symbolic: it is a pointer to pointers
    help: give its meaning, as in --arg 'x=inout:[4][64]'
    "#);
}

#[test]
fn a_pointer_to_a_function() {
    assert_snapshot!(with("callback", &[]), @r#"
    error: parameter `f` has type `void (*)(float)`, which cannot be symbolic: it is a pointer to a function
    help: give its meaning, as in --arg 'f=function:NAME'
    "#);
}

#[test]
fn lengths_that_cannot_be_told() {
    assert_snapshot!(with("matrix", &[]), @r#"
    a: In f32[m*k]
    b: In f32[k*p]
    c: Out f32[m*p]
    m: size i32 = m
    k: size i32 = k
    p: size i32 = p
    sizes: m k p
    "#);
}

#[test]
fn different_types() {
    let question = Question {
        source: SOURCE,
        reference: "f",
        port: "g",
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    error: the two functions have different signatures: `mode` is `int` against `double`
    help: reference: void f(const float *src, float *dst, int n, float k, int mode, void *work)
    port:      void g(const float *src, float *dst, int n, float k, double mode, void *work)
    "#);
}

#[test]
fn different_numbers_of_parameters() {
    let question = Question {
        source: SOURCE,
        reference: "f",
        port: "h",
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    error: the two functions have different signatures: 6 parameters against 4
    help: reference: void f(const float *src, float *dst, int n, float k, int mode, void *work)
    port:      void h(const float *src, float *dst, int n, float k)
    say of each parameter that one version alone has what it is: --port-arg 'tmp=scratch:f32[n]', --reference-arg 'k=i32'; if one version stores what the other returns: --port-arg 'sum=result'
    "#);
}

fn size_error(flags: &[&str]) -> String {
    let question = Question {
        source: SOURCE,
        reference: "f",
        args: &["work=const:0"],
        sizes: flags,
        ..Question::default()
    };
    match question.agreement() {
        Ok(_) => "no error".into(),
        Err(error) => show_error(&error),
    }
}

#[test]
fn a_size_of_a_billion() {
    assert_snapshot!(size_error(&["n=1..1000000000"]), @r#"
    error: the size 1000000000 is too large
      --size n=1..1000000000
                  ^^^^^^^^^^
    help: sizes go from 0 to 16777216; where it is the length of nothing, it may be data: --arg 'NAME=u32'
    "#);
}

#[test]
fn a_size_that_runs_backwards() {
    assert_snapshot!(size_error(&["n=64..1"]), @r#"
    error: the range 64..1 is empty: its first size is above its last
      --size n=64..1
               ^^^^^
    help: write it as LOW..HIGH with LOW at most HIGH
    "#);
}

#[test]
fn a_size_of_no_parameter() {
    assert_snapshot!(size_error(&["len=3"]), @r#"
    error: there is no size variable `len`
      --size len=3
             ^^^
    help: the size variables are n
    "#);
}

#[test]
fn a_size_given_twice() {
    assert_snapshot!(size_error(&["n=3,n=4"]), @r#"
    error: --size is not understood: `n` was given before
      --size n=3,n=4
                 ^
    help: write NAME=COUNT or NAME=FIRST..LAST, as in 'n=1..64,h=3'
    "#);
}

fn swept(args: &[&str], flags: &[&str], reference: &str) -> String {
    let question = Question {
        source: SOURCE,
        reference,
        args,
        sizes: flags,
        ..Question::default()
    };
    let contract = question.agreement().expect("a contract").contract;
    let flags: Vec<String> = flags.iter().map(|f| (*f).to_owned()).collect();
    let ranges = sizes::parse(&flags).expect("the flags parse");
    let all = sizes::sweep(&contract, &ranges).expect("the sizes are valid");
    all.iter()
        .map(|sizes| {
            sizes
                .iter()
                .map(|(name, n)| format!("{name}{n}"))
                .collect::<Vec<_>>()
                .join(".")
        })
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn the_default_sweep_covers_every_remainder() {
    assert_snapshot!(swept(&["work=const:0"], &[], "f"), @"n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 n12 n13 n14 n15 n16 n17 n18 n19 n20 n31 n32 n33 n64");
}

#[test]
fn several_sizes_are_nested_loops() {
    let args = ["a=f32[m*k]", "b=f32[k*p]", "c=f32[m*p]"];
    assert_snapshot!(swept(&args, &["m=1..2,k=3", "p=4..5"], "matrix"), @"k3.m1.p4 k3.m1.p5 k3.m2.p4 k3.m2.p5");
}
