//! Random C functions of integers, floats, vectors and memory: what they compute
//! natively is asserted, and the executor has to agree bit for bit.
//!
//! The generated code is free of undefined behaviour by construction: unsigned
//! arithmetic (narrow operands are widened first: promoted to `int` they could
//! overflow), masked shifts and indices, odd divisors, no conversion of floats
//! to integers. NaNs are hashed as one.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::tool;

const HEAD: &str = "
#include <assert.h>
#include <stdio.h>
#include <string.h>
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32;
typedef unsigned long u64; typedef u32 v4 __attribute__((vector_size(16)));
typedef float w4 __attribute__((vector_size(16)));
struct pair { u16 low; u64 high; };
static u64 mix(u64 h, u64 x) { return (h ^ x) * 0x9E3779B97F4A7C15ul + (h >> 29); }
static u64 of_float(float f) { u32 b; memcpy(&b, &f, 4); return f == f ? b : 1; }
static u64 of_double(double d) { u64 b; memcpy(&b, &d, 8); return d == d ? b : 1; }
";
/// Functions in one program.
const FUNCTIONS: usize = 25;

struct Generator(fastrand::Rng);

impl Generator {
    fn pick(&mut self, of: &[&str]) -> String {
        of[self.0.usize(..of.len())].to_owned()
    }

    fn integer(&mut self, depth: u32) -> String {
        if depth == 0 || self.0.u8(..6) == 0 {
            return match self.0.u8(..3) {
                0 => format!("{}u", self.0.u32(..)),
                1 => format!("m[{}]", self.0.u8(..8)),
                _ => self.pick(&[
                    "x",
                    "y",
                    "(u32)s.low",
                    "s.high",
                    "v[1]",
                    "(u32)bytes[5]",
                    "i",
                ]),
            };
        }
        let (a, b) = (self.integer(depth - 1), self.integer(depth - 1));
        match self.0.u8(..9) {
            0 => format!("({a} << ({b} & 15))"),
            1 => format!("({a} >> ({b} & 15))"),
            2 => format!("({a} / ({b} | 1))"),
            3 => format!("({a} % ({b} | 1))"),
            4 => format!(
                "(({a} {} {b}) ? {b} : x)",
                self.pick(&["<", "==", "!=", ">="])
            ),
            5 => format!("(u64)((int)({a}) >> ({b} & 7))"),
            6 => format!(
                "(u64)({})({a})",
                self.pick(&["u8", "u16", "signed char", "short", "int"])
            ),
            _ => format!("({a} {} {b})", self.pick(&["+", "-", "*", "&", "|", "^"])),
        }
    }

