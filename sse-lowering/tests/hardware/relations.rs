//! Compares AVX-512 intrinsics with instructions that this processor has.
//!
//! A 512-bit operation on lanes is an AVX operation on each half, and a masked form chooses
//! between the unmasked result and old lanes. For intrinsics with such a relation, the
//! lowering, compiled natively, is compared with the instruction composed in that manner.

use inkwell::context::Context;
use simdiff_sse_lowering::{Intrinsic, Lowering};

use crate::comparison::{Comparison, has_float_arithmetic, run};
use crate::native::{self, Code};
use crate::operands::{Aligned, MOST_OPERANDS, Operands, sample};
use crate::support::wrappers::{SLOT, Shape, Wrapper};

/// Operand vectors for each choice of immediates.
const VECTORS: usize = 1000;

/// AVX-512 intrinsics, the intrinsic that computes their lanes or half of them, and the
/// parts to replace `*` by in both names. All names are without `llvm.x86.`.
const RELATIONS: &[(&str, &str, &[&str])] = &[
    (
        "avx512.*.512",
        "avx2.*",
        &["packssdw", "packsswb", "packusdw", "packuswb"],
    ),
    (
        "avx512.*.512",
        "avx2.*",
        &["pavg.b", "pavg.w", "pmul.hr.sw", "pmulh.w", "pmulhu.w"],
    ),
    (
        "avx512.*.512",
        "avx2.*",
        &[
            "psad.bw", "pshuf.b", "psll.d", "psll.q", "psll.w", "pslli.d",
        ],
    ),
    (
        "avx512.*.512",
        "avx2.*",
        &[
            "pslli.q", "pslli.w", "psra.d", "psra.w", "psrai.d", "psrai.w",
        ],
    ),
    (
        "avx512.*.512",
        "avx2.*",
        &[
            "psrl.d", "psrl.q", "psrl.w", "psrli.d", "psrli.q", "psrli.w",
        ],
    ),
    (
        "avx512.*.512",
        "avx2.*.256",
        &["psllv.d", "psllv.q", "psrav.d", "psrlv.d", "psrlv.q"],
    ),
    ("avx512.pmaddubs.w.512", "avx2.pmadd.ub.sw", &[""]),
    ("avx512.pmaddw.d.512", "avx2.pmadd.wd", &[""]),
    (
        "avx512.*.512",
        "avx.*.256",
        &["max.pd", "max.ps", "min.pd", "min.ps"],
    ),
    (
        "avx512.*.512",
        "avx.*.256",
        &["vpermilvar.pd", "vpermilvar.ps"],
    ),
    (
        "avx512.*.512",
        "fma.*.256",
        &["vfmaddsub.pd", "vfmaddsub.ps"],
    ),
    ("avx512.mask.cvt*.512", "avx.cvt.*.256", &["ps2dq", "pd2dq"]),
    (
        "avx512.mask.cvtt*.512",
        "avx.cvtt.*.256",
        &["ps2dq", "pd2dq"],
    ),
    ("avx512.mask.cvtpd2ps.512", "avx.cvt.pd2.ps.256", &[""]),
    ("avx512.mask.*.128", "sse2.*", &["cvtpd2dq", "cvttpd2dq"]),
    ("avx512.mask.cvtpd2ps", "sse2.cvtpd2ps", &[""]),
    ("avx512.mask.cvtsd2ss.round", "sse2.cvtsd2ss", &[""]),
    ("avx512.mask.vcvtps2ph.*", "vcvtps2ph.*", &["128", "256"]),
    ("avx512.mask.vcvtps2ph.512", "vcvtps2ph.256", &[""]),
    ("avx512.mask.rndscale.*.128", "sse41.round.*", &["pd", "ps"]),
    (
        "avx512.mask.rndscale.*.256",
        "avx.round.*.256",
        &["pd", "ps"],
    ),
    (
        "avx512.mask.rndscale.*.512",
        "avx.round.*.256",
        &["pd", "ps"],
    ),
    ("avx512.mask.rndscale.*", "sse41.round.*", &["sd", "ss"]),
    ("avx512.mask.cmp.ps.128", "sse.cmp.ps", &[""]),
    ("avx512.mask.cmp.pd.128", "sse2.cmp.pd", &[""]),
    ("avx512.mask.cmp.*.256", "avx.cmp.*.256", &["pd", "ps"]),
    ("avx512.mask.cmp.*.512", "avx.cmp.*.256", &["pd", "ps"]),
    ("avx512.mask.*.ss.round", "sse.*.ss", &["max", "min"]),
    ("avx512.mask.*.sd.round", "sse2.*.sd", &["max", "min"]),
    ("avx512.*", "sse.*", &["cvttss2si", "cvttss2si64"]),
    ("avx512.*", "sse2.*", &["cvttsd2si", "cvttsd2si64"]),
    ("avx512.v*32", "sse.*", &["cvtss2si"]),
    ("avx512.v*64", "sse.*64", &["cvtss2si"]),
    ("avx512.v*32", "sse2.*", &["cvtsd2si"]),
    ("avx512.v*64", "sse2.*64", &["cvtsd2si"]),
];

