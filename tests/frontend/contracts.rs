//! What is inferred from debug info and use.

use insta::assert_snapshot;

use crate::support::Question;

fn inferred(source: &str, name: &str) -> String {
    Question {
        source,
        reference: name,
        ..Question::default()
    }
    .answer()
}

#[test]
fn a_const_pointer_is_an_input_and_the_integer_sizes_it() {
    let source = "void zlimit(const float *src, float *dst, int n) {
        for (int i = 0; i < n; i++) dst[i] = src[i] > 0 ? src[i] : 0;
    }";
    assert_snapshot!(inferred(source, "zlimit"), @r#"
    src: In f32[n]
    dst: Out f32[n]
    n: size i32 = n
    sizes: n
    "#);
}

#[test]
fn a_buffer_that_is_read_and_written_is_in_out() {
    let source = "#include <stddef.h>
    void saxpy(float *y, const float *x, float a, size_t count) {
        while (count--) { *y += a * *x++; y++; }
    }";
    assert_snapshot!(inferred(source, "saxpy"), @r#"
    y: InOut f32[count]
    x: In f32[count]
    a: f32
    count: size u64 = count
    sizes: count
    "#);
}

#[test]
fn an_unqualified_pointer_that_is_only_read_is_an_input() {
    let source = "float sum(float *x, int n) {
        float s = 0; for (int i = 0; i < n; i++) s += x[i]; return s;
    }";
    assert_snapshot!(inferred(source, "sum"), @r#"
    x: In f32[n]
    n: size i32 = n
    returns f32
    sizes: n
    "#);
}

#[test]
fn buffers_used_at_constant_offsets_are_as_long_as_that() {
    let source = "void mulvec(const float m[4], const float *v, float *out, int n) {
        for (int i = 0; i < n; i++) out[i] = v[i] * m[3] + m[0];
    }";
    assert_snapshot!(inferred(source, "mulvec"), @r#"
    m: In f32[4]
    v: In f32[n]
    out: Out f32[n]
    n: size i32 = n
    sizes: n
    "#);
}

#[test]
fn an_integer_that_bounds_nothing_is_a_value() {
    let source = "void threshold(const unsigned char *src, unsigned char *dst, int len, int t) {
        for (int i = 0; i < len; i++) dst[i] = src[i] > t ? 255 : 0;
    }";
    assert_snapshot!(inferred(source, "threshold"), @r#"
    src: In u8[len]
    dst: Out u8[len]
    len: size i32 = len
    t: i32
    sizes: len
    "#);
}

#[test]
fn rows_of_an_image_are_a_stride_apart() {
    let source = "void invert(unsigned char *p, int width, int height, int stride) {
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) p[y * stride + x] = 255 - p[y * stride + x];
    }";
    assert_snapshot!(inferred(source, "invert"), @r#"
    p: InOut u8[height*stride]
    width: size i32 = width
    height: size i32 = height
    stride: size i32 = stride
    sizes: height stride width
    "#);
}

#[test]
fn structures_are_flattened() {
    let source = "#include <complex.h>
    struct inner { short s; double d; };
    struct sample { _Bool on; char tag; struct inner in[2]; float _Complex z; union { int i; float f; } u; };
    void scale(struct sample *s, int n) { for (int i = 0; i < n; i++) s[i].in[1].d *= 2; }";
    assert_snapshot!(inferred(source, "scale"), @r#"
    s: InOut struct sample(56: u8@0.on i8@1.tag i16@8.in[0].s f64@16.in[0].d i16@24.in[1].s f64@32.in[1].d f32@40.z.re f32@44.z.im u32@48.u.bits[0])[n]
    n: size i32 = n
    sizes: n
    "#);
}

#[test]
fn structures_travel_in_pieces() {
    let source = "#include <emmintrin.h>
    struct vec3 { float x, y, z; };
    struct big { double d[5]; };
    struct vec3 f(struct vec3 a, struct big b, __m128 v, double _Complex z, _Bool flag) {
        a.x += b.d[4] + v[0] + __real__ z + flag; return a;
    }
    struct big g(struct big b) { return b; }";
    let question = Question {
        source,
        reference: "f",
        ..Question::default()
    };
    let agreement = question.agreement().expect("it is supported");
    assert_snapshot!(crate::support::show(&agreement.contract), @r#"
    a: struct vec3(12: f32@0.x f32@4.y f32@8.z)
    b: struct big(40: f64@0.d[0] f64@8.d[1] f64@16.d[2] f64@24.d[3] f64@32.d[4])
    v: vector of float(16: f32@0[0] f32@4[1] f32@8[2] f32@12[3])
    z: complex f64(16: f64@0.re f64@8.im)
    flag: u8 in 0..1
    returns struct vec3(12: f32@0.x f32@4.y f32@8.z)
    sizes:
    "#);
    insta::assert_debug_snapshot!(agreement.reference, @r#"
    Abi {
        args: [
            Value {
                param: 0,
                offset: 0,
                size: 8,
            },
            Value {
                param: 0,
                offset: 8,
                size: 4,
            },
            Copy {
                param: 1,
                size: 40,
                align: 8,
            },
            Value {
                param: 2,
                offset: 0,
                size: 16,
            },
            Value {
                param: 3,
                offset: 0,
                size: 8,
            },
            Value {
                param: 3,
                offset: 8,
                size: 8,
            },
            Value {
                param: 4,
                offset: 0,
                size: 1,
            },
        ],
        result: Direct(
            [
                Piece {
                    offset: 0,
                    size: 8,
                },
                Piece {
                    offset: 8,
                    size: 4,
                },
            ],
        ),
    }
    "#);
    let question = Question {
        source,
        reference: "g",
        ..Question::default()
    };
    insta::assert_debug_snapshot!(question.agreement().expect("it is supported").reference, @r#"
    Abi {
        args: [
            Result {
                size: 40,
                align: 8,
            },
            Copy {
                param: 0,
                size: 40,
                align: 8,
            },
        ],
        result: Memory,
    }
    "#);
}

#[test]
fn cpp_functions_are_found_by_their_base_name() {
    let source = "#include <complex>
    namespace dsp { void mix(std::complex<float> *z, const float &gain, unsigned n) {
        for (unsigned i = 0; i < n; i++) z[i] *= gain;
    } }";
    let question = Question {
        source,
        extension: "cpp",
        reference: "mix",
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    z: InOut std::complex<float>(8: f32@0._M_value.re f32@4._M_value.im)[n]
    gain: In f32[1]
    n: size u32 = n
    sizes: n
    "#);
}

#[test]
fn an_output_is_an_output_only_if_both_sides_never_read_it() {
    let source = "void f(const int *a, int *b, int n) { for (int i = 0; i < n; i++) b[i] = a[i]; }
    void g(const int *a, int *b, int n) { for (int i = 0; i < n; i++) b[i] ^= b[i] ^ a[i]; }";
    let question = Question {
        source,
        reference: "f",
        port: "g",
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    a: In i32[n]
    b: InOut i32[n]
    n: size i32 = n
    sizes: n
    "#);
}

#[test]
fn the_width_of_a_size_may_differ_between_the_sides() {
    let source = "void f(int *b, int n) { for (int i = 0; i < n; i++) b[i] = i; }
    void g(int *b, unsigned long n) { for (unsigned long i = 0; i < n; i++) b[i] = i; }";
    let question = Question {
        source,
        reference: "f",
        port: "g",
        ..Question::default()
    };
    assert_snapshot!(question.answer(), @r#"
    b: Out i32[n]
    n: size i32 = n
    sizes: n
    "#);
}
