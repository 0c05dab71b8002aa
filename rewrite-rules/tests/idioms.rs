//! Scalar and vector idioms for the same operation become the same term.

mod common;

use simdiff_rewrite_rules::{Builder, RuleSet};
use term::{Format, Outcomes, Rounding, TermId};

const F: Format = Format::Single;

fn inputs<const N: usize>(width: u8) -> (Builder, [TermId; N]) {
    let (b, terms) = common::inputs(RuleSet::builtin(), &[width; N]);
    (b, std::array::from_fn(|i| terms[i]))
}

/// The term as a nested expression.
fn show(b: &Builder, t: TermId) -> String {
    let a = b.arena();
    let n = a.node(t);
    if let Some(v) = a.constant_value(t) {
        return format!("{}:{v:#x}", n.width());
    }
    if let Some(s) = a.symbol_id(t) {
        return format!("x{}", s.0);
    }
    let args: Vec<String> = n.children().iter().map(|c| show(b, *c)).collect();
    let attr = match n.op() {
        term::Op::Extract => format!("[{} {}]", n.spec().offset(), n.width()),
        term::Op::SExt => format!("[{}]", n.width()),
        term::Op::FCmp => format!("[{:x}]", n.spec().outcomes().bits()),
        _ => String::new(),
    };
    format!("({}{attr} {})", n.op().name(), args.join(" "))
}
fn same(b: &Builder, x: TermId, y: TermId) {
    assert!(x == y, "\n  {}\n  {}", show(b, x), show(b, y));
}

/// `x < y ? x : y`, signed.
fn smin(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let less = b.slt(x, y);
    b.select(less, x, y)
}
/// `x > y ? x : y`, signed.
fn smax(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let greater = b.slt(y, x);
    b.select(greater, x, y)
}
/// A saturating narrowing as `packuswb` does it.
fn pack_unsigned(b: &mut Builder, x: TermId, to: u8) -> TermId {
    let w = b.width(x);
    let (zero, top) = (b.constant(w, 0), b.constant(w, (1 << to) - 1));
    let low = smax(b, x, zero);
    let both = smin(b, low, top);
    b.trunc(both, to)
}
/// A saturating narrowing as `packssdw` does it.
fn pack_signed(b: &mut Builder, x: TermId, to: u8) -> TermId {
    let w = b.width(x);
    let top = (1u128 << (to - 1)) - 1;
    let (low, top) = (b.constant(w, !top), b.constant(w, top));
    let low = smax(b, x, low);
    let both = smin(b, low, top);
    b.trunc(both, to)
}

#[test]
fn saturating_add() {
    let (mut b, [x, y]) = inputs(8);
    // int s = x + y; (s > 255 ? 255 : s)
    let (zx, zy) = (b.zext(x, 32), b.zext(y, 32));
    let sum = b.add(zx, zy);
    let top = b.constant(32, 255);
    let over = b.slt(top, sum);
    let clamped = b.select(over, top, sum);
    let scalar = b.trunc(clamped, 8);
    // paddusb by the carry of the byte sum
    let bytes = b.add(x, y);
    let carry = b.ult(bytes, x);
    let ones = b.constant(8, 255);
    let vector = b.select(carry, ones, bytes);
    same(&b, scalar, vector);
    // min(x, ~y) + y
    let not = b.not(y);
    let less = b.ult(x, not);
    let min = b.select(less, x, not);
    let other = b.add(min, y);
    same(&b, scalar, other);
    // 16-bit sum, packed with unsigned saturation
    let (wx, wy) = (b.zext(x, 16), b.zext(y, 16));
    let wide = b.add(wx, wy);
    let packed = pack_unsigned(&mut b, wide, 8);
    same(&b, scalar, packed);
}

#[test]
fn saturating_subtract() {
    let (mut b, [x, y]) = inputs(8);
    // int d = x - y; d < 0 ? 0 : d
    let (zx, zy) = (b.zext(x, 32), b.zext(y, 32));
    let difference = b.sub(zx, zy);
    let zero = b.constant(32, 0);
    let negative = b.slt(difference, zero);
    let clamped = b.select(negative, zero, difference);
    let scalar = b.trunc(clamped, 8);
    // psubusb
    let less = b.ult(x, y);
    let bytes = b.sub(x, y);
    let zero = b.constant(8, 0);
    let vector = b.select(less, zero, bytes);
    same(&b, scalar, vector);
    // x > y ? x - y : 0
    let greater = b.ult(y, x);
    let ternary = b.select(greater, bytes, zero);
    same(&b, scalar, ternary);
    // max(x, y) - y
    let max = b.select(less, y, x);
    let other = b.sub(max, y);
    same(&b, scalar, other);
}

