//! The lengths of buffers, told from what the reference reaches.

use insta::assert_snapshot;
use simdiff::contract::Role;

use crate::support::Question;

/// The length of every buffer of the one function `f`, or the error.
fn lengths_with(source: &str, cflags: &[&str]) -> String {
    let question = Question {
        source,
        reference: "f",
        cflags,
        ..Question::default()
    };
    let contract = match question.agreement() {
        Ok(agreement) => agreement.contract,
        Err(error) => return error.to_string(),
    };
    let buffers = contract
        .params
        .iter()
        .filter_map(|param| match &param.role {
            Role::Buffer { length, .. } => Some(format!("{}[{length}]", param.name)),
            _ => None,
        });
    buffers.collect::<Vec<_>>().join(" ")
}

fn lengths(source: &str) -> String {
    lengths_with(source, &[])
}

#[test]
fn interleaved_channels() {
    let source = "void f(const unsigned char *rgb, unsigned char *grey, int n) {
        for (int i = 0; i < n; i++) grey[i] = (rgb[3*i] * 77 + rgb[3*i+1] * 151 + rgb[3*i+2] * 28) >> 8;
    }";
    assert_snapshot!(lengths(source), @"rgb[3*n] grey[n]");
}

#[test]
fn pointers_that_move() {
    let source = "void f(const float *src, float *dst, unsigned long n) {
        while (n--) { *dst++ = src[0] * src[1]; src += 2; }
    }";
    assert_snapshot!(lengths(source), @"src[2*n] dst[n]");
}

#[test]
fn a_pointer_that_runs_to_an_end() {
    let source = "float f(const float *p, int n) {
        float s = 0; for (const float *end = p + n; p != end; ++p) s += *p; return s;
    }";
    assert_snapshot!(lengths(source), @"p[n]");
}

#[test]
fn loops_that_run_down() {
    let source = "void f(const int *src, int *dst, int n) {
        for (int i = n - 1; i >= 0; i--) dst[n - 1 - i] = src[i];
    }";
    assert_snapshot!(lengths(source), @"src[n] dst[n]");
}

#[test]
fn constant_loops() {
    let source = "void f(const float *m, const float *v, float *out) {
        for (int i = 0; i < 4; i++) {
            out[i] = 0;
            for (int j = 0; j < 4; j++) out[i] += m[4 * i + j] * v[j];
        }
    }";
    assert_snapshot!(lengths(source), @"m[16] v[4] out[4]");
}

#[test]
fn a_filter_reaches_past_its_output() {
    let source = "void f(const float *x, const float *taps, float *y, int n, int k) {
        for (int i = 0; i < n; i++) {
            float s = 0;
            for (int j = 0; j < k; j++) s += x[i + j] * taps[j];
            y[i] = s;
        }
    }";
    assert_snapshot!(lengths(source), @"x[k+n-1] taps[k] y[n]");
}

#[test]
fn differences_of_neighbours() {
    let source = "void f(const int *x, int *d, int n) {
        for (int i = 0; i + 1 < n; i++) d[i] = x[i + 1] - x[i];
    }";
    assert_snapshot!(lengths(source), @"x[n] d[n]");
}

#[test]
fn matrix_product() {
    let source = "void f(const float *a, const float *b, float *c, int m, int k, int n) {
        for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) {
            float s = 0;
            for (int l = 0; l < k; l++) s += a[i * k + l] * b[l * n + j];
            c[i * n + j] = s;
        }
    }";
    assert_snapshot!(lengths(source), @"a[m*k] b[k*n] c[m*n]");
}

#[test]
fn the_inner_part_of_an_image() {
    let source = "void f(const unsigned char *src, unsigned char *dst, int w, int h) {
        for (int y = 1; y < h - 1; y++) for (int x = 1; x < w - 1; x++) {
            unsigned char m = 0;
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) {
                unsigned char v = src[(y + dy) * w + x + dx];
                m = v > m ? v : m;
            }
            dst[y * w + x] = m;
        }
    }";
    assert_snapshot!(lengths(source), @"src[w*h] dst[w*h]");
}

#[test]
fn rows_with_a_stride() {
    let source =
        "void f(const short *src, int stride, short *dst, int pitch, int width, int height) {
        for (int y = 0; y < height; y++, src += stride, dst += pitch)
            for (int x = 0; x < width; x++) dst[x] = src[x] >> 1;
    }";
    assert_snapshot!(lengths(source), @"src[stride*height] dst[pitch*height]");
}

#[test]
fn vectors_of_four_with_a_tail() {
    let source = "#include <emmintrin.h>
    void f(const float *src, float *dst, int n) {
        int i = 0;
        for (; i <= n - 4; i += 4) _mm_storeu_ps(dst + i, _mm_sqrt_ps(_mm_loadu_ps(src + i)));
        for (; i < n; i++) dst[i] = __builtin_sqrtf(src[i]);
    }";
    assert_snapshot!(lengths(source), @"src[n] dst[n]");
}

#[test]
fn half_as_many() {
    let source = "void f(const float *src, float *dst, int n) {
        for (int i = 0; i < n / 2; i++) dst[i] = src[2 * i] + src[2 * i + 1];
    }";
    assert_snapshot!(lengths(source), @"src[n] dst[(n+1)/2]");
}

#[test]
fn copies_of_memory() {
    let source = "#include <string.h>
    void f(float *dst, const float *src, size_t n) { memcpy(dst, src, n * sizeof *src); dst[0] = 0; }";
    assert_snapshot!(lengths(source), @"dst[n] src[n]");
}

#[test]
fn optimised_loops() {
    let source = "void f(const float *src, float *dst, int n) {
        for (int i = 0; i < n; i++) dst[i] = src[2 * i] * src[2 * i + 1];
    }";
    for level in ["-O1", "-O2", "-O3"] {
        assert_eq!(lengths_with(source, &[level]), "src[2*n] dst[n]", "{level}");
    }
}

#[test]
fn an_index_from_memory_falls_back_on_names() {
    let source =
        "void f(const unsigned char *src, unsigned char *dst, const unsigned char *table, int n) {
        for (int i = 0; i < n; i++) dst[i] = table[src[i]];
    }";
    assert_snapshot!(lengths(source), @"src[n] dst[n] table[256]");
}
