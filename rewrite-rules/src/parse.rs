//! From s-expressions to rules: names, kinds and arities are checked here.
//!
//! The grammar is in the crate's README.

use term::{Format, Op, Outcomes, Rounding};

use crate::error::Problem;
use crate::function::{Func, Kind};
use crate::pattern::{
    Direction, Expr, Pattern, ROOT_WIDTH, Rejected, Rule, Tier, Variable, fields,
};
use crate::sexp::{self, Bracket, Sexp, Span};

/// Most variables of one sort in a rule.
pub const MAX_SLOTS: usize = 12;

/// An entry of a rule file.
pub(crate) enum Entry {
    Rule(Rule),
    Rejected(Rejected),
}

/// Every entry of a rule file.
pub(crate) fn parse(text: &str) -> Result<Vec<Entry>, Problem> {
    sexp::parse(text)?.iter().map(entry).collect()
}

/// The short names of outcome sets, after LLVM's predicates.
const OUTCOMES: [&str; 16] = [
    "never", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult",
    "ule", "une", "always",
];

fn entry(sexp: &Sexp) -> Result<Entry, Problem> {
    let expected = "expected `(rule NAME …)` or `(rejected NAME …)`";
    let items = sexp
        .list(Bracket::Round)
        .ok_or_else(|| Problem::new(sexp.span.clone(), expected))?;
    let (head, name) = match items {
        [head, name, ..] => (head, name),
        _ => return Err(Problem::new(sexp.span.clone(), expected)),
    };
    let rejected = match head.atom() {
        Some("rule") => false,
        Some("rejected") => true,
        _ => return Err(Problem::new(head.span.clone(), expected)),
    };
    let Some(name) = name.atom() else {
        return Err(Problem::new(name.span.clone(), "expected the rule's name"));
    };
    let mut reader = Reader::default();
    let mut tiers = Vec::new();
    let mut source = String::new();
    let mut sides = None;
    let mut wheres = Vec::new();
    let mut witnesses = Vec::new();
    for item in &items[2..] {
        let Some([key, rest @ ..]) = item.list(Bracket::Round) else {
            return Err(Problem::new(
                item.span.clone(),
                "expected a clause in parentheses",
            ));
        };
        match key.atom() {
            Some("tier") => tiers = rest.iter().map(tier).collect::<Result<_, _>>()?,
            Some("source") => match rest {
                [
                    Sexp {
                        kind: sexp::Kind::Text(text),
                        ..
                    },
                ] => source = text.clone(),
                _ => return Err(Problem::new(item.span.clone(), "expected one string")),
            },
            Some("where") => wheres.extend(rest),
            Some("witness") if rejected => witnesses.extend(rest),
            Some(arrow @ ("=>" | "<=>")) => {
                let [lhs, rhs] = rest else {
                    return Err(Problem::new(item.span.clone(), "expected two sides"));
                };
                let direction = match arrow {
                    "=>" => Direction::Directed,
                    _ => Direction::Search,
                };
                sides = Some((direction, lhs, rhs));
            }
            _ => {
                let written = key.atom().unwrap_or_default();
                let names = ["tier", "source", "where", "witness", "=>", "<=>"];
                return Err(
                    Problem::new(key.span.clone(), "unknown clause").nearest(written, names)
                );
            }
        }
    }
    let Some((direction, lhs, rhs)) = sides else {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `=>` or `<=>`",
        ));
    };
    if tiers.is_empty() && !rejected {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `(tier …)`",
        ));
    }
    if source.is_empty() {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has no `(source \"…\")`",
        ));
    }
    let left = reader.pattern(lhs, None)?;
    if !matches!(left, Pattern::Node(..)) {
        return Err(Problem::new(
            lhs.span.clone(),
            "the left side must be an operation",
        ));
    }
    reader.closed = true;
    let format = reader.result_format(&left);
    let right = reader.pattern(rhs, format)?;
    let guards = wheres
        .iter()
        .map(|guard| reader.expr(guard, Kind::Truth))
        .collect::<Result<_, _>>()?;
    let rule = Rule {
        name: name.to_owned(),
        tiers,
        source,
        direction,
        variables: reader.variables.clone(),
        guards,
        lhs: left,
        rhs: right,
        file: String::new(),
        span: sexp.span.clone(),
        text: String::new(),
    };
    if rule.term_slots() > MAX_SLOTS || rule.number_slots() > MAX_SLOTS {
        return Err(Problem::new(
            sexp.span.clone(),
            "the rule has too many variables",
        ));
    }
    if !rejected {
        return Ok(Entry::Rule(rule));
    }
    let witness = reader.witness(&rule, &witnesses, &sexp.span)?;
    Ok(Entry::Rejected(Rejected { rule, witness }))
}