    fn float(&mut self, depth: u32) -> String {
        if depth == 0 || self.0.u8(..5) == 0 {
            return match self.0.u8(..3) {
                0 => format!("(float)(int)({})", self.integer(1)),
                1 => format!("{:e}", self.0.f64() * 100.0 - 50.0),
                _ => self.pick(&["f", "d", "w[2]", "0.5f", "-0.0f"]),
            };
        }
        let (a, b) = (self.float(depth - 1), self.float(depth - 1));
        match self.0.u8(..6) {
            0 => format!(
                "(({a} {} {b}) ? {b} : f)",
                self.pick(&["<", "==", "!=", ">="])
            ),
            1 => format!("(float)({a})"),
            2 => format!("__builtin_sqrt({a})"),
            _ => format!("({a} {} {b})", self.pick(&["+", "-", "*", "/"])),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let (e, g) = (self.integer(3), self.float(2));
        let at = self.integer(1);
        match self.0.u8(..14) {
            0 => format!("x = {e};"),
            1 => format!("y ^= {e};"),
            2 => format!("m[({at}) & 7] += {e};"),
            3 => format!("bytes[({at}) & 31] = {e};"),
            4 => format!("s.low = {e}; s.high -= x;"),
            5 => format!("f = {g};"),
            6 => format!("d = {g};"),
            7 => format!(
                "v = v {} (v4){{{e}, x, 3, y}};",
                self.pick(&["+", "*", "^", "-"])
            ),
            8 => "v = __builtin_shufflevector(v, v, 3, 0, 6, 1);".to_owned(),
            9 => format!(
                "w = w {} (w4){{1.5f, f, {g}, 2}};",
                self.pick(&["+", "*", "/"])
            ),
            10 => "memcpy(bytes + (x & 15), m, 11);".to_owned(),
            11 => {
                "memmove(bytes + 3, bytes + (y & 7), 13); m[2] = *(u32 *)memcpy(&t, bytes + 1, 4);"
                    .to_owned()
            }
            12 if depth > 0 => format!(
                // Each level counts for itself: a loop inside must not set it back.
                "for (u32 k{depth} = 0; k{depth} < {}; k{depth}++) {{ i = k{depth}; {} {} }}",
                self.0.u8(1..6),
                self.statement(depth - 1),
                self.statement(depth - 1)
            ),
            _ if depth > 0 => format!(
                "if ({at} & 4) {{ {} }} else {{ {} }}",
                self.statement(depth - 1),
                self.statement(depth - 1)
            ),
            _ => format!("x += {e};"),
        }
    }

    fn function(&mut self, name: usize) -> String {
        let mut text = format!(
            "__attribute__((noinline)) u64 f{name}(u64 x, u32 y) {{\n\
             u32 m[8] = {{1, 2, 3, 4, 5, 6, 7, y}}, t = 0, i = 0; u8 bytes[32];\n\
             float f = y; double d = x; v4 v = {{y, 1, 2, 3}}; w4 w = {{0.1f, f, 3, 4}};\n\
             struct pair s = {{3, x}}; memset(bytes, (int)y, 32);\n"
        );
        for _ in 0..self.0.u8(4..14) {
            text += &self.statement(2);
            text.push('\n');
        }
        text + "u64 h = mix(x, y); for (i = 0; i < 8; i++) h = mix(h, m[i]);\n\
                for (i = 0; i < 32; i++) h = mix(h, bytes[i]);\n\
                for (i = 0; i < 4; i++) h = mix(mix(h, v[i]), of_float(w[i]));\n\
                return mix(mix(mix(h, of_float(f)), of_double(d)), s.low + s.high + t);\n}\n"
    }
}

fn natively(directory: &Path, source: &str, level: &str) -> Vec<String> {
    let (file, program) = (directory.join("print.c"), directory.join("print"));
    std::fs::write(&file, source).unwrap();
    let mut clang = Command::new("clang-19");
    clang
        .args(["-w", level, "-ffp-contract=off"])
        .arg(&file)
        .arg("-lm")
        .arg("-o")
        .arg(&program);
    assert!(clang.status().unwrap().success(), "{source}");
    let output = Command::new(&program).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn random_functions_compute_what_they_compute_natively() {
    let wanted = std::env::var("SIMDIFF_FUZZ")
        .ok()
        .and_then(|n| n.parse().ok());
    let programs = wanted.unwrap_or(100_usize).div_ceil(FUNCTIONS);
    let directory = tempfile::tempdir().unwrap();
    for seed in 0..programs as u64 {
        let level = ["-O0", "-O1", "-O2", "-O3"][seed as usize % 4];
        let mut generator = Generator(fastrand::Rng::with_seed(seed));
        let mut source = HEAD.to_owned();
        (0..FUNCTIONS).for_each(|i| source += &generator.function(i));
        let call = |i: usize| {
            format!(
                "f{i}({}ul, {}u)",
                (seed + 1) * 0x1234_5678_9ABC,
                i * 77_777_777
            )
        };
        let mut print = source.clone() + "int main(void) {\n";
        (0..FUNCTIONS).for_each(|i| writeln!(print, "printf(\"%lu\\n\", {});", call(i)).unwrap());
        let values = natively(directory.path(), &(print + "}\n"), level);
        source += "int main(void) {\n";
        for (i, value) in values.iter().enumerate() {
            writeln!(source, "assert({} == {value}ul);", call(i)).unwrap();
        }
        let file = directory.path().join("fuzz.c");
        std::fs::write(&file, source + "}\n").unwrap();
        let answer = tool::run("run", &file, &["--cflags".into(), level.into()]);
        assert_eq!(values.len(), FUNCTIONS);
        assert_eq!(
            answer.verdict(),
            "equivalent",
            "seed {seed} {level}: {}",
            answer.json
        );
    }
}
