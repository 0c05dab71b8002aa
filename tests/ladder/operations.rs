//! The ways in which an operation on two integers is computed.

use term::TermId;

use crate::integers::{Comparison, Maker, Two, mask};

/// The operation, in a way drawn at random.
pub fn two(maker: &mut Maker<'_>, two: Two, x: TermId, y: TermId) -> TermId {
    let commutes = !matches!(two, Two::Sub | Two::SubSaturated);
    let swapped = commutes && maker.random.below(2) == 0;
    let (x, y) = if swapped { (y, x) } else { (x, y) };
    let width = maker.width;
    let way = maker.random.below(3);
    let b = &mut *maker.builder;
    match (two, way) {
        (Two::Add, 0) => b.add(x, y),
        (Two::Add, 1) => {
            let negated = b.neg(y);
            b.sub(x, negated)
        }
        (Two::Add, _) => {
            let signed = maker.random.below(2) == 0;
            let [x, y] = maker.wide(x, y, signed);
            let sum = maker.builder.add(x, y);
            maker.builder.trunc(sum, width)
        }
        (Two::Sub, 0) => b.sub(x, y),
        (Two::Sub, 1) => {
            let (not, one) = (b.not(y), b.constant(width, 1));
            let sum = b.add(x, not);
            b.add(sum, one)
        }
        (Two::Sub, _) => {
            let signed = maker.random.below(2) == 0;
            let [x, y] = maker.wide(x, y, signed);
            let difference = maker.builder.sub(x, y);
            maker.builder.trunc(difference, width)
        }
        (Two::Mul, 0) => b.mul(x, y),
        (Two::Mul, _) => {
            let [x, y] = maker.wide(x, y, way == 1);
            let product = maker.builder.mul(x, y);
            maker.builder.trunc(product, width)
        }
        (Two::And, 0) => b.and(x, y),
        (Two::And, _) => {
            let [x, y] = [x, y].map(|term| b.not(term));
            let either = b.or(x, y);
            b.not(either)
        }
        (Two::Or, 0) => b.or(x, y),
        (Two::Or, _) => {
            let (common, other) = (b.and(x, y), b.xor(x, y));
            match way {
                1 => b.or(common, other),
                _ => b.add(common, other),
            }
        }
        (Two::Xor, 0) => b.xor(x, y),
        (Two::Xor, _) => {
            let (common, either) = (b.and(x, y), b.or(x, y));
            b.sub(either, common)
        }
        (Two::MinUnsigned, 2) => {
            let excess = saturated_difference(maker, x, y);
            maker.builder.sub(x, excess)
        }
        (Two::MinUnsigned, _) => maker.chosen_by(Comparison::BelowUnsigned, [x, y], [x, y]),
        (Two::MaxUnsigned, 2) => {
            let excess = saturated_difference(maker, x, y);
            maker.builder.add(y, excess)
        }
        (Two::MaxUnsigned, _) => maker.chosen_by(Comparison::BelowUnsigned, [x, y], [y, x]),
        (Two::MinSigned, _) => maker.chosen_by(Comparison::BelowSigned, [x, y], [x, y]),
        (Two::MaxSigned, _) => maker.chosen_by(Comparison::BelowSigned, [x, y], [y, x]),
        (Two::Distance, 0) => {
            let differences = [(x, y), (y, x)].map(|(x, y)| saturated_difference(maker, x, y));
            maker.builder.or(differences[0], differences[1])
        }
        (Two::Distance, 1) => {
            let differences = [b.sub(y, x), b.sub(x, y)];
            maker.chosen_by(Comparison::BelowUnsigned, [x, y], differences)
        }
        (Two::Distance, _) => {
            let wide = width + 1;
            let [x, y] = [x, y].map(|term| b.zext(term, wide));
            let (difference, zero) = (b.sub(x, y), b.constant(wide, 0));
            let (negative, negated) = (b.slt(difference, zero), b.sub(zero, difference));
            let distance = b.select(negative, negated, difference);
            b.trunc(distance, width)
        }
        (Two::AddSaturated, 0) => {
            let (sum, most) = (b.add(x, y), b.constant(width, mask(width)));
            maker.chosen_by(Comparison::BelowUnsigned, [sum, x], [most, sum])
        }
        (Two::AddSaturated, _) => {
            let [x, y] = maker.wide(x, y, false);
            let b = &mut *maker.builder;
            let most = b.constant(b.width(x), mask(width));
            let sum = b.add(x, y);
            let over = b.ult(most, sum);
            let clamped = b.select(over, most, sum);
            b.trunc(clamped, width)
        }
        (Two::SubSaturated, _) => saturated_difference(maker, x, y),
        (Two::AddSaturatedSigned, 0) => {
            // The sign of the overflow from the signs of operands and sum.
            let sum = b.add(x, y);
            let (from_x, from_y) = (b.xor(x, sum), b.xor(y, sum));
            let both = b.and(from_x, from_y);
            let over = b.extract(both, width - 1, 1);
            let sign = b.extract(x, width - 1, 1);
            let (low, high) = (1 << (width - 1), mask(width - 1));
            let (low, high) = (b.constant(width, low), b.constant(width, high));
            let limit = b.select(sign, low, high);
            b.select(over, limit, sum)
        }
        (Two::AddSaturatedSigned, _) => {
            let [x, y] = maker.wide(x, y, true);
            let b = &mut *maker.builder;
            let wide = b.width(x);
            let (low, high) = (mask(wide) ^ mask(width - 1), mask(width - 1));
            let (low, high) = (b.constant(wide, low), b.constant(wide, high));
            let sum = b.add(x, y);
            let over = b.slt(high, sum);
            let sum = b.select(over, high, sum);
            let under = b.slt(sum, low);
            let sum = b.select(under, low, sum);
            b.trunc(sum, width)
        }
        (Two::Mean, 0) => {
            let (either, other) = (b.or(x, y), b.xor(x, y));
            let one = b.constant(width, 1);
            let half = b.lshr(other, one);
            b.sub(either, half)
        }
        (Two::Mean, _) => {
            let [x, y] = maker.wide(x, y, false);
            let b = &mut *maker.builder;
            let one = b.constant(b.width(x), 1);
            let sum = b.add(x, y);
            let sum = b.add(sum, one);
            b.extract(sum, 1, width)
        }
        (Two::HighUnsigned | Two::HighSigned, _) => {
            let wide = 2 * width + way as u8;
            let signed = two == Two::HighSigned;
            let [x, y] = [x, y].map(|term| match signed {
                true => b.sext(term, wide),
                false => b.zext(term, wide),
            });
            let product = b.mul(x, y);
            b.extract(product, width, width)
        }
    }
}

/// max(x − y, 0) of unsigned numbers.
fn saturated_difference(maker: &mut Maker<'_>, x: TermId, y: TermId) -> TermId {
    let way = maker.random.below(2);
    let b = &mut *maker.builder;
    let (difference, zero) = (b.sub(x, y), b.constant(b.width(x), 0));
    match way {
        0 => maker.chosen_by(Comparison::BelowUnsigned, [x, y], [zero, difference]),
        _ => maker.chosen_by(Comparison::BelowUnsigned, [y, x], [difference, zero]),
    }
}
