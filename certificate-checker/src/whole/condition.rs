//! Conditions that are comparisons of whole numbers, independent of how they are written.

use term::{Op, TermId};

use super::follow::Whole;
use super::number::Number;
use super::values::{Condition, Kind, Test};

impl Whole<'_> {
    /// The condition that a one-bit term states.
    pub(super) fn condition(&mut self, term: TermId) -> Condition {
        let (mut term, mut negated) = (term, false);
        loop {
            let node = *self.arena.node(term);
            let constant = |i: usize| self.arena.constant_value(node.child(i));
            match node.op() {
                Op::Const => return Ok((self.arena.constant_value(term) == Some(1)) != negated),
                Op::Xor if constant(1) == Some(1) => term = node.child(0),
                Op::Xor if constant(0) == Some(1) => term = node.child(1),
                _ => break,
            }
            negated = !negated;
        }
        match self.comparison(term) {
            Some(Ok(holds)) => Ok(holds != negated),
            Some(Err((test, own))) => Err((test, own != negated)),
            None => {
                let image = *self.images.get(&term).unwrap_or(&term);
                if image != term {
                    // Its image under the replacement may be a comparison.
                    return match self.condition(image) {
                        Ok(holds) => Ok(holds != negated),
                        Err((test, own)) => Err((test, own != negated)),
                    };
                }
                Err((Test::Set(term), negated))
            }
        }
    }

    fn comparison(&mut self, term: TermId) -> Option<Condition> {
        let node = *self.arena.node(term);
        let (x, y) = match node.op() {
            Op::Slt | Op::Ult | Op::Eq => (node.child(0), node.child(1)),
            Op::Extract => {
                let (whole, place) = (node.child(0), node.spec().offset());
                if place + 1 == self.arena.width(whole) {
                    let number = self.read(whole, true)?;
                    return Some(self.values.negative(&number));
                }
                // A test of an unsigned value reaching half of its range.
                let number = self.number(whole)?;
                if let Some(number) = number.wrapped(place + 1, true) {
                    return Some(self.values.negative(&number));
                }
                let half = Number::constant(1i128.checked_shl(place.into())?);
                let below = number.wrapped(place + 1, false)?.plus(&half, -1)?;
                return Some(match self.values.negative(&below) {
                    Ok(below) => Ok(!below),
                    Err((test, negated)) => Err((test, !negated)),
                });
            }
            _ => return None,
        };
        if self.arena.width(x) == 1 {
            return None;
        }
        match node.op() {
            Op::Slt => {
                let difference = self.read(x, true)?.plus(&self.read(y, true)?, -1)?;
                Some(self.values.negative(&difference))
            }
            Op::Ult => {
                let difference = self.read(x, false)?.plus(&self.read(y, false)?, -1)?;
                Some(self.values.negative(&difference))
            }
            _ => {
                let width = self.arena.width(x);
                let (a, b) = (self.number(x)?, self.number(y)?);
                let both = |signed| {
                    let (a, b) = (a.wrapped(width, signed)?, b.wrapped(width, signed)?);
                    a.plus(&b, -1)
                };
                let difference = match both(true).or_else(|| both(false)) {
                    Some(difference) => difference,
                    None => self.read(x, true)?.plus(&self.read(y, true)?, -1)?,
                };
                Some(self.zero(difference))
            }
        }
    }

    /// The condition that a number is zero.
    fn zero(&mut self, number: Number) -> Condition {
        let number = self.values.learn(number);
        let Some((scale, of, constant)) = number.parts() else {
            return Ok(number.low == 0);
        };
        if constant % scale != 0 || number.low > 0 || number.high < 0 {
            return Ok(false);
        }
        Err((Test::Equal(of, -constant / scale), false))
    }

    /// A one-bit term as a number.
    pub(super) fn truth(&mut self, term: TermId) -> Option<Number> {
        let node = *self.arena.node(term);
        if node.op() == Op::Extract {
            let whole = self.numbers.get(&node.child(0)).cloned().flatten();
            let bit = whole.and_then(|w| self.values.bits(&w, node.spec().offset(), 1));
            if let Some(bit) = bit.and_then(|bit| bit.wrapped(1, false)) {
                return Some(bit);
            }
        }
        let (test, negated) = match self.condition(term) {
            Ok(holds) => return Some(Number::constant(holds.into())),
            Err(open) => open,
        };
        let kind = match test {
            Test::Set(term) => Kind::Read(term, None),
            test => Kind::Truth(test),
        };
        let holds = self.values.atom(kind, (0, 1));
        match negated {
            true => Number::constant(1).plus(&holds, -1),
            false => Some(holds),
        }
    }
}
