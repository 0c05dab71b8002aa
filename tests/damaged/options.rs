//! Options that are small languages: meanings of parameters and variables, sizes,
//! ranges of work-items, tolerances.

use simdiff::accuracy::Tolerance;
use simdiff::contract::{Length, Sizes};
use simdiff::frontend::args::{Alias, Arg, GlobalArg, Meaning};
use simdiff::frontend::{Flag, FrontendError, nd_range, sizes};
use simdiff::problem::Problem;
use simdiff::report::{self, Decoration};

use crate::fuzz::{each, rounds};

const MEANINGS: [&str; 24] = [
    "dst=out:u8[n] of 16*((n+15)/16) align:16",
    "x=in:f32[n] in -1e3..1e-3",
    "w=in:f32[n][m+1]",
    "rows=inout:i16[h][n] in 0x0..0xff",
    "k=f32 in 0..inf",
    "stride=const:-16",
    "h=const:0x1.8p3",
    "mode=enum:A|B|7",
    "mask=flags:A|B",
    "m=size:(n-1)*4/3%5",
    "s=in:cstr[..n] of 64",
    "p=&src[2*n-1]",
    "cb=function:add_one",
    "temp=local:f32[16*n]",
    "t=const:CLK_ADDRESS_CLAMP|CLK_FILTER_NEAREST",
    "i=in: image rgba unorm8[w, h]",
    "i=image bgra float[w, h, 4]",
    "q=inout:struct pair[n]@n-1",
    "a.b->c[3]=i64 in -9223372036854775808..9223372036854775807",
    "x=f64 in nan..1e999",
    "y=in:f32[n], the same memory as x",
    "z=out:i32[1] (given), of one version alone: not compared",
    "v=i128 in 0..340282366920938463463374607431768211455",
    "d=in:u8[((((n))))]@-n of n+n*n/n%n",
];

/// Evaluates a length where its variables are at the ends of what they may be.
fn evaluate(length: &Length) {
    for value in [0, 1, 7, i64::MAX, i64::MIN] {
        let mut sizes = Sizes::new();
        length.variables(&mut |name| _ = sizes.insert(name.to_owned(), value));
        let _ = (length.value(&sizes), length.evaluate(&sizes));
    }
    // What is shown is read again.
    let shown = length.to_string();
    let again = nd_range(Flag::Global, &shown).expect(&shown);
    assert_eq!(again.len(), 1, "{shown}");
}

fn told<T>(read: Result<T, FrontendError>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(error) => {
            report::problem(&Problem::from(error), Decoration::default());
            None
        }
    }
}

#[test]
fn damaged_meanings_are_told_of() {
    each("meanings", rounds(), &MEANINGS, |mutant| {
        let text = String::from_utf8_lossy(mutant);
        told(GlobalArg::parse(&text));
        told(Alias::parse(&text));
        let Some(arg) = told(Arg::parse(&text)) else {
            return;
        };
        match &arg.meaning {
            Meaning::Size(length) => length.iter().for_each(evaluate),
            Meaning::Local { length, .. } | Meaning::Place { index: length, .. } => {
                evaluate(length);
            }
            Meaning::Symbolic {
                length,
                row,
                origin,
                capacity,
                ..
            } => [length, row, origin, capacity]
                .into_iter()
                .flatten()
                .for_each(evaluate),
            _ => {}
        }
    });
}

#[test]
fn damaged_sizes_are_told_of() {
    let seeds = [
        "n=1..64,h=3",
        "n=-5..0x10",
        "n = 16777216, m=1..=4",
        "a->len=2",
    ];
    each("sizes", rounds(), &seeds, |mutant| {
        let text = String::from_utf8_lossy(mutant).into_owned();
        told(sizes::parse(&[text]));
    });
}

#[test]
fn damaged_ranges_of_items_are_told_of() {
    let seeds = ["64x8", "4*n x m x 2", "(n+1)x4", "((n-1)/4)%3 x 0x2"];
    each("work-items", rounds(), &seeds, |mutant| {
        let text = String::from_utf8_lossy(mutant);
        for length in told(nd_range(Flag::Local, &text)).into_iter().flatten() {
            evaluate(&length);
        }
    });
}

#[test]
fn damaged_tolerances_are_told_of() {
    let seeds = ["2ulp", "rel=1e-6,abs=1e-30", "65536ulps", "abs=5e-324"];
    each("tolerances", rounds(), &seeds, |mutant| {
        drop(Tolerance::parse(&String::from_utf8_lossy(mutant)));
    });
}