fn tier(sexp: &Sexp) -> Result<Tier, Problem> {
    let written = sexp.atom().unwrap_or_default();
    let found = Tier::ALL.into_iter().find(|t| t.name() == written);
    found.ok_or_else(|| {
        Problem::new(sexp.span.clone(), "unknown tier").nearest(written, Tier::ALL.map(Tier::name))
    })
}

/// How rules write the conversion of a format to itself, which changes nothing
/// but a NaN into the canonical one.
const CANONICAL: &str = "canonical";

/// Reads the sides of one rule and collects its variables.
#[derive(Default)]
struct Reader {
    variables: Vec<Variable>,
    /// Whether the left side is complete, so that new names are errors.
    closed: bool,
}

impl Reader {
    fn variable(&mut self, name: &str, kind: Kind, span: &Span) -> Result<u8, Problem> {
        if name == "?width" && kind == Kind::Number {
            return Ok(ROOT_WIDTH);
        }
        if let Some(known) = self.variables.iter().find(|v| v.name == name) {
            if known.kind != kind {
                let (is, wanted) = (known.kind.name(), kind.name());
                let message = format!("`{name}` is a {is}, but a {wanted} is needed here");
                return Err(Problem::new(span.clone(), message));
            }
            return Ok(known.slot);
        }
        if self.closed {
            let names = self.variables.iter().map(|v| v.name.as_str());
            let message = format!("the left side does not bind `{name}`");
            return Err(Problem::new(span.clone(), message).nearest(name, names));
        }
        let term = kind == Kind::Term;
        let same = |v: &&Variable| (v.kind == Kind::Term) == term;
        let slot = self.variables.iter().filter(same).count() + usize::from(!term);
        self.variables.push(Variable {
            name: name.to_owned(),
            kind,
            slot: slot as u8,
        });
        Ok(slot as u8)
    }