#[test]
fn absolute_difference_of_bytes() {
    let (mut b, [x, y]) = inputs(8);
    let (zx, zy) = (b.zext(x, 32), b.zext(y, 32));
    let d = b.sub(zx, zy);
    let zero = b.constant(32, 0);
    let negative = b.slt(d, zero);
    let negated = b.neg(d);
    let abs = b.select(negative, negated, d);
    let scalar = b.trunc(abs, 8);
    let mut saturated = |x, y| {
        let less = b.ult(x, y);
        let d = b.sub(x, y);
        let zero = b.constant(8, 0);
        b.select(less, zero, d)
    };
    let (one, other) = (saturated(x, y), saturated(y, x));
    let vector = b.or(one, other);
    same(&b, scalar, vector);
}

#[test]
fn clamp_of_an_int_to_a_byte() {
    let (mut b, [v]) = inputs(32);
    let (zero, top) = (b.constant(32, 0), b.constant(32, 255));
    // v < 0 ? 0 : v > 255 ? 255 : v
    let negative = b.slt(v, zero);
    let over = b.slt(top, v);
    let inner = b.select(over, top, v);
    let clamped = b.select(negative, zero, inner);
    let scalar = b.trunc(clamped, 8);
    // the same, with the narrowing inside the selects
    let (narrow, zero8, top8) = (b.trunc(v, 8), b.constant(8, 0), b.constant(8, 255));
    let inner = b.select(over, top8, narrow);
    let inside = b.select(negative, zero8, inner);
    same(&b, scalar, inside);
    // the same, with the tests in the other order
    let inner = b.select(negative, zero, v);
    let outer = b.select(over, top, inner);
    let swapped = b.trunc(outer, 8);
    same(&b, scalar, swapped);
    // packssdw, then packuswb
    let words = pack_signed(&mut b, v, 16);
    let vector = pack_unsigned(&mut b, words, 8);
    same(&b, scalar, vector);
}

#[test]
fn threshold_by_mask() {
    let (mut b, [x, t]) = inputs(8);
    // x > t ? 255 : 0, through ints
    let (zx, zt) = (b.zext(x, 32), b.zext(t, 32));
    let above = b.slt(zt, zx);
    let (top, zero) = (b.constant(8, 255), b.constant(8, 0));
    let scalar = b.select(above, top, zero);
    // pcmpgtb of biased bytes
    let bias = b.constant(8, 0x80);
    let (bx, bt) = (b.xor(x, bias), b.xor(t, bias));
    let above = b.slt(bt, bx);
    let vector = b.sext(above, 8);
    same(&b, scalar, vector);
    // x > t ? x : 0 as x & mask
    let masked = b.and(x, vector);
    let above = b.ult(t, x);
    let ternary = b.select(above, x, zero);
    same(&b, masked, ternary);
    // psubusb(x, t) != 0
    let less = b.ult(x, t);
    let d = b.sub(x, t);
    let saturated = b.select(less, zero, d);
    let none = b.eq(saturated, zero);
    let mask = b.sext(none, 8);
    let inverted = b.not(mask);
    same(&b, scalar, inverted);
}

#[test]
fn blend_by_masks() {
    let (mut b, [x, y, u, v]) = inputs(32);
    let p = b.slt(u, v);
    let ternary = b.select(p, x, y);
    let mask = b.sext(p, 32);
    let not = b.not(mask);
    let (a, c) = (b.and(mask, x), b.and(not, y));
    let blended = b.or(a, c);
    same(&b, ternary, blended);
    // y ^ (mask & (x ^ y))
    let d = b.xor(x, y);
    let d = b.and(mask, d);
    assert_eq!(ternary, b.xor(y, d));
}

