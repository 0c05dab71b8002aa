//! Well-sorted instances of left sides: widths, attributes and values chosen
//! where the pattern leaves them open.

use term::{Format, Op, Outcomes, Rounding};

use crate::case::{Case, Knowledge, Scale};
use crate::choose::Chooser;
use crate::expr::{eval, ones};
use crate::parse::MAX_SLOTS;
use crate::pattern::{Expr, Field, Kind, Pattern, ROOT_WIDTH, Rule, Tier, fields};

/// Chooses values for the variables of a rule's left side; `None` when the
/// choices lead to an ill-sorted term.
pub(crate) fn generate(
    rule: &Rule,
    chooser: &mut Chooser,
    scale: Scale,
    knowledge: Knowledge,
) -> Option<Case> {
    let mut case = Case::empty(knowledge);
    case.small_integers = rule.tiers.contains(&Tier::Associative);
    let mut generator = Generator::new(&mut case, chooser, scale);
    let width = generator.node(&rule.lhs, None)?;
    generator.case.numbers[ROOT_WIDTH as usize] = width as u128;
    // Constants and attributes that are computed from variables bound later.
    let open = std::mem::take(&mut generator.open);
    for (value, found) in open {
        let mut numbers = case.numbers;
        numbers[ROOT_WIDTH as usize] = width as u128;
        if eval(&value, &numbers, &mut case) != Some(found) {
            return None;
        }
    }
    Some(case)
}

/// Walks a left side and chooses what is not determined yet.
struct Generator<'a> {
    case: &'a mut Case,
    chooser: &'a mut Chooser,
    scale: Scale,
    /// Attributes to be checked when everything is bound, and their values.
    open: Vec<(Expr, u128)>,
    /// The format in which values are drawn here.
    float: Option<Format>,
}

impl<'a> Generator<'a> {
    fn new(case: &'a mut Case, chooser: &'a mut Chooser, scale: Scale) -> Self {
        Generator {
            case,
            chooser,
            scale,
            open: Vec::new(),
            float: None,
        }
    }

    fn some_width(&mut self) -> u8 {
        match self.scale {
            Scale::UpTo(w) => 1 + self.chooser.below(w as u32) as u8,
            Scale::Wide => match self.chooser.below(6) {
                0 => 1 + self.chooser.below(64) as u8,
                i => [8, 16, 32, 64, 16][i as usize - 1],
            },
        }
    }

    /// More bits on top of `base`, within the scale.
    fn wider(&mut self, base: u8) -> Option<u8> {
        match self.scale {
            Scale::UpTo(w) => {
                let room = w.checked_sub(base)?;
                Some(base + self.chooser.below(room as u32 + 1) as u8)
            }
            Scale::Wide => match self.chooser.below(5) {
                0 => Some(base),
                1 => Some(base.checked_add(1)?.min(128)),
                2 => Some(base.checked_add(self.chooser.below(64) as u8)?.min(128)),
                i => [16, 32, 64, 128][i as usize - 3..]
                    .iter()
                    .copied()
                    .find(|w| *w >= base),
            },
        }
    }

    fn value(&mut self, width: u8) -> u128 {
        let mask = ones(width as u128);
        if !self.chooser.is_random() {
            return self.chooser.below(1 << width.min(16)) as u128;
        }
        if self.case.small_integers {
            let format = self.float.unwrap_or(Format::Double);
            return small_integer(format, self.chooser.below(65));
        }
        if let Some(format) = self.float
            && self.chooser.below(3) > 0
        {
            return special(format, self.chooser);
        }
        let earlier: Vec<u128> = self.case.terms.iter().flatten().map(|t| t.1).collect();
        let seed = match self.chooser.below(4) {
            0 => self.chooser.bits(),
            1 => self.chooser.bits() >> self.chooser.below(128),
            2 if !earlier.is_empty() => earlier[self.chooser.below(earlier.len() as u32) as usize],
            _ => self.case.numbers[self.chooser.below(MAX_SLOTS as u32) as usize],
        };
        let sign = 1u128 << (width - 1);
        mask & match self.chooser.below(12) {
            0 => 0,
            1 => 1,
            2 => mask,
            3 => sign,
            4 => sign - 1,
            5 => seed.wrapping_add(1),
            6 => seed.wrapping_sub(1),
            7 => !seed,
            8 => ones(self.chooser.below(width as u32 + 1) as u128),
            9 => 1 << self.chooser.below(width as u32),
            _ => seed,
        }
    }

    /// The value of a number slot, chosen if it has none yet.
    fn number(&mut self, slot: u8, choose: impl FnOnce(&mut Self) -> Option<u128>) -> Option<u128> {
        if slot == ROOT_WIDTH || self.case.bound & 1 << slot != 0 {
            return Some(self.case.numbers[slot as usize]);
        }
        let value = choose(self)?;
        self.case.numbers[slot as usize] = value;
        self.case.bound |= 1 << slot;
        Some(value)
    }