    /// A term; `format` is that of float literals here.
    fn pattern(&mut self, sexp: &Sexp, format: Option<Expr>) -> Result<Pattern, Problem> {
        if let Some(atom) = sexp.atom() {
            if atom.starts_with('?') {
                return Ok(Pattern::Var(self.variable(atom, Kind::Term, &sexp.span)?));
            }
            let value = self.literal(atom, format, &sexp.span)?;
            return Ok(Pattern::Const(value, None));
        }
        let Some([head, rest @ ..]) = sexp.list(Bracket::Round) else {
            return Err(Problem::new(sexp.span.clone(), "expected a term"));
        };
        let written = head.atom().unwrap_or_default();
        if written == "const" {
            return match rest {
                [value] => Ok(Pattern::Const(self.expr(value, Kind::Number)?, None)),
                [value, width] => Ok(Pattern::Const(
                    self.expr(value, Kind::Number)?,
                    Some(self.expr(width, Kind::Number)?),
                )),
                _ => Err(Problem::new(
                    sexp.span.clone(),
                    "`const` needs a value, and may have a width",
                )),
            };
        }
        let usable = |op: &&Op| !matches!(op, Op::Const | Op::Symbol | Op::Apply);
        let mut known = Op::ALL.iter().filter(usable);
        let found = match written {
            CANONICAL => Some(&Op::FConvert),
            _ => known.find(|op| op.name() == written),
        };
        let Some(&op) = found else {
            let names = Op::ALL.iter().filter(usable).map(|op| op.name());
            let names = names.chain([CANONICAL]);
            let message = format!("unknown operator `{written}`");
            return Err(Problem::new(head.span.clone(), message).nearest(written, names));
        };
        let (attributes, operands): (&[Sexp], &[Sexp]) = match rest {
            [first, operands @ ..] if first.list(Bracket::Square).is_some() => {
                (first.list(Bracket::Square).unwrap_or_default(), operands)
            }
            _ => (&[], rest),
        };
        let attributes = match written {
            CANONICAL => self.canonical(attributes, &sexp.span)?,
            _ => self.attributes(op, attributes, &sexp.span)?,
        };
        if operands.len() != op.arity() {
            let message = format!("`{written}` takes {} operands", op.arity());
            return Err(Problem::new(sexp.span.clone(), message));
        }
        let formats = operand_format(op, &attributes, format);
        let operands = operands
            .iter()
            .map(|o| self.pattern(o, formats.clone()))
            .collect::<Result<_, _>>()?;
        Ok(Pattern::Node(op, attributes, operands))
    }

    /// The attributes of `canonical`: from the format to itself, to nearest.
    fn canonical(&mut self, written: &[Sexp], span: &Span) -> Result<Vec<Expr>, Problem> {
        let format = match written {
            [] => Expr::Var(self.variable("?format", Kind::Format, span)?),
            [format] => self.expr(format, Kind::Format)?,
            [_, more, ..] => {
                let message = format!("`{CANONICAL}` has 1 attribute");
                return Err(Problem::new(more.span.clone(), message));
            }
        };
        let nearest = Expr::Num(Rounding::NearestEven.code() as u128);
        Ok(vec![format.clone(), format, nearest])
    }

    /// The written attributes of an operator, completed with the implied ones.
    fn attributes(&mut self, op: Op, written: &[Sexp], span: &Span) -> Result<Vec<Expr>, Problem> {
        let all = fields(op);
        if written.len() > all.len() {
            let message = format!("`{}` has {} attributes", op.name(), all.len());
            return Err(Problem::new(written[all.len()].span.clone(), message));
        }
        let mut attributes = Vec::new();
        for (i, field) in all.iter().enumerate() {
            attributes.push(match (written.get(i), field.kind()) {
                (Some(sexp), kind) => self.expr(sexp, kind)?,
                (None, kind @ Kind::Format) => Expr::Var(self.variable("?format", kind, span)?),
                (None, kind @ Kind::Rounding) => {
                    Expr::Var(self.variable("?rounding", kind, span)?)
                }
                (None, kind) => {
                    let message = format!("`{}` needs its {}", op.name(), kind.name());
                    let help = format!("write `({} [{}…] …)`", op.name(), kind.name());
                    return Err(Problem::new(span.clone(), message).help(help));
                }
            });
        }
        Ok(attributes)
    }

    /// The value of a constant, possibly in terms of its width.
    fn literal(&mut self, atom: &str, format: Option<Expr>, span: &Span) -> Result<Expr, Problem> {
        let here = |func, args: Vec<Expr>| Expr::Call(func, args);
        Ok(match atom {
            "ones" => here(Func::Ones, vec![Expr::Here]),
            "true" => Expr::Num(1),
            "false" => Expr::Num(0),
            "sign-bit" | "signed-min" => here(
                Func::Shl,
                vec![Expr::Num(1), here(Func::Sub, vec![Expr::Here, Expr::Num(1)])],
            ),
            "signed-max" => here(
                Func::Ones,
                vec![here(Func::Sub, vec![Expr::Here, Expr::Num(1)])],
            ),
            _ => match (number(atom), float(atom), format) {
                (Some(n), _, _) => Expr::Num(n),
                (_, Some(x), Some(format)) => Expr::Float(x.to_bits(), Box::new(format)),
                (_, Some(_), None) => {
                    return Err(Problem::new(span.clone(), "no float operation gives this literal its format"));
                }
                _ => return Err(Problem::new(span.clone(), format!("`{atom}` is no term"))
                    .help("variables start with `?`; constants are numbers, `ones`, `sign-bit`, `signed-max`, `true`, `false`")),
            },
        })
    }

