//! Pools of interesting values for inputs of one type.

use rustc_hash::FxHashMap;
use term::{Arena, Cone, Format, Op, Rounding, SymbolId};

use crate::budgets::witness::POOLED_CONSTANTS;

/// How a symbol's bits are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Int { signed: bool },
    Float(Format),
}

/// The values worth trying for inputs of one type.
pub(super) struct Pool {
    pub(super) width: u8,
    pub(super) kind: Kind,
    /// Zeros, extremes, powers of two, and their neighbours; never empty.
    pub(super) specials: Vec<u128>,
    /// The constants of the expressions, and their neighbours.
    pub(super) harvested: Vec<u128>,
}

const NUMBERS: [f64; 22] = [
    0.5,
    1.5,
    2.0,
    2.5,
    3.0,
    10.0,
    16.0,
    100.0,
    127.0,
    128.0,
    255.0,
    256.0,
    32767.0,
    32768.0,
    65535.0,
    65536.0,
    8388608.0,
    16777216.0,
    2147483648.0,
    4294967296.0,
    0.1,
    0.75,
];

impl Pool {
    /// The pool of one type, with constants harvested from a cone.
    pub(super) fn harvest(arena: &Arena, cone: &Cone, width: u8, kind: Kind) -> Pool {
        let mut pool = Pool {
            width,
            kind,
            specials: Vec::new(),
            harvested: Vec::new(),
        };
        pool.specials = match kind {
            Kind::Float(format) => float_specials(format),
            Kind::Int { .. } => integer_specials(width),
        };
        for special in &mut pool.specials {
            *special &= u128::MAX >> (128 - width);
        }
        pool.harvested = pool.constants(arena, cone);
        pool
    }

