//! Generation of well-sorted instances of left sides: chooses widths, attributes and values that
//! the pattern leaves open.

use term::{Format, Op, Outcomes, Rounding};

use crate::bits::ones;
use crate::case::{Case, Scale};
use crate::choose::Chooser;
use crate::expr::eval;
use crate::function::Kind;
use crate::pattern::{Expr, Field, MAX_SLOTS, Pattern, ROOT_WIDTH, fields};
use crate::sample::sample;

/// A well-sorted case whose values of terms and constants may still be open.
pub(crate) struct Outline {
    /// The case, with open values zero, or drawn at random.
    pub case: Case,
    /// The term slots without a value, with their widths.
    pub terms: Vec<(u8, u8)>,
    /// The number slots without a value, with their widths.
    pub constants: Vec<(u8, u8)>,
    /// The format in which each term is read at its first occurrence.
    formats: [Option<Format>; MAX_SLOTS],
    /// Number slots whose values must fit these widths.
    fitting: Vec<(u8, u8)>,
    /// Expressions that must have these values once all constants are bound.
    open: Vec<(Expr, u128)>,
}

impl Outline {
    /// A case with random values.
    pub(crate) fn sampled(&self, chooser: &mut Chooser) -> Case {
        let mut case = self.case.clone();
        for &(slot, width) in &self.constants {
            case.numbers[slot as usize] = sample(chooser, &case, None, width);
        }
        for &(slot, width) in &self.terms {
            let format = self.formats[slot as usize];
            let value = sample(chooser, &case, format, width);
            case.terms[slot as usize] = Some((width, value));
        }
        case
    }

    /// Expressions that must have these values once all constants are bound.
    pub(crate) fn open(&self) -> &[(Expr, u128)] {
        &self.open
    }

    /// Number slots whose values must fit these widths.
    pub(crate) fn fitting(&self) -> &[(u8, u8)] {
        &self.fitting
    }

    /// Whether the case's constants and attributes are consistent with the choices.
    pub(crate) fn is_sorted(&mut self) -> bool {
        is_sorted(&self.fitting, &self.open, &mut self.case)
    }

    /// Whether the values of another case are consistent with the choices.
    pub(crate) fn is_sorted_with(&self, case: &mut Case) -> bool {
        is_sorted(&self.fitting, &self.open, case)
    }
}

fn is_sorted(fitting: &[(u8, u8)], open: &[(Expr, u128)], case: &mut Case) -> bool {
    let numbers = case.numbers;
    let fits = |(slot, width): &(u8, u8)| numbers[*slot as usize] <= ones(*width as u128);
    let mut holds = |open: &(Expr, u128)| eval(&open.0, &numbers, case) == Some(open.1);
    fitting.iter().all(fits) && open.iter().all(&mut holds)
}

/// Constants that attributes are computed from are tried below this bound. Greater ones make no
/// term well-sorted: see `Template::is_bounded`.
pub(crate) const SHAPING: u32 = 512;

/// Chooses a format, rounding or outcome set.
pub(crate) fn attribute_value(chooser: &mut Chooser, scale: Scale, kind: Kind) -> u128 {
    let mut one_of = |codes: &[u16]| codes[chooser.below(codes.len() as u32) as usize].into();
    match (kind, scale) {
        (Kind::Format, Scale::Floats(_) | Scale::FloatsToNearest(_)) => {
            let formats = Format::SMALL.into_iter().chain(Format::ALL);
            // Bits do not distinguish values in x87's format completely.
            let formats = formats.filter(|f| *f != Format::X87);
            let codes: Vec<u16> = formats.map(Format::code).collect();
            one_of(&codes)
        }
        (Kind::Format, Scale::Every) => one_of(&Format::ALL.map(Format::code)),
        (Kind::Format, Scale::UpTo(_)) => Format::Half.code().into(),
        (Kind::Format, Scale::Wide) => one_of(
            &[Format::Single, Format::Double, Format::Half, Format::BFloat].map(Format::code),
        ),
        (Kind::Rounding, Scale::Floats(_) | Scale::Every) => {
            one_of(&Rounding::ALL.map(Rounding::code))
        }
        // To nearest even is the most common rounding in programs and rules.
        (Kind::Rounding, Scale::Wide) => one_of(&[0, 0, 1, 2, 3, 4]),
        (Kind::Rounding, _) => Rounding::NearestEven.code().into(),
        _ => chooser.below(Outcomes::ALL.bits() as u32 + 1).into(),
    }
}

/// Walks a left side and chooses everything that is not yet determined.
pub(crate) struct Generator<'a> {
    pub outline: Outline,
    chooser: &'a mut Chooser,
    scale: Scale,
    /// Bit set of the number slots that occur in attributes.
    shaping: u32,
    /// The format in which values are drawn at the current position.
    float: Option<Format>,
}