    /// A number, format, rounding, outcome set or condition.
    fn expr(&mut self, sexp: &Sexp, kind: Kind) -> Result<Expr, Problem> {
        let span = &sexp.span;
        if let Some(items) = sexp.list(Bracket::Curly) {
            if kind != Kind::Outcomes {
                return Err(Problem::new(
                    span.clone(),
                    format!("expected a {}", kind.name()),
                ));
            }
            return outcome_set(items).map(|o| Expr::Num(o.bits() as u128));
        }
        if let Some(atom) = sexp.atom() {
            if atom.starts_with('?') {
                let slot = self.variable(atom, kind, span)?;
                return Ok(match kind {
                    Kind::Term => Expr::Term(slot),
                    _ => Expr::Var(slot),
                });
            }
            return named(atom, kind).map(Expr::Num).ok_or_else(|| {
                let message = format!("`{atom}` is no {}", kind.name());
                Problem::new(span.clone(), message)
            });
        }
        let Some([head, rest @ ..]) = sexp.list(Bracket::Round) else {
            return Err(Problem::new(
                span.clone(),
                format!("expected a {}", kind.name()),
            ));
        };
        let written = head.atom().unwrap_or_default();
        let Some(&func) = Func::ALL.iter().find(|f| f.name() == written) else {
            let message = format!("unknown function `{written}`");
            let names = Func::ALL.iter().map(|f| f.name());
            return Err(Problem::new(head.span.clone(), message).nearest(written, names));
        };
        if func.result() != kind {
            let message = format!(
                "`{written}` gives a {}, but a {} is needed here",
                func.result().name(),
                kind.name()
            );
            return Err(Problem::new(span.clone(), message));
        }
        if rest.len() != func.parameters().len() {
            let message = format!("`{written}` takes {} operands", func.parameters().len());
            return Err(Problem::new(span.clone(), message));
        }
        let args = rest.iter().zip(func.parameters());
        let args = args
            .map(|(s, k)| self.expr(s, *k))
            .collect::<Result<_, _>>()?;
        Ok(Expr::Call(func, args))
    }

    /// The format of the left side's value, for float literals on the right.
    fn result_format(&self, lhs: &Pattern) -> Option<Expr> {
        match lhs {
            Pattern::Node(Op::FConvert, attributes, _) => Some(attributes[1].clone()),
            Pattern::Node(op, attributes, _) if op.yields_float() => Some(attributes[0].clone()),
            Pattern::Node(op, _, operands) if !op.is_float() => {
                operands.iter().find_map(|o| self.result_format(o))
            }
            _ => None,
        }
    }