#[test]
fn integer_absolute_value() {
    let (mut b, [x]) = inputs(32);
    let zero = b.constant(32, 0);
    let negative = b.slt(x, zero);
    let negated = b.neg(x);
    let scalar = b.select(negative, negated, x);
    let by = b.constant(32, 31);
    let sign = b.ashr(x, by);
    let flipped = b.xor(x, sign);
    let vector = b.sub(flipped, sign);
    same(&b, scalar, vector);
}

#[test]
fn float_absolute_value_and_negation() {
    let (mut b, [x]) = inputs(32);
    let mask = b.constant(32, 0x7fff_ffff);
    let masked = b.and(x, mask);
    assert_eq!(masked, b.fabs(F, x));
    let by = b.constant(32, 1);
    let up = b.shl(x, by);
    assert_eq!(masked, b.lshr(up, by));
    let negated = b.fneg(F, x);
    assert_eq!(masked, b.fabs(F, negated));
    assert_eq!(x, b.fneg(F, negated));
}

#[test]
fn multiply_add_of_words() {
    let (mut b, [x, y, u, v]) = inputs(16);
    // pmaddwd with sign-extended lanes against ints
    let [sx, sy, su, sv] = [x, y, u, v].map(|t| b.sext(t, 32));
    let (one, two) = (b.mul(sx, sy), b.mul(su, sv));
    let scalar = b.add(one, two);
    let (one, two) = (b.mul(su, sv), b.mul(sy, sx));
    assert_eq!(scalar, b.add(one, two));
}

#[test]
fn unpacking_with_zero_is_zero_extension() {
    let (mut b, [x]) = inputs(8);
    let zero = b.constant(8, 0);
    let unpacked = b.concat(zero, x);
    assert_eq!(unpacked, b.zext(x, 16));
    let again = b.trunc(unpacked, 8);
    same(&b, again, x);
}

#[test]
fn fixed_point_luma_in_16_and_in_32_bits() {
    let (mut b, [red, green, blue]) = inputs(8);
    let mut grey = |width: u8| {
        let mut sum = b.constant(width, 128);
        for (channel, weight) in [(red, 77), (green, 150), (blue, 29)] {
            let wide = b.zext(channel, width);
            let weight = b.constant(width, weight);
            let product = b.mul(wide, weight);
            sum = b.add(sum, product);
        }
        let by = b.constant(width, 8);
        let shifted = b.lshr(sum, by);
        b.trunc(shifted, 8)
    };
    assert_eq!(grey(16), grey(32));
}

#[test]
fn a_wider_sum_stored_in_a_byte() {
    let (mut b, [x, y]) = inputs(8);
    let (zx, zy) = (b.zext(x, 32), b.zext(y, 32));
    let wide = b.add(zx, zy);
    assert_eq!(b.trunc(wide, 8), b.add(x, y));
}

#[test]
fn averages_round_alike() {
    let (mut b, [x, y]) = inputs(8);
    let mut average = |width: u8| {
        let (zx, zy) = (b.zext(x, width), b.zext(y, width));
        let one = b.constant(width, 1);
        let sum = b.add(zx, zy);
        let sum = b.add(sum, one);
        let half = b.lshr(sum, one);
        b.trunc(half, 8)
    };
    assert_eq!(average(16), average(32));
}

#[test]
fn logical_and_bitwise_conditions() {
    let (mut b, [x, lo, hi]) = inputs(32);
    let (below, above) = (
        b.fcmp(F, Outcomes::LT, x, lo),
        b.fcmp(F, Outcomes::GT, x, hi),
    );
    // !(x < lo) && !(x > hi)
    let (a, c) = (b.not(below), b.not(above));
    let inside = b.and(a, c);
    // !(x < lo || x > hi)
    let outside = b.or(below, above);
    let outside = b.not(outside);
    same(&b, inside, outside);
}

#[test]
fn integer_comparison_through_floats() {
    let (mut b, [x]) = inputs(8);
    let wide = b.zext(x, 32);
    let float = b.sitof(F, wide);
    let zero = b.constant(32, 0);
    let by_float = b.fcmp(F, Outcomes::EQ, float, zero);
    assert_eq!(by_float, b.eq(wide, zero));
}