    fn constants(&self, arena: &Arena, cone: &Cone) -> Vec<u128> {
        let mut found = Vec::new();
        for &term in &cone.terms {
            let node = arena.node(term);
            let format = match node.op() {
                Op::Const => {
                    let value = arena.constant_value(term).unwrap_or(0);
                    self.adopt(node.width(), value, None, &mut found);
                    continue;
                }
                op if op.is_float() && !matches!(op, Op::SiToF | Op::UiToF | Op::FConvert) => {
                    node.spec().format()
                }
                _ => continue,
            };
            for &child in node.children() {
                if let Some(value) = arena.constant_value(child) {
                    self.adopt(format.width(), value, Some(format), &mut found);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let mut all = Vec::new();
        for &value in found.iter().take(POOLED_CONSTANTS) {
            let near = [value, value.wrapping_add(1), value.wrapping_sub(1)];
            all.extend(near.map(|v| self.mask(v)));
            all.push(self.negate(value));
            if let Kind::Int { .. } = self.kind {
                all.push(self.mask(!value));
            }
        }
        if let Kind::Int { .. } = self.kind {
            for &a in found.iter().take(8) {
                for &b in found.iter().take(8) {
                    all.push(self.mask(a.wrapping_add(b)));
                    all.push(self.mask(a.wrapping_sub(b)));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Adds a constant of the program as values of this type: its bits if they fit, and the
    /// number that it denotes.
    fn adopt(&self, width: u8, value: u128, format: Option<Format>, found: &mut Vec<u128>) {
        if self.mask(value) == value {
            found.push(value);
        }
        let signed = sign_extend(width, value);
        let fits = sign_extend(self.width, self.mask(signed)) == signed;
        if width != self.width && (width < self.width || fits) {
            found.push(self.mask(signed));
        }
        let number = match format {
            Some(format) => decode(Kind::Float(format), width, value),
            None => decode(Kind::Int { signed: true }, width, value),
        };
        match self.kind {
            Kind::Float(_) => found.push(encode(self.kind, self.width, number)),
            Kind::Int { .. } if format.is_some() && number.is_finite() => {
                found.push(encode(self.kind, self.width, number.floor()));
                found.push(encode(self.kind, self.width, number.ceil()));
            }
            Kind::Int { .. } => {}
        }
    }

    /// Truncates a value to the width of the type.
    pub(super) fn mask(&self, value: u128) -> u128 {
        value & (u128::MAX >> (128 - self.width))
    }

    /// Sign-extends a value to 128 bits, if the type is signed.
    pub(super) fn sign_extend(&self, value: u128) -> u128 {
        match self.kind {
            Kind::Int { signed: true } => sign_extend(self.width, value),
            _ => value,
        }
    }

    /// Negates a value of the type.
    pub(super) fn negate(&self, value: u128) -> u128 {
        match self.kind {
            Kind::Float(format) => value ^ format.sign_mask(),
            Kind::Int { .. } => self.mask(value.wrapping_neg()),
        }
    }

    /// The number that the bits denote, rounded to double.
    pub(super) fn number(&self, bits: u128) -> f64 {
        decode(self.kind, self.width, self.mask(bits))
    }
}

fn sign_extend(width: u8, value: u128) -> u128 {
    let shift = 128 - width;
    ((value << shift) as i128 >> shift) as u128
}

/// The number that the bits denote, rounded to double.
pub(super) fn decode(kind: Kind, width: u8, bits: u128) -> f64 {
    match kind {
        Kind::Int { signed: true } => sign_extend(width, bits) as i128 as f64,
        Kind::Int { signed: false } => bits as f64,
        Kind::Float(format) => format.to_f64(bits),
    }
}

/// The bits of the type's value nearest to a number; integers wrap.
pub(super) fn encode(kind: Kind, width: u8, number: f64) -> u128 {
    match kind {
        Kind::Int { .. } if number < 0.0 => number as i128 as u128 & (u128::MAX >> (128 - width)),
        Kind::Int { .. } => number as u128 & (u128::MAX >> (128 - width)),
        Kind::Float(format) => format.from_f64(number, Rounding::NearestEven),
    }
}

fn float_specials(format: Format) -> Vec<u128> {
    let kind = Kind::Float(format);
    let width = format.width();
    let least_normal = match format {
        Format::X87 => (1 << 64) | (1 << 63),
        _ => 1 << (format.precision() - 1),
    };
    let mut positive = vec![0, 1, least_normal - 1, least_normal, format.infinity()];
    positive.push(format.infinity() - 1);
    let one = format.one();
    positive.extend([one, one - 1, one + 1]);
    let limit = encode(kind, width, 2f64.powi(i32::from(format.precision()) - 1));
    positive.extend([limit - 1, limit, limit + 1]);
    for number in NUMBERS {
        let bits = encode(kind, width, number);
        positive.extend([bits - 1, bits, bits + 1]);
    }
    let mut all: Vec<u128> = positive.iter().map(|&x| x | format.sign_mask()).collect();
    all.extend(positive);
    all.push(format.canonical_nan());
    all.push(format.infinity() | 1);
    all.retain(|&x| x == format.infinity() | 1 || !format.is_nan(x) || x == format.canonical_nan());
    all.sort_unstable();
    all.dedup();
    all
}

fn integer_specials(width: u8) -> Vec<u128> {
    let mut all = vec![0, 1, 2, 3, 10, 100, 0x5555, 0x00ff, 0xff00];
    for bit in 0..width {
        let power = 1u128 << bit;
        let near = [power, power.wrapping_sub(1), power.wrapping_add(1)];
        all.extend(near);
        all.extend(near.map(u128::wrapping_neg));
    }
    // Extremes are repeated, to be drawn more often: saturation and overflow depend on them.
    for _ in 0..4 {
        let half = 1u128 << (width - 1);
        all.extend([
            half,
            half.wrapping_sub(1),
            u128::MAX,
            0,
            half.wrapping_add(1),
        ]);
    }
    all
}

/// The integer symbols that float operations read, with the format they are read in.
pub(super) fn float_uses(arena: &Arena, cone: &Cone) -> FxHashMap<SymbolId, Format> {
    let mut uses = FxHashMap::default();
    for &term in &cone.terms {
        let node = arena.node(term);
        let Some(format) = node.spec().operand_format() else {
            continue;
        };
        for &child in node.children() {
            if let Some(id) = arena.symbol_id(child) {
                uses.insert(id, format);
            }
        }
    }
    uses
}