    /// The value of an attribute: a variable's, a literal, or to be checked
    /// when everything is bound.
    fn attribute(
        &mut self,
        expr: &Expr,
        choose: impl FnOnce(&mut Self) -> Option<u128>,
    ) -> Option<u128> {
        match expr {
            Expr::Var(slot) => self.number(*slot, choose),
            Expr::Num(n) => Some(*n),
            expr => {
                let value = choose(self)?;
                self.open.push((expr.clone(), value));
                Some(value)
            }
        }
    }

    /// Binds what a pattern leaves open, for a term of this width if one is
    /// asked for; its width, `None` when the choices do not fit.
    fn node(&mut self, pattern: &Pattern, width: Option<u8>) -> Option<u8> {
        match pattern {
            Pattern::Var(slot) => self.variable(*slot, width),
            Pattern::Const(value, None) => {
                let width = width.or_else(|| Some(self.some_width()))?;
                self.constant(value, width)
            }
            Pattern::Const(value, Some(own)) => {
                let width = match width {
                    Some(w) => w,
                    None => self.some_width(),
                };
                self.attribute(own, |_| Some(width as u128))
                    .filter(|w| *w == width as u128)?;
                self.constant(value, width)
            }
            Pattern::Node(op, attributes, args) => self.operation(*op, attributes, args, width),
        }
    }

    fn variable(&mut self, slot: u8, width: Option<u8>) -> Option<u8> {
        if let Some((known, _)) = self.case.terms[slot as usize] {
            return width.is_none_or(|w| w == known).then_some(known);
        }
        let width = match width {
            Some(w) => w,
            None => self.some_width(),
        };
        let value = self.value(width);
        self.case.terms[slot as usize] = Some((width, value));
        Some(width)
    }

    fn constant(&mut self, value: &Expr, width: u8) -> Option<u8> {
        self.case.constants.push(width);
        match value {
            Expr::Var(slot) => {
                let found = self.number(*slot, |g| Some(g.value(width)))?;
                (found <= ones(width as u128)).then_some(width)
            }
            // Literals depend on nothing but the width and a bound format.
            _ => Some(width),
        }
    }

    fn operation(
        &mut self,
        op: Op,
        attributes: &[Expr],
        args: &[Pattern],
        width: Option<u8>,
    ) -> Option<u8> {
        let mut attrs = [0u128; 3];
        for (i, field) in fields(op).iter().enumerate() {
            if !matches!(field, Field::Width | Field::Offset) {
                attrs[i] = self.attribute(&attributes[i], |g| Some(g.attribute_value(*field)))?;
            }
        }
        let format = |i: usize| Format::ALL[attrs[i] as usize % 6];
        let outer = self.float;
        let result = match op {
            Op::Eq | Op::Ult | Op::Slt => {
                let known = args.iter().find_map(|a| self.known_width(a));
                let w = match known {
                    Some(w) => w,
                    None => self.some_width(),
                };
                self.all(args, w)?;
                1
            }
            Op::Select => {
                let w =
                    match width.or_else(|| args.iter().skip(1).find_map(|a| self.known_width(a))) {
                        Some(w) => w,
                        None => self.some_width(),
                    };
                self.node(&args[0], Some(1))?;
                self.all(&args[1..], w)?;
                w
            }
            Op::Concat => {
                let total = match width {
                    Some(w) => w,
                    None => self.some_width(),
                };
                let known = self.known_width(&args[1]);
                let low = match known {
                    Some(w) => w,
                    None => {
                        1 + self
                            .chooser
                            .below(total.checked_sub(1).filter(|w| *w > 0)? as u32)
                            as u8
                    }
                };
                let high = total.checked_sub(low).filter(|w| *w > 0)?;
                self.node(&args[0], Some(high))?;
                self.node(&args[1], Some(low))?;
                total
            }
            Op::Extract => {
                let w = self.attribute(&attributes[1], |g| {
                    Some(match width {
                        Some(w) => w,
                        None => g.some_width(),
                    } as u128)
                })?;
                let known = self.known_width(&args[0]);
                let o = self.attribute(&attributes[0], |g| match known {
                    Some(k) => {
                        let room = (k as u128).checked_sub(w)? as u32;
                        Some(g.chooser.below(room + 1) as u128)
                    }
                    None => match g.scale {
                        Scale::UpTo(m) => Some(g.chooser.below(m as u32) as u128),
                        Scale::Wide => Some([0, 1, 8, 16, 31][g.chooser.below(5) as usize]),
                    },
                })?;
                let end = u8::try_from(o + w).ok().filter(|e| *e <= 128)?;
                let from = match known {
                    Some(k) => k,
                    None => self.wider(end)?,
                };
                (from >= end).then_some(())?;
                self.node(&args[0], Some(from))?;
                w as u8
            }
            Op::ZExt | Op::SExt => {
                let known = self.known_width(&args[0]);
                let w = self.attribute(&attributes[0], |g| {
                    Some(match (width, known) {
                        (Some(w), _) => w,
                        (None, Some(k)) => g.wider(k)?,
                        (None, None) => g.some_width(),
                    } as u128)
                })?;
                let w = u8::try_from(w).ok()?;
                let from = match known {
                    Some(k) => k,
                    None => 1 + self.chooser.below(w as u32) as u8,
                };
                self.node(&args[0], Some(from))?;
                w
            }
            Op::FCmp => {
                self.float = Some(format(1));
                self.all(args, format(1).width())?;
                1
            }
            Op::FConvert => {
                self.float = Some(format(0));
                self.all(args, format(0).width())?;
                format(1).width()
            }
            Op::FToSi | Op::FToUi => {
                let w = self.attribute(&attributes[0], |g| {
                    Some(match width {
                        Some(w) => w,
                        None => g.some_width(),
                    } as u128)
                })?;
                self.float = Some(format(1));
                self.all(args, format(1).width())?;
                w as u8
            }
            Op::SiToF | Op::UiToF => {
                self.float = None;
                self.node(&args[0], None)?;
                format(0).width()
            }
            op if op.is_float() => {
                self.float = Some(format(0));
                self.all(args, format(0).width())?;
                format(0).width()
            }
            _ => {
                let w = match width.or_else(|| args.iter().find_map(|a| self.known_width(a))) {
                    Some(w) => w,
                    None => self.some_width(),
                };
                self.all(args, w)?;
                w
            }
        };
        self.float = outer;
        width.is_none_or(|w| w == result).then_some(result)
    }