/// The intrinsic that computes the lanes of `name`; `None` if the table has none.
fn related(name: &str) -> Option<String> {
    let name = name.strip_prefix("llvm.x86.")?;
    RELATIONS.iter().find_map(|(form, base, parts)| {
        let mut parts = parts.iter();
        let part = parts.find(|part| form.replace('*', part) == name)?;
        Some(format!("llvm.x86.{}", base.replace('*', part)))
    })
}

/// The number of operand vectors on which an intrinsic agrees with its related intrinsic;
/// `None` without a related intrinsic, or if the processor lacks it.
pub fn check(
    lowering: &Lowering,
    intrinsic: &Intrinsic,
    supported: &[Intrinsic],
) -> Option<Result<usize, String>> {
    let base = related(&intrinsic.name)?;
    let base = supported.iter().find(|i| i.name == base);
    let base = base.unwrap_or_else(|| panic!("{} has no relative", intrinsic.name));
    let bases = Wrapper::all(base);
    let pairs: Vec<_> = Wrapper::all(intrinsic)
        .into_iter()
        .filter_map(|w| {
            let own = bases.iter().find(|b| same_immediates(&w, b))?;
            (!native::lacking(&own.features)).then(|| (w, own.clone()))
        })
        .collect();
    (!pairs.is_empty()).then(|| compare(lowering, &pairs))
}

/// Whether `base` has the immediates of `wrapper`. Embedded rounding is excepted; it has to
/// be the rounding mode that is in force anyway.
fn same_immediates(wrapper: &Wrapper, base: &Wrapper) -> bool {
    let own = base.immediates.len();
    wrapper.immediates.starts_with(&base.immediates)
        && wrapper.immediates[own..].iter().all(|r| [4, 8].contains(r))
}

fn compare(lowering: &Lowering, pairs: &[(Wrapper, Wrapper)]) -> Result<usize, String> {
    let context = Context::create();
    let (forms, bases): (Vec<_>, Vec<_>) = pairs.iter().cloned().unzip();
    let lowered = native::build(&context, &forms, native::LIBRARY);
    lowering.lower(&lowered).expect("lowers");
    let alike: Vec<bool> = forms
        .iter()
        .map(|w| has_float_arithmetic(lowered.get_function(&w.name()).expect("defined")))
        .collect();
    native::define_refusals(&lowered);
    let lowered = native::compile(lowered);
    let mut count = 0;
    for ((form, base), nans_alike) in forms.iter().zip(&bases).zip(alike) {
        // The same base may serve two modes of embedded rounding.
        let hardware = native::compile(native::build(&context, std::slice::from_ref(base), ""));
        let code = native::code(&hardware, &base.name());
        let comparison = Comparison {
            wrapper: form,
            expected: code,
            lowered: native::code(&lowered, &form.name()),
            nans_alike,
        };
        let few = (VECTORS / forms.len()).max(16);
        for operands in sample(&form.operands, few) {
            let expected = expected(form, base, code, &operands);
            let (memory, result) = run(comparison.lowered, &operands);
            comparison.judge(&operands, (&operands, &expected), (&memory, &result))?;
            count += 1;
        }
    }
    Ok(count)
}