#[test]
fn one_operation_in_double_rounded_to_single() {
    let (mut b, [x, y]) = inputs(32);
    let (dx, dy) = (
        b.fconvert(F, Format::Double, x),
        b.fconvert(F, Format::Double, y),
    );
    let wide = b.fmul(Format::Double, dx, dy);
    let narrow = b.fconvert(Format::Double, F, wide);
    assert_eq!(narrow, b.fmul(F, x, y));
    let truncated = b.ftosi(Format::Double, Rounding::TowardZero, dx, 32);
    assert_eq!(truncated, b.ftosi(F, Rounding::TowardZero, x, 32));
}

#[test]
fn zlimit_ternaries_and_masks() {
    let (mut b, [z, low, high]) = inputs(32);
    // z < low ? 0 : z > high ? 0 : z, against masks from cmpltps/cmpgtps
    let zero = b.constant(32, 0);
    let below = b.fcmp(F, Outcomes::LT, z, low);
    let above = b.fcmp(F, Outcomes::GT, z, high);
    let inner = b.select(above, zero, z);
    let scalar = b.select(below, zero, inner);
    let (m1, m2) = (b.sext(below, 32), b.sext(above, 32));
    let either = b.or(m1, m2);
    let keep = b.not(either);
    let vector = b.and(keep, z);
    same(&b, scalar, vector);
}

#[test]
fn bit_tests() {
    let (mut b, [x]) = inputs(32);
    let (zero, bit, by) = (b.constant(32, 0), b.constant(32, 8), b.constant(32, 3));
    let masked = b.and(x, bit);
    let set = b.eq(masked, zero);
    let set = b.not(set);
    let shifted = b.lshr(x, by);
    let low = b.trunc(shifted, 1);
    same(&b, set, low);
    let negative = b.slt(x, zero);
    let by = b.constant(32, 31);
    let sign = b.lshr(x, by);
    assert_eq!(negative, b.trunc(sign, 1));
}

/// `x < y ? x : y`, unsigned.
fn umin(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let less = b.ult(x, y);
    b.select(less, x, y)
}
/// `x < y ? y : x`, unsigned.
fn umax(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let less = b.ult(x, y);
    b.select(less, y, x)
}
/// `psubus`: the difference, or zero.
fn saturated_difference(b: &mut Builder, x: TermId, y: TermId) -> TermId {
    let (zero, less) = (b.constant(b.width(x), 0), b.ult(x, y));
    let difference = b.sub(x, y);
    b.select(less, zero, difference)
}

/// `x - table[256 + x - y]` and `x + table[256 + y - x]`, where the table holds
/// 0 up to entry 256 and then grows: OpenCV's minima and maxima of bytes.
#[test]
fn extrema_through_a_saturation_table() {
    for index_width in [32, 64] {
        let (mut b, [x, y, z]) = inputs(8);
        let clamped = |b: &mut Builder, x: TermId, y: TermId| {
            let (wx, wy) = (b.zext(x, index_width), b.zext(y, index_width));
            let difference = b.sub(wx, wy);
            let offset = b.constant(index_width, 256);
            let index = b.add(difference, offset);
            let grows = b.constant(index_width, 257);
            let below = b.ult(index, grows);
            let ramp = b.trunc(index, 8);
            let zero = b.constant(8, 0);
            b.select(below, zero, ramp)
        };
        let table_min = |b: &mut Builder, x: TermId, y: TermId| {
            let excess = clamped(b, x, y);
            b.sub(x, excess)
        };
        let table_max = |b: &mut Builder, x: TermId, y: TermId| {
            let excess = clamped(b, y, x);
            b.add(x, excess)
        };
        let (first, expected) = (table_min(&mut b, x, y), umin(&mut b, x, y));
        same(&b, first, expected);
        let (second, expected) = (table_min(&mut b, first, z), umin(&mut b, expected, z));
        same(&b, second, expected);
        let (again, expected) = (table_min(&mut b, second, first), second);
        same(&b, again, expected);
        let (first, expected) = (table_max(&mut b, x, y), umax(&mut b, x, y));
        same(&b, first, expected);
        let (second, expected) = (table_max(&mut b, first, z), umax(&mut b, expected, z));
        same(&b, second, expected);
    }
}