    fn all(&mut self, args: &[Pattern], width: u8) -> Option<()> {
        for arg in args {
            self.node(arg, Some(width))?;
        }
        Some(())
    }

    /// The width of a pattern if its variables' widths determine it already.
    fn known_width(&self, pattern: &Pattern) -> Option<u8> {
        match pattern {
            Pattern::Var(slot) => self.case.terms[*slot as usize].map(|t| t.0),
            Pattern::Const(..) => None,
            Pattern::Node(op, _, args) => match op {
                Op::Eq | Op::Ult | Op::Slt | Op::FCmp => Some(1),
                Op::Select => args[1..].iter().find_map(|a| self.known_width(a)),
                Op::Concat => Some(self.known_width(&args[0])? + self.known_width(&args[1])?),
                op if fields(*op).is_empty() => args.iter().find_map(|a| self.known_width(a)),
                _ => None,
            },
        }
    }

    /// A format, rounding or outcome set.
    fn attribute_value(&mut self, field: Field) -> u128 {
        let systematic = !self.chooser.is_random();
        match field.kind() {
            Kind::Format if systematic => Format::Half.code() as u128,
            Kind::Format => {
                let formats = [Format::Single, Format::Double, Format::Half, Format::BFloat];
                formats[self.chooser.below(4) as usize].code() as u128
            }
            Kind::Rounding if systematic => Rounding::NearestEven.code() as u128,
            Kind::Rounding => [0, 0, 1, 2, 3, 4][self.chooser.below(6) as usize],
            _ => self.chooser.below(Outcomes::ALL.bits() as u32 + 1) as u128,
        }
    }
}

/// An integer of small magnitude, on which float arithmetic is exact.
fn small_integer(format: Format, n: u32) -> u128 {
    let spec = term::Spec::from_int(Op::SiToF, format, Rounding::NearestEven);
    let value = n as i64 - 32;
    // Eight at most in half precision: products of three stay exact.
    let value = if format == Format::Half || format == Format::BFloat {
        value % 5
    } else {
        value
    };
    term::apply(spec, &[64], &[value as u64 as u128])
}

/// A value where float rules tend to break.
fn special(format: Format, chooser: &mut Chooser) -> u128 {
    let (one, inf) = (format.one(), format.infinity());
    let ulp_fraction = ones(format.precision() as u128 - 1);
    let magnitude = match chooser.below(16) {
        0 => 0,
        1 => one,
        2 => inf,
        3 => format.canonical_nan(),
        4 => inf | 1,
        5 => 1,
        6 => ulp_fraction,
        7 => ulp_fraction + 1,
        8 => inf - 1,
        9 => one + 1,
        10 => one - 1,
        11 => small_integer(format, chooser.below(65)) & (format.sign_mask() - 1),
        12 => one + (1 << (format.precision() - 1)),
        13 => one - (1 << (format.precision() - 2)),
        14 => one + (chooser.bits() & ulp_fraction),
        _ => chooser.bits() & (format.sign_mask() - 1),
    };
    if chooser.below(2) == 0 {
        magnitude
    } else {
        magnitude | format.sign_mask()
    }
}