/// The expected result of `form`: the result of `base` on each part of the operands,
/// masked.
fn expected(form: &Wrapper, base: &Wrapper, code: Code, operands: &Operands) -> [u8; SLOT] {
    let parts = form.operands[0].bytes() / base.operands[0].bytes();
    let size = base.result.map_or(0, Shape::bytes);
    let mut whole = [0; SLOT];
    for part in 0..parts {
        let mut own: Operands = Aligned([0; SLOT * MOST_OPERANDS]);
        for (i, shape) in base.operands.iter().enumerate() {
            let bytes = shape.bytes();
            // A count that all lanes share is used whole for each part.
            let from = if form.operands[i].bytes() == bytes * parts {
                part * bytes
            } else {
                0
            };
            own.0[SLOT * i..][..bytes].copy_from_slice(&operands.0[SLOT * i + from..][..bytes]);
        }
        let (_, result) = run(code, &own);
        whole[part * size..][..size].copy_from_slice(&result[..size]);
    }
    let result = form.result.expect("a result");
    match result {
        Shape::Mask { lanes } => {
            let width = parts * size / lanes as usize;
            let chosen = mask(form, operands);
            let bit = |i: usize| u64::from(whole[i * width] != 0) << i & chosen;
            let bits: u64 = (0..lanes as usize).map(bit).sum();
            let mut mask = [0; SLOT];
            mask[..8].copy_from_slice(&bits.to_le_bytes());
            mask
        }
        _ if form.intrinsic.contains(".mask.") => masked(form, result, whole, operands),
        _ => whole,
    }
}

/// Takes old lanes where the mask is clear. A scalar form masks only lane 0; a lane without
/// a source is zero in both.
fn masked(form: &Wrapper, result: Shape, new: [u8; SLOT], operands: &Operands) -> [u8; SLOT] {
    let (Shape::Int { bits, lanes } | Shape::Float { bits, lanes }) = result else {
        panic!("{} has no lanes", form.name());
    };
    let width = (bits / 8) as usize;
    let (_, old) = mask_and_old(form);
    let old = &operands.0[SLOT * old..];
    let source = match form.operands[0] {
        Shape::Int { lanes, .. } | Shape::Float { lanes, .. } => lanes,
        _ => lanes,
    };
    let scalar = [".ss", ".sd", "sd2ss"]
        .iter()
        .any(|s| form.intrinsic.contains(s));
    let affected = if scalar {
        1
    } else {
        lanes.min(source) as usize
    };
    let chosen = mask(form, operands);
    let mut all = new;
    for lane in (0..affected).filter(|i| chosen >> i & 1 == 0) {
        all[lane * width..][..width].copy_from_slice(&old[lane * width..][..width]);
    }
    all
}

/// The positions of the mask, which is the last operand other than an immediate, and of the
/// old lanes before it.
fn mask_and_old(form: &Wrapper) -> (usize, usize) {
    let positions: Vec<_> = (0..form.operands.len())
        .filter(|&i| form.operands[i] != Shape::Immediate)
        .collect();
    let [.., old, mask] = positions[..] else {
        panic!("{} has no mask", form.name());
    };
    (mask, old)
}

fn mask(form: &Wrapper, operands: &Operands) -> u64 {
    let (mask, _) = mask_and_old(form);
    let bytes = &operands.0[SLOT * mask..][..8];
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}