impl<'a> Generator<'a> {
    pub(crate) fn new(
        case: Case,
        chooser: &'a mut Chooser,
        scale: Scale,
        shaping: u32,
    ) -> Generator<'a> {
        Generator {
            outline: Outline {
                case,
                terms: Vec::new(),
                constants: Vec::new(),
                formats: [None; MAX_SLOTS],
                fitting: Vec::new(),
                open: Vec::new(),
            },
            chooser,
            scale,
            shaping,
            float: None,
        }
    }

    fn some_width(&mut self) -> u8 {
        match self.scale.bound() {
            Some(w) => 1 + self.chooser.below(w as u32) as u8,
            None => match self.chooser.below(6) {
                0 => 1 + self.chooser.below(64) as u8,
                i => [8, 16, 32, 64, 16][i as usize - 1],
            },
        }
    }

    /// A width of at least `base`, within the scale.
    fn wider(&mut self, base: u8) -> Option<u8> {
        match self.scale.bound() {
            Some(w) => {
                let room = w.checked_sub(base)?;
                Some(base + self.chooser.below(room as u32 + 1) as u8)
            }
            None => match self.chooser.below(5) {
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

    /// A random value of this width.
    fn sample(&mut self, width: u8) -> u128 {
        sample(self.chooser, &self.outline.case, self.float, width)
    }

    /// Whether a width has few enough values to enumerate.
    fn is_small(&self, width: u8) -> bool {
        matches!(self.scale, Scale::Every) || width <= self.scale.widest().min(16)
    }

    /// The value of a number slot, chosen if it is still unbound.
    fn number(&mut self, slot: u8, choose: impl FnOnce(&mut Self) -> Option<u128>) -> Option<u128> {
        if slot == ROOT_WIDTH || self.outline.case.bound & 1 << slot != 0 {
            return Some(self.outline.case.numbers[slot as usize]);
        }
        let value = choose(self)?;
        self.outline.case.numbers[slot as usize] = value;
        self.outline.case.bound |= 1 << slot;
        Some(value)
    }

    /// The value of an attribute. A compound expression gets a chosen value, to be checked once
    /// everything is bound.
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
                self.outline.open.push((expr.clone(), value));
                Some(value)
            }
        }
    }

    /// Binds what a pattern leaves open, for a term of the given width if there is one. Returns
    /// the term's width; `None` when the choices do not fit.
    pub(crate) fn node(&mut self, pattern: &Pattern, width: Option<u8>) -> Option<u8> {
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
        if let Some((known, _)) = self.outline.case.terms[slot as usize] {
            return width.is_none_or(|w| w == known).then_some(known);
        }
        let width = match width {
            Some(w) => w,
            None => self.some_width(),
        };
        let value = match self.chooser.is_random() {
            true => self.sample(width),
            false if self.is_small(width) => {
                self.outline.terms.push((slot, width));
                self.outline.formats[slot as usize] = self.float;
                0
            }
            false => return None,
        };
        self.outline.case.terms[slot as usize] = Some((width, value));
        Some(width)
    }

    fn constant(&mut self, value: &Expr, width: u8) -> Option<u8> {
        self.outline.case.constants.push(width);
        // Literals depend only on the width and a bound format.
        let Expr::Var(slot) = value else {
            return Some(width);
        };
        self.number(*slot, |g| {
            if g.chooser.is_random() {
                return Some(g.sample(width));
            }
            if !g.is_small(width) {
                return None;
            }
            if g.shaping & 1 << slot != 0 {
                let all = 1u32.checked_shl(width.into()).unwrap_or(SHAPING);
                return Some(g.chooser.below(all.min(SHAPING)).into());
            }
            g.outline.constants.push((*slot, width));
            Some(0)
        })?;
        self.outline.fitting.push((*slot, width));
        Some(width)
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
                attrs[i] = self.attribute(&attributes[i], |g| {
                    Some(attribute_value(g.chooser, g.scale, field.kind()))
                })?;
            }
        }
        let format = |i: usize| Format::from_code(attrs[i] as u16);
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
                    None => match g.scale.bound() {
                        Some(m) => Some(g.chooser.below(m as u32) as u128),
                        None => Some([0, 1, 8, 16, 31][g.chooser.below(5) as usize]),
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

    /// The width of a pattern, if variables with known widths already determine it.
    fn known_width(&self, pattern: &Pattern) -> Option<u8> {
        match pattern {
            Pattern::Var(slot) => self.outline.case.terms[*slot as usize].map(|t| t.0),
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
}