/// SSE2 has no `pminuw` and `pmaxuw`: x - subs(x, y) and subs(x, y) + y.
#[test]
fn extrema_of_words_through_saturating_arithmetic() {
    let (mut b, [x, y, z]) = inputs(16);
    let word_min = |b: &mut Builder, x: TermId, y: TermId| {
        let excess = saturated_difference(b, x, y);
        saturated_difference(b, x, excess)
    };
    let word_max = |b: &mut Builder, x: TermId, y: TermId| {
        let excess = saturated_difference(b, x, y);
        let (we, wy) = (b.zext(excess, 17), b.zext(y, 17));
        let wide = b.add(we, wy);
        let (sum, top) = (b.add(excess, y), b.constant(16, 0xffff));
        let bit = b.constant(17, 16);
        let carry = b.lshr(wide, bit);
        let carry = b.trunc(carry, 1);
        b.select(carry, top, sum)
    };
    let (low, expected) = (word_min(&mut b, x, y), umin(&mut b, x, y));
    same(&b, low, expected);
    let (lowest, expected) = (word_min(&mut b, low, z), umin(&mut b, low, z));
    same(&b, lowest, expected);
    let (high, expected) = (word_max(&mut b, x, y), umax(&mut b, x, y));
    same(&b, high, expected);
    let (highest, expected) = (word_max(&mut b, high, z), umax(&mut b, high, z));
    same(&b, highest, expected);
}

/// SSE2 packs words only with signed saturation, so code computes `pack(x - 32768) + 32768`.
/// Nothing saturates if x is known to be a word.
#[test]
fn a_biased_pack_of_a_word() {
    let (mut b, [x]) = inputs(16);
    let float = b.uitof(F, x);
    let x32 = b.ftosi(F, Rounding::NearestEven, float, 32);
    let bias = b.constant(32, 0x8000);
    let biased = b.sub(x32, bias);
    let packed = pack_signed(&mut b, biased, 16);
    let sign = b.constant(16, 0x8000);
    let vector = b.add(packed, sign);
    let narrow = b.trunc(x32, 16);
    same(&b, vector, narrow);
    let flipped = b.xor(packed, sign);
    same(&b, flipped, narrow);
}

/// The same idiom on an int, where the pack does saturate.
#[test]
fn a_biased_pack_of_an_int() {
    let (mut b, [x]) = inputs(24);
    let x = b.sext(x, 32);
    let (bias, sign) = (b.constant(32, 0x8000), b.constant(16, 0x8000));
    let biased = b.sub(x, bias);
    let packed = pack_signed(&mut b, biased, 16);
    let vector = b.xor(packed, sign);
    let scalar = pack_unsigned(&mut b, x, 16);
    same(&b, vector, scalar);
}

#[test]
fn remainders_are_taken_last() {
    let (mut b, [x, y]) = inputs(16);
    let (wide, other) = (b.zext(x, 32), b.zext(y, 32));
    let m = b.constant(32, 1000);
    let first = b.urem(wide, m);
    let sum = b.add(first, other);
    let early = b.urem(sum, m);
    let sum = b.add(wide, other);
    let late = b.urem(sum, m);
    same(&b, early, late);
    // If the sum can wrap, the remainder of the operand stays.
    let (mut b, [x, y]) = inputs(32);
    let m = b.constant(32, 1000);
    let first = b.urem(x, m);
    let sum = b.add(first, y);
    let early = b.urem(sum, m);
    let sum = b.add(x, y);
    let late = b.urem(sum, m);
    assert_ne!(early, late);
}

/// After the time limit terms are built without rewriting, and rewritings remembered from before
/// are still valid.
#[test]
fn rewriting_ends_where_much_is_remembered() {
    let (mut b, xs) = inputs::<64>(32);
    let masked = |b: &mut Builder, x: TermId, y: TermId, mask: u128| {
        let (low, high) = (b.constant(32, mask), b.constant(32, !mask & 0xffff_ffff));
        let (x, y) = (b.and(x, low), b.and(y, high));
        b.or(x, y)
    };
    for (i, pair) in xs.windows(2).enumerate() {
        masked(&mut b, pair[0], pair[1], 0xff << (i % 16));
    }
    b.stop_when(|| true);
    while !b.is_stopped() {}
    for x in xs {
        for y in xs {
            let both = masked(&mut b, x, y, 0xff0);
            let alike = b.and(x, y);
            b.or(both, alike);
        }
    }
}