    /// The values of a rejected rule's variables, by term and number slots.
    fn witness(
        &self,
        rule: &Rule,
        pairs: &[&Sexp],
        span: &Span,
    ) -> Result<Vec<(u8, u128)>, Problem> {
        let mut given: Vec<(String, Span, &Sexp)> = Vec::new();
        for pair in pairs {
            match pair.list(Bracket::Round) {
                Some([name, value]) if name.atom().is_some() => {
                    given.push((
                        name.atom().unwrap_or_default().to_owned(),
                        pair.span.clone(),
                        value,
                    ));
                }
                _ => return Err(Problem::new(pair.span.clone(), "expected `(?name value)`")),
            }
        }
        let format = given.iter().find(|(n, ..)| n == "?format");
        let format = format
            .and_then(|(_, _, v)| Format::from_name(v.atom()?))
            .unwrap_or(Format::Single);
        let mut witness = Vec::new();
        for variable in &rule.variables {
            let Some((_, at, value)) = given.iter().find(|(n, ..)| *n == variable.name) else {
                match variable.name.as_str() {
                    "?format" => witness.push((0, format.code() as u128)),
                    "?rounding" => witness.push((0, 0)),
                    name => {
                        let message = format!("the witness gives no value to `{name}`");
                        return Err(Problem::new(span.clone(), message));
                    }
                }
                continue;
            };
            let atom = value.atom().unwrap_or_default();
            let found = match variable.kind {
                Kind::Outcomes => match value.list(Bracket::Curly) {
                    Some(items) => Some((0, outcome_set(items)?.bits() as u128)),
                    None => named(atom, variable.kind).map(|v| (0, v)),
                },
                Kind::Term => match atom.split_once(':') {
                    Some((width, bits)) => {
                        number(width).zip(number(bits)).map(|(w, b)| (w as u8, b))
                    }
                    None => float(atom).map(|x| (format.width(), in_format(x, format))),
                },
                kind => named(atom, kind).map(|v| (0, v)),
            };
            witness.push(found.ok_or_else(|| {
                Problem::new(at.clone(), "cannot read this value")
                    .help("terms are float literals or `WIDTH:BITS`")
            })?);
        }
        Ok(witness)
    }
}

/// The format of float literals among the operands of `op`.
fn operand_format(op: Op, attributes: &[Expr], outer: Option<Expr>) -> Option<Expr> {
    match op {
        Op::FCmp | Op::FToSi | Op::FToUi => Some(attributes[1].clone()),
        Op::SiToF | Op::UiToF => None,
        op if op.is_float() => Some(attributes[0].clone()),
        Op::Select => outer,
        _ => None,
    }
}

fn outcome_set(items: &[Sexp]) -> Result<Outcomes, Problem> {
    let mut set = Outcomes::NONE;
    for item in items {
        set = set.union(match item.atom() {
            Some("<") => Outcomes::LT,
            Some("=") => Outcomes::EQ,
            Some(">") => Outcomes::GT,
            Some("uno") => Outcomes::UNO,
            _ => {
                return Err(Problem::new(
                    item.span.clone(),
                    "outcomes are `<`, `=`, `>` and `uno`",
                ));
            }
        });
    }
    Ok(set)
}

/// The named value of a kind, as a number.
fn named(atom: &str, kind: Kind) -> Option<u128> {
    match kind {
        Kind::Number => number(atom),
        Kind::Format => Format::from_name(atom).map(|f| f.code() as u128),
        Kind::Rounding => Rounding::ALL
            .into_iter()
            .find(|r| r.name() == atom)
            .map(|r| r.code() as u128),
        Kind::Outcomes => OUTCOMES.iter().position(|o| *o == atom).map(|i| i as u128),
        Kind::Truth | Kind::Term => None,
    }
}

fn number(atom: &str) -> Option<u128> {
    match atom.strip_prefix("0x") {
        Some(hex) => u128::from_str_radix(hex, 16).ok(),
        None if atom.starts_with(|c: char| c.is_ascii_digit()) => atom.parse().ok(),
        None => None,
    }
}

/// A float literal: it has a point, or is `inf`, `-inf`, `nan`.
fn float(atom: &str) -> Option<f64> {
    let word = matches!(atom.trim_start_matches(['+', '-']), "inf" | "nan");
    (word || atom.contains('.')).then(|| atom.parse().ok())?
}

fn in_format(x: f64, format: Format) -> u128 {
    let spec = term::Spec::fconvert(Format::Double, format, Rounding::NearestEven);
    match format {
        Format::Double => x.to_bits() as u128,
        _ => term::apply(spec, &[64], &[x.to_bits() as u128]),
    }
}
