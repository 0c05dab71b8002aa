//! Float operations under every setting of MXCSR equal what the processor
//! computes under it.

use std::arch::asm;

use simdiff::symex::End;
use term::TermId;

use crate::support::{Run, compile_as};

const SOURCE: &str = r"
#include <immintrin.h>
float add(unsigned csr, float x, float y) { _mm_setcsr(csr); return x + y; }
float mul(unsigned csr, float x, float y) { _mm_setcsr(csr); return x * y; }
float over(unsigned csr, float x, float y) { _mm_setcsr(csr); return x / y; }
float root(unsigned csr, float x, float y) { _mm_setcsr(csr); return __builtin_sqrtf(x); }
int less(unsigned csr, float x, float y) { _mm_setcsr(csr); return x < y; }
float rounded(unsigned csr, float x, float y) { _mm_setcsr(csr); return __builtin_rintf(x); }
float narrow(unsigned csr, double x, double y) { _mm_setcsr(csr); return x; }
double mul64(unsigned csr, double x, double y) { _mm_setcsr(csr); return x * y; }
double over64(unsigned csr, double x, double y) { _mm_setcsr(csr); return x / y; }
double add64(unsigned csr, double x, double y) { _mm_setcsr(csr); return x + y; }
";

/// Runs one instruction under `csr`: `x` is both an operand and the result.
macro_rules! under {
    ($csr:expr, $instruction:literal, $x:expr, $y:expr) => {{
        let mut x: u128 = $x;
        let y: u128 = $y;
        let (csr, old) = ($csr, 0u32);
        // SAFETY: MXCSR is restored, and the memory operands are live.
        unsafe {
            asm!(
                "stmxcsr [{old}]", "ldmxcsr [{csr}]",
                "movups {a}, [{x}]", "movups {b}, [{y}]",
                $instruction,
                "movups [{x}], {a}", "ldmxcsr [{old}]",
                a = out(xmm_reg) _, b = out(xmm_reg) _,
                x = in(reg) &raw mut x, y = in(reg) &raw const y,
                csr = in(reg) &raw const csr, old = in(reg) &raw const old,
            );
        }
        x
    }};
}

fn processor(function: &str, csr: u32, x: u128, y: u128) -> u128 {
    const LOW: u128 = 0xffff_ffff;
    const WIDE: u128 = 0xffff_ffff_ffff_ffff;
    match function {
        "add" => under!(csr, "addss {a}, {b}", x, y) & LOW,
        "mul" => under!(csr, "mulss {a}, {b}", x, y) & LOW,
        "over" => under!(csr, "divss {a}, {b}", x, y) & LOW,
        "root" => under!(csr, "sqrtss {a}, {a}", x, y) & LOW,
        "less" => under!(csr, "cmpltss {a}, {b}", x, y) & 1,
        "rounded" => under!(csr, "roundss {a}, {a}, 4", x, y) & LOW,
        "narrow" => under!(csr, "cvtsd2ss {a}, {a}", x, y) & LOW,
        "mul64" => under!(csr, "mulsd {a}, {b}", x, y) & WIDE,
        "over64" => under!(csr, "divsd {a}, {b}", x, y) & WIDE,
        _ => under!(csr, "addsd {a}, {b}", x, y) & WIDE,
    }
}

fn same(bits: u8, x: u128, y: u128) -> bool {
    let nan = |v: u128| match bits {
        32 => f32::from_bits(v as u32).is_nan(),
        _ => f64::from_bits(v as u64).is_nan(),
    };
    x == y || nan(x) && nan(y)
}

const SINGLES: [u32; 22] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x807f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x0080_0001,
    0x00ff_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x3f7f_ffff,
    0x3f00_0000,
    0xbf00_0001,
    0x3fc0_0000,
    0x4b00_0001,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x2000_0001,
];

fn doubles() -> Vec<u64> {
    let wide = SINGLES
        .iter()
        .map(|x| f64::from(f32::from_bits(*x)).to_bits());
    let low = f64::from(f32::MIN_POSITIVE);
    let mut all: Vec<u64> = wide.collect();
    // Around the least magnitude that is normal after rounding, in both formats.
    for step in [24, 25, 26] {
        all.push((low * (1.0 - 2f64.powi(-step))).to_bits());
    }
    all.extend([
        1,
        0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x801f_ffff_ffff_ffff,
    ]);
    all.extend([
        0x3fef_ffff_ffff_ffff,
        0x3fe0_0000_0000_0001,
        0x1ff8_0000_0000_0001,
    ]);
    all
}

#[test]
fn arithmetic_follows_the_register() {
    let program = compile_as("c", SOURCE, &["-O1", "-frounding-math"]);
    let (mut compared, mut refused) = (0, 0);
    for direction in 0..4 {
        for flushing in [0, 1 << 15, 1 << 6, 1 << 15 | 1 << 6] {
            let csr = 0x1f80 | direction << 13 | flushing;
            for function in ["add", "mul", "over", "root", "less", "rounded"] {
                let values = SINGLES.map(u128::from);
                let (c, r) = compare(&program, function, csr, &values, 32);
                compared += c;
                refused += r;
            }
            let values: Vec<u128> = doubles().into_iter().map(u128::from).collect();
            for function in ["narrow", "mul64", "over64", "add64"] {
                let (c, r) = compare(&program, function, csr, &values, 64);
                compared += c;
                refused += r;
            }
        }
    }
    assert!(compared > 50_000, "{compared} compared");
    // Products, quotients and conversions that flush, in the three directed roundings.
    assert!(refused > 0 && refused < compared / 2, "{refused} refused");
}

fn compare(
    program: &simdiff::program::Program,
    function: &str,
    csr: u32,
    values: &[u128],
    bits: u8,
) -> (usize, usize) {
    let mut run = Run::new(program);
    let (mut compared, mut refused) = (0, 0);
    let result = if bits == 32 || function == "narrow" {
        32
    } else {
        64
    };
    for &x in values {
        for &y in values {
            let args = [
                run.constant(32, u128::from(csr)),
                run.constant(bits, x),
                run.constant(bits, y),
            ];
            let end = run.call_once(function, &args).end;
            let value: TermId = match &end {
                End::Returned(Some(value)) => value.lanes()[0].expect("defined"),
                End::Stopped(_) => {
                    refused += 1;
                    continue;
                }
                other => panic!("{function}: {other:?}"),
            };
            let ours = run
                .machine
                .builder
                .constant_value(value)
                .expect("concrete operands");
            let theirs = processor(function, csr, x, y);
            let integer = function == "less";
            assert!(
                ours == theirs || !integer && same(result, ours, theirs),
                "{function} of {x:#x} and {y:#x} under {csr:#x}: {ours:#x}, the processor {theirs:#x}"
            );
            compared += 1;
        }
    }
    (compared, refused)
}
